"""A work in memory: everything asserted, its replay, the graph derived from it, and the records that stand for both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from episodic.model.asserted import Judgement
from episodic.model.episodes import Episode, Passage
from episodic.model.graph import Entity, Fact, Issue
from episodic.model.ids import digest_of
from episodic.model.records import Kind, Record, RecordKey
from episodic.model.settings import WorkSettings
from episodic.pipeline.acts.deciding import Decisions
from episodic.pipeline.asserted import Asserted, AssertedChapter
from episodic.pipeline.deriving.graph import Deriver, Graph
from episodic.pipeline.deriving.recorder import Recorder
from episodic.pipeline.deriving.records_of import Redirect
from episodic.pipeline.placing import VectorsOf
from episodic.pipeline.report import Became, MemoryDiff, memory_diff
from episodic.pipeline.telling.preparing import Preparing
from episodic.pipeline.telling.replay import Replay
from episodic.pipeline.work.settling import Answers
from episodic.temporal.calendars import Calendars
from episodic.uncollected import uncollected

Pictured = tuple[dict[str, Fact], dict[str, Entity], dict[str, Issue]]


@dataclass(frozen=True, slots=True)
class State:
    """One revision of a work. `records` holds every live record by key.

    `replay` and `graph` are those of canon; `beside` are the answers to questions that only other layers raise.
    """

    asserted: Asserted
    replay: Replay
    graph: Graph
    records: dict[RecordKey, Record]
    beside: dict[str, Judgement] = field(default_factory=dict[str, Judgement])

    @property
    def pictured(self) -> Pictured:
        """Facts, entities and issues by id, for comparing two states."""
        return (self.graph.facts, self.graph.entities, self.graph.issues)


class Workbench:
    """Makes states of one work, and remembers what did not change from one to the next."""

    def __init__(self, group_id: str, *, vectors_of: VectorsOf) -> None:
        self.group_id = group_id
        self._vectors_of = vectors_of
        self._preparing: Preparing | None = None
        self._foreseen: dict[Replay, tuple[Graph, list[Record]]] = {}
        self._recorder = Recorder()
        self._deriver = Deriver(group_id)

    def empty_replay(self, asserted: Asserted, settings: WorkSettings, answers: Answers) -> Replay:
        """A replay of no chapters under the work's settings, acts and kept answers."""
        return Replay(
            self.group_id,
            settings,
            answers=answers.texts,
            decisions=Decisions.of(asserted.acts, (one.uuid for one in asserted.episodes)),
            preparing=self._prepares(settings),
        )

    def _prepares(self, settings: WorkSettings) -> Preparing:
        known = self._preparing
        if known is None or known.calendars.definitions != settings.calendars:
            known = self._preparing = Preparing(Calendars(settings.calendars), self._vectors_of)
        return known

    def replayed(self, asserted: Asserted, answers: Answers) -> Replay:
        """The whole work told again."""
        replay = self.empty_replay(asserted, asserted.settings, answers)
        for chapter in asserted.told():
            replay.add(chapter)
        return replay

    @uncollected()
    def state(
        self,
        asserted: Asserted,
        replay: Replay,
        answers: Answers,
        *,
        redirects: dict[RecordKey, Record],
        beside: dict[str, Judgement] | None = None,
    ) -> State:
        """The state that these assertions come to. Only answers to questions that are still raised are kept, and those *beside*."""
        raised = _kept(replay, answers)
        others = {uuid: one for uuid, one in (beside or {}).items() if uuid not in raised}
        raised.update(others)
        kept_asserted = replace(asserted, judgements=raised)
        graph, derived = self._derived(replay)
        made = [*self._recorder.of_asserted(kept_asserted, raised.values()), *derived]
        records = {(one.kind, one.uuid): one for one in made}
        records.update({key: one for key, one in redirects.items() if key[1] not in graph.ids})
        return State(kept_asserted, replay, graph, records, others)

    @uncollected()
    def foresee(self, asserted: Asserted, replay: Replay, answers: Answers) -> Sequence[Record]:
        """Derive a replay that `state` will likely be asked for, while there is something to wait for anyway.

        What comes back are the records of what is derived, and of all that is asserted so far.

        Replays that go on from each other have to be foreseen in that order.
        """
        if replay not in self._foreseen:
            self._foreseen[replay] = self._derive(replay)
        judgements = _kept(replay, answers).values()
        return _digested([*self._foreseen[replay][1], *self._recorder.of_asserted(asserted, judgements)])

    @uncollected()
    def passages(self, passages: Iterable[Passage]) -> Sequence[Record]:
        """Their records, made ahead."""
        return _digested([self._recorder.of(one) for one in passages])

    def _derived(self, replay: Replay) -> tuple[Graph, list[Record]]:
        known = self._foreseen.pop(replay, None)
        if known is not None:
            return known
        self._foreseen.clear()
        return self._derive(replay)

    @uncollected()
    def _derive(self, replay: Replay) -> tuple[Graph, list[Record]]:
        graph = self._deriver.derive(replay)
        return graph, [self._recorder.of(value) for value in graph.values()]

    @uncollected()
    def prepare(self, asserted: Asserted, episode: Episode) -> None:
        """Make of a chapter's text alone what telling and saving it will need."""
        self._prepares(asserted.settings).read_ahead(episode)
        self._recorder.of(episode)

    @uncollected()
    def place(self, asserted: Asserted, chapters: Iterable[AssertedChapter]) -> None:
        """Put the nodes of chapters that are about to be told in their place."""
        self._prepares(asserted.settings).place(chapters)

    @uncollected()
    def prepare_read(self, asserted: Asserted, chapter: AssertedChapter) -> None:
        """Make of a chapter's reading what telling and saving it will need."""
        self._prepares(asserted.settings).of(chapter)
        self._recorder.of(chapter.reading)

    def redirected(self, before: State, after: State) -> dict[RecordKey, Record]:
        """Redirects for ids of *before* that are gone in *after*, wherever their words went; older ones go on."""
        found: dict[RecordKey, Record] = {
            key: record for key, record in before.records.items() if key[0] is Kind.REDIRECT
        }
        for redirect in moved(before.graph, after.graph, self.group_id):
            record = self._recorder.of(redirect)
            found[(Kind.REDIRECT, record.uuid)] = record
        return found


def _kept(replay: Replay, answers: Answers) -> dict[str, Judgement]:
    """The answers that are kept to the questions that *replay* raises, each with the first chapter that raises it."""
    raised: dict[str, Judgement] = {}
    for chapter in replay.chapters:
        for question in chapter.questions:
            kept = answers.judgements.get(question.uuid)
            if kept is not None and question.uuid not in raised:
                raised[question.uuid] = (
                    kept if kept.episode == question.episode else replace(kept, episode=question.episode)
                )
    return raised


def _digested(records: Sequence[Record]) -> Sequence[Record]:
    """The same, which know what stands for them."""
    for record in records:
        _ = record.digest
    return records


@dataclass(frozen=True, slots=True)
class Moved:
    """Entities that are others now: united with one, split from one, or (`renewed`) the same under another id."""

    united: tuple[Became, ...] = ()
    split: tuple[Became, ...] = ()
    renewed: frozenset[str] = frozenset()


def became(before: Graph, after: Graph, group_id: str) -> Moved:
    """What became of the entities of *before* that are not in *after*, and of which the new ones had been part."""
    gone = [
        Became(before.entities[one.uuid], after.entities[one.target])
        for one in moved(before, after, group_id)
        if one.kind is Kind.ENTITY
    ]
    heirs = Counter(one.other.uuid for one in gone)
    same = [one for one in gone if one.other.uuid not in before.entities and heirs[one.other.uuid] == 1]
    renewed = frozenset(uuid for one in same for uuid in (one.one.uuid, one.other.uuid))
    united = tuple(one for one in gone if one.one.uuid not in renewed)
    told = {one.episode for one in before.passages.values()}
    fresh = [
        one
        for uuid, one in after.entities.items()
        if uuid not in before.entities and uuid not in renewed and one.first.episode in told
    ]
    if not fresh:
        return Moved(united, (), renewed)
    ids = {one.uuid for one in fresh}
    split = tuple(
        Became(after.entities[one.uuid], after.entities[one.target])
        for one in moved(after, before, group_id)
        if one.kind is Kind.ENTITY and one.uuid in ids and one.target in after.entities
    )
    return Moved(united, split, renewed)


@uncollected()
def changed(before: State, after: State) -> MemoryDiff:
    """What changed in memory between two states; an entity that only goes by another id has not changed."""
    found = became(before.graph, after.graph, after.asserted.group_id)
    diff = memory_diff(before.pictured, after.pictured)
    return replace(
        diff,
        entities_new=tuple(one for one in diff.entities_new if one.uuid not in found.renewed),
        entities_gone=tuple(one for one in diff.entities_gone if one.uuid not in found.renewed),
        united=found.united,
        split=found.split,
    )


def moved(before: Graph, after: Graph, group_id: str) -> list[Redirect]:
    """What the ids of facts and entities that are gone resolve to now: where the statement, or most of the mentions, went."""
    found = [
        Redirect(uuid, group_id, Kind.FACT, after.fact_of[uuid])
        for uuid in before.facts
        if uuid not in after.facts and uuid in after.fact_of
    ]
    gone = [uuid for uuid in before.entities if uuid not in after.entities]
    if gone:
        owner = {
            place: mentions.entity
            for mentions in after.mentions.values()
            for place in places_of(mentions.episode, mentions.places)
        }
        for uuid in gone:
            votes: dict[str, int] = {}
            for mentions in before.mentions.values():
                if mentions.entity == uuid:
                    for place in places_of(mentions.episode, mentions.places):
                        if place in owner:
                            votes[owner[place]] = votes.get(owner[place], 0) + 1
            if votes:
                target = max(votes, key=lambda one: (votes[one], one))
                found.append(Redirect(uuid, group_id, Kind.ENTITY, target))
    return found


def places_of(episode: str, places: tuple[tuple[str, object], ...]) -> list[tuple[str, str, str]]:
    """Keys under which mentions of two states can be compared: chapter, surface, and its number among equal ones."""
    counted: dict[str, int] = {}
    keys: list[tuple[str, str, str]] = []
    for surface, span in places:
        counted[surface] = counted.get(surface, 0) + 1
        keys.append((episode, surface, digest_of(repr(span))))
    return keys


Clock = Callable[[], str]
