"""A work up to a given chapter: its entities, statements and chronology, and those facts that a read asks for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from operator import is_

from episodic.model.decisions import Override
from episodic.model.episodes import Language
from episodic.model.facets import Facet, facet
from episodic.model.graph import Entity, Fact, Issue
from episodic.model.paused_collector import paused_collector
from episodic.model.predicates import predicate_key, shipped_table
from episodic.model.settings import WorkSettings
from episodic.pipeline.overrides.statement_overrides import Waivers
from episodic.pipeline.projection.named_facts import fact_of
from episodic.pipeline.projection.values import judged_pairs
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.chapter_bounds import ChapterBounds
from episodic.temporal.exclusion import Exclusions
from episodic.temporal.fold.folded_facts import FoldedFact
from episodic.temporal.fold.group_folding import FoldContext
from episodic.temporal.issues import IssueContext
from episodic.temporal.placed import PlacedPassage
from episodic.views.told.chapters import PlacedChapter, entities_agree
from episodic.views.told.entities import ToldEntities, language_of_chapters
from episodic.views.told.entity_facts import EntityFacts
from episodic.views.told.fold import LocalFold
from episodic.views.told.issues import issues_near
from episodic.views.told.row_facets import FacetSets, RowFacets
from episodic.views.told.statements import ToldStatements
from episodic.views.told.told_chronology import ToldChronologies, ToldChronology


class ToldWork:
    """A work as its chapters up to a given one tell it. The entities, statements and facts of a ToldWork are those that
    a replay of only the chapters up to the given one would give. The argument *acts* contains by id the author's
    overrides that reveal nothing about other chapters.
    """

    def __init__(
        self,
        group_id: str,
        chapters: Sequence[PlacedChapter],
        *,
        settings: WorkSettings,
        acts: Mapping[str, Override],
        chronologies: ToldChronologies | None = None,
        earlier: ToldWork | None = None,
    ) -> None:
        """If this version of the work only adds chapters to the version *earlier*, it takes over what *earlier* has
        derived.
        """
        self.group_id = group_id
        self.chapters = chapters
        self.acts = acts
        self.settings = settings
        self.calendars = Calendars(settings.calendars)
        self._predicates = settings.predicates
        self._chronologies = chronologies or ToldChronologies()
        known = earlier if earlier is not None and self.continues(earlier) else None
        self._known_passages: tuple[int, Mapping[str, PlacedPassage]] = (0, {})
        if known is not None:
            self._known_passages = (len(known.chapters), known.passages)
        self._judged: tuple[int, Exclusions] | None = None if known is None else known.judged
        """The number of the first chapters whose exclusions (contents that are equal, compatible or exclude each other
        by the verdicts) were derived in an earlier version, and these exclusions.
        """
        with paused_collector():
            self.entities: ToldEntities = ToldEntities(
                group_id, chapters, acts, None if known is None else known.entities
            )
            self.statements: ToldStatements = (
                ToldStatements(chapters, self.entities)
                if known is None
                else known.statements.continued(chapters, self.entities)
            )
        self._facts: dict[str, Fact] = {}
        self._summaries: dict[str, str] = {}

    def has_inputs(
        self, chapters: Sequence[PlacedChapter], settings: WorkSettings, acts: Mapping[str, Override]
    ) -> bool:
        """Return whether the work was made from these very chapters, and from equal settings and overrides."""
        same = len(chapters) == len(self.chapters) and all(map(is_, chapters, self.chapters))
        return same and (settings, acts) == (self.settings, self.acts)

    def continues(self, earlier: ToldWork) -> bool:
        """Return whether this version of the work consists of the chapters of the version *earlier*, and of further
        chapters. The further chapters must follow those of *earlier*, and must merge no entities. If the result is
        true, the entities and statements of the chapters of *earlier* have the same ids and names in both versions.
        """
        same = (self.group_id, self.settings, self.acts, self.language)
        if same != (earlier.group_id, earlier.settings, earlier.acts, earlier.language):
            return False
        return len(earlier.chapters) <= len(self.chapters) and entities_agree(earlier.chapters, self.chapters)

    @cached_property
    def passages(self) -> Mapping[str, PlacedPassage]:
        """The passages by id, in narrative order."""
        count, known = self._known_passages
        found = dict(known)
        for chapter in self.chapters[count:]:
            found.update((one.uuid, one) for one in chapter.told.passages)
        return found

    @cached_property
    def passage_ids(self) -> Sequence[str]:
        """The ids of the passages in narrative order, in which `Columns.passage` numbers them."""
        return list(self.passages)

    @cached_property
    def chronology(self) -> ToldChronology:
        with paused_collector():
            return self._chronologies.of(self.chapters, self.statements, self.calendars, passages=self.passages)

    @cached_property
    def exclusions(self) -> Exclusions:
        """The contents that are equal, compatible or exclude each other by the stored verdicts. The result is the same
        object as in the earlier version of the work if the further chapters have no verdicts.
        """
        if self._judged is not None and not any(one.told.verdicts for one in self.chapters[self._judged[0] :]):
            return self._judged[1]
        return Exclusions(
            pair
            for chapter in self.chapters
            for pair in judged_pairs(chapter.order, chapter.told.verdicts, self.statements)
        )

    @property
    def judged(self) -> tuple[int, Exclusions] | None:
        """Return a pair: the number of the first chapters from which `exclusions` was derived last, and the derived
        exclusions. Return None if no exclusions were derived for this version or an earlier one.
        """
        return (len(self.chapters), self.exclusions) if "exclusions" in vars(self) else self._judged

    @cached_property
    def fold(self) -> LocalFold:
        """The facts of the work up to the given chapter, which are derived when a read asks for them."""
        context = FoldContext(
            self.chronology,
            self.exclusions,
            ChapterBounds(self.chronology),
            IssueContext(self.group_id, self.language),
        )
        return LocalFold(self.statements, context)

    @property
    def language(self) -> Language:
        """Return the most frequent language of this work's chapters, or the first of equally frequent ones."""
        return language_of_chapters(self.chapters)

    def fact(self, uuid: str) -> Fact | None:
        """Return the fact with the id *uuid*, or None if the chapters up to the given one have no such fact."""
        known = self._facts.get(uuid)
        if known is None:
            folded = self.fold.fact(uuid)
            known = None if folded is None else self._named(folded)
        return known

    def facts(self) -> list[Fact]:
        return [self._named(one) for one in self.fold.every()]

    @paused_collector()
    def facts_of_predicate(self, predicate: str) -> list[Fact]:
        """Return the facts with the predicate *predicate*, and possibly others, sorted by the order keys of their
        chapters, then by id. Only groups with a statement of this predicate are folded, because the first statement of
        a fact has the predicate of the fact.
        """
        statements, asked = self.statements, frozenset((facet(Facet.PREDICATE, predicate_key(predicate)),))
        rows = range(len(statements.columns.predicate))
        found = self.row_facets.rows_that_may_have(statements.columns, rows, (asked,))
        numbers = dict.fromkeys(map(self.fold.number_of, found))
        facts = [self._named(fact) for number in numbers for fact in self.fold.facts_in(number)]
        return sorted(facts, key=lambda one: (one.told_at.order, one.uuid))

    def facts_like(self, uuid: str) -> tuple[str | None, list[str]]:
        """Return the id of the fact that the statement *uuid* supports or ends (or None), and the ids of other facts of
        its content.
        """
        found = self.fold.fact_of(uuid)
        like = [one for number in self.fold.numbers([uuid]) for one in self.fold.facts_like(number, uuid)]
        return found, [one for one in like if one != found]

    @cached_property
    def entity_facts(self) -> EntityFacts:
        """The facts of single entities."""
        return EntityFacts(self.fold, self.statements, self.row_facets, self._named)

    @cached_property
    def row_facets(self) -> RowFacets:
        """The facets (tokens by which reads filter) that a fact has because of its statements: the facets of its
        predicate, scope, layer, end and chapters.
        """
        table = shipped_table().extended(self._predicates)
        return RowFacets(self.statements.predicates, table, (one.episode for one in self.chapters))

    def latest_facts_of(
        self, entity: str, limit: int, *, passes: Callable[[Fact], bool], facets: FacetSets = ()
    ) -> list[Fact]:
        """Return what `EntityFacts.latest` returns."""
        return self.entity_facts.latest(entity, limit, passes=passes, facets=facets)

    def unknown_orders(self, facts: Collection[str]) -> list[Issue]:
        """Return the issues of the kind ORDER_UNKNOWN about *facts*, and possibly further issues of this kind. An issue
        of this kind says that facts exclude each other, and that the text does not say which fact comes first. The
        issues are in narrative order of the last chapters that they quote.
        """
        return self.fold.unknown_orders(facts)

    @paused_collector()
    def issues_near(self, facts: Collection[str], chapters: Collection[str]) -> list[Issue]:
        """Return the issues about facts and times that concern one of *facts* or quote one of *chapters*, and possibly
        others, the most urgent first. A waived issue contains the reason of its waiver.
        """
        found = issues_near(self.fold, facts, chapters, self.statements)
        waivers = Waivers.of(sorted(self.acts.values(), key=lambda one: one.number))
        return list(waivers.waived({one.uuid: one for one in found}).values())

    def entity(self, uuid: str) -> Entity | None:
        """Return the entity with the id *uuid* with its summary, or None if the chapters up to the given one have no
        such entity.
        """
        if uuid not in self.entities:
            return None
        if uuid not in self._summaries:
            self._summaries[uuid] = self.entity_facts.summary(uuid)
        return self.entities.entity(uuid, self._summaries[uuid])

    def _named(self, folded: FoldedFact) -> Fact:
        known = self._facts.get(folded.uuid)
        if known is None:
            turn = self.fold.turn_of(folded)
            known = fact_of(folded, self.entities)
            known = self._facts[folded.uuid] = known if known.turn is turn else replace(known, turn=turn)
        return known
