"""Reads the facts of single entities from the fold of a work up to a given chapter. Only the few groups of statements
that can contain facts of the requested entities are folded.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from functools import cached_property
from heapq import heappop, heappush

from episodic.model.graph import Fact
from episodic.model.name_keys import name_key
from episodic.model.predicates import Predicate, PredicateKind
from episodic.model.readings import Phase, StatementScope
from episodic.pipeline.projection.summaries import RANKS, SENTENCES, rank_of, summary_of
from episodic.pipeline.projection.told_statements import phase_of
from episodic.temporal.fold.folded_facts import FoldedFact
from episodic.temporal.fold.group_folding import DraftedGroup
from episodic.views.told.fold import LocalFold
from episodic.views.told.row_facets import FacetSets, RowFacets
from episodic.views.told.statement_rows import Row
from episodic.views.told.statements import ToldStatements

_Rank = tuple[int, int, int, int]
_ContentKey = tuple[int, int | None, str]


class EntityFacts:
    """The facts of single entities that follow from *statements*. The function *named* names the entities of a fact.
    *ended* contains the ids of facts that end although no statement of their group ends them.
    """

    def __init__(
        self,
        fold: LocalFold,
        statements: ToldStatements,
        facets: RowFacets,
        named: Callable[[FoldedFact], Fact],
        *,
        ended: Container[str] = frozenset[str](),
    ) -> None:
        self._fold, self._statements, self._facets = fold, statements, facets
        self._named, self._ended = named, ended

    def latest(self, entity: str, limit: int, *, passes: Callable[[Fact], bool], facets: FacetSets = ()) -> list[Fact]:
        """Return the last *limit* facts of an entity that the function *passes* accepts. The facts of the last chapter
        come first. Within a chapter, the facts are sorted by descending id. The function *passes* must accept exactly
        the facts that have at least one facet of each set in *facets*. A fact that is not returned is built from its
        statements in one case only. In this case, the statements alone do not show whether the fact has at least one
        facet of each set in *facets*.
        """
        drafts = self.latest_drafts(entity, limit, passes=passes, facets=facets)
        return [self._named(drafted.fact(draft)) for drafted, draft in drafts]

    def latest_drafts(
        self, entity: str, limit: int, *, passes: Callable[[Fact], bool], facets: FacetSets = ()
    ) -> list[tuple[DraftedGroup, int]]:
        """Return the facts that `latest` returns, each as a group of statements and the number of the fact in this
        group. A fact is built, and its entities are named, only if the function *passes* has to decide about it.
        """
        found: list[tuple[int, str, DraftedGroup, int]] = []
        # The loop goes through the entity's statements from the last to the first. The fact of a statement that the
        # loop has not reached yet is told where this statement is told, or earlier in the text. The heap contains the
        # facts that were found so far and are not yet certainly later than all other facts.
        early: list[int] = []
        late, seen = 0, set[int]()
        row_of = self._statements.row
        quoted = self._facets.chapters(facets) if facets else None
        decided = not facets or self._facets.decided(facets)
        rows = self._statements.of_entity(entity) if quoted is None else self._rows_in(quoted)
        if facets and quoted is None:
            rows = self._facets.rows_that_may_have(self._statements.columns, rows, facets)
        for row in reversed(rows):
            # The first statement of a fact decides its predicate, its entities and its narrative position.
            if facets and quoted is None and not self._facets.may_have(row_of(row), facets):
                continue
            while early and -early[0] > row_of(row).order:
                heappop(early)
                late += 1
            if late >= limit:
                break
            number = self._fold.number_of(row)
            if number in seen:
                continue
            seen.add(number)
            # A chapter also has statements about other entities only, whose groups need not be folded.
            if quoted is not None and entity not in self._fold.parties(number):
                continue
            drafted = self._fold.drafted(number)
            for draft in self._drafts_of(drafted, entity, facets):
                if decided or passes(self._named(drafted.fact(draft))):
                    first = drafted.first(draft)
                    found.append((first.told.order, first.uuid, drafted, draft))
                    heappush(early, -first.told.order)
        found.sort(key=lambda one: one[:2], reverse=True)
        return [(drafted, draft) for _, _, drafted, draft in found[:limit]]

    def summary(self, entity: str) -> str:
        """Return the summary of an entity."""
        return summary_of(self._facts_for_summary(entity))

    def has_ended(self, drafted: DraftedGroup, draft: int) -> bool:
        """Return whether the fact *draft* of a group has ended, without building the fact."""
        return drafted.has_ended(draft) or drafted.first(draft).uuid in self._ended

    def _drafts_of(self, drafted: DraftedGroup, entity: str, facets: FacetSets) -> Iterator[int]:
        """Yield the numbers of those facts of a group in which the entity takes part. A fact is left out if its
        predicate, scope, layer or end already shows that it lacks the given facets. The names of its entities need not
        be looked up then.
        """
        for number in range(len(drafted)):
            one = drafted.first(number)
            parties = (one.subject, one.object, one.holder, *one.tellers, *(role.entity for role in one.participants))
            if entity not in parties or drafted.implied(number):
                continue
            if not facets or self._facets.draft_may_have(drafted, number, facets, ended=self.has_ended):
                yield number

    def _facts_for_summary(self, entity: str) -> list[Fact]:
        best: list[tuple[int, int, int, int, str]] = []
        found: dict[tuple[int, int, int, int, str], FoldedFact] = {}
        seen: set[int] = set()
        for rank, row in self._ranked_rows(entity):
            if len(best) == SENTENCES and best[-1][:4] < rank:
                break
            number = self._fold.number_of(row)
            drafted = self._fold.drafted(number)
            for draft in range(len(drafted)) if number not in seen else ():
                first = drafted.first(draft)
                if entity not in (first.subject, first.object) or drafted.implied(draft):
                    continue
                if self.has_ended(drafted, draft):
                    continue
                fact = drafted.fact(draft)
                own = rank_of(fact.core)
                if own is not None:
                    found[own] = fact
                    insort(best, own)
            seen.add(number)
            del best[SENTENCES:]
        return [self._named(found[one]) for one in best]

    def _ranked_rows(self, entity: str) -> list[tuple[_Rank, int]]:
        """Return the statements about an entity whose facts a summary may contain. Each statement has the best rank
        that its fact can have in the summary. The statements with the best ranks come first.

        A fact with more quotes has a better rank. A fact can have at most as many quotes as there are statements with
        its entities and value. A judge may have compared the content of a statement with other contents. All statements
        of its group then count as possible quotes, because contents that the judge calls equal form one fact.
        """
        row_of, root = self._statements.row, self._statements.entities.root(entity)
        about = [one for one in self._statements.of_entity(entity) if root in (row_of(one).subject, row_of(one).object)]
        keys = [self._content_key(one) for one in about]
        counted = Counter(keys)
        ranks: list[tuple[_Rank, int]] = []
        for one, key in zip(about, keys, strict=True):
            placed = row_of(one)
            if not _may_hold(placed, self._statements.predicate(one)):
                continue
            most = self._fold.size_of(self._fold.number_of(one)) if key in self._judged else counted[key]
            kind = RANKS[self._statements.predicate(one).kind]
            ranks.append(((kind, -most, -placed.order, -placed.start), one))
        return sorted(ranks)

    def _rows_in(self, chapters: Iterable[str]) -> list[int]:
        return sorted(number for one in chapters for number in self._statements.in_chapter(one))

    @cached_property
    def _judged(self) -> frozenset[_ContentKey]:
        root = self._statements.entities.root
        pairs = self._fold.context.exclusions.verdicts
        return frozenset(
            _key_of(root(one.subject) or 0, root(one.object), one.value)
            for pair in pairs
            for one in (pair.first, pair.second)
        )

    def _content_key(self, number: int) -> _ContentKey:
        one = self._statements.row(number)
        if self._statements.predicate(number).life is not None:
            return one.subject, None, ""
        return _key_of(one.subject, one.object, one.value)


def _may_hold(one: Row, predicate: Predicate) -> bool:
    phase = phase_of(one.told)
    over = phase is Phase.DENIED or (phase is Phase.ENDS and predicate.kind is not PredicateKind.EVENT)
    return one.scope == StatementScope.WORLD and not over


def _key_of(subject: int, object_: int | None, value: str) -> _ContentKey:
    if object_ is None:
        return subject, None, name_key(value)
    return min(subject, object_), max(subject, object_), ""
