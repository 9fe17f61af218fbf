"""Rules out facts by facets that they or their statements cannot have, so that a filtered read derives few facts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from episodic.model.episodes import Layer
from episodic.model.facets import Facet, facet
from episodic.model.graph import Fact
from episodic.model.predicates import PredicateTable, predicate_key
from episodic.model.readings import StatementScope
from episodic.views.told.statements import PlacedRow, Predicates

FacetSets = tuple[frozenset[str], ...]


class RowFacets:
    """Knows which facets a fact has before its entities have names: those of its predicate, scope, layer, end and
    chapters.

    *table* contains the predicates for which reads can ask, and *predicates* those of the statements. *chapters* are
    the ids of all chapters of the work. A fact has a facet for each chapter that contains one of its quotes.
    """

    def __init__(self, predicates: Predicates, table: PredicateTable, chapters: Iterable[str]) -> None:
        names = (name for one in table.all() for name in (one.name, one.zh, *one.names, one.inverse) if name)
        self._of_predicates = [_of_predicate(one.name) for one in predicates.known]
        self._of_chapters = {facet(Facet.CHAPTER, one): one for one in chapters}
        self._of_rows = frozenset({*map(_of_predicate, names), *self._of_predicates, *_of_scopes()})
        self._of_facts = frozenset({*self._of_rows, *self._of_chapters, *_STATES, _QUOTED})

    def may_have(self, one: PlacedRow, sets: FacetSets) -> bool:
        """Return False if a fact whose first statement is *one* certainly lacks the facets of one of the sets, and
        otherwise True.
        """
        own = (self._of_predicates[one.predicate], _of_scope(one.row["core"].get("scope", StatementScope.WORLD)))
        # A set with facets of other kinds, such as chapters, is checked when the fact has been derived.
        return all(not facets.isdisjoint(own) or not facets <= self._of_rows for facets in sets)

    def fact_may_have(self, fact: Fact, sets: FacetSets) -> bool:
        """Return False if the fact certainly lacks the facets of one of the sets, and otherwise True; facets of names
        count as possible.
        """
        own = {_of_predicate(fact.predicate), _of_scope(fact.scope), _of_state(Facet.LAYER, fact.layer)}
        own.add(_of_state(Facet.ENDED, "yes" if fact.ended else "no"))
        own.update(facet(Facet.CHAPTER, one.episode) for one in fact.evidence)
        if fact.evidence:
            own.add(_QUOTED)
        return all(not facets.isdisjoint(own) or not facets <= self._of_facts for facets in sets)

    def chapters(self, sets: FacetSets) -> list[str] | None:
        """Return the ids of the chapters to which one of *sets* restricts facts, or None if no set consists of chapters
        only. Only facts with a quote in one of the returned chapters can have a facet of each set.
        """
        asked = next((facets for facets in sets if facets and facets <= self._of_chapters.keys()), None)
        return None if asked is None else [self._of_chapters[one] for one in asked]


_QUOTED = facet(Facet.QUOTED, "yes")
_STATES = frozenset(
    {facet(Facet.ENDED, "yes"), facet(Facet.ENDED, "no"), *(facet(Facet.LAYER, one.value) for one in Layer)}
)


@cache
def _of_state(name: Facet, value: str) -> str:
    return facet(name, value)


@cache
def _of_predicate(name: str) -> str:
    return facet(Facet.PREDICATE, predicate_key(name))


@cache
def _of_scope(scope: str) -> str:
    return facet(Facet.SCOPE, scope)


def _of_scopes() -> Iterable[str]:
    return (_of_scope(one.value) for one in StatementScope)
