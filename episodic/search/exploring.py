"""From some entities outwards along the facts, step by step, within bounds that hold exactly."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from episodic.errors import InvalidFilterError
from episodic.model.graph import Fact
from episodic.model.records import Record, from_json
from episodic.search.listing import Seen
from episodic.search.resolving import known_entity
from episodic.search.shown import shown
from episodic.search.subgraph import Seed, Subgraph, entities_in
from episodic.search.view import View

_FIRST = 50
_FACTOR = 4
_MOST_DEPTH = 10


class Direction(StrEnum):
    """Which way facts are followed: from subject to object and participants, back, or either."""

    OUT = "out"
    IN = "in"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Reach:
    """How far an exploration goes: so many steps, so many facts from one entity at a step, so many facts in all.

    Raises InvalidFilterError for bounds below 1 and for more than ten steps.
    """

    depth: int = 1
    fan: int | None = None
    limit: int = 200
    direction: Direction = Direction.BOTH

    def __post_init__(self) -> None:
        if not 1 <= self.depth <= _MOST_DEPTH:
            raise InvalidFilterError(f"A depth of {self.depth} steps.", hint=f"Give 1 to {_MOST_DEPTH}.")
        if self.limit < 1 or (self.fan is not None and self.fan < 1):
            raise InvalidFilterError("A limit or fan below 1 asks for nothing.", hint="Give 1 or more.")


ONE_STEP = Reach()


async def explore(view: View, seeds: Sequence[str], *, reach: Reach = ONE_STEP) -> Subgraph:
    """Entities and facts within reach of *seeds* (ids, names, aliases), nearest first, each once.

    Of an entity's facts those between entities that are reached already come first, then the latest told; of one with very many,
    the latest told are looked at only. The store is asked once a step, and again only where the scope lets too few through. Raises UnknownEntityError, AmbiguousNameError.
    """
    begun = [Seed(asked, entity.uuid, entity.name) for asked in seeds for entity in (await known_entity(view, asked),)]
    walk = _Walk(view, reach, reached=dict.fromkeys(one.uuid for one in begun))
    await walk.go()
    facts = tuple(shown(view, one.fact, one.holding) for one in walk.taken.values())
    ids = entities_in(facts, list(walk.reached))
    entities = {one.uuid: view.entity_as_seen(one) for one in await view.entities(ids)}
    return Subgraph(
        seeds=tuple(begun),
        entities=tuple(entities[uuid] for uuid in ids if uuid in entities),
        facts=facts,
        left_out=walk.left_out,
        more=walk.more,
    )


class _Walk:
    """One exploration under way."""

    def __init__(self, view: View, reach: Reach, *, reached: dict[str, None]) -> None:
        self._view, self._reach = view, reach
        self.reached = reached
        self.taken: dict[str, Seen] = {}
        self.more = False
        self._seen: set[str] = set()
        self._judgements: dict[str, Seen | None] = {}

    @property
    def left_out(self) -> int:
        """Facts next to what was reached that bounds kept out."""
        return len(self._seen) - len(self.taken)

    async def go(self) -> None:
        """Takes one step after another until the bounds, or until nothing new is reached."""
        edge: list[str] = list(self.reached)
        for _ in range(self._reach.depth):
            if not edge or len(self.taken) >= self._reach.limit:
                return
            around = await self._around(edge)
            edge = [uuid for middle in edge for uuid in self._step(around[middle])]

    async def _around(self, edge: Sequence[str]) -> dict[str, list[Seen]]:
        """Facts that lead on from each entity of *edge*: more than the bounds allow, or all."""
        enough = min(self._reach.fan or self._reach.limit, self._reach.limit) + 1
        found: dict[str, list[Seen]] = {}
        asking: list[str] = list(dict.fromkeys(edge))
        limit = max(_FIRST, 2 * enough)
        while asking:
            records = await self._view.store.neighbours(self._view.group_id, asking, limit=limit)
            for middle in asking:
                own = [record for record in records if any(target == middle for _, target in record.links)]
                seen = (self._judged(record) for record in own)
                leading = [one for one in seen if one is not None and self._leads(one.fact, middle)]
                if len(leading) >= enough or len(own) < limit:
                    found[middle] = leading
                    self.more = self.more or len(own) >= limit
            asking = [middle for middle in asking if middle not in found]
            limit *= _FACTOR
        return found

    def _judged(self, record: Record) -> Seen | None:
        if record.uuid not in self._judgements:
            fact = from_json(Fact, record.value)
            standing = self._view.standing(fact)
            self._judgements[record.uuid] = Seen(fact, standing.holding) if standing.seen else None
        return self._judgements[record.uuid]

    def _step(self, around: Sequence[Seen]) -> list[str]:
        """Takes facts that lead on from one entity as far as the bounds allow; the ids that they newly reach."""
        here = sorted(around, key=lambda one: one.fact.told_at, reverse=True)
        here.sort(key=lambda one: not self._is_inside(one.fact))
        self._seen.update(one.fact.uuid for one in here)
        fresh: list[str] = []
        for one in here[: self._reach.fan]:
            if len(self.taken) >= self._reach.limit:
                break
            self.taken[one.fact.uuid] = one
            for uuid in _ends(one.fact):
                if uuid not in self.reached:
                    self.reached[uuid] = None
                    fresh.append(uuid)
        return fresh

    def _leads(self, fact: Fact, middle: str) -> bool:
        targets = _targets(fact)
        outwards, inwards = fact.subject == middle, middle in targets
        match self._reach.direction:
            case Direction.OUT:
                return outwards
            case Direction.IN:
                return inwards
            case Direction.BOTH:
                return outwards or inwards

    def _is_inside(self, fact: Fact) -> bool:
        ends = set(_ends(fact))
        return len(ends) > 1 and ends <= self.reached.keys()


def _targets(fact: Fact) -> Collection[str]:
    named = [role.entity for role in fact.participants]
    return named if fact.object is None else [fact.object, *named]


def _ends(fact: Fact) -> list[str]:
    return [fact.subject, *_targets(fact)]
