"""A work that is open for writing: its current state, and commits of changed inputs with the derived graph."""

from __future__ import annotations

import asyncio
import itertools
import uuid
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import TypeVar

from episodic.errors import EmbedderMismatchError, ModelError, RevisionMismatchError, StaleRevisionError
from episodic.model.decisions import Judgement
from episodic.model.paused_collector import paused_collector
from episodic.model.records import CALL_SEPARATOR, Changes, Kind, RecordKey, Work
from episodic.model.settings import WorkSettings
from episodic.pipeline.inputs import (
    CANON_LAYERS,
    SETTINGS_ID,
    ChapterInput,
    WorkInputs,
    load,
    load_without_judgements,
)
from episodic.pipeline.projection.projector import Projector
from episodic.pipeline.projection.record_cache import embedded
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.reports import MemoryDiff
from episodic.pipeline.session.checkpoint_records import CheckpointRecords, save
from episodic.pipeline.session.commit_parts import (
    PlannedCommit,
    changes_of_revisions,
    raised_questions,
    shared_out,
    shared_places,
    unused,
)
from episodic.pipeline.session.draft_layers import answers_for_other_layers
from episodic.pipeline.session.kept_answers import KeptAnswers
from episodic.pipeline.session.kept_replays import StoredReplay
from episodic.pipeline.session.known_continuation import KnownContinuation
from episodic.pipeline.session.previewed_readings import PreviewedReadings, ReusingReader
from episodic.pipeline.session.question_loop import AnswerCache
from episodic.pipeline.session.replay_cache import OnRebuilding, ReplayCache
from episodic.pipeline.session.services import SessionServices
from episodic.pipeline.session.speculative_replay import OnReplayed
from episodic.pipeline.session.state import State, Workbench, state_diff
from episodic.pipeline.session.stored_records import StoredRecords
from episodic.pipeline.session.work_checkpoint import (
    CheckpointedState,
    ReplayedWork,
    WorkCheckpoint,
    new_checkpoint,
    settings_digest,
)
from episodic.ports import GraphStore

T = TypeVar("T")
Committed = tuple[State, MemoryDiff]
"""A saved state, and the changes of the graph since the state before."""

TRIES = 20
"""The maximum number of attempts to make an edit if other processes keep committing first."""


class Session:
    """A work that is open for writing, with its state in this process, which is loaded again after other commits."""

    def __init__(
        self, group_id: str, *, store: GraphStore, tools: SessionServices, settings: WorkSettings | None = None
    ) -> None:
        self.group_id = group_id
        self._reader = ReusingReader(tools.reader, PreviewedReadings())
        self.tools = replace(tools, reader=self._reader)
        self._store = store
        self._wanted = settings
        self._bench = Workbench(group_id, vectors_of=tools.vectors_of)
        self._state: State | None = None
        self._stored = StoredRecords()
        self._replays = ReplayCache()
        self._checkpoint: WorkCheckpoint | None = None
        self._lock = asyncio.Lock()
        self._expected: int | None = None
        self._call = uuid.uuid4().hex
        self._commits = itertools.count(1)
        self.answers = AnswerCache()
        self.judges = tools.judges_for(settings or WorkSettings())

    @property
    def bench(self) -> Workbench:
        return self._bench

    @property
    def preview_tools(self) -> SessionServices:
        """Return the services with which an edit is previewed. The reader in the returned services keeps its readings
        (see `PreviewedReadings`), so that the edit after the preview does not read the same windows again.
        """
        return replace(self.tools, reader=self._reader.previewing)

    @property
    def settings_changed(self) -> bool:
        """Return whether the next commit must save this session's settings, because those in the store differ."""
        return self._stored.lacks((Kind.SETTING, SETTINGS_ID))

    @contextmanager
    def requiring_revision(self, revision: int | None) -> Generator[None]:
        """In the `with` block, the next commit requires that the work's revision is *revision*. If *revision* is None,
        nothing is checked.

        If the work has another revision, the commit raises RevisionMismatchError and is not tried again.
        """
        self._expected = revision
        try:
            yield
        finally:
            self._expected = None

    @property
    def from_checkpoint(self) -> bool:
        """Return whether this process has loaded or written a checkpoint of the work, to which its next commit adds."""
        return self._checkpoint is not None

    @property
    def stored_replays(self) -> Mapping[int, StoredReplay]:
        """Return the stored replays of a work up to some chapter, by number of chapters."""
        return {} if self._checkpoint is None else self._checkpoint.replays()

    async def state(self, rebuilding: OnRebuilding = lambda _: None) -> State:
        """Return the current state of the work in the store. Raises StoreError, EmbedderMismatchError. If the store has
        no checkpoint that this version can use, *rebuilding* is called with each chapter that is replayed.
        """
        work = await self._store.work(self.group_id)
        revision = 0 if work is None else work.revision
        if self._state is not None and self._state.inputs.revision == revision:
            return self._state
        if work is not None and work.embedder not in {None, self.tools.embedder.name}:
            raise EmbedderMismatchError(self.group_id, work.embedder or "", self.tools.embedder.name)
        with paused_collector():
            restored = None if work is None else await self._restored(work)
            if restored is None and work != await self._store.work(self.group_id):
                return await self.state(rebuilding)  # Another process has committed while the checkpoint was read.
            return await self._replayed_state(work, rebuilding) if restored is None else restored

    async def _replayed_state(self, work: Work | None, rebuilding: OnRebuilding) -> State:
        inputs = WorkInputs(self.group_id) if work is None else await load(self._store, self.group_id)
        if self._wanted is not None:
            inputs = replace(inputs, settings=self._wanted)
        self._use(inputs)
        digests: Mapping[RecordKey, str] = {} if work is None else await self._store.digests(self.group_id)
        self._stored = StoredRecords(key for key in digests if key[0] is Kind.CHECKPOINT)
        there = () if work is None else await self._store.fetch(self.group_id, Kind.REDIRECT)
        redirects = {(Kind.REDIRECT, one.uuid): one for one in there}
        replay = self._replays.replayed(inputs, self._empty_replay(inputs), rebuilding)
        canon = raised_questions(replay)
        other_answers = {uuid: one for uuid, one in inputs.judgements.items() if uuid not in canon}
        self._state = self._bench.state(inputs, replay, self.answers, redirects=redirects, other_answers=other_answers)
        # The derived records and the caller's settings can differ from the records in the store. The next commit saves
        # the records that differ from those in the store.
        self._stored.compare(self._state.records, digests)
        return self._state

    def _use(self, inputs: WorkInputs) -> None:
        """Prepare answers and judges for inputs that were loaded, and discard cached replays and the checkpoint."""
        asked, self.answers = self.answers.asked, AnswerCache.of(inputs.judgements)
        # Unsaved answers are kept, because to ask the same questions again would cost calls of the model.
        self.answers.keep({uuid: one for uuid, one in asked.items() if uuid not in inputs.judgements})
        self.judges = self.tools.judges_for(inputs.settings)
        self._replays = ReplayCache()
        self._checkpoint = None

    async def _restored(self, work: Work) -> State | None:
        inputs = await load_without_judgements(self._store, self.group_id, work.revision)
        if self._wanted is not None:
            inputs = replace(inputs, settings=self._wanted)
        settings = settings_digest(inputs.settings, self.tools.embedder.name)
        checkpoint = await WorkCheckpoint.load(self._store, work, settings, inputs.episodes)
        if checkpoint is None:
            return None
        inputs = replace(inputs, judgements=checkpoint.answers.judgements)
        self._use(inputs)
        self._stored = StoredRecords(await self._store.digests(self.group_id, Kind.CHECKPOINT))
        redirects = {(one.kind, one.uuid): one for one in await self._store.fetch(self.group_id, Kind.REDIRECT)}
        replay = self._empty_replay(inputs)
        kept = CheckpointedState(replay, Projector(self.group_id), checkpoint.answers)
        replay.completed = list(inputs.in_narrative_order())
        checkpoint.restore(kept, ReplayedWork(inputs, self._replays, self._empty_replay))
        self._state = self._bench.restored(inputs, kept, self.answers, redirects=redirects)
        self._checkpoint = checkpoint
        self._replays.keep(inputs, replay.completed, replay)
        self._replays.know(inputs, self.stored_replays)
        return self._state

    def _empty_replay(self, inputs: WorkInputs) -> Replay:
        return self._bench.empty_replay(inputs, inputs.settings, self.answers)

    async def present(self) -> State:
        """Return the state that this session last loaded or saved, without later commits of other processes. If the
        session has no state, such as after a failed commit, the state is loaded, with the errors that `state` raises.

        Saving on top of an outdated state raises StaleRevisionError.
        """
        return await self.state() if self._state is None else self._state

    def latest_replay(self, inputs: WorkInputs) -> tuple[Replay, list[ChapterInput]]:
        """Return the longest cached replay of the first chapters of *inputs*, or an empty one, and the other chapters."""
        told = inputs.in_narrative_order()
        replay, count = self._replays.latest(inputs, told) or (self._empty_replay(inputs), 0)
        return replay, list(told[count:])

    def reached(self, inputs: WorkInputs) -> OnReplayed:
        """Return a function that caches a replay of the first canon chapters of *inputs*, given with the replay."""
        return lambda chapters, replay: self._replays.keep(inputs, chapters, replay)

    def continuation(self, inputs: WorkInputs) -> KnownContinuation | None:
        """Return what a replay of *inputs* can take over from the last replay, see `ReplayCache.continuation`."""
        known = self._state
        return None if known is None else self._replays.continuation(inputs, known.inputs, known.replay)

    def replay_before(self, inputs: WorkInputs, order: int | None) -> Replay:
        """Return a replay of the canon chapters of *inputs* whose order keys are less than *order*, or of all canon
        chapters if *order* is None. It starts from the longest cached replay of unchanged chapters. The caller must not
        change it, because it may be a cached replay.
        """
        kept = [one for one in inputs.in_narrative_order() if order is None or one.episode.order < order]
        return self._replays.replayed_to(inputs, kept, self._empty_replay)

    def keep_answers(self, judgements: Mapping[str, Judgement]) -> None:
        """Use stored answers of an earlier revision. Replays that may depend on replaced answers are discarded."""
        changes = self.answers.changes
        self.answers.keep(dict(judgements))
        self._replays = self._replays if self.answers.changes == changes else ReplayCache()

    def preview_state(self, inputs: WorkInputs, replay: Replay) -> State:
        """Return the state that *inputs* and *replay* give. The returned state is neither saved nor cached."""
        bench = Workbench(self.group_id, vectors_of=self.tools.vectors_of)
        return bench.state(inputs, replay, self.answers, redirects={})

    def forget(self) -> None:
        """Discard the state, so that the next access reads it from the store again."""
        self._state = None

    async def exclusively(self, act: Callable[[], Awaitable[T]]) -> T:
        """Run *act* while no other edit of this session runs, and return its result. If another process commits first,
        *act* is run again from the start, at most TRIES times in all. The ids of all commits that *act* makes begin
        with the same random id. After *act*, the open questions of drafts, plans and notes are asked.
        """
        async with self._lock:
            self._call = uuid.uuid4().hex
            try:
                answer = await self._until_first(act)
            finally:
                self.answers.asked.clear()
            with suppress(ModelError):
                # The edit is already saved, so a failed question does not make the edit fail. A failed question is
                # asked again after the next edit.
                await self._until_first(self._ask_other_layers)
            return answer

    async def _until_first(self, act: Callable[[], Awaitable[T]]) -> T:
        for left in reversed(range(TRIES)):
            try:
                return await act()
            except StaleRevisionError:
                if not left:
                    raise
                self.forget()
        raise AssertionError("the last try returns or raises")

    async def _ask_other_layers(self) -> None:
        """Ask the questions that drafts, plans and notes raise, and save the answers, because later reads need them and
        ask no questions.
        """
        state = await self.present()
        if self.judges.ruled or (state.inputs.layers <= CANON_LAYERS and not state.other_answers):
            return
        raised = await answers_for_other_layers(self._bench, state.inputs, judges=self.judges, answers=self.answers)
        canon = raised_questions(state.replay)
        other_answers = {uuid: one for uuid, one in raised.items() if uuid not in canon}
        if other_answers != state.other_answers:
            await self.commit(
                state.inputs, state.replay, action="questions of other layers", other_answers=other_answers
            )

    async def commit(
        self, inputs: WorkInputs, replay: Replay, *, action: str, other_answers: dict[str, Judgement] | None = None
    ) -> Committed:
        """Save the changed records of *inputs* and of the graph derived from *replay* in one transaction, and return
        the new state and its changes.

        *other_answers* are the answers to questions that only drafts, plans and notes raise, or None if they are
        unchanged. Raises StoreError, EmbeddingError, RevisionMismatchError (see `requiring_revision`), and
        StaleRevisionError if another process has committed since `state` was called.
        """
        return await self.commit_steps((PlannedCommit(inputs, action),), replay, other_answers=other_answers)

    async def commit_steps(
        self, steps: Sequence[PlannedCommit], replay: Replay, *, other_answers: dict[str, Judgement] | None = None
    ) -> Committed:
        """Save several revisions in one transaction. *replay* is the replay of the last revision.

        The graph is derived once, from the last revision. The revisions before the last one contain only inputs (such
        as texts). Raises the same errors as `commit`.
        """

        def derived(before: State) -> State:
            kept = before.other_answers if other_answers is None else other_answers
            return self._bench.state(steps[-1].inputs, replay, self.answers, redirects={}, other_answers=kept)

        return await self._commit(steps, derived)

    async def commit_earlier(self, inputs: WorkInputs, revision: int, *, action: str) -> Committed | None:
        """Save the state that the work had at *revision* as a new revision, and return it with its changes. *inputs*
        are the inputs of the work at *revision*, with the present settings.

        The revision is saved even if nothing changes. Return None and save nothing if the checkpoint does not contain
        the earlier state. Raises the same errors as `commit`.
        """
        checkpoint = self._checkpoint
        if checkpoint is None or not checkpoint.contains(revision):
            return None

        def restored(before: State) -> State:
            kept = CheckpointedState(self._empty_replay(inputs), Projector(self.group_id), KeptAnswers())
            kept.replay.completed = list(inputs.in_narrative_order())
            checkpoint.restore_earlier(revision, kept, ReplayedWork(inputs, self._replays, self._empty_replay))
            return self._bench.restored_earlier(inputs, kept, self.answers, other_answers=before.other_answers)

        return await self._commit((PlannedCommit(inputs, action, always=True),), restored)

    async def _commit(self, steps: Sequence[PlannedCommit], derive: Callable[[State], State]) -> Committed:
        """Save several revisions in one transaction. *derive* returns the state of the last one, without redirects,
        from the last saved state.
        """
        before = await self.present()
        inputs = steps[-1].inputs
        if self._expected is not None and before.inputs.revision != self._expected:
            raise RevisionMismatchError(self.group_id, expected=self._expected, current=before.inputs.revision)
        if shared_places(inputs) - shared_places(before.inputs):
            # If more chapters than allowed share an order key now, another process has committed a chapter with this
            # order key meanwhile.
            raise StaleRevisionError(self.group_id, base=inputs.revision, current=before.inputs.revision)
        self._state = None
        with paused_collector():
            changes, kept, after, diff = await self._derived(before, steps, derive)
        revision = await save(self._store, changes, kept) if changes else before.inputs.revision
        self._expected = None
        self._stored.note_saved(kept)
        self._state = replace(after, inputs=replace(after.inputs, revision=revision))
        self._replays.keep(inputs, inputs.in_narrative_order(), after.replay)
        self._replays.know(self._state.inputs, self.stored_replays)
        return self._state, diff

    async def _derived(
        self, before: State, steps: Sequence[PlannedCommit], derive: Callable[[State], State]
    ) -> tuple[list[Changes], CheckpointRecords | None, State, MemoryDiff]:
        first = derive(before)
        kept_redirects = unused(self._bench.redirected(before, first), first)
        first.records.update(kept_redirects)
        after = replace(first, redirects=kept_redirects)
        changes, kept_records = self._with_checkpoint(await self._changes(before, after, steps), after)
        return changes, kept_records, after, state_diff(before, after)

    async def _changes(self, before: State, after: State, steps: Sequence[PlannedCommit]) -> list[Changes]:
        fresh = self._stored.fresh(before.records, after.records)
        put = await embedded(fresh, partial(self._stored.kept, before.records), self.tools.embedder)
        every = Changes(
            group_id=self.group_id,
            base_revision=before.inputs.revision,
            commit_id=f"{self._call}{CALL_SEPARATOR}",
            at=self.tools.clock(),
            action="",
            retire=self._stored.retired(before.records, after.records),
            embedder=self.tools.embedder.name,
            dimension=self.tools.embedder.dimension,
        )
        shares = shared_out(put, before.inputs, steps, after.inputs.judgements)
        return changes_of_revisions(every, steps, shares, self._commits)

    def _with_checkpoint(self, made: list[Changes], after: State) -> tuple[list[Changes], CheckpointRecords | None]:
        stored = sorted(self._stored.blocks)
        known, self._checkpoint = self._checkpoint, None
        if not made:
            return made, None
        last, found, checkpoint = made[-1], CheckpointRecords(outdated=stored), None
        # A work that became short keeps its checkpoint, from which a redo restores the long work.
        wanted = known is not None or len(after.graph.statements) >= self.tools.checkpoint_from
        if wanted and not after.replay.open:
            settings = settings_digest(after.inputs.settings, self.tools.embedder.name)
            checkpoint = new_checkpoint(settings, stored) if known is None else known
            answers = KeptAnswers.of(after.inputs.judgements, after.other_answers)
            kept = CheckpointedState(after.replay, self._bench.projector, answers)
            replayed = ReplayedWork(after.inputs, self._replays, self._empty_replay)
            found = checkpoint.changed(kept, replayed, last=last, stored=stored)
        if found.long and not made[0].base_revision:
            return made, None  # A long checkpoint is saved before its commit, so the work must already exist.
        self._checkpoint = checkpoint
        return [*made[:-1], replace(last, put=(*last.put, *found.put), retire=(*last.retire, *found.retire))], found
