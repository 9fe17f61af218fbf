"""The four retrievers of hybrid search, which find records by name, full text, vector and graph neighbourhood."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

import numpy as np

from episodic.errors import EmbedderMismatchError, EmbeddingUnavailableError
from episodic.ports import CandidateSearch, LinkSearch, SearchSteps, Vector
from episodic.search.asked_predicates import asked_facets
from episodic.search.candidates import KINDS, RETRIEVERS, ResultsByRetriever, Retriever, RetrieverResult, SearchPool
from episodic.search.filter_fields import HitKind
from episodic.search.fusion import Recipe, fuse
from episodic.search.index_retrieval import IndexQuery, IndexRetrieval
from episodic.search.known_names import KnownName, name_spans, names_in
from episodic.search.view import View
from episodic.search.word_overlap import QueryTerms, graph_scores
from episodic.text.inflections import forms
from episodic.text.tokens import query_tokens

_MAX_NEARBY_SEEDS = 3
_FACTOR = 4
_LONG_NAME = 501
"""An entity whose name is only a part of the query gets as score the length of the name divided by this constant, 501.

A name has at most 500 characters, so that the score for a name inside a longer query is always below 1. An entity whose
name is the whole query gets the score 1, however long its name is.
"""
_NEARBY_WEIGHT = 0.5
"""A start entity of the graph retriever that the query does not name has as weight this number (0.5) times its search
score.
"""


@dataclass(frozen=True, slots=True)
class RetrievalResult:
    """What all retrievers found for a query, the known names and content words in it, and why retrievers were left
    out.
    """

    found: ResultsByRetriever
    names: tuple[KnownName, ...]
    degraded: tuple[str, ...]
    query_terms: QueryTerms
    foreign: Mapping[tuple[str, HitKind], RetrieverResult] = field(
        default_factory=dict[tuple[str, HitKind], RetrieverResult]
    )
    _scores: dict[HitKind, dict[str, dict[str, float]]] = field(
        default_factory=dict[HitKind, dict[str, dict[str, float]]], init=False, repr=False, compare=False
    )
    """A cache of the method `scores`, which is called for each hit."""

    @property
    def exact_name_ids(self) -> frozenset[str]:
        """Return the ids of the entities whose name is the whole query. If a query has a single name and otherwise only
        words without content, the ids for this name are returned, too. An example is "who is Lin" (林是谁).
        """
        alone = len(self.names) == 1 and not self.query_terms.tokens
        return frozenset(uuid for name in self.names if name.whole or alone for uuid in name.entities)

    def scores(self, kind: HitKind) -> dict[str, dict[str, float]]:
        """Return the scores of the records of one kind: by retriever, then by record id.

        A name, graph or foreign retriever that found no record of this kind is missing in the result.
        """
        known = self._scores.get(kind)
        if known is None:
            known = self._scores[kind] = self._scores_of(kind)
        return known

    def _scores_of(self, kind: HitKind) -> dict[str, dict[str, float]]:
        by_retriever = {
            retriever: self.found[retriever, kind].scores for retriever in RETRIEVERS if (retriever, kind) in self.found
        }
        own = {
            retriever.value: scores
            for retriever, scores in by_retriever.items()
            if scores or retriever in (Retriever.TEXT, Retriever.VECTOR)
        }
        return own | {
            name: result.scores
            for (name, found_kind), result in self.foreign.items()
            if found_kind is kind and result.scores
        }


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """The parameters of one search: the query, the kinds of hit, the limit and the recipe."""

    query: str
    kinds: Collection[HitKind]
    limit: int
    recipe: Recipe

    @property
    def need(self) -> int:
        """Return how many visible records a retriever must find so that it is not run again with a greater limit: the
        limit of the search.
        """
        return self.limit

    @property
    def first(self) -> int:
        return max(self.recipe.candidates, 2 * self.limit)

    @property
    def read_kinds(self) -> tuple[HitKind, ...]:
        """Return the kinds of record that the indexes are searched for: those in `kinds`, and entities if `kinds`
        contains facts.

        The graph retriever starts from entities that the other retrievers found, and finds facts about them.
        """
        seeds = HitKind.FACT in self.kinds
        return tuple(kind for kind in KINDS if kind in self.kinds or (seeds and kind is HitKind.ENTITY))


def retrieved(pool: SearchPool, search: SearchRequest, embedded: EmbeddedQuery) -> SearchSteps[RetrievalResult]:
    """Run the four built-in retrievers for one query, and return what they found. Without a vector of the query, the
    vector retriever is left out.
    """
    names, found = yield from _named_and_indexed(pool, search, embedded.vector)
    query_terms = QueryTerms.of(search.query, [name.key for name in names])
    found[Retriever.NAME, HitKind.ENTITY] = _by_name(pool, names)
    floor = 0.0 if pool.view.embedder is None else search.recipe.floor_of(pool.view.embedder.name)
    _apply_floor(found, HitKind.ENTITY, floor)
    if HitKind.FACT in search.kinds:
        seeds = _seeds(names, found, search.recipe)
        found[Retriever.GRAPH, HitKind.FACT] = yield from _by_graph(pool, search, query_terms=query_terms, seeds=seeds)
    for kind in (HitKind.FACT, HitKind.PASSAGE):
        _apply_floor(found, kind, floor)
    wanted = {key: result for key, result in found.items() if key[1] in search.kinds}
    return RetrievalResult(wanted, tuple(names), embedded.degraded, query_terms)


def _named_and_indexed(
    pool: SearchPool, search: SearchRequest, vector: Vector | None
) -> SearchSteps[tuple[list[KnownName], ResultsByRetriever]]:
    """Full-text search looks for the words of the query, and for other inflected forms of those words that belong to no
    known name. If no word of the query has other forms, names and texts are looked up with one request to the store.
    """

    def indexed(inflected: Iterable[str]) -> IndexRetrieval:
        query = IndexQuery(" ".join((search.query, *inflected)), vector)
        return IndexRetrieval(pool, query, search.read_kinds, first=search.first, need=search.need)

    spans = name_spans(search.query)
    keys = list(dict.fromkeys(span.key for span in spans))
    retrieval = None if any(forms(token.text) for token in query_tokens(search.query)) else indexed(())
    searches = [] if retrieval is None else retrieval.searches()
    answer = yield from pool.found(CandidateSearch(names=keys, searches=searches))
    names = _visible_names(pool, names_in(search.query, spans, answer.names))
    if retrieval is None:
        terms = QueryTerms.of(search.query, [name.key for name in names]).tokens
        retrieval = indexed(dict.fromkeys(form for token in terms for form in forms(token.text)))
    else:
        retrieval.take(answer)
    return names, (yield from retrieval.rounds())


def _apply_floor(found: ResultsByRetriever, kind: HitKind, floor: float) -> None:
    by_vector = found.get((Retriever.VECTOR, kind))
    if by_vector is None:
        return
    others = set[str]().union(
        *(
            result.scores
            for (retriever, found_kind), result in found.items()
            if found_kind is kind and retriever is not Retriever.VECTOR
        )
    )
    kept = {uuid: score for uuid, score in by_vector.scores.items() if score >= floor or uuid in others}
    found[Retriever.VECTOR, kind] = RetrieverResult(kept, by_vector.considered)


@dataclass(frozen=True, slots=True, eq=False)
class EmbeddedQuery:
    """The vector of a query, or None if the query cannot be searched by vector. `degraded` contains the reason why
    there is no vector, if a search report should mention the reason.
    """

    vector: Vector | None
    degraded: tuple[str, ...] = ()


async def embedded_queries(view: View, queries: Sequence[str]) -> list[EmbeddedQuery]:
    """Return a vector for each query, with one request to the embedder. A vector is None if the work has no vectors, or
    if the vector would be zero. All vectors are None if there is no embedder, or if the embedder is unavailable.

    Raises EmbedderMismatchError if the work was embedded by another embedder, and EmbeddingError.
    """
    if view.embedder is None:
        return [EmbeddedQuery(None, ("not searched by vector: there is no embedder",)) for _ in queries]
    work = view.work or await view.store.work(view.group_id)
    if work is None or work.embedder is None:
        return [EmbeddedQuery(None) for _ in queries]
    if work.embedder != view.embedder.name:
        raise EmbedderMismatchError(view.group_id, work.embedder, view.embedder.name)
    try:
        vectors = await view.embedder.embed(list(queries))
    except EmbeddingUnavailableError as error:
        return [EmbeddedQuery(None, (f"not searched by vector: {error.reason}",)) for _ in queries]
    return [EmbeddedQuery(vector if np.any(vector) else None) for vector in vectors]


def _visible_names(pool: SearchPool, names: Sequence[KnownName]) -> list[KnownName]:
    visible = [replace(name, entities=tuple(pool.bearers(name.key, name.entities))) for name in names]
    return [name for name in visible if name.entities]


def _by_name(pool: SearchPool, names: Sequence[KnownName]) -> RetrieverResult:
    ids = list(dict.fromkeys(uuid for name in names for uuid in name.entities))
    visible = pool.rows[HitKind.ENTITY]
    scores: dict[str, float] = {}
    for name in names:
        for uuid in name.entities:
            if uuid in visible:
                scores[uuid] = max(scores.get(uuid, 0.0), 1.0 if name.whole else float(len(name.key)) / _LONG_NAME)
    return RetrieverResult(scores, len(ids))


def _seeds(names: Sequence[KnownName], found: ResultsByRetriever, recipe: Recipe) -> dict[str, float]:
    """Return the start entities of the graph retriever with their weights. The weight is 1 for each entity that the
    query names. The weight of each of up to three other entities is at most 0.5.
    """
    named = {uuid: 1.0 for name in names for uuid in name.entities}
    retrievers = {
        retriever.value: found[retriever, HitKind.ENTITY].scores
        for retriever in (Retriever.TEXT, Retriever.VECTOR)
        if (retriever, HitKind.ENTITY) in found
    }
    fused = fuse(retrievers, dict.fromkeys(retrievers, 1.0), method=recipe.method, rrf_k=recipe.rrf_k)
    others = sorted((uuid for uuid in fused if uuid not in named), key=lambda uuid: (-fused[uuid], uuid))
    return {**named, **{uuid: _NEARBY_WEIGHT * fused[uuid] for uuid in others[:_MAX_NEARBY_SEEDS]}}


def _by_graph(
    pool: SearchPool, search: SearchRequest, *, query_terms: QueryTerms, seeds: Mapping[str, float]
) -> SearchSteps[RetrieverResult]:
    """Return facts of the start entities *seeds* with their scores. Of the facts of an entity, those that the story
    tells last are read first. For an entity that the query names, facts are read until enough of them are visible. If
    the query asks for a predicate, facts of the named entities with this predicate are read in addition. At most
    `SearchRequest.first` facts are returned: those with the best scores.
    """
    bounds = pool.view.bounds(HitKind.FACT)
    if bounds is None or not seeds:
        return RetrieverResult({}, 0)
    named = [uuid for uuid, weight in seeds.items() if weight >= 1.0]
    nearby = [uuid for uuid in seeds if uuid not in named]
    limit = search.recipe.neighbours
    asked = asked_facets(query_terms, pool.view.vocabulary)
    facets = bounds.facets
    of_named = LinkSearch(named, limit, facets)
    links = [of_named, LinkSearch(nearby, search.recipe.nearby, facets)]
    if named and asked:
        links.append(LinkSearch(named, limit, facets, predicates=asked))
    answer = yield from pool.found(CandidateSearch(links=links))
    last, *others = answer.links
    while True:
        facts = dict.fromkeys(chain(*others, last))
        seen = pool.columns({HitKind.FACT: facts})
        if len(seen.uuids) >= search.need or len(last) < limit:
            break
        limit *= _FACTOR
        answer = yield from pool.found(CandidateSearch(links=[replace(of_named, limit=limit)]))
        (last,) = answer.links
    scores = zip(seen.uuids, graph_scores(seen.rows, query_terms, seeds), strict=True)
    # Facts of equal score stay in the order in which they were read.
    best = sorted(scores, key=lambda one: -one[1])[: search.first]
    return RetrieverResult(dict(best), len(facts))
