"""Rules out facts by facets that they or their statements cannot have, so that a filtered read derives few facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from episodic.model.episodes import Layer
from episodic.model.facets import Facet, facet
from episodic.model.predicates import PredicateKind, PredicateTable, predicate_key
from episodic.model.readings import Phase, StatementScope
from episodic.pipeline.projection.told_statements import phase_of
from episodic.temporal.fold.group_folding import DraftedGroup
from episodic.views.told.statement_rows import Predicates, Row

FacetSets = tuple[frozenset[str], ...]


class RowFacets:
    """Tells which facets a fact has, as far as they do not depend on the names of its entities: those of its predicate,
    scope, layer, end and chapters.

    *table* contains the predicates for which reads can ask, and *predicates* those of the statements. *chapters* are
    the ids of all chapters of the work. A fact has a facet for each chapter that contains one of its quotes.
    """

    def __init__(self, predicates: Predicates, table: PredicateTable, chapters: Iterable[str]) -> None:
        names = (name for one in table.all() for name in (one.name, one.zh, *one.names, one.inverse) if name)
        self._of_predicates = [_of_predicate(one.name) for one in predicates.known]
        self._lasting = [one.kind is not PredicateKind.EVENT for one in predicates.known]
        self._of_chapters = {facet(Facet.CHAPTER, one): one for one in chapters}
        self._of_rows = frozenset({*map(_of_predicate, names), *self._of_predicates, *_of_scopes()})
        self._of_drafts = frozenset({*self._of_rows, *_LAYERS})
        self._known: dict[tuple[int, str, bool, FacetSets], bool] = {}

    def may_have(self, one: Row, sets: FacetSets) -> bool:
        """Return False if a fact whose first statement is *one* certainly does not match the filter *sets*, and
        otherwise True. A fact matches if it has at least one facet (a token for a property such as its predicate) of
        each set.
        """
        ends = self._lasting[one.predicate] and phase_of(one.told) is Phase.ENDS
        asked = (one.predicate, one.scope, ends, sets)
        known = self._known.get(asked)
        if known is None:
            own, decided = {self._of_predicates[one.predicate], _of_scope(asked[1])}, self._of_rows
            if ends:
                # If the first statement of a fact says that a state ends ("she left Paris"), all statements of the fact
                # say so, and the fact has ended.
                own.add(_of_state(Facet.ENDED, "yes"))
                decided |= _ENDED
            # A set with a facet that the first statement does not decide, such as a chapter, is checked only when the
            # fact has been derived.
            known = all(not facets.isdisjoint(own) or not facets <= decided for facets in sets)
            self._known[asked] = known
        return known

    def draft_may_have(
        self, drafted: DraftedGroup, number: int, sets: FacetSets, *, ended: Callable[[DraftedGroup, int], bool]
    ) -> bool:
        """Return False if the fact *number* of a group lacks the facets of one of the sets, and True if it may have
        them. The function *ended* returns whether a fact of the group has ended.
        """
        first = drafted.first(number)
        own = {_of_predicate(first.predicate.name), _of_scope(first.core.scope), _of_state(Facet.LAYER, first.layer)}
        for facets in sets:
            if facets <= _ENDED:
                if _of_state(Facet.ENDED, "yes" if ended(drafted, number) else "no") not in facets:
                    return False
            elif facets.isdisjoint(own) and facets <= self._of_drafts:
                return False
        return True

    def decided(self, sets: FacetSets) -> bool:
        """Return whether every fact for which `draft_may_have` returns True certainly has at least one facet of each
        set in *sets*.
        """
        return all(facets <= _ENDED or facets <= self._of_drafts for facets in sets)

    def chapters(self, sets: FacetSets) -> list[str] | None:
        """Return the ids of the chapters of a set in *sets* that consists only of facets of chapters, or None if *sets*
        has no such set. A fact without a quote in one of the returned chapters cannot match the filter *sets*, because
        a match needs at least one facet of each set.
        """
        asked = next((facets for facets in sets if facets and facets <= self._of_chapters.keys()), None)
        return None if asked is None else [self._of_chapters[one] for one in asked]


_ENDED = frozenset({facet(Facet.ENDED, "yes"), facet(Facet.ENDED, "no")})
_LAYERS = frozenset(facet(Facet.LAYER, one.value) for one in Layer)


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
