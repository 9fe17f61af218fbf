"""Digests of chapters and volumes: the most salient facts that each of them tells, chosen by rule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from episodic.context.cast_facts import in_world
from episodic.model.episodes import Episode
from episodic.model.graph import Fact
from episodic.model.records import Kind, from_json
from episodic.search.view import View

_CHAPTER_FACTS, _VOLUME_FACTS = 6, 12


@dataclass(frozen=True, slots=True)
class Digest:
    """What a chapter or a volume tells: its most salient facts of the story's world, in narrative order.

    `title` is the heading. `first` and `last` are the ordinals of its chapters. `volume` says whether it is a heading
    above chapters, such as a volume or a part.
    """

    title: str
    first: int
    last: int
    volume: bool
    facts: tuple[Fact, ...]


async def digests(view: View) -> tuple[Digest, ...]:
    """Return a digest of each chapter of the view in narrative order, and before its first chapter the digest of each
    volume or part.

    A digest is derived from the visible facts when it is asked for, so that it is never older than the facts.
    """
    wide = view.wider()
    told: dict[str, list[Fact]] = defaultdict(list)
    for fact in await wide.facts():
        if fact.evidence and wide.visibility_of(fact).seen:
            told[fact.evidence[0].episode].append(fact)
    records = await view.store.fetch(view.group_id, Kind.EPISODE)
    episodes = [one for one in (from_json(Episode, each.value) for each in records) if view.reads_chapter(one.uuid)]
    episodes.sort(key=lambda one: (one.layer, one.order))
    found: list[Digest] = []
    open_path: tuple[str, ...] = ()
    for place, episode in enumerate(episodes):
        above = episode.path[:-1]
        begun = [depth for depth in range(1, len(above) + 1) if above[:depth] != open_path[:depth]]
        found.extend(_volume(view, above[:depth], episodes[place:], told) for depth in begun)
        open_path = above
        ordinal = view.chapters[episode.uuid].ordinal
        found.append(Digest(episode.title, ordinal, ordinal, False, _best(told[episode.uuid], _CHAPTER_FACTS)))
    return tuple(found)


def _volume(view: View, path: tuple[str, ...], following: Sequence[Episode], told: dict[str, list[Fact]]) -> Digest:
    """Return the digest of the chapters that follow each other under the headings *path*."""
    chapters: list[Episode] = []
    for episode in following:
        if episode.path[: len(path)] != path:
            break
        chapters.append(episode)
    ordinals = [view.chapters[one.uuid].ordinal for one in chapters]
    facts = [fact for one in chapters for fact in told[one.uuid]]
    return Digest(path[-1], ordinals[0], ordinals[-1], True, _best(facts, _VOLUME_FACTS))


def _best(facts: Sequence[Fact], count: int) -> tuple[Fact, ...]:
    chosen = sorted(
        (one for one in facts if in_world(one) and not one.derived), key=lambda one: (-one.salience, one.narrative_key)
    )[:count]
    return tuple(sorted(chosen, key=lambda one: one.narrative_key))
