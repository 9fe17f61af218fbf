"""Hybrid search over facts, entities and passages: four retrievers (name, full text, vector, graph) and rank fusion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.errors import InvalidFilterError
from episodic.model.graph import Fact
from episodic.ports import SearchSteps
from episodic.search.candidates import KINDS, RECORD_KINDS, RETRIEVERS, SearchPool
from episodic.search.filter_fields import HitKind
from episodic.search.foreign_retrieval import ForeignResult, retrieve_foreign
from episodic.search.fusion import DEFAULT_RECIPE, Recipe
from episodic.search.hit_building import CandidateWithPassage, attach_passages, hits_of
from episodic.search.nested_facts import may_share_entries
from episodic.search.ranking import RankedCandidate, Ranking, best_of_each_kind, rank_candidates
from episodic.search.rerank import diversify, rerank
from episodic.search.results import (
    EntityHit,
    FactHit,
    PassageHit,
    RetrieverReport,
    SearchReport,
    SearchResults,
    with_nested_facts,
)
from episodic.search.retrievers import EmbeddedQuery, RetrievalResult, SearchRequest, embedded_queries, retrieved
from episodic.search.view import View
from episodic.text.scripts import has_letters

EVERY_KIND = frozenset(HitKind)
AS_RANKED = Ranking()
_MAX_QUERY_CHARACTERS = 2_000


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What a search found for one or several texts: ranked candidates, each retriever's results, and the reasons of
    failures.
    """

    candidates: list[RankedCandidate]
    found: RetrievalResult
    foreign: tuple[ForeignResult, ...]
    degraded: tuple[str, ...]


async def search(
    view: View,
    query: str,
    *,
    kinds: Collection[HitKind] = EVERY_KIND,
    limit: int = 10,
    recipe: Recipe = DEFAULT_RECIPE,
    ranking: Ranking = AS_RANKED,
) -> SearchResults:
    """Return the best matches of the query. `hits` contains the best matches of all *kinds* together. The best matches
    of each kind are also in a list of their own. Each list of hits in the result has at most *limit* hits.

    If the query is a name alone, or a name and words without content ("who is Lin"), the entities with this name come
    first. All hits are visible in the view's scope. If full-text, vector or graph search finds fewer visible records
    than needed, the search is run again with a greater limit. It is repeated until enough records are found or no more
    exist. The search report says if the query has no letter or digit. Raises EmbedderMismatchError, EmbeddingError,
    StoreError, InvalidFilterError, and UnknownEpisodeError if a filter names an unknown chapter.
    """
    request = search_request(query, kinds=kinds, limit=limit, recipe=recipe)
    pool = SearchPool(view)
    retrieved = await retrieve_ranked(pool, request, ranking)
    return await search_results(pool, request, retrieved, ranking)


def search_request(query: str, *, kinds: Collection[HitKind], limit: int, recipe: Recipe) -> SearchRequest:
    """Return the parameters of a search with the kinds in a fixed order. Raises InvalidFilterError for unknown kinds,
    for no kinds and for a limit below 1.
    """
    wanted = tuple(kind for kind in HitKind if kind in kinds)
    if not wanted or len(wanted) != len(set(kinds)):
        raise InvalidFilterError(
            f"Invalid kinds to search: {', '.join(sorted(kinds)) or 'none given'}.",
            hint=f"Give one or more of: {', '.join(HitKind)}.",
        )
    if limit < 1:
        raise InvalidFilterError(f"The limit is {limit}.", hint="Give a limit of 1 or more.")
    return SearchRequest(query, wanted, limit, recipe)


async def retrieve_ranked(
    pool: SearchPool, request: SearchRequest, ranking: Ranking, embedded: EmbeddedQuery | None = None
) -> Retrieved:
    """Run all retrievers for one query, and return the ranked candidates. The foreign retrievers in
    `ranking.extra_retrievers` are run too.

    *embedded* is the query's vector, if the caller has it already.
    """
    degraded: list[str] = []
    if len(request.query) > _MAX_QUERY_CHARACTERS:
        degraded.append(f"only the first {_MAX_QUERY_CHARACTERS:,} characters of the query were searched")
        request = _cut_to_searched(request)
    if embedded is None:
        (embedded,) = await embedded_queries(pool.view, [request.query])
    if not ranking.extra_retrievers:
        found, candidates = await pool.run(_retrieved_and_ranked(pool, request, embedded, ranking))
        return Retrieved(candidates, found, (), (*found.degraded, *degraded))
    found = await pool.run(retrieved(pool, request, embedded))
    others = await retrieve_foreign(
        pool,
        request.query,
        ranking.extra_retrievers,
        limit=request.first,
        seconds=request.recipe.foreign_seconds,
    )
    found = replace(found, foreign={key: one for key, one in others.scores.items() if key[1] in request.kinds})
    candidates = await pool.run(_ranked(pool, request, found, ranking))
    return Retrieved(candidates, found, tuple(others.others), (*found.degraded, *degraded, *others.degraded))


def _retrieved_and_ranked(
    pool: SearchPool, request: SearchRequest, embedded: EmbeddedQuery, ranking: Ranking
) -> SearchSteps[tuple[RetrievalResult, list[RankedCandidate]]]:
    found = yield from retrieved(pool, request, embedded)
    return found, (yield from _ranked(pool, request, found, ranking))


def _ranked(
    pool: SearchPool, request: SearchRequest, found: RetrievalResult, ranking: Ranking
) -> SearchSteps[list[RankedCandidate]]:
    if ranking.boost is not None:
        yield from pool.reading({kind: list(rows) for kind, rows in pool.rows.items()})
    candidates = rank_candidates(pool, found, search=request, ranking=ranking)
    yield from pool.reading(_shown(candidates, request.limit))
    return candidates


def _shown(candidates: Sequence[RankedCandidate], limit: int) -> dict[HitKind, list[str]]:
    """Return the ids of the best *limit* facts, of the best *limit* entities, and of twice as many passages. More
    passages are needed, because passages that are attached to facts are no hits of their own.
    """
    found = _ids_by_kind(candidates)
    return {kind: ids[: 2 * limit if kind is HitKind.PASSAGE else limit] for kind, ids in found.items()}


def _ids_by_kind(candidates: Sequence[RankedCandidate]) -> dict[HitKind, list[str]]:
    found: dict[HitKind, list[str]] = {kind: [] for kind in KINDS}
    for one in candidates:
        found[one.kind].append(one.uuid)
    return found


async def search_results(
    pool: SearchPool, request: SearchRequest, retrieved: Retrieved, ranking: Ranking
) -> SearchResults:
    """Return the search result for ranked candidates, after the reranking and diversification that *ranking* asks for."""
    view, limit, found = pool.view, request.limit, retrieved.found
    candidates, degraded = retrieved.candidates, list(retrieved.degraded)
    if ranking.reranker is not None:
        first = sum(one.first for one in candidates)
        head = _ids_by_kind(candidates[: first + request.recipe.reranked])
        read = await _read(pool, candidates, head)
        candidates, failures = await rerank(pool, read, _cut_to_searched(request), ranking.reranker)
        degraded.extend(failures)
    if ranking.diversity is not None:
        candidates = await diversify(view, candidates, limit=limit, cosine=ranking.diversity)
    # Up to 2 * *limit* passages are kept, because up to *limit* passages may be attached to facts and are then no
    # separate hits.
    candidates = await _read(pool, candidates, _shown(candidates, limit))
    order = attach_passages(pool, best_of_each_kind(candidates, 2 * limit), limit=limit)
    searched = await _report(view, request, found=found, degraded=degraded, nothing=not order)
    hits = hits_of(pool, order, found)
    # Hits are normally built only when they are first read. If one fact may have to be shown inside the entry of
    # another, all hits are built here.
    if may_share_entries(_facts(pool, order)):
        hits = with_nested_facts(hits)
    return SearchResults(
        query=request.query,
        hits=tuple(hits[:limit]),
        facts=tuple(hit for hit in hits if isinstance(hit, FactHit)),
        entities=tuple(hit for hit in hits if isinstance(hit, EntityHit)),
        passages=tuple(hit for hit in hits if isinstance(hit, PassageHit)),
        searched=searched,
        foreign=retrieved.foreign[:limit],
        left_out=max(0, len(hits) - limit + _over_limit(candidates, order, limit)),
    )


def _over_limit(candidates: Sequence[RankedCandidate], order: Sequence[CandidateWithPassage], limit: int) -> int:
    """Return how many candidates are not in *order* because it has at most *limit* candidates of each kind. Passages
    that are attached to facts are not counted.
    """
    numbers = Counter(one.kind for one in candidates)
    numbers[HitKind.PASSAGE] -= sum(one.said_in is not None for one in order)
    return sum(max(0, number - limit) for number in numbers.values())


def _facts(pool: SearchPool, order: Sequence[CandidateWithPassage]) -> list[Fact]:
    items = (pool.item(HitKind.FACT, one.ranked.uuid) for one in order if one.ranked.kind is HitKind.FACT)
    return [item for item in items if isinstance(item, Fact)]


async def _read(
    pool: SearchPool, candidates: Sequence[RankedCandidate], wanted: Mapping[HitKind, Sequence[str]]
) -> list[RankedCandidate]:
    if not pool.has_values(wanted):
        await pool.run(pool.reading(wanted))
    return [one for one in candidates if one.uuid in pool.rows[one.kind]]


def _cut_to_searched(request: SearchRequest) -> SearchRequest:
    return replace(request, query=request.query[:_MAX_QUERY_CHARACTERS])


async def _report(
    view: View, request: SearchRequest, *, found: RetrievalResult, degraded: list[str], nothing: bool
) -> SearchReport:
    reports = [
        RetrieverReport(retriever.value, kind, result.considered, len(result.scores))
        for retriever in RETRIEVERS
        for kind in KINDS
        for result in (found.found.get((retriever, kind)),)
        if result is not None
    ]
    reports.extend(
        RetrieverReport(name, kind, result.considered, len(result.scores))
        for (name, kind), result in found.foreign.items()
    )
    stored: dict[HitKind, int] | None = None
    if nothing:
        counts = await view.store.counts(view.group_id)
        stored = {kind: counts.get(RECORD_KINDS[kind], 0) for kind in request.kinds}
    note = "" if has_letters(request.query) else "The query has no letter or digit: only names were looked up"
    return SearchReport(
        retrievers=tuple(reports),
        names=tuple(name.key for name in found.names),
        filters=view.scope.words(),
        degraded=tuple(degraded),
        stored=stored,
        note=note,
    )
