"""Digests of chapters and volumes: the most salient facts that each of them tells, chosen by rule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from episodic.context.cast_facts import in_world
from episodic.context.digest_table import DigestTable
from episodic.model.episodes import Episode
from episodic.model.graph import Fact
from episodic.model.records import Kind, from_json
from episodic.search.digest_hits import DigestKind
from episodic.search.view import View

_CHAPTER_FACTS, _VOLUME_FACTS = 6, 12


@dataclass(frozen=True, slots=True)
class Digest:
    """What a chapter or a volume tells: its most salient facts of the story's world, in narrative order.

    `title` is the heading of the chapter or volume. `first` and `last` are the ordinals of the first and the last
    chapter that the digest covers. `volume` is true for a volume or part, and false for a chapter.
    """

    title: str
    first: int
    last: int
    volume: bool
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class DigestPart:
    """A chapter or a volume for which a digest is made: its heading, and the ids of its chapters in narrative order.
    `depth` is the level of a volume's heading, from 1 for the highest level, and 0 for a chapter.
    """

    kind: DigestKind
    title: str
    chapters: tuple[str, ...]
    depth: int = 0

    @property
    def uuid(self) -> str:
        return f"{self.kind}:{self.chapters[0]}:{self.depth}"

    def digest(self, view: View, facts: tuple[Fact, ...]) -> Digest:
        ordinals = [view.chapters[one].ordinal for one in self.chapters]
        return Digest(self.title, ordinals[0], ordinals[-1], self.kind is DigestKind.VOLUME, facts)


async def digests(view: View, stored: DigestTable | None = None) -> tuple[Digest, ...]:
    """Return the digests of all chapters of the view in narrative order. The digest of a volume or part comes before
    the digest of its first chapter.

    *stored* is the digest table of the work's present revision, or None if there is none. The digests are read from
    *stored* only if it has a digest of each chapter and volume of the view. In addition, the view must have all facts
    of the stored digests. If the digests cannot be read from *stored*, they are derived from all visible facts.
    """
    parts = await digest_parts(view)
    found = None if stored is None else await _from_table(view, parts, stored)
    if found is not None:
        return found
    wide = view.wider()
    told = facts_by_chapter(wide, await wide.facts())
    return tuple(
        one.digest(view, chosen_facts(one, [fact for uuid in one.chapters for fact in told[uuid]])) for one in parts
    )


async def digest_parts(view: View) -> list[DigestPart]:
    """Return the chapters and volumes of the view for which digests are made, in narrative order. A volume or part
    comes before its first chapter.
    """
    records = await view.store.fetch(view.group_id, Kind.EPISODE)
    episodes = [one for one in (from_json(Episode, each.value) for each in records) if view.reads_chapter(one.uuid)]
    episodes.sort(key=lambda one: (one.layer, one.order))
    found: list[DigestPart] = []
    open_path: tuple[str, ...] = ()
    for place, episode in enumerate(episodes):
        above = episode.path[:-1]
        begun = [depth for depth in range(1, len(above) + 1) if above[:depth] != open_path[:depth]]
        found.extend(_volume(above[:depth], episodes[place:]) for depth in begun)
        open_path = above
        found.append(DigestPart(DigestKind.CHAPTER, episode.title, (episode.uuid,)))
    return found


def facts_by_chapter(view: View, facts: Iterable[Fact]) -> defaultdict[str, list[Fact]]:
    """Return the visible facts, grouped by the id of the chapter that contains their first quote."""
    told: defaultdict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        if fact.evidence and view.visibility_of(fact).seen:
            told[fact.evidence[0].episode].append(fact)
    return told


def chosen_facts(part: DigestPart, facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return the most salient facts of a chapter (at most 6) or of a volume (at most 12), in narrative order. Only
    facts of the story's world are chosen, and no states that merely follow from an event.
    """
    count = _VOLUME_FACTS if part.kind is DigestKind.VOLUME else _CHAPTER_FACTS
    world = (one for one in facts if in_world(one) and not one.derived)
    chosen = sorted(world, key=lambda one: (-one.salience, one.narrative_key))[:count]
    return tuple(sorted(chosen, key=lambda one: one.narrative_key))


async def _from_table(view: View, parts: Sequence[DigestPart], stored: DigestTable) -> tuple[Digest, ...] | None:
    known = [(part, stored.digests[part.uuid].facts) for part in parts if part.uuid in stored.digests]
    facts = {one.uuid: one for one in await view.facts(list({uuid for _, ids in known for uuid in ids}))}
    if len(known) < len(parts) or any(uuid not in facts for _, ids in known for uuid in ids):
        return None
    return tuple(part.digest(view, tuple(facts[uuid] for uuid in ids)) for part, ids in known)


def _volume(path: tuple[str, ...], following: Sequence[Episode]) -> DigestPart:
    chapters: list[str] = []
    for episode in following:
        if episode.path[: len(path)] != path:
            break
        chapters.append(episode.uuid)
    return DigestPart(DigestKind.VOLUME, path[-1], tuple(chapters), len(path))
