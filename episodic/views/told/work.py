"""A work as its first chapters tell it: entities, statements, chronology, and the facts that a read asks for."""

from __future__ import annotations

from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from heapq import heappop, heappush

from episodic.model.decisions import Override
from episodic.model.episodes import Language
from episodic.model.graph import Entity, Fact, Issue
from episodic.model.settings import WorkSettings
from episodic.pipeline.overrides.statement_overrides import Waivers
from episodic.pipeline.projection.named_facts import fact_of
from episodic.pipeline.projection.summaries import RANKS, SENTENCES, rank_of, summary_of
from episodic.pipeline.projection.values import judged_pairs
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.chapter_bounds import ChapterBounds
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.exclusion import Exclusions, content_of
from episodic.temporal.fold.folded_facts import FoldedFact
from episodic.temporal.fold.group_folding import FoldContext
from episodic.temporal.issues import IssueContext
from episodic.temporal.place_nesting import compatible_contents
from episodic.temporal.placed import PlacedPassage, PlacedStatement
from episodic.views.told.allocation import collection_paused
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.entities import ToldEntities, language_of_chapters
from episodic.views.told.fold import LocalFold
from episodic.views.told.issues import issues_near
from episodic.views.told.statements import Predicates, passages_of, statements_of

_Rank = tuple[int, int, int, int]


class ToldWork:
    """A work as its given first chapters tell it. It equals the work that a replay of these chapters gives. *acts* are
    the author's decisions that reveal nothing of other chapters, by id.
    """

    def __init__(
        self,
        group_id: str,
        chapters: Sequence[PlacedChapter],
        *,
        settings: WorkSettings,
        acts: Mapping[str, Override],
    ) -> None:
        self.group_id = group_id
        self.chapters = chapters
        self.acts = acts
        self.calendars = Calendars(settings.calendars)
        predicates = Predicates()
        with collection_paused():
            self.entities = ToldEntities(group_id, chapters, acts)
            placed = (one for chapter in chapters for one in statements_of(chapter, self.entities, predicates))
            self.statements: dict[str, PlacedStatement] = {one.uuid: one for one in placed}
        self._facts: dict[str, Fact] = {}
        self._summaries: dict[str, str] = {}

    @cached_property
    def passages(self) -> Mapping[str, PlacedPassage]:
        """The passages of the chapters by id."""
        return {one.uuid: one for chapter in self.chapters for one in passages_of(chapter)}

    @cached_property
    def chronology(self) -> Chronology:
        """The chronology of the chapters."""
        with collection_paused():
            return Chronology.of(self.passages.values(), self.statements.values(), self.calendars)

    @cached_property
    def exclusions(self) -> Exclusions:
        """The exclusions that follow from judgements."""
        return Exclusions(
            pair
            for chapter in self.chapters
            for pair in judged_pairs(chapter.order, chapter.told.verdicts, self.statements)
        )

    @cached_property
    def fold(self) -> LocalFold:
        """The fold of the statements, which is evaluated group by group."""
        chronology = self.chronology
        with collection_paused():
            placed = [one for one in self.statements.values() if chronology.knows(one.uuid)]
            context = FoldContext(
                chronology,
                self.exclusions.with_compatible(compatible_contents(placed)),
                ChapterBounds(chronology),
                IssueContext(self.group_id, self.language),
            )
            return LocalFold(placed, context)

    @property
    def language(self) -> Language:
        """Return the language of most chapters."""
        return language_of_chapters(self.chapters)

    def fact(self, uuid: str) -> Fact | None:
        """Return the fact with this id, or None."""
        known = self._facts.get(uuid)
        if known is None:
            folded = self.fold.fact(uuid)
            known = None if folded is None else self._named(folded)
        return known

    def facts(self) -> list[Fact]:
        """Return all facts in narrative order."""
        return [self._named(one) for one in self.fold.every()]

    def facts_like(self, uuid: str) -> tuple[str | None, list[str]]:
        """Return the id of the fact to which the statement with the id *uuid* belongs, and the ids of the other facts of
        the same content.
        """
        found = self.fold.fact_of(uuid)
        like = [one.uuid for number in self.fold.numbers([uuid]) for one in self.fold.facts_like(number, uuid)]
        return found, [one for one in like if one != found]

    def latest_facts_of(self, entity: str, limit: int, *, passes: Callable[[Fact], bool]) -> list[Fact]:
        """Return the *limit* facts of an entity that come last in narrative order, and possibly earlier facts, of the
        facts that *passes* accepts.
        """
        found: list[Fact] = []
        # The loop goes from the last statement of the entity to the first. A statement that the loop has not reached
        # can only give facts that are told as early as the statement or earlier. The heap contains the facts that were
        # found so far and are not yet certainly later than those.
        early: list[int] = []
        late, seen = 0, set[int]()
        for statement in reversed(self._statements_of.get(entity, ())):
            while early and -early[0] > statement.told.order:
                heappop(early)
                late += 1
            if late >= limit:
                break
            for number in self.fold.numbers([statement.uuid]):
                if number not in seen:
                    seen.add(number)
                    passing = [one for one in self._facts_of(number, entity) if passes(one)]
                    found += passing
                    for one in passing:
                        heappush(early, -one.told_at.order)
        return found

    def unknown_orders(self, facts: Collection[str]) -> list[Issue]:
        """Return the issues about facts of unknown order that exclude one of the given facts, in narrative order."""
        return self.fold.unknown_orders(facts)

    def issues_near(self, facts: Collection[str], chapters: Collection[str]) -> list[Issue]:
        """Return the issues about facts and times that concern one of the *facts* or quote one of the *chapters*, and
        possibly others, by rank. A waived issue contains the reason of its waiver.
        """
        found = issues_near(self.fold, facts, chapters, of_entity=self._statements_of, of_chapter=self._statements_in)
        waivers = Waivers.of(sorted(self.acts.values(), key=lambda one: one.number))
        return list(waivers.waived({one.uuid: one for one in found}).values())

    def entity(self, uuid: str) -> Entity | None:
        """Return the entity with this id with its summary, or None."""
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

    def _facts_of(self, number: int, entity: str) -> Iterator[Fact]:
        for folded in self.fold.facts_in(number):
            core = folded.core
            parties = (
                core.subject,
                core.object,
                core.holder,
                *core.tellers,
                *(one.entity for one in core.participants),
            )
            if entity in parties:
                yield self._named(folded)

    def _facts_for_summary(self, entity: str) -> list[Fact]:
        """Return facts of an entity that contain the facts of its summary.

        Groups are folded in the order of the best rank that a fact of the group can have, and only until no other group
        can have a better fact.
        """
        about = [one for one in self._statements_of.get(entity, ()) if entity in (one.subject, one.object)]
        best: list[tuple[int, int, int, int, str]] = []
        found: list[Fact] = []
        for rank, number in sorted((rank, number) for number, rank in self._best_ranks(about).items()):
            if len(best) == SENTENCES and best[-1][:4] < rank:
                break
            for fact in self._facts_of(number, entity):
                own = rank_of(fact) if entity in (fact.subject, fact.object) else None
                if own is not None:
                    found.append(fact)
                    insort(best, own)
            del best[SENTENCES:]
        return found

    def _best_ranks(self, statements: Sequence[PlacedStatement]) -> Mapping[int, _Rank]:
        """Return for each group of *statements* a rank that no fact with such a statement exceeds in a summary.

        The evidence of a fact has one content, so that a fact has at most as many quotes as statements have its content.
        Contents that a judgement calls equal may be those of other entities, so that every statement of the group counts.
        """
        class_of = self.exclusions.class_of
        judged = {class_of(one.first) for one in self.exclusions.verdicts}
        classes = [class_of(content_of(one)) for one in statements]
        counted = Counter(classes)
        ranks: dict[int, _Rank] = {}
        for one, content in zip(statements, classes, strict=True):
            for number in self.fold.numbers([one.uuid]):
                most = self.fold.size_of(number) if content in judged else counted[content]
                rank = (RANKS[one.predicate.kind], -most, -one.told.order, -one.told.offset)
                ranks[number] = min(rank, ranks.get(number, rank))
        return ranks

    @cached_property
    def _statements_in(self) -> Mapping[str, Sequence[PlacedStatement]]:
        """The statements of each chapter."""
        found: dict[str, list[PlacedStatement]] = defaultdict(list)
        for one in self.statements.values():
            found[one.evidence.episode].append(one)
        return found

    @cached_property
    def _statements_of(self) -> Mapping[str, Sequence[PlacedStatement]]:
        """The statements in which each entity takes part, in narrative order."""
        found: dict[str, list[PlacedStatement]] = defaultdict(list)
        for one in sorted(self.statements.values(), key=lambda statement: statement.narrative_key):
            others = (one.object, one.holder, *one.tellers, *(role.entity for role in one.participants))
            for who in dict.fromkeys((one.subject, *others)):
                if who is not None:
                    found[who].append(one)
        return found
