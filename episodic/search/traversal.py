"""Breadth-first traversal of the graph from given entities, within limits on steps and on the number of facts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from episodic.errors import InvalidFilterError
from episodic.model.graph import Fact
from episodic.model.records import Record, from_json
from episodic.search.entity_lookup import require_entity
from episodic.search.fact_listing import VisibleFact
from episodic.search.fact_views import fact_view_of
from episodic.search.subgraph import Seed, Subgraph, entities_in
from episodic.search.view import View

_FIRST = 50
_FIRST_TO_RANK = 400
"""The minimum number of facts that are first read for each entity if a traversal follows only the best facts of an
entity (`Traversal.fan`).
"""
_FACTOR = 4
_MOST_DEPTH = 10


class Direction(StrEnum):
    """In which direction a traversal follows facts: from the subject to the object and participants (out), the reverse
    (in), or both.
    """

    OUT = "out"
    IN = "in"
    BOTH = "both"


class Via(StrEnum):
    """What connects two entities in a traversal: facts about both, or passages that mention both."""

    FACTS = "facts"
    CO_MENTION = "co_mention"


@dataclass(frozen=True, slots=True)
class Traversal:
    """The bounds of a traversal: steps (`depth`), facts taken of each entity (`fan`), facts in all (`limit`), and
    direction. With `via` CO_MENTION, `limit` is the maximum number of entities, and `depth`, `fan` and `direction` do
    not apply.

    Raises InvalidFilterError for a bound below 1 or a depth above 10.
    """

    depth: int = 1
    fan: int | None = None
    limit: int = 200
    direction: Direction = Direction.BOTH
    via: Via = Via.FACTS

    def __post_init__(self) -> None:
        if not 1 <= self.depth <= _MOST_DEPTH:
            raise InvalidFilterError(f"Invalid depth: {self.depth}.", hint=f"Give a depth from 1 to {_MOST_DEPTH}.")
        if self.limit < 1 or (self.fan is not None and self.fan < 1):
            raise InvalidFilterError("The limit or fan is below 1.", hint="Give a limit and a fan of 1 or more.")


ONE_STEP = Traversal()


FactScore = Callable[[Fact], float]
"""A function that returns how well a fact answers a query; greater is better."""


def _unscored(_: Fact) -> float:
    return 0.0


async def explore(
    view: View, seeds: Sequence[str], *, traversal: Traversal = ONE_STEP, score: FactScore = _unscored
) -> Subgraph:
    """Return the entities and facts within the bounds of *traversal* around the entities *seeds* (ids, names or
    aliases), nearest first.

    Of the facts of one entity, facts between two reached entities come first. Next come facts with the greatest
    *score*, then the most salient facts, then the facts that the text states last. If an entity has very many facts,
    only the facts that are told last are read. Each step takes one request to the store, or more if too few of the
    facts read are visible. Raises UnknownEntityError and AmbiguousNameError.
    """
    found_seeds = [
        Seed(asked, entity.uuid, entity.name) for asked in seeds for entity in (await require_entity(view, asked),)
    ]
    run = _BreadthFirstRun(view, traversal, score=score, reached=dict.fromkeys(one.uuid for one in found_seeds))
    await run.run()
    facts = tuple(fact_view_of(view, one.fact, one.holding) for one in run.taken.values())
    ids = entities_in(facts, list(run.reached))
    entities = {one.uuid: view.entity_as_seen(one) for one in await view.entities(ids)}
    return Subgraph(
        seeds=tuple(found_seeds),
        entities=tuple(entities[uuid] for uuid in ids if uuid in entities),
        facts=facts,
        left_out=run.left_out,
        more=run.more,
    )


class _BreadthFirstRun:
    def __init__(self, view: View, traversal: Traversal, *, score: FactScore, reached: dict[str, None]) -> None:
        self._view, self._traversal, self._score = view, traversal, score
        self.reached = reached
        self.taken: dict[str, VisibleFact] = {}
        self.more = False
        self._seen: set[str] = set()
        self._visible: dict[str, VisibleFact | None] = {}

    @property
    def left_out(self) -> int:
        return len(self._seen) - len(self.taken)

    async def run(self) -> None:
        frontier: list[str] = list(self.reached)
        for _ in range(self._traversal.depth):
            if not frontier or len(self.taken) >= self._traversal.limit:
                return
            adjacent = await self._adjacent_facts(frontier)
            frontier = [uuid for entity in frontier for uuid in self._expand(adjacent[entity])]

    async def _adjacent_facts(self, frontier: Sequence[str]) -> dict[str, list[VisibleFact]]:
        enough = min(self._traversal.fan or self._traversal.limit, self._traversal.limit) + 1
        found: dict[str, list[VisibleFact]] = {}
        pending: list[str] = list(dict.fromkeys(frontier))
        limit = max(_FIRST if self._traversal.fan is None else _FIRST_TO_RANK, 2 * enough)
        while pending:
            records = await self._view.store.neighbours(self._view.group_id, pending, limit=limit)
            for entity in pending:
                own = [record for record in records if any(target == entity for _, target in record.links)]
                visible = (self._visible_fact(record) for record in own)
                followed = [seen for seen in visible if seen is not None and self._follows(seen.fact, entity)]
                if len(followed) >= enough or len(own) < limit:
                    found[entity] = followed
                    self.more = self.more or len(own) >= limit
            pending = [entity for entity in pending if entity not in found]
            limit *= _FACTOR
        return found

    def _visible_fact(self, record: Record) -> VisibleFact | None:
        if record.uuid not in self._visible:
            fact = from_json(Fact, record.value)
            visibility = self._view.visibility_of(fact)
            self._visible[record.uuid] = VisibleFact(fact, visibility.holding) if visibility.seen else None
        return self._visible[record.uuid]

    def _expand(self, adjacent: Sequence[VisibleFact]) -> list[str]:
        ordered = sorted(adjacent, key=lambda seen: seen.fact.told_at, reverse=True)
        ordered.sort(key=lambda seen: (self._score(seen.fact), seen.fact.salience), reverse=True)
        ordered.sort(key=lambda seen: not self._is_between_reached(seen.fact))
        self._seen.update(seen.fact.uuid for seen in ordered)
        new: list[str] = []
        for seen in ordered[: self._traversal.fan]:
            if len(self.taken) >= self._traversal.limit:
                break
            self.taken[seen.fact.uuid] = seen
            for uuid in _ends(seen.fact):
                if uuid not in self.reached:
                    self.reached[uuid] = None
                    new.append(uuid)
        return new

    def _follows(self, fact: Fact, entity: str) -> bool:
        outwards, inwards = fact.subject == entity, entity in _targets(fact)
        match self._traversal.direction:
            case Direction.OUT:
                return outwards
            case Direction.IN:
                return inwards
            case Direction.BOTH:
                return outwards or inwards

    def _is_between_reached(self, fact: Fact) -> bool:
        ends = set(_ends(fact))
        return len(ends) > 1 and ends <= self.reached.keys()


def _targets(fact: Fact) -> Collection[str]:
    named = [role.entity for role in fact.participants]
    return named if fact.object is None else [fact.object, *named]


def _ends(fact: Fact) -> list[str]:
    return [fact.subject, *_targets(fact)]
