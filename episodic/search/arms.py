"""The four ways of searching, run at the same time: names, full text, vectors, and the graph around who is named."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from episodic.errors import EmbedderMismatchError, EmbeddingUnavailableError
from episodic.model.graph import Fact
from episodic.model.records import from_json
from episodic.ports import Bounds, Scored, Vector
from episodic.search.candidates import STORED, Ask, Gathered, Pool, gather
from episodic.search.concurrency import all_of
from episodic.search.fields import HitKind
from episodic.search.fusion import Recipe, fuse
from episodic.search.known_names import KnownName, known_names
from episodic.search.overlap import Asked, nearness
from episodic.search.view import View
from episodic.text.inflections import forms

_NO_BOUNDS = Bounds()
_MOST_NEARBY = 3
_FACTOR = 4
_LONG_NAME = 501
"""A name is at most 500 characters long, so that one inside a query never counts as much as a query that is only a name."""
_NEARBY = 0.5
"""How much the facts of an entity count that was found but not named."""


class Arm(StrEnum):
    """A way of searching."""

    NAME = "name"
    TEXT = "text"
    VECTOR = "vector"
    GRAPH = "graph"


Found = dict[tuple[Arm, HitKind], Gathered]


@dataclass(frozen=True, slots=True)
class Answers:
    """What all arms brought, the names found in the query, and what could not be done as usual."""

    found: Found
    names: tuple[KnownName, ...]
    degraded: tuple[str, ...]
    asked: Asked

    @property
    def bare(self) -> frozenset[str]:
        """Ids of the entities whose name is the whole query, or all that is asked ("who is Lin", 林是谁)."""
        alone = len(self.names) == 1 and not self.asked.tokens
        return frozenset(uuid for name in self.names if name.whole or alone for uuid in name.entities)

    def scores(self, kind: HitKind) -> dict[str, dict[str, float]]:
        """The scores of one kind by arm: every arm that searches by the words, others where they found something."""
        by_arm = {arm: self.found[arm, kind].scores for arm in Arm if (arm, kind) in self.found}
        return {arm.value: scores for arm, scores in by_arm.items() if scores or arm in (Arm.TEXT, Arm.VECTOR)}


@dataclass(frozen=True, slots=True)
class Searching:
    """One query, and how it is searched."""

    query: str
    kinds: Collection[HitKind]
    limit: int
    recipe: Recipe

    @property
    def need(self) -> int:
        """How many answers the scope must let through before an arm is not asked for more."""
        return self.limit

    @property
    def first(self) -> int:
        """How many answers an arm is asked for at first."""
        return max(self.recipe.candidates, 2 * self.limit)

    @property
    def read_kinds(self) -> tuple[HitKind, ...]:
        """The kinds to look for: entities too where facts are wanted, since their facts stand around them."""
        seeds = HitKind.FACT in self.kinds
        return tuple(kind for kind in HitKind if kind in self.kinds or (seeds and kind is HitKind.ENTITY))


async def answers(pool: Pool, search: Searching) -> Answers:
    """What every arm finds. Raises StoreError and EmbeddingError; an embedder that does not answer only leaves its arm out."""
    view = pool.view
    names = await _names_read(pool, await known_names(view, search.query))
    vector, degraded = await _direction(view, search.query)
    kinds = search.read_kinds
    asked = Asked.of(search.query, [name.key for name in names])
    by_kind = await all_of(_by_words(pool, search, asked, kind=kind, vector=vector) for kind in kinds)
    found: Found = {
        (Arm(arm), kind): gathered for kind, arms in zip(kinds, by_kind, strict=True) for arm, gathered in arms.items()
    }
    found[Arm.NAME, HitKind.ENTITY] = await _by_name(pool, names)
    floor = 0.0 if view.embedder is None else search.recipe.floor_of(view.embedder.name)
    _leave_far_off(found, HitKind.ENTITY, floor)
    if HitKind.FACT in search.kinds:
        seeds = _seeds(names, found, search.recipe)
        found[Arm.GRAPH, HitKind.FACT] = await _by_graph(pool, search, asked=asked, seeds=seeds)
    for kind in (HitKind.FACT, HitKind.PASSAGE):
        _leave_far_off(found, kind, floor)
    wanted = {key: one for key, one in found.items() if key[1] in search.kinds}
    return Answers(wanted, tuple(names), degraded, asked)


def _leave_far_off(found: Found, kind: HitKind, floor: float) -> None:
    """Leave out what vectors alone find below their floor; what another arm finds too they may put in order."""
    near = found.get((Arm.VECTOR, kind))
    if near is None:
        return
    others = {uuid for (arm, of), one in found.items() if of is kind and arm is not Arm.VECTOR for uuid in one.scores}
    kept = {uuid: score for uuid, score in near.scores.items() if score >= floor or uuid in others}
    found[Arm.VECTOR, kind] = Gathered(kept, near.considered)


async def _direction(view: View, query: str) -> tuple[Vector | None, tuple[str, ...]]:
    """The query's vector (None: nothing can be searched by vector), and why, if that is not as usual."""
    if view.embedder is None:
        return None, ("not searched by vector: there is no embedder",)
    work = await view.store.work(view.group_id)
    if work is None or work.embedder is None:
        return None, ()
    if work.embedder != view.embedder.name:
        raise EmbedderMismatchError(work.embedder, view.embedder.name)
    try:
        vector = (await view.embedder.embed([query]))[0]
    except EmbeddingUnavailableError as error:
        return None, (f"not searched by vector: {error.reason}",)
    return (vector if np.any(vector) else None), ()


async def _by_words(
    pool: Pool, search: Searching, asked: Asked, *, kind: HitKind, vector: Vector | None
) -> dict[str, Gathered]:
    """What full text and vectors bring for one kind; words are looked for in all their forms."""
    more = dict.fromkeys(form for token in asked.tokens for form in forms(token.text))
    arms: dict[str, Ask] = {Arm.TEXT: TextQuestion(pool.view, kind, " ".join((search.query, *more)))}
    if vector is not None:
        arms[Arm.VECTOR] = VectorQuestion(pool.view, kind, vector)
    return await gather(pool, kind, arms, first=search.first, need=search.need)


async def _names_read(pool: Pool, names: Sequence[KnownName]) -> list[KnownName]:
    """The names that chapters of the view give somebody, with those who bear them there."""
    entities = await pool.view.entities(list(dict.fromkeys(uuid for name in names for uuid in name.entities)))
    pool.take(entities)
    keys = {
        one.uuid: {alias.key for alias in pool.view.entity_as_seen(one).aliases}
        for one in entities
        if pool.view.reads_entity(one)
    }
    read = [
        replace(name, entities=tuple(uuid for uuid in name.entities if name.key in keys.get(uuid, ())))
        for name in names
    ]
    return [name for name in read if name.entities]


async def _by_name(pool: Pool, names: Sequence[KnownName]) -> Gathered:
    ids = list(dict.fromkeys(uuid for name in names for uuid in name.entities))
    visible = await pool.visible(HitKind.ENTITY, ids)
    scores: dict[str, float] = {}
    for name in names:
        for uuid in name.entities:
            if uuid in visible:
                scores[uuid] = max(scores.get(uuid, 0.0), 1.0 if name.whole else float(len(name.key)) / _LONG_NAME)
    return Gathered(scores, len(ids))


def _seeds(names: Sequence[KnownName], found: Found, recipe: Recipe) -> dict[str, float]:
    """Entities to look around, with a weight: 1 for who is named, less for who was found otherwise."""
    named = {uuid: 1.0 for name in names for uuid in name.entities}
    arms = {
        arm.value: found[arm, HitKind.ENTITY].scores for arm in (Arm.TEXT, Arm.VECTOR) if (arm, HitKind.ENTITY) in found
    }
    fused = fuse(arms, dict.fromkeys(arms, 1.0), method=recipe.method, rrf_k=recipe.rrf_k)
    others = sorted((uuid for uuid in fused if uuid not in named), key=lambda uuid: (-fused[uuid], uuid))
    return {**named, **{uuid: _NEARBY * fused[uuid] for uuid in others[:_MOST_NEARBY]}}


async def _by_graph(pool: Pool, search: Searching, *, asked: Asked, seeds: Mapping[str, float]) -> Gathered:
    """Facts of the seeds, the latest told of each; more of those who are named until enough are let through."""
    named = [uuid for uuid, weight in seeds.items() if weight >= 1.0]
    nearby = [uuid for uuid in seeds if uuid not in named]
    limit = search.recipe.neighbours
    facts, around = await all_of([_around(pool.view, nearby, search.recipe.nearby), _around(pool.view, named, limit)])
    while True:
        every = {**facts, **around}
        pool.take(every.values())
        visible = await pool.visible(HitKind.FACT, list(every))
        if len(visible) >= search.need or len(around) < limit:
            break
        limit *= _FACTOR
        around = await _around(pool.view, named, limit)
    scores = {uuid: nearness(every[uuid], asked, seeds) for uuid in every if uuid in visible}
    return Gathered(scores, len(every))


async def _around(view: View, entities: Sequence[str], limit: int) -> dict[str, Fact]:
    if not entities:
        return {}
    records = await view.store.neighbours(view.group_id, entities, limit=limit)
    return {one.uuid: from_json(Fact, one.value) for one in records}


@dataclass(frozen=True, slots=True)
class TextQuestion:
    """Full text, asked for its best so many answers."""

    view: View
    kind: HitKind
    query: str

    async def __call__(self, limit: int) -> Sequence[Scored]:
        """The best answers."""
        return await self.view.store.search_text(
            self.view.group_id, STORED[self.kind], self.query, limit=limit, bounds=_bounds(self.view, self.kind)
        )


@dataclass(frozen=True, slots=True)
class VectorQuestion:
    """Vectors, asked for their best so many answers; what points elsewhere is none."""

    view: View
    kind: HitKind
    vector: Vector

    async def __call__(self, limit: int) -> Sequence[Scored]:
        """The best answers."""
        found = await self.view.store.search_vector(
            self.view.group_id, STORED[self.kind], self.vector, limit=limit, bounds=_bounds(self.view, self.kind)
        )
        return [one for one in found if one.score > 0]


def _bounds(view: View, kind: HitKind) -> Bounds:
    return view.bounds if kind is HitKind.FACT else _NO_BOUNDS
