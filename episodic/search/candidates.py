"""Candidates of one search: stored things, each read and judged once, that the scope lets through."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from episodic.model.graph import Entity, Fact
from episodic.model.records import Kind
from episodic.ports import Scored
from episodic.search.concurrency import all_of
from episodic.search.fields import Filtered, HitKind
from episodic.search.view import View
from episodic.temporal.asof import Holding

Key = tuple[HitKind, str]
STORED = {HitKind.FACT: Kind.FACT, HitKind.ENTITY: Kind.ENTITY, HitKind.PASSAGE: Kind.PASSAGE}
_FACTOR = 4

Ask = Callable[[int], Coroutine[None, None, Sequence[Scored]]]
"""An arm: its best so many answers."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that the scope lets through; a fact with how it stands at `as_of`."""

    thing: Filtered
    holding: Holding | None = None


@dataclass(slots=True)
class Pool:
    """What one search has read so far. Belongs to that search alone."""

    view: View
    seen: dict[Key, Candidate] = field(default_factory=dict[Key, Candidate])
    unseen: set[Key] = field(default_factory=set[Key])

    async def visible(self, kind: HitKind, ids: Sequence[str]) -> set[str]:
        """Those of *ids* that are there and that the scope lets through."""
        new = [uuid for uuid in dict.fromkeys(ids) if (kind, uuid) not in self.seen and (kind, uuid) not in self.unseen]
        if new:
            self.take(await self._read(kind, new))
            self.unseen.update((kind, uuid) for uuid in new if (kind, uuid) not in self.seen)
        return {uuid for uuid in ids if (kind, uuid) in self.seen}

    def take(self, things: Iterable[Filtered]) -> None:
        """Judges things that were read already."""
        for thing in things:
            key = key_of(thing)
            if key in self.seen or key in self.unseen:
                continue
            candidate = self._judged(thing)
            if candidate is None:
                self.unseen.add(key)
            else:
                self.seen[key] = candidate

    async def _read(self, kind: HitKind, ids: Sequence[str]) -> Sequence[Filtered]:
        match kind:
            case HitKind.FACT:
                return await self.view.facts(ids)
            case HitKind.ENTITY:
                return await self.view.entities(ids)
            case HitKind.PASSAGE:
                return await self.view.passages(ids)

    def _judged(self, thing: Filtered) -> Candidate | None:
        match thing:
            case Fact():
                standing = self.view.standing(thing)
                return Candidate(thing, standing.holding) if standing.seen else None
            case Entity():
                return self._judged_entity(thing)
            case _:
                return Candidate(thing) if self.view.sees_passage(thing) else None

    def _judged_entity(self, entity: Entity) -> Candidate | None:
        if not self.view.reads_entity(entity):
            return None
        seen = self.view.entity_as_seen(entity)
        return Candidate(seen) if self.view.sees_entity(seen) else None


@dataclass(frozen=True, slots=True)
class Gathered:
    """What one arm brought for one kind: scores by id, and how many answers it looked at."""

    scores: dict[str, float]
    considered: int


async def gather(pool: Pool, kind: HitKind, arms: Mapping[str, Ask], *, first: int, need: int) -> dict[str, Gathered]:
    """The arms' answers that the scope lets through, by arm.

    All are asked for *first* at the same time; each is asked for more until *need* of its answers are let through or it has no
    more.
    """
    gathered: dict[str, Gathered] = {}
    limit, asking = first, dict(arms)
    while asking:
        answers = dict(zip(asking, await all_of(ask(limit) for ask in asking.values()), strict=True))
        visible = await pool.visible(kind, [one.uuid for scored in answers.values() for one in scored])
        for arm, scored in answers.items():
            kept = {one.uuid: one.score for one in scored if one.uuid in visible}
            if len(kept) >= need or len(scored) < limit:
                gathered[arm] = Gathered(kept, len(scored))
                del asking[arm]
        limit *= _FACTOR
    return gathered


def key_of(thing: Filtered) -> Key:
    """What a thing is kept under."""
    match thing:
        case Fact():
            return (HitKind.FACT, thing.uuid)
        case Entity():
            return (HitKind.ENTITY, thing.uuid)
        case _:
            return (HitKind.PASSAGE, thing.uuid)
