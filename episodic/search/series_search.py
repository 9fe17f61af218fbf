"""Searches each work of a series, with the names that linked entities have in this work, and merges the hits by score.

If a query names an entity of one work, the search also finds linked entities of other works. A linked entity is one
that the author declared to be the same. Each work of the series is read within a scope of its own, and no other work is
read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.concurrency import run_all
from episodic.errors import AmbiguousNameError
from episodic.model.graph import Entity
from episodic.model.name_keys import name_key
from episodic.model.series import SeriesEntity, SeriesRecord
from episodic.search.candidates import SearchPool
from episodic.search.entity_lookup import lookup_entity
from episodic.search.hybrid_search import retrieve_ranked, search_results
from episodic.search.known_names import KnownName, known_names
from episodic.search.ranking import Ranking
from episodic.search.results import EntityHit, FactHit, Hit, PassageHit, SearchResults
from episodic.search.retrievers import SearchRequest
from episodic.search.searched_text import SearchedText, searched_text
from episodic.search.view import View
from episodic.search.word_overlap import QueryTerms, fact_terms

_MOST_VARIANTS = 4
"""A query is searched in one work in at most four forms, which differ in the names of linked entities."""


@dataclass(frozen=True, slots=True)
class SeriesHit:
    """A hit of a search over a series, and the work that it belongs to. `query` is the query as it was searched in the
    hit's work, with the names that linked entities have in this work.
    """

    work: str
    hit: Hit
    query: str

    @property
    def score(self) -> float:
        """Return the score of the hit."""
        return self.hit.score


@dataclass(frozen=True, slots=True)
class SeriesResults:
    """The result of a search over a series: the best hits of all works, and the problems, such as a link whose entity
    is missing.
    """

    query: str
    works: tuple[str, ...]
    hits: tuple[SeriesHit, ...]
    degraded: tuple[str, ...] = ()

    @property
    def found(self) -> bool:
        """Return whether the search has any hit."""
        return bool(self.hits)


async def series_search(
    views: Mapping[str, View], series: SeriesRecord, request: SearchRequest, ranking: Ranking
) -> SeriesResults:
    """Return the best hits of a search in all works of a series. *views* contains, by name of the work, the part of
    each work that the search may read.

    A link between entities of two works is ignored if one of the entities is missing or hidden by its view. A link is
    also ignored if a view hides the chapter in which the story reveals the link.
    """
    groups, degraded = await _linked_entities(views, series)
    names = {work: await known_names(view, request.query) for work, view in views.items()}
    every = {one.key for found in names.values() for one in found}
    variants = {work: _variants(request.query, work, groups, names) for work in views}
    found = await run_all(_search(view, variants[work], request, ranking) for work, view in views.items())
    terms = QueryTerms.of(request.query, sorted(every))
    words = {
        work: [_words_found(result, terms) for result in results] for work, results in zip(views, found, strict=True)
    }
    total = len(every) + len(frozenset[int]().union(*(one for each in words.values() for one in each)))
    hits: list[SeriesHit] = []
    for work, results in zip(views, found, strict=True):
        best: dict[tuple[str, str], SeriesHit] = {}
        for variant, result, own_words in zip(variants[work], results, words[work], strict=True):
            share = (len(variant.names) + len(own_words)) / total if total else 1.0
            factor = request.recipe.coverage_factor(share)
            for hit in result.hits:
                key = (hit.kind, hit.uuid)
                if key not in best or best[key].score < hit.score * factor:
                    scored = replace(hit, score=round(hit.score * factor, 6))
                    best[key] = SeriesHit(work, scored, result.query)
            degraded.extend(f"{work}: {reason}" for reason in result.searched.degraded)
        hits.extend(best.values())
    # Hits with equal scores stay in the order of their works in the series.
    hits.sort(key=lambda one: -one.score)
    return SeriesResults(request.query, tuple(views), tuple(hits[: request.limit]), tuple(dict.fromkeys(degraded)))


@dataclass(frozen=True, slots=True)
class _Variant:
    query: str
    names: frozenset[str]


async def _search(
    view: View, variants: Sequence[_Variant], request: SearchRequest, ranking: Ranking
) -> list[SearchResults]:
    pool = SearchPool(view)
    found: list[SearchResults] = []
    for variant in variants:
        own = replace(request, query=variant.query)
        found.append(await search_results(pool, own, await retrieve_ranked(pool, own, ranking), ranking))
    return found


def _words_found(found: SearchResults, terms: QueryTerms) -> frozenset[int]:
    rows = [terms.matches(_text_of(hit)) for hit in found.hits]
    return frozenset(place for row in rows for place, is_found in enumerate(row) if is_found)


def _text_of(hit: Hit) -> SearchedText:
    match hit:
        case FactHit():
            return fact_terms(hit.shown.fact)
        case EntityHit() | PassageHit():
            return searched_text(hit.text)


async def _linked_entities(
    views: Mapping[str, View], series: SeriesRecord
) -> tuple[list[list[tuple[str, Entity]]], list[str]]:
    groups: list[list[tuple[str, Entity]]] = []
    degraded: list[str] = []
    for link in series.links:
        if link.revealed_in and link.revealed_at:
            seen = views.get(link.revealed_in)
            if seen is None or not seen.reads_chapter(link.revealed_at):
                continue
        ends = [(one.work, await _entity(views, one)) for one in (link.first, link.second)]
        present = [(work, entity) for work, entity in ends if entity is not None]
        if len(present) < len(ends):
            degraded.append(f"link {link.number} is not used: one of its entities is not in this part of its work")
            continue
        _unite(groups, present)
    return groups, degraded


async def _entity(views: Mapping[str, View], one: SeriesEntity) -> Entity | None:
    view = views.get(one.work)
    if view is None:
        return None
    found = await lookup_entity(view, one.uuid)
    if found is None:
        try:
            found = await lookup_entity(view, one.name)
        except AmbiguousNameError:
            return None
    return found


def _unite(groups: list[list[tuple[str, Entity]]], ends: list[tuple[str, Entity]]) -> None:
    ids = {(work, entity.uuid) for work, entity in ends}
    same = [group for group in groups if any((work, entity.uuid) in ids for work, entity in group)]
    joined = {(work, entity.uuid): (work, entity) for group in same for work, entity in group}
    joined |= {(work, entity.uuid): (work, entity) for work, entity in ends}
    groups[:] = [group for group in groups if group not in same] + [list(joined.values())]


def _variants(
    query: str,
    work: str,
    groups: Sequence[Sequence[tuple[str, Entity]]],
    names: Mapping[str, Sequence[KnownName]],
) -> list[_Variant]:
    own_names = frozenset(one.key for one in names[work])
    variants = {query: _Variant(query, own_names)}
    for group in groups:
        here = [entity for of, entity in group if of == work]
        for of, entity in group:
            named = [one.key for one in names.get(of, ()) if of != work and entity.uuid in one.entities]
            for key, own in ((key, own) for key in named for own in here):
                renamed = name_key(query).replace(key, own.name)
                variants.setdefault(renamed, _Variant(renamed, own_names | {key}))
    return list(variants.values())[:_MOST_VARIANTS]
