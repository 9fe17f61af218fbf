"""The graph derived from a replay: entities, mentions, statements, moments, facts and issues, as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact, Issue, Mentions, Statement
from episodic.model.ids import Numbering
from episodic.model.moments import Moment
from episodic.pipeline.acts.corrected import AS_TOLD, Corrected
from episodic.pipeline.deriving.derived_values import (
    fact_of,
    moments_of,
    people_of,
    statement_of,
    verdicts_of,
    work_language,
)
from episodic.pipeline.deriving.naming import Profile, chapter_profiles, entity_ids, entity_of, main_name, mentions_of
from episodic.pipeline.deriving.placed_of import People, placed_passage, placed_statement
from episodic.pipeline.deriving.records_of import Derived
from episodic.pipeline.deriving.summaries import summary_of
from episodic.pipeline.deriving.suspecting import Scene, identity_issues
from episodic.pipeline.telling.rejections import rejected_quotes
from episodic.pipeline.telling.replay import Replay
from episodic.pipeline.telling.replayed import ReplayedChapter
from episodic.temporal.chronology import Chronology
from episodic.temporal.coarse import Coarse
from episodic.temporal.exclusion import Exclusions
from episodic.temporal.fold import Frame, fold
from episodic.temporal.fold_facts import Folded, FoldedFact
from episodic.temporal.issues import Voice, ranked
from episodic.temporal.knowledge_issues import knowledge_issues
from episodic.temporal.knowledge_telling import Told
from episodic.temporal.placed import PlacedPassage, PlacedStatement


@dataclass(frozen=True, slots=True)
class Graph:
    """Everything derived of a work. Mappings are by id, in telling order."""

    passages: dict[str, Passage] = field(default_factory=dict[str, Passage])
    entities: dict[str, Entity] = field(default_factory=dict[str, Entity])
    mentions: dict[str, Mentions] = field(default_factory=dict[str, Mentions])
    statements: dict[str, Statement] = field(default_factory=dict[str, Statement])
    moments: dict[str, Moment] = field(default_factory=dict[str, Moment])
    facts: dict[str, Fact] = field(default_factory=dict[str, Fact])
    issues: dict[str, Issue] = field(default_factory=dict[str, Issue])
    fact_of: Mapping[str, str] = field(default_factory=dict[str, str])
    """The fact of each statement, by the statement's id."""
    chronology: Chronology | None = None
    folded: Mapping[str, FoldedFact] = field(default_factory=dict[str, FoldedFact])
    placed: Mapping[str, PlacedPassage] = field(default_factory=dict[str, PlacedPassage])
    told: Mapping[str, PlacedStatement] = field(default_factory=dict[str, PlacedStatement])
    exclusions: Exclusions = field(default_factory=Exclusions)

    @property
    def ids(self) -> set[str]:
        """The ids of all entities and facts."""
        return {*self.entities, *self.facts}

    def values(self) -> Iterator[Derived]:
        """Every derived value."""
        yield from self.passages.values()
        yield from self.entities.values()
        yield from self.mentions.values()
        yield from self.statements.values()
        yield from self.moments.values()
        yield from self.facts.values()
        yield from self.issues.values()


class Deriver:
    """Derives graphs of one work, and reuses from one to the next what only appending leaves as it was."""

    def __init__(self, group_id: str) -> None:
        self._group_id = group_id
        self._told: list[ReplayedChapter] = []
        self._forget()

    def _forget(self) -> None:
        """Make everything anew the next time."""
        self._profiles: dict[int, Profile] = {}
        self._ids: dict[int, str] = {}
        self._numbers = Numbering()
        self._names: dict[int, tuple[int, str, str]] = {}
        self._passages: dict[str, PlacedPassage] = {}
        self._statements: dict[str, PlacedStatement] = {}
        self._mentions: dict[str, Mentions] = {}
        self._facts: dict[str, tuple[FoldedFact, tuple[tuple[str, str], ...], Fact]] = {}
        self._kept: dict[str, Statement] = {}
        self._made: dict[str, Entity] = {}
        self._corrected: Mapping[int, Corrected] = {}
        self._chronology: Chronology | None = None

    def derive(self, replay: Replay) -> Graph:
        """Everything that the replay comes to."""
        fresh = self._fresh(replay)
        self._correct(replay.decisions.corrected(replay.clusters))
        self._gather(replay, fresh)
        people = self._people(replay)
        self._place(replay, fresh, people)
        chronology = self._chronology or Chronology.of((), (), replay.calendars)
        exclusions = Exclusions(verdicts_of(replay.chapters, self._statements))
        voice = Voice(self._group_id, work_language(replay.chapters))
        frame = Frame(chronology, exclusions, Coarse(chronology), voice)
        folded = fold(self._statements.values(), frame)
        folded = self._with_more_issues(replay, folded, frame)
        graph = self._graph(replay, people, chronology, folded)
        return replace(graph, told=dict(self._statements), exclusions=exclusions)

    def _fresh(self, replay: Replay) -> Sequence[ReplayedChapter]:
        """The chapters to take in: those appended since the last time, or all of them after any other change."""
        told, now = self._told, replay.chapters
        appended = len(now) >= len(told) and all(one is other for one, other in zip(told, now, strict=False))
        fresh = now[len(told) :]
        if not appended or any(one.united for one in fresh):
            self._forget()
            fresh = list(now)
        self._told = list(now)
        return fresh

    def _correct(self, corrected: Mapping[int, Corrected]) -> None:
        """Names and entities are made anew when the author's corrections of them are others than the last time."""
        if corrected != self._corrected:
            self._names.clear()
            self._made.clear()
            self._corrected = corrected

    def _gather(self, replay: Replay, fresh: Sequence[ReplayedChapter]) -> None:
        for chapter in fresh:
            for number, profile in chapter_profiles(chapter).items():
                root = replay.clusters.root(number)
                known = self._profiles.get(root)
                if known is None:
                    self._profiles[root] = profile
                else:
                    known.absorb(profile)

    def _people(self, replay: Replay) -> People:
        """Ids, names and types of every cluster; those of profiles that did not grow are at hand."""
        fresh = [(root, profile) for root, profile in self._profiles.items() if root not in self._ids]
        self._ids.update(entity_ids(self._group_id, fresh, self._numbers))
        for root, profile in self._profiles.items():
            known = self._names.get(root)
            if known is None or known[0] != profile.mentions:
                corrected = self._corrected.get(root, AS_TOLD)
                kind = corrected.type or profile.type
                self._names[root] = (profile.mentions, main_name(profile, corrected), kind)
        names = {root: name for root, (_, name, _) in self._names.items()}
        types = {root: kind for root, (_, _, kind) in self._names.items()}
        return People(replay.clusters.root, self._ids, names, types)

    def _place(self, replay: Replay, fresh: Sequence[ReplayedChapter], people: People) -> None:
        passages = [placed_passage(chapter, one) for chapter in fresh for one in chapter.passages]
        made = [placed_statement(chapter, one, people) for chapter in fresh for one in chapter.statements]
        statements = [one for one in made if one is not None]
        for chapter in fresh:
            found = mentions_of(self._group_id, chapter, replay.clusters, people.ids)
            self._mentions.update((one.uuid, one) for one in found)
        self._passages.update((one.uuid, one) for one in passages)
        self._statements.update((one.uuid, one) for one in statements)
        if self._chronology is None:
            self._chronology = Chronology.of(passages, statements, replay.calendars)
        elif passages or statements:
            self._chronology = self._chronology.extended(passages, statements)

    def _with_more_issues(self, replay: Replay, folded: Folded, frame: Frame) -> Folded:
        """The fold with issues for what somebody knows before they learn it, and for quotes that do not stand in the text."""
        told = Told(
            self._passages,
            self._statements,
            frame.chronology,
            frame.exclusions,
            words={one.value.uuid: one.value for chapter in replay.chapters for one in chapter.passages},
            mentions=self._mentions.values(),
        )
        found = [*knowledge_issues(told, folded.fact_of, frame.voice)]
        for chapter in replay.chapters:
            found.extend(rejected_quotes(chapter.rejected, frame.voice))
        return replace(folded, issues=ranked((*folded.issues, *found))) if found else folded

    def _graph(self, replay: Replay, people: People, chronology: Chronology, folded: Folded) -> Graph:
        names = people.by_id()
        facts = {one.uuid: self._fact(one, names) for one in folded.facts}
        entities = self._entities(people, facts)
        issues = ranked((*folded.issues, *self._suspected(replay, people, entities)))
        return Graph(
            passages={one.value.uuid: one.value for chapter in replay.chapters for one in chapter.passages},
            entities=entities,
            mentions=dict(self._mentions),
            statements={one.uuid: one for one in self._kept_statements(replay, folded.fact_of)},
            moments=moments_of(self._group_id, replay.chapters, chronology, self._statements),
            facts=facts,
            issues=replay.decisions.waivers.waived({one.uuid: one for one in issues}),
            fact_of=folded.fact_of,
            chronology=chronology,
            folded={one.uuid: one for one in folded.facts},
            placed=dict(self._passages),
        )

    def _suspected(self, replay: Replay, people: People, entities: Mapping[str, Entity]) -> Sequence[Issue]:
        """An issue for every two entities that look like one, unless a judgement or the author has told them apart."""
        ids = people.ids
        differing = {frozenset(ids[number] for number in pair) for pair in replay.differing() if pair <= ids.keys()}
        scene = Scene(
            entities,
            self._mentions.values(),
            {one.episode.uuid: one.episode.text for one in replay.chapters},
            lambda first, second: frozenset((first, second)) in differing,
        )
        return identity_issues(scene, Voice(self._group_id, work_language(replay.chapters)))

    def _fact(self, folded: FoldedFact, names: Mapping[str, tuple[str, str]]) -> Fact:
        """The fact; the one made before if neither it nor the names of its people changed."""
        involved = tuple(names[who] for who in people_of(folded))
        known = self._facts.get(folded.uuid)
        if known is not None and known[0] == folded and known[1] == involved:
            return known[2]
        made = fact_of(self._group_id, folded, names)
        self._facts[folded.uuid] = (folded, involved, made)
        return made

    def _kept_statements(self, replay: Replay, facts: Mapping[str, str]) -> Iterator[Statement]:
        """Every statement with the fact it belongs to; the one made before if that is the same."""
        for chapter in replay.chapters:
            for told in chapter.statements:
                placed = self._statements.get(told.uuid)
                if placed is None:
                    continue
                known, fact = self._kept.get(told.uuid), facts.get(told.uuid)
                if known is None or known.fact != fact:
                    known = statement_of(self._group_id, placed, told.written, fact)
                    self._kept[told.uuid] = known
                yield known

    def _entities(self, people: People, facts: Mapping[str, Fact]) -> dict[str, Entity]:
        about: dict[str, list[Fact]] = {}
        for fact in facts.values():
            about.setdefault(fact.subject, []).append(fact)
            if fact.object is not None:
                about.setdefault(fact.object, []).append(fact)
        ordered = sorted(self._profiles.items(), key=lambda one: (one[1].first.told, one[0]))
        found: dict[str, Entity] = {}
        for root, profile in ordered:
            uuid = people.ids[root]
            summary = summary_of(about.get(uuid, ()))
            known = self._made.get(uuid)
            if known is None or known.mentions != profile.mentions or known.summary != summary:
                corrected = self._corrected.get(root, AS_TOLD)
                known = entity_of(self._group_id, uuid, profile, summary, corrected=corrected)
                self._made[uuid] = known
            found[uuid] = known
        return found
