"""Reads, replays and saves the chapters of an ingestion batch by batch, and leaves out chapters that fail.

The reader reads the chapters of a batch concurrently, and the judges then answer all questions about these chapters.
After all questions are answered, the chapters are saved in the order of the batch.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from episodic.concurrency import run_all
from episodic.errors import EpisodicError, ModelError, StaleRevisionError
from episodic.model.episodes import Episode, Layer
from episodic.model.readings import WindowReading
from episodic.pipeline.chapter_reading import LayeredReadings, read_entities, read_facts, stored_readings
from episodic.pipeline.edits.batch import Batch
from episodic.pipeline.edits.reading_extent import read_by, statements_read
from episodic.pipeline.inputs import CANON_LAYERS, ChapterInput, WorkInputs
from episodic.pipeline.replay.replay import Replay
from episodic.pipeline.reports import ChapterReport, MemoryDiff, OnProgress, Outcome, Progress, Stage
from episodic.pipeline.session.commit_parts import PlannedCommit
from episodic.pipeline.session.draft_layers import chapter_contribution
from episodic.pipeline.session.known_continuation import KnownContinuation
from episodic.pipeline.session.question_loop import ask_identity_questions, resolve_questions
from episodic.pipeline.session.session import Session
from episodic.pipeline.session.speculative_replay import OnReplayed
from episodic.pipeline.session.state import State

CHAPTERS_PER_BATCH = 24
"""The maximum number of chapters in a batch. All chapters of a batch are read before the first chapter of the batch is
committed.
"""
CHARACTERS_PER_TRANSACTION = 64_000
"""The maximum number of characters of all chapters in one transaction, unless a single chapter is longer.

A model extracts about 20,000 records from a text of 64,000 characters. A Neo4j server with a small heap can save 20,000
records in one transaction, but not 40,000.
"""

ACTIONS = {Outcome.ADDED: "add", Outcome.REPLACED: "replace", Outcome.REREAD: "reread"}
"""The verb with which the name of the commit that saves a chapter begins, by the chapter's outcome."""


class BatchIngester:
    """An ingester that reads batches of chapters, adds the chapters to a work and reports the progress."""

    def __init__(self, session: Session, *, on_progress: OnProgress) -> None:
        self._session = session
        self._on_progress = on_progress
        self.done = 0
        self.total = 0
        self.carried: Mapping[str, WindowReading] = {}
        """Readings of windows (parts of chapters), by window digest, that can be reused in addition to the stored
        readings of the work.
        """
        self._made: dict[str, dict[str, WindowReading]] = {}
        """The readings made so far, by chapter id and window digest, for a chapter whose ingestion starts again."""

    async def take(self, batch: Batch, reports: dict[str, ChapterReport]) -> None:
        """Read the chapters of a batch concurrently, then commit the chapters in the order of the batch.

        If a model call fails, the error is recorded in *batch*, and the chapter is reported as failed in *reports*.
        Raises StoreError and EmbeddingError, and StaleRevisionError for chapters that the work has already if another
        process commits meanwhile. Readings that were made are used again in the next call.
        """
        state = await self._session.present()
        await self._read(batch, state)
        await self._ask_open_questions(batch, state)
        for group in _groups(batch.episodes):
            await self._save(group, batch, reports)

    async def _read(self, batch: Batch, state: State) -> None:
        """Read the chapters of a batch concurrently, the entities of each chapter before its facts. Identity questions
        are asked as soon as the entities of all chapters have been read.
        """
        kept: Mapping[str, WindowReading] = LayeredReadings(stored_readings(state.inputs.chapters), self.carried)
        if batch.rereading:
            kept = {digest: one for digest, one in kept.items() if one.reader not in batch.unread}
        unread = len(batch.episodes)
        all_read = asyncio.Event()

        async def read(episode: Episode) -> None:
            nonlocal unread
            await self._read_entities(episode, batch, state, kept=kept)
            unread -= 1
            if not unread:
                all_read.set()
            if episode.uuid in batch.parts:
                await self._read_facts(episode, batch, state)

        async def identities() -> None:
            await all_read.wait()
            await self._ask_identities(batch, state)

        await run_all((*(read(one) for one in batch.episodes), identities()))

    async def _read_entities(
        self, episode: Episode, batch: Batch, state: State, *, kept: Mapping[str, WindowReading]
    ) -> None:
        reader = self._session.tools.reader
        made = self._made.get(episode.uuid)
        kept = LayeredReadings(made, kept) if made else kept
        try:
            part = await read_entities(episode, reader=reader, settings=state.inputs.settings, kept=kept)
        except ModelError as error:
            batch.failed[episode.uuid] = error
        else:
            batch.parts[episode.uuid] = part
            self._report_progress(Stage.ENTITIES, episode)

    async def _read_facts(self, episode: Episode, batch: Batch, state: State) -> None:
        reader = self._session.tools.reader
        try:
            reading = await read_facts(batch.parts[episode.uuid], reader=reader, settings=state.inputs.settings)
        except ModelError as error:
            batch.failed[episode.uuid] = error
        else:
            chapter = batch.read[episode.uuid] = ChapterInput(episode, reading)
            if not self._session.judges.ruled:
                # Preparing a chapter for replay needs no answers, so it runs while the model calls for other chapters
                # are running.
                self._session.bench.prepare(chapter, state.inputs.settings)
            windows = zip(reading.digests, batch.parts[episode.uuid].kept, reading.windows, strict=True)
            fresh = {digest: window for digest, kept, window in windows if kept is None}
            self._made.setdefault(episode.uuid, {}).update(fresh)
            self._report_progress(Stage.FACTS, episode)

    async def _ask_identities(self, batch: Batch, state: State) -> None:
        """Ask the identity questions of the batch while facts are still being read. The answers of the judges are
        cached for the later replay of the chapters.

        Identity questions about chapters after the batch are not asked yet, because these questions may depend on the
        answers to questions about the batch.
        """
        session = self._session
        chapters = [
            ChapterInput(one, batch.parts[one.uuid].without_facts())
            for one in batch.episodes
            if one.uuid in batch.parts
        ]
        if session.judges.ruled or not chapters:
            return
        _, base, rest = self._start_replay(state.inputs, chapters)
        last = max(number for number, one in enumerate(rest, start=1) if one.episode.uuid in batch.parts)
        batch.identities, failed = await ask_identity_questions(
            base, rest[:last], judges=session.judges, answers=session.answers
        )
        batch.failed.update({one: error for one, error in failed.items() if one in batch.parts})

    def _start_replay(
        self, inputs: WorkInputs, chapters: Iterable[ChapterInput]
    ) -> tuple[WorkInputs, Replay, list[ChapterInput]]:
        """Return three values. The first returned value is *inputs* with *chapters* added. The second returned value is
        a replay of the unchanged chapters at the beginning of the work. The third returned value contains the chapters
        that remain to be replayed. If one of *chapters* is outside canon, canon and the layers of *chapters* are
        replayed together from the beginning.
        """
        merged = inputs
        layers = frozenset[Layer]()
        for chapter in chapters:
            layers |= {chapter.episode.layer}
            merged = merged.with_chapter(chapter)
        if not layers <= CANON_LAYERS:
            together = merged.in_narrative_order(layers | CANON_LAYERS)
            return merged, self._session.bench.empty_replay(merged, merged.settings, self._session.answers), [*together]
        replay, rest = self._session.latest_replay(merged)
        return merged, replay, rest

    async def _ask_open_questions(self, batch: Batch, state: State) -> None:
        session = self._session
        read = [
            batch.read[one.uuid] for one in batch.episodes if one.uuid in batch.read and one.uuid not in batch.failed
        ]
        if session.judges.ruled or not read:
            return
        merged, base, rest = self._start_replay(state.inputs, read)
        settled = await resolve_questions(
            base,
            rest,
            judges=session.judges,
            answers=session.answers,
            reached=self._replay_callback(merged, read),
            identities=batch.identities,
            continuation=self._continuation(merged, read),
        )
        batch.failed.update(settled.failed)

    def _replay_callback(self, inputs: WorkInputs, told: Sequence[ChapterInput]) -> OnReplayed | None:
        """Return the callback that caches a replay, or None if one of the chapters *told* is outside canon. The cached
        replay is for the stored graph, which is derived from canon alone.
        """
        if any(one.episode.layer is not Layer.CANON for one in told):
            return None
        return self._session.reached(inputs)

    def _continuation(self, inputs: WorkInputs, told: Sequence[ChapterInput]) -> KnownContinuation | None:
        canon = all(one.episode.layer is Layer.CANON for one in told)
        return self._session.continuation(inputs) if canon else None

    async def _save(self, group: Sequence[Episode], batch: Batch, reports: dict[str, ChapterReport]) -> None:
        try:
            failed = await self._try_save(await self._session.present(), group, batch, reports)
        except StaleRevisionError:
            if batch.stored:
                raise
            # If another process has committed a revision meanwhile, the store refuses the commit of this group of
            # chapters. A refused group is replayed and saved again on top of the other process's revision.
            failed = await self._try_save(await self._session.state(), group, batch, reports)
        if failed:
            await self._save_separately(failed, group, batch, reports)

    async def _try_save(
        self, state: State, group: Sequence[Episode], batch: Batch, reports: dict[str, ChapterReport]
    ) -> Mapping[str, EpisodicError]:
        """If all questions have answers, save the chapters of *group* and return an empty mapping. If a question cannot
        be answered, save no chapter and return the errors by the ids of the chapters with unanswered questions.
        """
        session = self._session
        steps: list[PlannedCommit] = []
        inputs = state.inputs
        for episode in group:
            error = batch.failed.get(episode.uuid)
            if error is None:
                inputs = inputs.with_chapter(batch.read[episode.uuid])
                steps.append(PlannedCommit(inputs, f"{ACTIONS[batch.outcome(episode)]} {episode.key}"))
            elif not batch.stays_out(episode):
                inputs = inputs.with_waiting(replace(episode, failure=str(error)))
                steps.append(PlannedCommit(inputs, f"failed {episode.key}"))
        told = [batch.read[one.uuid] for one in group if one.uuid not in batch.failed]
        outside_canon = any(one.episode.layer is not Layer.CANON for one in told)
        replay, diff = state.replay, MemoryDiff()
        if told:
            _, base, rest = self._start_replay(inputs, told)
            reached = self._replay_callback(inputs, told)
            settled = await resolve_questions(
                base,
                rest,
                judges=session.judges,
                answers=session.answers,
                reached=reached,
                continuation=self._continuation(inputs, told),
            )
            if settled.failed:
                return settled.failed
            replay = settled.replay
        if outside_canon:
            diff = chapter_contribution(session.preview_state(inputs, replay), told[-1].episode.uuid)
            await session.commit_steps(steps, session.replay_before(inputs, None))
        elif steps:
            _, diff = await session.commit_steps(steps, replay)
        self._report(group, batch, reports, diff=diff, replay=replay)
        return {}

    async def _save_separately(
        self,
        failed: Mapping[str, EpisodicError],
        group: Sequence[Episode],
        batch: Batch,
        reports: dict[str, ChapterReport],
    ) -> None:
        """Save each chapter of *group* in a transaction of its own, and mark the chapters in *failed* as failed."""
        batch.failed.update(failed)
        if len(group) == 1:
            batch.failed.setdefault(group[0].uuid, next(iter(failed.values())))
        for episode in group:
            await self._save([episode], batch, reports)

    def _report(
        self,
        group: Sequence[Episode],
        batch: Batch,
        reports: dict[str, ChapterReport],
        *,
        diff: MemoryDiff,
        replay: Replay,
    ) -> None:
        shares = diff.by_chapter([one.uuid for one in group])
        pending = _left_out(replay, [one.uuid for one in group])
        completed = {one.episode.uuid: one.reading for one in replay.completed}
        for episode in group:
            error = batch.failed.get(episode.uuid)
            if error is not None:
                report = ChapterReport(episode.key, episode.title, Outcome.FAILED, episode.uuid, error=error)
            else:
                self.done += 1
                reading, made = batch.read[episode.uuid].reading, self._made[episode.uuid]
                fresh = sum(digest in made for digest in reading.digests)
                report = ChapterReport(
                    key=episode.key,
                    title=episode.title,
                    outcome=batch.outcome(episode),
                    episode=episode.uuid,
                    windows_read=fresh,
                    windows_kept=len(reading.digests) - fresh,
                    read_by=read_by(reading),
                    statements=statements_read(completed.get(episode.uuid, reading)),
                    rejected=tuple(one for window in reading.windows for one in window.rejected),
                    pending=pending.get(episode.uuid, 0),
                    diff=shares[episode.uuid],
                )
            reports[episode.key] = report
            self._report_progress(Stage.SAVING, episode)

    def report_rebuilding(self, episode: Episode) -> None:
        """Report that a stored chapter is replayed."""
        self._report_progress(Stage.REBUILDING, episode)

    def _report_progress(self, stage: Stage, episode: Episode) -> None:
        self._on_progress(Progress(stage, episode.title, self.done, self.total))


def _left_out(replay: Replay, episodes: Sequence[str]) -> dict[str, int]:
    told = replay.chapters_by_id()
    return {uuid: told[uuid].left_out for uuid in episodes if uuid in told}


def _groups(episodes: Sequence[Episode]) -> Iterator[list[Episode]]:
    """Yield groups of chapters that are saved in one transaction.

    A group of chapters contains canon chapters with at most CHARACTERS_PER_TRANSACTION characters in all. A longer
    canon chapter is a group alone, and so is every chapter outside canon.
    """
    group: list[Episode] = []
    length = 0
    for episode in episodes:
        length += len(episode.text)
        alone = any(one.layer is not Layer.CANON for one in (episode, *group))
        if group and (alone or length > CHARACTERS_PER_TRANSACTION):
            yield group
            group, length = [], len(episode.text)
        group.append(episode)
    if group:
        yield group
