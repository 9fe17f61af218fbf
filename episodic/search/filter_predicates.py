"""Checks that a work knows the predicates that the filters of a read name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from episodic.model.episodes import Layer
from episodic.model.facets import Facet, facet
from episodic.model.predicates import predicate_key
from episodic.model.records import Kind
from episodic.ports import Bounds, RecordSource
from episodic.search.fact_listing import predicates_of
from episodic.search.filters import SearchFilters
from episodic.search.predicate_lookup import require_predicate
from episodic.search.view import View


async def require_filter_predicates(
    views: Sequence[tuple[View, RecordSource]], *, boost: SearchFilters | None = None
) -> None:
    """Raise UnknownPredicateError if the filters of the *views*, or the filters *boost* of the facts that a search
    prefers, name a predicate that neither the package nor the work defines, and that no fact of any of these views has.

    Each view comes with a store that has its facts, and that may have facts of later chapters too. The search index of
    the store is asked whether a fact has the predicate, so that no fact is decoded. In a view with `pov`, a fact that
    the person does not know is enough. Raises StoreError.
    """
    filters = [*(view.scope.filters for view, _ in views), *(() if boost is None else (boost,))]
    for name in sorted(frozenset[str]().union(*(one.every_predicate() for one in filters))):
        if not await _is_known(name, views):
            whole = views[0][0].without_filters()
            require_predicate(whole, name, await predicates_of(whole))


async def _is_known(name: str, views: Iterable[tuple[View, RecordSource]]) -> bool:
    for view, store in views:
        if view.vocabulary.known_predicate(name) is not None or await _has_fact(view, store, name):
            return True
    return False


async def _has_fact(view: View, store: RecordSource, predicate: str) -> bool:
    layers = frozenset(facet(Facet.LAYER, one.value) for one in view.scope.layers)
    named = frozenset({facet(Facet.PREDICATE, predicate_key(predicate))})
    canon = (one.order for one in view.chapters.values() if one.layer is Layer.CANON)
    last = None if view.scope.told_by is None else max(canon, default=0)
    bounds = Bounds(told_by=last, facets=(named, layers))
    return bool(await store.counts_by_position(view.group_id, Kind.FACT, bounds=bounds))
