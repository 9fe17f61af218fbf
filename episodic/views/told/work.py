"""A work as its first chapters tell it: its entities, statements and chronology, and those facts that a read asks for."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from heapq import heappop, heappush

from episodic.model.decisions import Override
from episodic.model.episodes import Language
from episodic.model.graph import Entity, Fact, Issue
from episodic.model.name_keys import name_key
from episodic.model.paused_collector import paused_collector
from episodic.model.predicates import shipped_table
from episodic.model.readings import Phase, StatementScope
from episodic.model.settings import WorkSettings
from episodic.pipeline.overrides.statement_overrides import Waivers
from episodic.pipeline.projection.named_facts import fact_of
from episodic.pipeline.projection.summaries import RANKS, SENTENCES, rank_of, summary_of
from episodic.pipeline.projection.told_statements import phase_of
from episodic.pipeline.projection.values import judged_pairs
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.chapter_bounds import ChapterBounds
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.exclusion import Exclusions
from episodic.temporal.fold.folded_facts import FoldedFact
from episodic.temporal.fold.group_folding import DraftedGroup, FoldContext
from episodic.temporal.issues import IssueContext
from episodic.temporal.placed import PlacedPassage
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.entities import ToldEntities, language_of_chapters
from episodic.views.told.fold import LocalFold
from episodic.views.told.issues import issues_near
from episodic.views.told.row_facets import FacetSets, RowFacets
from episodic.views.told.statements import PlacedRow, ToldStatements
from episodic.views.told.told_chronology import ToldChronologies

_Rank = tuple[int, int, int, int]
_NOT_HOLDING = frozenset({Phase.ENDS, Phase.DENIED})
_ContentKey = tuple[int, int | None, str]


class ToldWork:
    """A work as its first chapters tell it. A ToldWork equals the work that a replay of these chapters gives. The
    argument *acts* contains by id the author's overrides that reveal nothing about other chapters.
    """

    def __init__(
        self,
        group_id: str,
        chapters: Sequence[PlacedChapter],
        *,
        settings: WorkSettings,
        acts: Mapping[str, Override],
        chronologies: ToldChronologies | None = None,
    ) -> None:
        self.group_id = group_id
        self.chapters = chapters
        self.acts = acts
        self.calendars = Calendars(settings.calendars)
        self._predicates = settings.predicates
        self._chronologies = chronologies or ToldChronologies()
        with paused_collector():
            self.entities = ToldEntities(group_id, chapters, acts)
            self.statements = ToldStatements(chapters, self.entities)
        self._facts: dict[str, Fact] = {}
        self._summaries: dict[str, str] = {}

    @cached_property
    def passages(self) -> Mapping[str, PlacedPassage]:
        return {one.uuid: one for chapter in self.chapters for one in chapter.told.passages}

    @cached_property
    def chronology(self) -> Chronology:
        with paused_collector():
            return self._chronologies.of(self.chapters, self.statements, self.calendars)

    @cached_property
    def exclusions(self) -> Exclusions:
        """The contents that are equal, compatible or exclude each other by the stored verdicts."""
        return Exclusions(
            pair
            for chapter in self.chapters
            for pair in judged_pairs(chapter.order, chapter.told.verdicts, self.statements)
        )

    @cached_property
    def fold(self) -> LocalFold:
        """The facts of the work's first chapters, which are derived when a read asks for them."""
        context = FoldContext(
            self.chronology,
            self.exclusions,
            ChapterBounds(self.chronology),
            IssueContext(self.group_id, self.language),
        )
        return LocalFold(self.statements, context)

    @property
    def language(self) -> Language:
        """Return the most frequent language of the work's first chapters, or the first of equally frequent ones."""
        return language_of_chapters(self.chapters)

    def fact(self, uuid: str) -> Fact | None:
        """Return the fact with the id *uuid*, or None if the first chapters have no such fact."""
        known = self._facts.get(uuid)
        if known is None:
            folded = self.fold.fact(uuid)
            known = None if folded is None else self._named(folded)
        return known

    def facts(self) -> list[Fact]:
        return [self._named(one) for one in self.fold.every()]

    def facts_like(self, uuid: str) -> tuple[str | None, list[str]]:
        """Return the id of the fact that the statement *uuid* supports or ends (or None), and the ids of other facts of
        its content.
        """
        found = self.fold.fact_of(uuid)
        like = [one for number in self.fold.numbers([uuid]) for one in self.fold.facts_like(number, uuid)]
        return found, [one for one in like if one != found]

    def latest_facts_of(
        self, entity: str, limit: int, *, passes: Callable[[Fact], bool], facets: FacetSets = ()
    ) -> list[Fact]:
        """Return the last *limit* facts of an entity that the function *passes* accepts: the facts of the last chapter
        first, and by descending id within a chapter. The function *passes* must accept exactly the facts with a facet
        of every set in *facets*. Only facts that are returned are built if the facets can be told from the statements.
        """
        found: list[tuple[int, str, DraftedGroup, int]] = []
        # The loop goes through the entity's statements from the last to the first. A statement that the loop has not
        # reached can only give facts that are told as early as the statement or earlier. The heap contains the facts
        # that were found so far and are not yet certainly later than all other facts.
        early: list[int] = []
        late, seen = 0, set[int]()
        stored = self.statements.row
        quoted = self._row_facets.chapters(facets) if facets else None
        decided = not facets or self._row_facets.decided(facets)
        for row in reversed(self.statements.of_entity(entity) if quoted is None else self._rows_in(quoted)):
            # The first statement of a fact decides its predicate, its entities and its narrative position.
            if facets and quoted is None and not self._row_facets.may_have(stored(row), facets):
                continue
            while early and -early[0] > stored(row).chapter.order:
                heappop(early)
                late += 1
            if late >= limit:
                break
            number = self.fold.number_of(row)
            if number in seen:
                continue
            seen.add(number)
            # The statements of a chapter are also those of other entities, whose groups need not be folded.
            if quoted is not None and entity not in self.fold.parties(number):
                continue
            drafted = self.fold.drafted(number)
            for draft in self._drafts_of(drafted, entity, facets):
                if decided or passes(self._named(drafted.fact(draft))):
                    first = drafted.first(draft)
                    found.append((first.told.order, first.uuid, drafted, draft))
                    heappush(early, -first.told.order)
        found.sort(key=lambda one: one[:2], reverse=True)
        return [self._named(drafted.fact(draft)) for _, _, drafted, draft in found[:limit]]

    def unknown_orders(self, facts: Collection[str]) -> list[Issue]:
        """Return the issues that say that the order of one of *facts* and a fact that excludes it is unknown, and
        possibly others, in the narrative order of the chapters of their last quotes.
        """
        return self.fold.unknown_orders(facts)

    @paused_collector()
    def issues_near(self, facts: Collection[str], chapters: Collection[str]) -> list[Issue]:
        """Return the issues about facts and times that concern one of *facts* or quote one of *chapters*, and possibly
        others, sorted by rank. A waived issue contains the reason of its waiver.
        """
        found = issues_near(self.fold, facts, chapters, self.statements)
        waivers = Waivers.of(sorted(self.acts.values(), key=lambda one: one.number))
        return list(waivers.waived({one.uuid: one for one in found}).values())

    def entity(self, uuid: str) -> Entity | None:
        """Return the entity with the id *uuid* with its summary, or None if the first chapters have no such entity."""
        if uuid not in self.entities:
            return None
        if uuid not in self._summaries:
            self._summaries[uuid] = summary_of(self._facts_for_summary(uuid))
        return self.entities.entity(uuid, self._summaries[uuid])

    def _named(self, folded: FoldedFact) -> Fact:
        known = self._facts.get(folded.uuid)
        if known is None:
            turn = self.fold.turn_of(folded)
            known = fact_of(folded, self.entities)
            known = self._facts[folded.uuid] = known if known.turn is turn else replace(known, turn=turn)
        return known

    def _drafts_of(self, drafted: DraftedGroup, entity: str, facets: FacetSets) -> Iterator[int]:
        """Yield the drafts of an entity's facts in a group, without those that lack the given facets whatever the names
        of the entities are.
        """
        for number in range(len(drafted)):
            one = drafted.first(number)
            parties = (one.subject, one.object, one.holder, *one.tellers, *(role.entity for role in one.participants))
            if entity not in parties or drafted.implied(number):
                continue
            if not facets or self._row_facets.draft_may_have(drafted, number, facets):
                yield number

    def _facts_for_summary(self, entity: str) -> list[Fact]:
        best: list[tuple[int, int, int, int, str]] = []
        found: dict[tuple[int, int, int, int, str], FoldedFact] = {}
        seen: set[int] = set()
        for rank, row in self._ranked_rows(entity):
            if len(best) == SENTENCES and best[-1][:4] < rank:
                break
            number = self.fold.number_of(row)
            drafted = self.fold.drafted(number)
            for draft in range(len(drafted)) if number not in seen else ():
                first = drafted.first(draft)
                if entity not in (first.subject, first.object) or drafted.implied(draft) or drafted.has_ended(draft):
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
        """Return the statements about an entity whose facts a summary may contain, each with the best rank that its
        fact can have, best ranks first.

        A fact has no more quotes than there are statements with its entities and value. If a verdict makes contents
        equal, all statements of the group count as possible quotes.
        """
        stored, root = self.statements.row, self.entities.root(entity)
        about = [one for one in self.statements.of_entity(entity) if root in (stored(one).subject, stored(one).object)]
        keys = [self._content_key(one) for one in about]
        counted = Counter(keys)
        ranks: list[tuple[_Rank, int]] = []
        for one, key in zip(about, keys, strict=True):
            placed = stored(one)
            if not _may_hold(placed):
                continue
            most = self.fold.size_of(self.fold.number_of(one)) if key in self._judged else counted[key]
            kind = RANKS[self.statements.predicate(one).kind]
            ranks.append(((kind, -most, -placed.chapter.order, -placed.start), one))
        return sorted(ranks)

    @cached_property
    def _row_facets(self) -> RowFacets:
        chapters = (one.episode for one in self.chapters)
        return RowFacets(self.statements.predicates, shipped_table().extended(self._predicates), chapters)

    def _rows_in(self, chapters: Iterable[str]) -> list[int]:
        return sorted(number for one in chapters for number in self.statements.in_chapter(one))

    @cached_property
    def _judged(self) -> frozenset[_ContentKey]:
        root = self.entities.root
        pairs = self.exclusions.verdicts
        return frozenset(
            _key_of(root(one.subject) or 0, root(one.object), one.value)
            for pair in pairs
            for one in (pair.first, pair.second)
        )

    def _content_key(self, number: int) -> _ContentKey:
        one = self.statements.row(number)
        if self.statements.predicate(number).life is not None:
            return one.subject, None, ""
        return _key_of(one.subject, one.object, one.row["core"].get("value") or "")


def _may_hold(one: PlacedRow) -> bool:
    return one.scope == StatementScope.WORLD and phase_of(one.told) not in _NOT_HOLDING


def _key_of(subject: int, object_: int | None, value: str) -> _ContentKey:
    if object_ is None:
        return subject, None, name_key(value)
    return min(subject, object_), max(subject, object_), ""
