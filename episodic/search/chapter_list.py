"""Lists the chapters of a view with lengths, revisions and counts, and what was rejected in model replies about each
chapter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from episodic.model.episodes import Episode
from episodic.model.readings import ChapterReading, Rejection
from episodic.model.records import Kind, from_json
from episodic.search.chapter_refs import ChapterRef
from episodic.search.fact_listing import as_listed, listed_rows, visible_facts
from episodic.search.view import View
from episodic.text.listing_rows import counts_by_chapter


@dataclass(frozen=True, slots=True)
class ChapterEntry:
    """One chapter in the list of chapters.

    `length` is the length of the text in characters. `revision` counts the versions of the text from 1. `reader` is the
    name of the model or program that extracted statements from the chapter. `facts` is the number of facts whose first
    quote is in the chapter. A fact that a list of facts shows inside the entry of another fact is not counted. `path`
    consists of the headings above the chapter and the chapter's own heading. `failure` is the reason why extraction
    failed, or None if it did not. `unread` is true if the chapter has no reading yet: its extraction failed, or no
    reader has tried to read it. Its passages can be searched, but it has no facts.
    """

    chapter: ChapterRef
    path: tuple[str, ...]
    length: int
    revision: int
    reader: str
    failure: str | None
    facts: int
    passages: int
    unread: bool = False


@dataclass(frozen=True, slots=True)
class ChapterRejections:
    """The parts of model replies about one chapter that were rejected, each with its words and the reason for the
    rejection.
    """

    chapter: ChapterRef
    rejected: tuple[Rejection, ...]


async def chapters(view: View) -> tuple[ChapterEntry, ...]:
    """Return the chapters that the view may read, layer by layer, in narrative order. Only visible facts and passages
    are counted for a chapter.
    """
    episodes = [from_json(Episode, one.value) for one in await view.store.fetch(view.group_id, Kind.EPISODE)]
    facts, passages = await _facts_by_chapter(view), await _passages_by_chapter(view)
    entries = [
        ChapterEntry(
            chapter=view.chapters[episode.uuid],
            path=episode.path,
            length=len(episode.text),
            revision=episode.revision,
            reader=episode.reader,
            failure=episode.failure,
            facts=facts.get(episode.uuid, 0),
            passages=passages.get(episode.uuid, 0),
            unread=episode.unread,
        )
        for episode in episodes
        if view.reads_chapter(episode.uuid)
    ]
    return tuple(sorted(entries, key=lambda one: (one.chapter.layer, one.chapter.order)))


async def _facts_by_chapter(view: View) -> Mapping[str, int]:
    """Return, by episode id, the number of facts whose first quote is in the chapter. Facts inside the entry of another
    fact are not counted.
    """
    listed = await listed_rows(view) if len(view.scope.layers) == 1 else None
    if listed is None:
        facts = [one.fact for one in as_listed(visible_facts(view, await view.facts()), complete=view.shows_every_fact)]
        return Counter(one.evidence[0].episode for one in facts if one.evidence)
    return _by_chapter(view, counts_by_chapter(listed.rows))


async def _passages_by_chapter(view: View) -> Mapping[str, int]:
    """Return the number of visible passages by episode id."""
    bounds = view.passage_bounds
    if bounds is None:
        return Counter(one.episode for one in await view.passages() if view.sees_passage(one))
    return _by_chapter(view, await view.store.counts_by_position(view.group_id, Kind.PASSAGE, bounds=bounds))


def _by_chapter(view: View, counts: Mapping[int, int]) -> Mapping[str, int]:
    """Return *counts*, whose keys are the order keys of chapters, with the episode ids of the chapters as keys."""
    return {uuid: counts.get(one.order, 0) for uuid, one in view.chapters.items() if one.layer in view.scope.layers}


async def rejections(view: View) -> tuple[ChapterRejections, ...]:
    """Return what was rejected in the model replies about each chapter of the view, layer by layer, in narrative order.
    Chapters without rejections are left out.
    """
    readings = [from_json(ChapterReading, one.value) for one in await view.store.fetch(view.group_id, Kind.READING)]
    found = [
        ChapterRejections(view.chapters[reading.episode], rejected)
        for reading in readings
        if reading.episode in view.chapters and view.reads_chapter(reading.episode)
        if (rejected := tuple(one for window in reading.windows for one in window.rejected))
    ]
    return tuple(sorted(found, key=lambda one: (one.chapter.layer, one.chapter.order)))
