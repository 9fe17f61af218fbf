"""Explores the graph from entities or a query, through facts or shared passages, or along a path between two entities."""

from __future__ import annotations

from dataclasses import dataclass, replace

from episodic.errors import InvalidFilterError
from episodic.model.graph import Fact
from episodic.search.co_mention import co_mentions
from episodic.search.entity_lookup import require_entity
from episodic.search.fact_views import fact_view_of
from episodic.search.filter_fields import HitKind
from episodic.search.hybrid_search import search
from episodic.search.known_names import known_names
from episodic.search.paths import shortest_path
from episodic.search.subgraph import Seed, Subgraph
from episodic.search.traversal import FactScore, Traversal, Via, explore
from episodic.search.view import View
from episodic.search.word_overlap import QueryTerms, fact_terms

_SEEDS = 3
"""The maximum number of start entities that a query finds."""
_LEAST_SCORE = 0.5
"""An entity that a query finds is a start entity only if its score is at least this share of the best found score."""


@dataclass(frozen=True, slots=True)
class Exploration:
    """Where an exploration of the graph starts. An exploration starts at given entities (`seeds`) and at entities that
    a query finds, or it looks for the shortest path between two entities. Raises InvalidFilterError if no entity, query
    or path is given, or if a path is given together with entities or a query.
    """

    seeds: tuple[str, ...] = ()
    query: str | None = None
    path_between: tuple[str, str] | None = None

    def __post_init__(self) -> None:
        if self.path_between is not None and (self.seeds or self.query):
            raise InvalidFilterError("A path has no other start.", hint="Give either seeds and a query, or a path.")
        if self.path_between is None and not self.seeds and not self.query:
            raise InvalidFilterError("The exploration has no start.", hint="Give names, a query or a path.")


async def explored(view: View, asked: Exploration, *, traversal: Traversal) -> Subgraph:
    """Return the part of the graph that an exploration reaches within the bounds of *traversal*. If the exploration
    asks for a path between two entities, return the shortest path.

    If no path is found, the subgraph has no entities and no facts. The `seeds` of a subgraph without a found path are
    the two entities between which a path was asked for. If a query finds no entity and no start entity is given, the
    subgraph is empty. Raises UnknownEntityError and AmbiguousNameError for names of start entities and of the ends of a
    path. An exploration with a query also raises the errors of `search`.
    """
    if asked.path_between is not None:
        return await _path(view, *asked.path_between)
    seeds = [await _seed(view, one) for one in asked.seeds]
    if asked.query:
        known = {one.uuid for one in seeds}
        seeds += [one for one in await _found_seeds(view, asked.query) if one.uuid not in known]
    if not seeds:
        return Subgraph((), (), ())
    if traversal.via is Via.CO_MENTION:
        return await _co_mentioned(view, seeds, traversal)
    ids = [one.uuid for one in seeds]
    if not asked.query:
        return replace(await explore(view, ids, traversal=traversal), seeds=tuple(seeds))
    score = await _relevance(view, asked.query)
    return replace(await explore(view, ids, traversal=traversal, score=score), seeds=tuple(seeds))


async def _seed(view: View, asked: str) -> Seed:
    entity = await require_entity(view, asked)
    return Seed(asked, entity.uuid, entity.name)


async def _found_seeds(view: View, query: str) -> list[Seed]:
    found = (await search(view, query, kinds={HitKind.ENTITY}, limit=_SEEDS)).entities
    best = max((one.score for one in found), default=0.0)
    return [Seed(query, one.uuid, one.name, one.score) for one in found if one.score >= best * _LEAST_SCORE]


async def _relevance(view: View, query: str) -> FactScore:
    names = [one.key for one in await known_names(view, query)]
    terms = QueryTerms.of(query, names)

    def score(fact: Fact) -> float:
        return terms.matched_share(fact_terms(fact))

    return score


async def _co_mentioned(view: View, seeds: list[Seed], traversal: Traversal) -> Subgraph:
    found, left_out = await co_mentions(view, [one.uuid for one in seeds], limit=traversal.limit)
    ids = [*(one.uuid for one in seeds), *(one.entity for one in found)]
    known = {one.uuid: view.entity_as_seen(one) for one in await view.entities(ids)}
    entities = tuple(known[uuid] for uuid in dict.fromkeys(ids))
    return Subgraph(tuple(seeds), entities, (), left_out=left_out, co_mentions=found)


async def _path(view: View, first: str, last: str) -> Subgraph:
    ends = (await _seed(view, first), await _seed(view, last))
    found = await shortest_path(view, ends[0].uuid, ends[1].uuid)
    if found is None:
        return Subgraph(ends, (), ())
    known = {one.uuid: view.entity_as_seen(one) for one in await view.entities(found.entities)}
    facts = tuple(fact_view_of(view, one.fact, one.holding) for one in found.facts)
    return Subgraph(ends, tuple(known[uuid] for uuid in found.entities if uuid in known), facts)
