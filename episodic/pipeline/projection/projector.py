"""The derivation of the graph from a replay: entities, mentions, statements, moments, facts and issues."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from episodic.dedup.merge_suggestions import MergeSuggester
from episodic.model.deferred import is_same
from episodic.model.episodes import Passage
from episodic.model.graph import Entity, Fact, Issue, Mentions, Statement
from episodic.model.ids import OccurrenceCounter
from episodic.model.moments import Moment
from episodic.model.shared_dict import SharedDict
from episodic.model.spans import Evidence
from episodic.pipeline.overrides.entity_corrections import NO_CORRECTION, EntityCorrection
from episodic.pipeline.projection.cut_links import cut_link_issues
from episodic.pipeline.projection.earlier_values import EarlierValues
from episodic.pipeline.projection.entity_naming import (
    Profile,
    chapter_profiles,
    entity_ids,
    entity_of,
    main_name,
    mentions_of,
)
from episodic.pipeline.projection.fold_inputs import EntityIndex, placed_passages, placed_statement
from episodic.pipeline.projection.linked_statements import LinkedStatements
from episodic.pipeline.projection.maintained_moments import MaintainedMoments
from episodic.pipeline.projection.mention_index import MentionIndex
from episodic.pipeline.projection.merge_suggestions import MergeContext, identity_issues
from episodic.pipeline.projection.named_facts import EntityName, NamedFacts
from episodic.pipeline.projection.namesake_names import chapter_names, told_apart
from episodic.pipeline.projection.narrated_entities import ClusterName, DifferentClusters, NarratedEntities
from episodic.pipeline.projection.record_encoding import Derived
from episodic.pipeline.projection.replaced_chapter import (
    ChapterValues,
    ReplacedChapter,
    moved_profiles,
    replaced_chapter,
)
from episodic.pipeline.projection.summaries import EntitySummaries
from episodic.pipeline.projection.values import verdicts_of, work_language
from episodic.pipeline.replay.rejected_quotes import rejected_quotes
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter
from episodic.temporal.chapter_bounds import ChapterBounds
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.exclusion import Exclusions, JudgedPair
from episodic.temporal.fold.folded_facts import FoldedFact, FoldResult
from episodic.temporal.fold.group_folding import FoldContext
from episodic.temporal.fold.maintained_fold import MaintainedFold
from episodic.temporal.issues import IssueContext, ranked
from episodic.temporal.knowledge.issues import KnowledgeIssues
from episodic.temporal.knowledge.narrative import NarrativeSoFar
from episodic.temporal.placed import PlacedPassage, PlacedStatement


@dataclass(frozen=True, slots=True)
class Graph:
    """All values (entities, facts, issues and so on) derived from a work. The values of each kind are mapped by id."""

    passages: Mapping[str, Passage] = field(default_factory=dict[str, Passage])
    entities: Mapping[str, Entity] = field(default_factory=dict[str, Entity])
    mentions: Mapping[str, Mentions] = field(default_factory=dict[str, Mentions])
    statements: Mapping[str, Statement] = field(default_factory=dict[str, Statement])
    moments: Mapping[str, Moment] = field(default_factory=dict[str, Moment])
    facts: Mapping[str, Fact] = field(default_factory=dict[str, Fact])
    issues: Mapping[str, Issue] = field(default_factory=dict[str, Issue])
    fact_of: Mapping[str, str] = field(default_factory=dict[str, str])
    """The id of the fact to which each statement belongs, by statement id."""
    chronology: Chronology | None = None
    folded: Mapping[str, FoldedFact] = field(default_factory=dict[str, FoldedFact])
    placed_passages: Mapping[str, PlacedPassage] = field(default_factory=dict[str, PlacedPassage])
    placed_statements: Mapping[str, PlacedStatement] = field(default_factory=dict[str, PlacedStatement])
    exclusions: Exclusions = field(default_factory=Exclusions)
    episodes: frozenset[str] = frozenset()
    """The ids of all chapters of the graph."""
    unread: Mapping[str, Passage] = field(default_factory=dict[str, Passage])
    """The passages of chapters that have no reading yet. Nothing else of the graph is derived from these chapters."""

    def uses(self, uuid: str) -> bool:
        """Return whether an entity or a fact of the graph has this id."""
        return uuid in self.entities or uuid in self.facts

    def values(self) -> Iterator[Derived]:
        """Yield all values kind by kind, the passages in narrative order (`passages` may be in another order)."""
        yield from sorted(self.passages.values(), key=lambda one: (one.order, one.episode, one.index))
        yield from self.entities.values()
        yield from self.mentions.values()
        yield from self.statements.values()
        yield from self.moments.values()
        yield from self.facts.values()
        yield from self.issues.values()


class Projector:
    """A projector that derives the graphs of a work's successive replays. If a replay only adds chapters at the end,
    values of the previous graph are reused.
    """

    KEPT: ClassVar[tuple[str, ...]] = (
        *("_told", "_statements", "_profiles", "_ids", "_names", "_passages", "_words", "_mentions", "_mentioned"),
        *("_judged", "_rejected", "_made", "_shown", "_issues"),
    )
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"_made", "_shown", "_names", "_ids", "_passages", "_words"})
    KEPT_PARTS: ClassVar[tuple[str, ...]] = (
        *("_numbers", "_chronology", "_fold", "_facts", "_summaries", "_moments"),
        *("_suggester", "_knowledge", "_listed"),
    )

    def __init__(self, group_id: str) -> None:
        self._group_id = group_id
        self._told: list[ReplayedChapter] = []
        self._replaced: ReplacedChapter | None = None
        self._chronology: Chronology | None = None
        self._fold = MaintainedFold()
        self._summaries = EntitySummaries()
        self._facts = NamedFacts(self._summaries.about)
        self._moments = MaintainedMoments(group_id)
        self._suggester = MergeSuggester()
        self._knowledge = KnowledgeIssues()
        self._issues = SharedDict[str, Issue]()
        self._reset(EarlierValues())

    def _reset(self, earlier: EarlierValues) -> None:
        """Forget the last graph, but keep its values *earlier*. If a value of the next graph equals a value in
        *earlier*, the old object is used again.
        """
        self._earlier = earlier
        self._statements = SharedDict[str, PlacedStatement]()
        self._passages = SharedDict[str, PlacedPassage]()
        self._profiles = SharedDict[int, Profile]()
        self._mentions = SharedDict[str, Mentions]()
        self._made = SharedDict[str, Entity]()
        self._ids = SharedDict[int, str]()
        self._numbers = OccurrenceCounter()
        self._names = SharedDict[int, ClusterName]()
        self._words = SharedDict[str, Passage]()
        self._judged: list[JudgedPair] = []
        self._rejected: list[tuple[str, Evidence]] = []
        self._mentioned = SharedDict[str, str]()
        self._mentions_of = MentionIndex(self._mentioned)
        self._linked = LinkedStatements(self._group_id)
        self._shown = SharedDict[int, str]()
        self._listed = NarratedEntities()
        self._different = DifferentClusters()
        self._named: SharedDict[str, EntityName] | None = SharedDict[str, EntityName]()
        """The names of the entities, by entity id, or None if the last graph was restored from a checkpoint."""
        self._corrected: Mapping[int, EntityCorrection] = {}

    def derive(self, replay: Replay) -> Graph:
        """Derive the graph of a replay."""
        fresh = self._new_chapters(replay)
        self._update_corrections(replay.decisions.corrected(replay.clusters))
        touched = self._collect_profiles(replay, fresh)
        touched = list(touched if self._names else self._profiles)
        people = self._update_entity_index(replay, touched)
        chronology = self._place(replay, fresh, people)
        frame = self._fold_context(replay, chronology)
        statements = self._statements.copy()
        folded = self._fold.fold(statements, frame)
        folded = self._with_more_issues(folded, frame, statements)
        renamed = self._update_names(replay, touched)
        kept = self._linked.of(statements, folded.fact_of)
        graph = self._graph(replay, [*touched, *renamed], chronology, folded)
        return replace(graph, statements=kept, placed_statements=statements, exclusions=frame.exclusions)

    def _fold_context(self, replay: Replay, chronology: Chronology) -> FoldContext:
        issue_context = IssueContext(self._group_id, work_language(replay.completed))
        same_order = self._replaced is not None
        return FoldContext(chronology, Exclusions(self._judged), ChapterBounds(chronology), issue_context, same_order)

    def before_restoring(self, replay: Replay) -> None:
        """Prepare the projector before a checkpoint restores its attributes. *replay* is the replay from which the last
        graph was derived.
        """
        self._chronology = Chronology.of((), (), replay.calendars)

    def restored(self, replay: Replay, later: Projector | None = None) -> None:
        """Derive the values that a checkpoint does not store, after a checkpoint has restored the projector's
        attributes. *replay* is the replay from which the last graph was derived. If a checkpoint has restored an
        earlier state than that of the projector *later*, facts and statements that are equal in both states become
        the same objects.
        """
        if self._chronology is not None:
            statements = self._statements.copy()
            self._chronology = self._chronology.restored(self._passages.copy(), statements)
            self._fold.restored(statements, self._fold_context(replay, self._chronology), self._facts.folded)
        self._mentions_of, self._named = MentionIndex(self._mentioned), None
        self._linked.restored(self._statements.copy(), self._fold.fact_of)
        self._corrected = replay.decisions.corrected(replay.clusters)
        if later is not None:
            self._facts.share_facts(later._facts)  # noqa: SLF001 - an object of the same class
            self._linked.share_statements(later._linked)  # noqa: SLF001 - an object of the same class
        self._summaries.restored(self._facts.last)
        self._knowledge.restored(self._statements.copy())
        self._suggester.restored(self._listed.last)

    def last_graph(self, replay: Replay) -> Graph:
        """Return the graph that was derived last, after a checkpoint has restored the projector's attributes. *replay*
        is the replay from which the graph was derived.
        """
        chronology = self._chronology or Chronology.of((), (), replay.calendars)
        graph = self._graph_with(replay, chronology, self._facts.last, self._facts.folded)
        return replace(
            graph,
            entities=self._listed.last,
            issues=self._issues.copy(),
            fact_of=self._fold.fact_of,
            statements=self._linked.last,
            placed_statements=self._statements.copy(),
            exclusions=self._fold_context(replay, chronology).exclusions,
        )

    def _new_chapters(self, replay: Replay) -> Sequence[ReplayedChapter]:
        """If chapters were only appended since the last graph, and none of them merged or divided earlier entities,
        return the appended chapters. If only one chapter was replaced, by one with the same entities and statements,
        set `_replaced` and return no chapters. After any other change, clear the cached values and return all chapters.
        """
        told, now = self._told, replay.chapters
        self._replaced = replaced_chapter(told, now)
        appended = len(now) >= len(told) and all(map(is_same, told, now))
        fresh = now[len(told) :]
        if self._replaced is None and (not appended or any(one.united for one in fresh)):
            self._reset(EarlierValues(self._statements, self._passages, self._profiles, self._mentions, self._made))
            fresh = list(now)
        self._told = list(now)
        return fresh

    def _update_corrections(self, corrected: Mapping[int, EntityCorrection]) -> None:
        if corrected != self._corrected:
            self._names.clear()
            self._made.clear()
            self._listed = NarratedEntities()
            self._corrected = corrected

    def _collect_profiles(self, replay: Replay, fresh: Sequence[ReplayedChapter]) -> Iterable[int]:
        touched: dict[int, None] = {}
        for chapter in fresh:
            for number, profile in chapter_profiles(chapter).items():
                root = replay.clusters.root(number)
                known = self._profiles.get(root)
                self._profiles[root] = profile if known is None else known.joined(profile)
                touched[root] = None
        if self._replaced is not None:
            for root, moved in moved_profiles(self._replaced, self._profiles, replay.clusters).items():
                self._profiles[root], touched[root] = moved, None
        for root, profile in self._profiles.items() if self._earlier.profiles else ():
            self._profiles[root] = self._earlier.profile(root, profile)
        return touched

    def _update_entity_index(self, replay: Replay, touched: Sequence[int]) -> EntityIndex:
        fresh = [(root, self._profiles[root]) for root in touched if root not in self._ids]
        self._ids.update(entity_ids(self._group_id, fresh, self._numbers))
        for root in touched:
            profile, corrected = self._profiles[root], self._corrected.get(root, NO_CORRECTION)
            self._names[root] = ClusterName(
                main_name(profile, corrected), corrected.type or profile.type, profile.first.told
            )
        return EntityIndex(replay.clusters.root, self._ids)

    def _place(self, replay: Replay, fresh: Sequence[ReplayedChapter], people: EntityIndex) -> Chronology:
        earlier = self._earlier
        passages = [earlier.passage(one) for chapter in fresh for one in placed_passages(chapter)]
        made = (
            placed_statement(chapter, one, people, position=position)
            for chapter in fresh
            for position, one in enumerate(chapter.statements)
        )
        statements = [earlier.statement(one) for one in made if one is not None]
        for chapter in fresh:
            for found in map(earlier.mention, mentions_of(self._group_id, chapter, replay.clusters, people.ids)):
                self._mentions[found.uuid] = found
                self._mentioned[found.uuid] = found.entity
                self._mentions_of.add(found.uuid, found.entity)
            self._words.update((one.value.uuid, one.value) for one in chapter.passages)
            self._rejected.extend(chapter.rejected)
        self._passages.update((one.uuid, one) for one in passages)
        self._statements.update((one.uuid, one) for one in statements)
        if self._replaced is not None:
            values = ChapterValues(self._statements, self._passages, self._words, self._mentions, self._judged)
            values.replace(self._replaced, self._group_id, replay, people)
            self._judged, self._different = values.judged, DifferentClusters()
        self._judged.extend(verdicts_of(fresh, self._statements))
        if self._chronology is None:
            self._chronology = Chronology.of(passages, statements, replay.calendars)
        else:
            placed, same = (self._passages.copy(), self._statements.copy()), self._replaced is not None
            self._chronology = self._chronology.revised(*placed, replay.calendars, same_order=same)
        return self._chronology

    def _with_more_issues(
        self, folded: FoldResult, frame: FoldContext, statements: Mapping[str, PlacedStatement]
    ) -> FoldResult:
        """Return the facts and issues that were derived from statements (by the fold), with additional issues.

        The additional issues report knowledge that a character cannot have yet, and quotes that do not occur in the
        text.
        """
        told = NarrativeSoFar(
            self._passages,
            statements,
            frame.chronology,
            frame.exclusions,
            words=self._words,
            mentions=map(self._mentions.__getitem__, self._mentions),
        )
        found = [*self._knowledge.of(told, folded.fact_of, frame.issue_context)]
        found.extend(rejected_quotes(self._rejected, frame.issue_context))
        return replace(folded, issues=ranked((*folded.issues, *found))) if found else folded

    def _update_names(self, replay: Replay, touched: Sequence[int]) -> list[int]:
        self._listed.complete(self._ids, self._names)
        same, language = self._listed.namesakes(touched, self._names), work_language(replay.completed)
        shown = told_apart(
            {root: self._names[root].name for root in same},
            self._profiles,
            given=[number for number, one in self._corrected.items() if one.name],
            chapters=chapter_names((one.episode for one in replay.completed), language),
            language=language,
        )
        names, changed = self._facts.names.copy() if self._named is None else self._named, list[int]()
        for root in touched:
            shown.setdefault(root, self._shown.get(root, ""))
        for root, name in shown.items():
            now = (name, self._names[root].type, self._profiles[root].says_i)
            if self._shown.get(root) != name or names.get(self._ids[root]) != now:
                self._shown[root], names[self._ids[root]] = name, now
                changed.append(root)
        self._named = names
        return changed

    def _graph(self, replay: Replay, touched: Sequence[int], chronology: Chronology, folded: FoldResult) -> Graph:
        names = SharedDict[str, EntityName]() if self._named is None else self._named
        facts = self._facts.of(folded.by_id, names.copy())
        entities = self._entities(facts, touched)
        issues = ranked((*folded.issues, *self._merge_suggestions(replay, entities)))
        waived, known = replay.decisions.waivers.waived({one.uuid: one for one in issues}), self._issues
        self._issues = SharedDict(
            (uuid, one if known.get(uuid) != one else known[uuid]) for uuid, one in waived.items()
        )
        graph = self._graph_with(replay, chronology, facts, folded.by_id)
        return replace(graph, entities=entities, issues=self._issues.copy(), fact_of=folded.fact_of)

    def _graph_with(
        self, replay: Replay, chronology: Chronology, facts: Mapping[str, Fact], folded: Mapping[str, FoldedFact]
    ) -> Graph:
        return Graph(
            passages=self._words.copy(),
            mentions=self._mentions.copy(),
            moments=self._moments.of(replay.chapters, chronology, self._statements),
            facts=facts,
            chronology=chronology,
            folded=folded,
            episodes=frozenset(one.episode.uuid for one in replay.completed),
            placed_passages=self._passages.copy(),
        )

    def _merge_suggestions(self, replay: Replay, entities: Mapping[str, Entity]) -> Sequence[Issue]:
        """Return an issue for each cut link (an entity that turned out to be two), and for each pair that may be one.

        If a judgement or the author declares two entities different, the pair is reported only if it is a cut link. The
        two entities of a cut link were one entity before.
        """
        number_of = self._listed.number_of
        scene = MergeContext(
            entities,
            lambda entity: [self._mentions[uuid] for uuid in self._mentions_of.of(entity)],
            {one.episode.uuid: one.episode.text for one in replay.completed},
            lambda first, second: self._different.apart(replay, number_of(first), number_of(second)),
        )
        context = IssueContext(self._group_id, work_language(replay.completed))
        cut = cut_link_issues(replay.clusters.cuts(), replay.chapters, context)
        reported = {one.uuid for one in cut}
        return (*cut, *(one for one in identity_issues(scene, context, self._suggester) if one.uuid not in reported))

    def _entities(self, facts: SharedDict[str, Fact], touched: Iterable[int]) -> SharedDict[str, Entity]:
        """Return all entities by id. An entity whose mentions, name and facts did not change stays the same object."""
        about = self._listed.numbers_of(self._summaries.update(facts))
        for root in self._listed.to_make({*touched, *about}, self._names, self._made):
            uuid, profile, corrected = self._ids[root], self._profiles[root], self._corrected.get(root, NO_CORRECTION)
            made = entity_of(self._group_id, uuid, profile, self._summaries.of(uuid), corrected=corrected)
            made, known = replace(made, name=self._shown[root]), self._made.get(uuid)
            self._made[uuid] = self._earlier.entity(made) if known is None or made != known else known
        self._earlier = EarlierValues()
        return self._listed.entities(self._made)
