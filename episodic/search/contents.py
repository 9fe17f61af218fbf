"""The chapters of a work as a reader is shown them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from episodic.model.episodes import Episode
from episodic.model.records import Kind, from_json
from episodic.search.chapters import ChapterRef
from episodic.search.listing import seen_of
from episodic.search.view import View


@dataclass(frozen=True, slots=True)
class ChapterEntry:
    """A chapter, how long it is (characters), how often it was rewritten, what read it, and how many facts it tells first.

    `path` are the headings above it and its own. `failure` says why it could not be read (None: it was).
    """

    chapter: ChapterRef
    path: tuple[str, ...]
    length: int
    revision: int
    reader: str
    failure: str | None
    facts: int
    passages: int


async def chapters(view: View) -> tuple[ChapterEntry, ...]:
    """The chapters of the layers that the view reads, in telling order; facts and passages counted as the scope shows them."""
    episodes = [from_json(Episode, one.value) for one in await view.store.fetch(view.group_id, Kind.EPISODE)]
    facts = Counter(one.fact.evidence[0].episode for one in seen_of(view, await view.facts()) if one.fact.evidence)
    passages = Counter(one.episode for one in await view.passages() if view.sees_passage(one))
    entries = [
        ChapterEntry(
            chapter=view.chapters[one.uuid],
            path=one.path,
            length=len(one.text),
            revision=one.revision,
            reader=one.reader,
            failure=one.failure,
            facts=facts[one.uuid],
            passages=passages[one.uuid],
        )
        for one in episodes
        if view.reads_chapter(one.uuid)
    ]
    return tuple(sorted(entries, key=lambda one: (one.chapter.layer, one.chapter.order)))
