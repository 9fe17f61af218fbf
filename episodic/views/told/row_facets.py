"""Rules out facts by facets that they or their statements cannot have, so that a filtered read derives few facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

import numpy as np

from episodic.model.episodes import Layer
from episodic.model.facets import Facet, facet
from episodic.model.predicates import PredicateKind, PredicateTable, predicate_key
from episodic.model.readings import Phase, StatementScope
from episodic.pipeline.projection.told_statements import is_timed, phase_of
from episodic.temporal.fold.group_folding import DraftedGroup
from episodic.views.told.statement_rows import Columns, Numbers, Predicates, Row

FacetSets = tuple[frozenset[str], ...]


class RowFacets:
    """Tells which facets a fact has, as far as the facets do not depend on the names of its entities. These are the
    facets of its predicate, scope, layer, end and chapters.

    *table* contains the predicates for which reads can ask, and *predicates* contains the predicates of the statements.
    *chapters* are the ids of all chapters of the work. A fact has a facet for each chapter that contains one of its
    quotes.
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
        return self._may_have(one.predicate, one.scope, sets, ends=ends)

    def rows_that_may_have(self, columns: Columns, rows: Sequence[int], sets: FacetSets) -> list[int]:
        """Return those of the statement numbers *rows* for which `may_have` may return True, without reading the `Row`
        of a statement. *columns* are the columns of all statements.
        """
        numbers: Numbers = np.array(rows, dtype=np.int64)
        told, kinds = np.unique(columns.told[numbers], return_inverse=True)
        values, predicate = told.tolist(), columns.predicate[numbers]
        ends = np.array([phase_of(one) is Phase.ENDS for one in values], dtype=np.bool_)[kinds]
        ends &= np.array(self._lasting, dtype=np.bool_)[predicate]
        # The scope of a statement without a time or scope of its own is WORLD.
        in_world = [
            [self._may_have(one, StatementScope.WORLD, sets, ends=ended) for ended in (False, True)]
            for one in range(len(self._of_predicates))
        ]
        kept = np.array(in_world, dtype=np.bool_).reshape(-1, 2)[predicate, ends.astype(np.int64)]
        kept |= np.array(list(map(is_timed, values)), dtype=np.bool_)[kinds]
        found: list[int] = numbers[kept].tolist()
        return found

    def _may_have(self, predicate: int, scope: str, sets: FacetSets, *, ends: bool) -> bool:
        asked = (predicate, scope, ends, sets)
        known = self._known.get(asked)
        if known is None:
            own, decided = {self._of_predicates[predicate], _of_scope(scope)}, self._of_rows
            if ends:
                # The first statement of a fact may say that a state ends ("she left Paris"). All statements of the fact
                # then say so, and the fact has ended.
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
        """Return False if some set in *sets* certainly contains no facet of the fact *number* of a group. Return True
        if the fact may have at least one facet of each set. The function *ended* returns whether a fact of the group
        has ended.
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
        """If a set in *sets* consists only of facets of chapters, return the ids of these chapters. Return None if
        *sets* has no such set. A fact matches the filter *sets* only if it has a quote in one of the returned chapters.
        A match needs at least one facet of each set.
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
