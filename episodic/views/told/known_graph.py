"""The graph of what a person knows of a work up to a given chapter. Each value is derived when it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact, Mentions, Statement
from episodic.model.lazy_entries import DerivedEntries, LazyEntries
from episodic.model.spans import Evidence
from episodic.pipeline.projection.named_facts import EntityName, fact_of
from episodic.pipeline.projection.pov_graph import KnownGraph, VisibleText, known_statement, merged_spans, says_i
from episodic.pipeline.projection.projector import Graph
from episodic.pipeline.projection.values import statement_of
from episodic.temporal.as_of import When
from episodic.temporal.fold.folded_facts import FoldedFact
from episodic.temporal.knowledge.knowledge import Knowledge
from episodic.temporal.knowledge.pov_fold import PovKnowledge
from episodic.temporal.knowledge.scenes import FoundScenes
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.entity_facts import EntityFacts
from episodic.views.told.fold import LocalFold
from episodic.views.told.known_facts import EarlierFold, KnownFacts, known_facts
from episodic.views.told.known_rows import KnownRows, known_rows
from episodic.views.told.row_facets import FacetSets
from episodic.views.told.told_narrative import ToldNarrative, ToldPresence
from episodic.views.told.told_scenes import ToldScenes
from episodic.views.told.work import ToldWork

_MOST_PERSONS = 4
"""The maximum number of persons whose knowledge is kept for the next version of the work."""


@dataclass(frozen=True, slots=True)
class LocalGraph:
    """The graph of what a person knows, and two ways to read only some of its facts. `entity_facts` derives the facts
    of single entities. `facts` contains facts that lack the names of their entities. The graph equals that of
    `known_graph`, without issues and moments.
    """

    known: KnownGraph
    entity_facts: EntityFacts
    facts: KnownFacts

    def latest_unnamed(
        self, entity: str, limit: int, *, passes: Callable[[Fact], bool], facets: FacetSets = ()
    ) -> list[Fact]:
        """Return what `EntityFacts.latest` returns, without the names and types of entities. A fact is built only when
        a field is read whose value the statements of the fact alone do not give.
        """
        found = self.entity_facts.latest_drafts(entity, limit, passes=passes, facets=facets)
        return [self.facts.deferred_fact(*one, ended=self.entity_facts.has_ended(*one)) for one in found]


class LocalGraphs:
    """Derives from the work *told* what persons know of it. *passages* are the passages of the work by id. *scenes*
    contains the scenes of the work's passages that were found before. Scenes that this object finds are added to
    *scenes*. *earlier* is what was derived from an earlier version of the work that *told* continues.
    """

    def __init__(
        self,
        told: ToldWork,
        passages: Mapping[str, Passage],
        scenes: FoundScenes | None = None,
        earlier: LocalGraphs | None = None,
    ) -> None:
        self.told, self._passages = told, passages
        self.scenes = FoundScenes() if scenes is None else scenes
        narrative = ToldNarrative(told, passages)
        rows, found = ({}, {}) if earlier is None else (earlier.rows, earlier.presence.found)
        self.rows: dict[str, KnownRows] = dict(list(rows.items())[-_MOST_PERSONS:])
        """By person, what the person knows at the end of the work, or knew at the end of an earlier version. The person
        whose knowledge was read last comes last.
        """
        self.presence: ToldPresence = ToldPresence(narrative, {who: found[who] for who in self.rows if who in found})
        self._scenes = ToldScenes(narrative, self.scenes)
        self._knowledge = Knowledge(narrative, self._scenes, self.presence)
        moved = None if earlier is None else told.chronology.moved_since(earlier.told.chronology)
        self._earlier_folds: dict[str, EarlierFold] = {}
        if earlier is not None and moved is not None:
            self._earlier_folds = {who: EarlierFold(one, moved) for who, one in earlier.folds.items()}
        self.folds: dict[str, LocalFold] = {}
        """The folds of what persons know at the end of the work, by person."""

    def of(self, person: str, when: When | None) -> LocalGraph:
        """Return what *person* knows and believes at the moment *when*. If *when* is None, the moment is the end of the
        last chapter that the read sees.
        """
        rows = known_rows(self.told, self._knowledge, self._scenes, person, when, self.rows.pop(person, None))
        if when is None and not self._knowledge.died(person):
            self.rows[person] = rows
        earlier = self._earlier_folds.pop(person, None) if when is None else None
        facts, pov = known_facts(self.told, self._knowledge, person, when, rows, earlier)
        if when is None:
            self.folds[person] = facts.fold
        return _Builder(self.told, self._passages, facts, pov).graph()


class _Builder:
    def __init__(self, told: ToldWork, passages: Mapping[str, Passage], facts: KnownFacts, pov: PovKnowledge) -> None:
        self._told, self._passages, self._facts, self._pov = told, passages, facts, pov
        self._heard = VisibleText(
            pov, self._spans(), said=self._said, stated=lambda uuid: told.statements[uuid].evidence
        )
        self._rows: dict[str, list[Mentions]] = {}
        entities = told.entities
        self._entities = LazyEntries[str, Entity](
            entities, lambda who: self._heard.entity(entities.entity(who, ""), self._mentions_of(who))
        )
        self._names = LazyEntries[str, EntityName](entities, self._name)
        self._named: dict[str, Fact] = {}

    def graph(self) -> LocalGraph:
        told, pov, facts, entities = self._told, self._pov, self._facts, self._told.entities
        own = EntityFacts(
            facts.fold,
            facts.statements,
            told.row_facets,
            lambda one: self._fact(facts.shown(one)),
            ended=facts.ended,
        )
        graph = Graph(
            passages=LazyEntries(pov.passages, self._passages.__getitem__),
            entities=DerivedEntries(
                lambda who: replace(self._entities[who], summary=own.summary(who)) if self._is_met(who) else None,
                lambda: filter(self._is_met, entities),
                known=self._is_met,
            ),
            mentions=DerivedEntries(self._mentions, lambda: (one.uuid for one in self._all_mentions())),
            statements=LazyEntries(facts.statements, self._statement),
            facts=DerivedEntries(self._known_fact, lambda: pov.facts, known=facts.fold.has_fact),
            fact_of=pov.fact_of,
        )
        return LocalGraph(KnownGraph(graph, pov, self._heard), own, facts)

    def _spans(self) -> LazyEntries[str, Sequence[tuple[int, int]]]:
        """Return the parts of each chapter that the person knows. The parts of a chapter are joined when they are read."""
        chapters = {one.episode: one for one in self._told.chapters if self._knows(one)}
        return LazyEntries(chapters, lambda one: merged_spans(self._spans_in(one, chapters[one]))[one])

    def _knows(self, chapter: PlacedChapter) -> bool:
        """Return whether the person knows a statement or a passage of a chapter."""
        known = self._pov.passages
        return bool(self._facts.statements.in_chapter(chapter.episode)) or any(
            one.uuid in known for one in chapter.told.passages
        )

    def _spans_in(self, episode: str, chapter: PlacedChapter) -> Iterator[tuple[str, int, int]]:
        """Yield the passages of a chapter that the person knows, and the quotes of the statements of the chapter that he
        knows.
        """
        for passage in chapter.told.passages:
            if passage.uuid in self._pov.passages:
                one = self._passages[passage.uuid]
                yield episode, one.span.start, one.span.end
        statements = self._facts.statements
        for number in statements.in_chapter(episode):
            yield episode, int(statements.columns.start[number]), int(statements.columns.end[number])

    def _said(self, who: str) -> Evidence | None:
        rows = self._facts.statements.of_entity(who)
        return self._facts.statements.at(rows[-1]).evidence if rows else None

    def _is_met(self, who: str) -> bool:
        """Return whether the person knows of an entity: a known statement or a known part of the text is about it."""
        if who not in self._told.entities:
            return False
        if who == self._pov.person or self._facts.statements.of_entity(who):
            return True
        places = self._told.entities.places_of(who)
        return any(self._heard.holds(episode, one.start, one.end) for episode, one in places)

    def _mentions_of(self, who: str) -> list[Mentions]:
        known = self._rows.get(who)
        if known is None:
            found = map(self._heard.mentions, self._told.entities.mentions_of(who))
            known = self._rows[who] = [one for one in found if one is not None]
        return known

    def _mentions(self, uuid: str) -> Mentions | None:
        found = self._told.entities.mentions(uuid)
        return None if found is None else self._heard.mentions(found)

    def _all_mentions(self) -> Iterator[Mentions]:
        found = map(self._heard.mentions, self._told.entities.all_mentions())
        return (one for one in found if one is not None)

    def _name(self, who: str) -> EntityName:
        name, kind, says_i_somewhere = self._told.entities[who]
        # Whoever has heard the main name uses it, however often he has heard other names. If the person has heard the
        # main name, the mentions of the entity need not be counted. This saves time, because a main character of a long
        # work has thousands of mentions.
        if not says_i_somewhere and self._is_heard(who, name):
            return name, kind, False
        return self._entities[who].name, kind, says_i(self._mentions_of(who))

    def _is_heard(self, who: str, name: str) -> bool:
        places = self._told.entities.places_of(who)
        return any(one.surface == name and self._heard.holds(at, one.start, one.end) for at, one in places)

    def _statement(self, uuid: str) -> Statement:
        return known_statement(statement_of(self._told.group_id, self._told.statements[uuid], None), self._pov)

    def _known_fact(self, uuid: str) -> Fact | None:
        found = self._facts.fact(uuid)
        return None if found is None else self._fact(found)

    def _fact(self, folded: FoldedFact) -> Fact:
        known = self._named.get(folded.uuid)
        if known is None:
            known = self._named[folded.uuid] = self._heard.fact(fact_of(folded, self._names))
        return known
