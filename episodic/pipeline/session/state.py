"""The in-memory state of a work (inputs, replay, derived graph and records), and the difference between two states."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.decisions import Judgement
from episodic.model.episodes import Layer
from episodic.model.graph import Entity, Fact, Issue
from episodic.model.records import Kind, Record, RecordKey, Redirect
from episodic.model.settings import WorkSettings
from episodic.model.shared_dict import SharedDict
from episodic.pipeline.inputs import CANON_LAYERS, ChapterInput, WorkInputs
from episodic.pipeline.overrides.identity_overrides import AppliedOverrides
from episodic.pipeline.projection.projector import Graph, Projector
from episodic.pipeline.projection.record_cache import RecordCache, recorded_values
from episodic.pipeline.projection.record_encoding import record_of
from episodic.pipeline.projection.unread_passages import UnreadPassages
from episodic.pipeline.replay.chapter_preparation import ChapterPreparer
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter
from episodic.pipeline.reports import IdentityChange, MemoryDiff, memory_diff
from episodic.pipeline.session.question_loop import AnswerCache
from episodic.pipeline.session.work_checkpoint import CheckpointedState
from episodic.pipeline.text_positions import VectorsOf
from episodic.temporal.calendars.work_calendars import Calendars

GraphValues = tuple[Mapping[str, Fact], Mapping[str, Entity], Mapping[str, Issue]]


@dataclass(frozen=True, slots=True)
class State:
    """The state of a work at a revision. `records` contains every current record by record key, except checkpoint
    records.

    `replay` and `graph` are derived from canon. `other_answers` are the answers to questions that only drafts, plans
    and notes raise.
    """

    inputs: WorkInputs
    replay: Replay
    graph: Graph
    records: SharedDict[RecordKey, Record]
    other_answers: dict[str, Judgement] = field(default_factory=dict[str, Judgement])
    redirects: Mapping[RecordKey, Record] = field(default_factory=dict[RecordKey, Record])

    def counts(self) -> dict[str, int]:
        replayed = self.replay.chapters_by_id()
        values = recorded_values(self.inputs, self.inputs.judgements, self.graph, replayed)
        found = {kind.value: len(each) for kind, each in values.items()}
        found[Kind.REDIRECT.value] = len(self.redirects)
        return {kind: count for kind, count in found.items() if count}

    @property
    def graph_values(self) -> GraphValues:
        return (self.graph.facts, self.graph.entities, self.graph.issues)


class Workbench:
    """A factory for the states of a work, with a cache of the values that do not change between states."""

    def __init__(self, group_id: str, *, vectors_of: VectorsOf) -> None:
        self.group_id = group_id
        self._vectors_of = vectors_of
        self._preparing: ChapterPreparer | None = None
        self._recorder = RecordCache()
        self._deriver = Projector(group_id)
        self._unread = UnreadPassages(group_id)
        self._raised = _CollectedAnswers()

    @property
    def projector(self) -> Projector:
        return self._deriver

    def restored(
        self,
        inputs: WorkInputs,
        kept: CheckpointedState,
        answers: AnswerCache,
        *,
        redirects: dict[RecordKey, Record],
    ) -> State:
        """Return the state of a work that was restored from a checkpoint. *answers* are the same stored answers as in
        *kept*. The store has all records of this state.
        """
        self._recorder = RecordCache()
        self._continue_from(inputs, kept, answers)
        graph, replayed = (
            self._with_unread(kept.projector.last_graph(kept.replay), inputs),
            kept.replay.chapters_by_id(),
        )
        records = self._recorder.restored(inputs, inputs.judgements, graph, replayed)
        records.update(redirects)
        return State(inputs, kept.replay, graph, records, kept.answers.of_other_layers(), redirects)

    def restored_earlier(
        self,
        inputs: WorkInputs,
        kept: CheckpointedState,
        answers: AnswerCache,
        *,
        other_answers: Mapping[str, Judgement],
    ) -> State:
        """Return the state of a work that returns from the last state to an earlier revision. *kept* is the stored
        state of the earlier revision. *inputs* are the inputs of the earlier revision. The returned state contains no redirects. It contains
        *other_answers*, as the last state does.
        """
        kept.projector.restored(kept.replay, self._deriver)
        raised = self._continue_from(inputs, kept, answers)
        others = {uuid: one for uuid, one in other_answers.items() if uuid not in raised}
        raised.update(others)
        inputs = replace(inputs, judgements=raised)
        graph = self._with_unread(kept.projector.last_graph(kept.replay), inputs)
        records = self._recorder.records_of(inputs, raised, graph, kept.replay.chapters_by_id())
        return State(inputs, kept.replay, graph, records, others)

    def _continue_from(
        self, inputs: WorkInputs, kept: CheckpointedState, answers: AnswerCache
    ) -> SharedDict[str, Judgement]:
        """Let the next state continue from *kept*, a state that was restored from a checkpoint. Return the stored
        answers to the questions that its chapters raise.
        """
        self._deriver = kept.projector
        raised = kept.answers.judgements.copy()
        for uuid in kept.answers.other:
            del raised[uuid]
        self._raised = _CollectedAnswers(list(kept.replay.chapters), raised.copy(), answers, answers.changes)
        self._prepares(inputs.settings).restored(kept.replay.chapters_by_id())
        return raised

    def empty_replay(self, inputs: WorkInputs, settings: WorkSettings, answers: AnswerCache) -> Replay:
        """Return a replay to which no chapter is added yet, with the settings, overrides and stored answers of the
        work.
        """
        return Replay(
            self.group_id,
            settings,
            answers=answers.texts,
            decisions=AppliedOverrides.of(inputs.acts, (one.uuid for one in inputs.episodes)),
            preparing=self._prepares(settings),
        )

    def _prepares(self, settings: WorkSettings) -> ChapterPreparer:
        known = self._preparing
        if known is None or known.calendars.definitions != settings.calendars:
            known = self._preparing = ChapterPreparer(Calendars(settings.calendars), self._vectors_of)
        return known

    def prepare(self, chapter: ChapterInput, settings: WorkSettings) -> None:
        """Compute the passages, time words and statements of a chapter now, so that its replay finds them in the
        cache.
        """
        self._prepares(settings).of(chapter)

    def replayed(self, inputs: WorkInputs, answers: AnswerCache) -> Replay:
        """Return a replay of all canon chapters of *inputs*."""
        replay = self.empty_replay(inputs, inputs.settings, answers)
        for chapter in inputs.in_narrative_order():
            replay.add(chapter)
        return replay

    def state(
        self,
        inputs: WorkInputs,
        replay: Replay,
        answers: AnswerCache,
        *,
        redirects: dict[RecordKey, Record],
        other_answers: dict[str, Judgement] | None = None,
        layers: frozenset[Layer] = CANON_LAYERS,
    ) -> State:
        """Return the state derived from *inputs* and *replay*, whose chapters are in *layers*.

        The state contains *other_answers*, and the answers to the questions that *replay* raises. The state contains
        each redirect of *redirects*, unless an entity or fact of the graph has the redirect's old id.
        """
        raised = self._answers_raised(replay, answers)
        others = {uuid: one for uuid, one in (other_answers or {}).items() if uuid not in raised}
        raised.update(others)
        kept_inputs = replace(inputs, judgements=raised, chapters=_completed(inputs.chapters, replay))
        graph = self._with_unread(self._deriver.derive(replay), inputs, layers)
        records = self._recorder.records_of(kept_inputs, raised, graph, replay.chapters_by_id())
        left = {key: one for key, one in redirects.items() if not graph.uses(key[1])}
        records.update(left)
        return State(kept_inputs, replay, graph, records, others, left)

    def _with_unread(self, graph: Graph, inputs: WorkInputs, layers: frozenset[Layer] = CANON_LAYERS) -> Graph:
        return replace(graph, unread=self._unread.of(inputs.waiting_in(layers)))

    def _answers_raised(self, replay: Replay, answers: AnswerCache) -> SharedDict[str, Judgement]:
        """Return the stored answers to the questions that *replay* raises.

        The answers that were collected for the last replay are used again if no answer has changed. In addition,
        *replay* must begin with the chapters of the last replay, and each of these chapters must raise the same
        questions as before.
        """
        known, now = self._raised, replay.chapters
        same = known.answers is answers and known.changes == answers.changes
        continued = same and len(now) >= len(known.chapters) and all(map(_asks_alike, known.chapters, now))
        raised = known.raised.copy() if continued else SharedDict[str, Judgement]()
        _collect(now[len(known.chapters) :] if continued else now, answers, raised)
        if replay.open:
            self._raised = _CollectedAnswers()
        else:
            self._raised = _CollectedAnswers(list(now), raised.copy(), answers, answers.changes)
        return raised

    def redirected(self, before: State, after: State) -> dict[RecordKey, Record]:
        """Return the redirects (from an old id to the id that replaced it) that *before* has, and those that
        `redirects_between` finds from *before* to *after*.
        """
        found = dict(before.redirects)
        for redirect in redirects_between(before.graph, after.graph, self.group_id):
            found[(Kind.REDIRECT, redirect.uuid)] = record_of(redirect)
        return found


def _asks_alike(first: ReplayedChapter, second: ReplayedChapter) -> bool:
    """Return whether two replayed chapters raise the same questions in the same order."""
    if first is second:
        return True
    return [(one.uuid, one.episode) for one in first.questions] == [(one.uuid, one.episode) for one in second.questions]


def _completed(chapters: Sequence[ChapterInput], replay: Replay) -> tuple[ChapterInput, ...]:
    read = {one.episode.uuid: one for one in replay.completed}

    def completed(chapter: ChapterInput) -> ChapterInput:
        known = read.get(chapter.episode.uuid, chapter)
        if known.reading is chapter.reading:
            return chapter
        return known if known.episode is chapter.episode else replace(chapter, reading=known.reading)

    return tuple(completed(one) for one in chapters)


@dataclass(frozen=True, slots=True)
class _CollectedAnswers:
    """The stored answers to the questions that *chapters* raise, by question id. The answers were collected from the
    cache *answers*. The stored answers are outdated if the cache's counter of changes is no longer equal to *changes*.
    """

    chapters: list[ReplayedChapter] = field(default_factory=list[ReplayedChapter])
    raised: SharedDict[str, Judgement] = field(default_factory=SharedDict[str, Judgement])
    answers: AnswerCache | None = None
    changes: int = 0


def _collect(chapters: Sequence[ReplayedChapter], answers: AnswerCache, raised: SharedDict[str, Judgement]) -> None:
    """Add to *raised* the stored answers to questions of *chapters*, by question id.

    The field `episode` of each answer becomes the first of *chapters* that raises the question.
    """
    for chapter in chapters:
        for question in chapter.questions:
            kept = answers.judgements.get(question.uuid)
            if kept is not None and question.uuid not in raised:
                raised[question.uuid] = (
                    kept if kept.episode == question.episode else replace(kept, episode=question.episode)
                )


@dataclass(frozen=True, slots=True)
class IdentityChanges:
    """The entities that were merged into others, and the entities that were split off from others.

    `renewed` contains the old and the new id of each entity that only got another id.
    """

    united: tuple[IdentityChange, ...] = ()
    split: tuple[IdentityChange, ...] = ()
    renewed: frozenset[str] = frozenset()


def identity_changes(before: Graph, after: Graph, group_id: str) -> IdentityChanges:
    """Return the entities of *before* that were merged, and the entities of *after* that were split off. An entity that
    only got another id counts as neither merged nor split off.
    """
    gone = [
        IdentityChange(before.entities[one.uuid], after.entities[one.target])
        for one in redirects_between(before, after, group_id)
        if one.kind is Kind.ENTITY
    ]
    heirs = Counter(one.other.uuid for one in gone)
    same = [one for one in gone if one.other.uuid not in before.entities and heirs[one.other.uuid] == 1]
    renewed = frozenset(uuid for one in same for uuid in (one.one.uuid, one.other.uuid))
    united = tuple(one for one in gone if one.one.uuid not in renewed)
    fresh = [
        one
        for one in map(after.entities.__getitem__, missing_keys(after.entities, before.entities))
        if one.uuid not in renewed and one.first.episode in before.episodes
    ]
    if not fresh:
        return IdentityChanges(united, (), renewed)
    ids = {one.uuid for one in fresh}
    split = tuple(
        IdentityChange(after.entities[one.uuid], after.entities[one.target])
        for one in redirects_between(after, before, group_id)
        if one.kind is Kind.ENTITY and one.uuid in ids and one.target in after.entities
    )
    return IdentityChanges(united, split, renewed)


def state_diff(before: State, after: State) -> MemoryDiff:
    """Return the changes of the graph between two states. An entity of which only the id changed does not count as
    changed.
    """
    found = identity_changes(before.graph, after.graph, after.inputs.group_id)
    diff = memory_diff(before.graph_values, after.graph_values)
    return replace(
        diff,
        entities_new=tuple(one for one in diff.entities_new if one.uuid not in found.renewed),
        entities_gone=tuple(one for one in diff.entities_gone if one.uuid not in found.renewed),
        united=found.united,
        split=found.split,
    )


def redirects_between(before: Graph, after: Graph, group_id: str) -> list[Redirect]:
    """Return redirects for facts and entities that no longer exist.

    A fact is redirected to the fact to which its first statement belongs now. An entity is redirected to the entity
    that now has most of its mentions. An entity without any remaining mention is redirected by its main name. The new
    entity is the one that the same chapters now most often mention by the main name of the old entity. The id of a fact
    is not redirected to another id if the first statement of the fact no longer exists. The id of an entity is not
    redirected if none of its mentions is left and its main name is gone, too. The main name is gone if the chapters
    that mentioned the entity no longer mention anything by this name.
    """
    found = [
        Redirect(uuid, group_id, Kind.FACT, after.fact_of[uuid])
        for uuid in missing_keys(before.facts, after.facts)
        if uuid in after.fact_of
    ]
    gone = list(missing_keys(before.entities, after.entities))
    heirs = _heirs(gone, before, after) if gone else {}
    for uuid in gone:
        if uuid in heirs:
            votes = heirs[uuid]
            found.append(Redirect(uuid, group_id, Kind.ENTITY, max(votes, key=lambda one: (votes[one], one))))
    return found


def _heirs(gone: Sequence[str], before: Graph, after: Graph) -> dict[str, Counter[str]]:
    """Return, for each entity with an id in *gone*, how its mentions are now divided among the entities of the graph
    *after*. The result counts how many of its mentions in the graph *before* belong to each entity of *after*. Mentions
    are the same if they have the same chapter, surface form and span. The text may have changed so that no mention of a
    gone entity is found again. In this case, mentions by the main name of the gone entity are counted instead. These
    are mentions in *after*, in the chapters that mentioned the gone entity in *before*.
    """
    heirs: defaultdict[str, Counter[str]] = defaultdict(Counter)
    wanted = set(gone)
    # A mention of a gone entity is missing or changed. If its chapter is gone, no other entity can have it now.
    others = (*missing_keys(before.mentions, after.mentions), *changed_keys(before.mentions, after.mentions))
    found = (before.mentions[uuid] for uuid in others if uuid in before.mentions)
    lost = [one for one in found if one.entity in wanted and one.episode in after.episodes]
    if not lost:
        return heirs
    owner = {(one.episode, *place): one.entity for one in after.mentions.values() for place in one.places}
    for mentions in lost:
        for place in mentions.places:
            if (mentions.episode, *place) in owner:
                heirs[mentions.entity][owner[mentions.episode, *place]] += 1
    named: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for mentions in lost:
        if mentions.entity not in heirs:
            named[mentions.episode, before.entities[mentions.entity].name].append(mentions.entity)
    for (episode, surface, _), target in owner.items() if named else ():
        for uuid in named.get((episode, surface), ()):
            heirs[uuid][target] += 1
    return heirs


Clock = Callable[[], str]
