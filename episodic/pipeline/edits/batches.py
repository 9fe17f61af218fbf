"""Chapters that are read and asked about at once, then saved in telling order, several in one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from episodic.errors import EpisodicError, ModelError, StaleRevisionError
from episodic.model.episodes import Episode, Layer
from episodic.model.readings import WindowReading
from episodic.pipeline.asserted import CANON_LINE, Asserted, AssertedChapter
from episodic.pipeline.edits.batch import Batch, Begun, Ready
from episodic.pipeline.reading import kept_readings, read_entities, read_facts
from episodic.pipeline.report import ChapterReport, MemoryDiff, OnProgress, Outcome, Progress, Stage
from episodic.pipeline.telling.replay import Replay
from episodic.pipeline.work.layers import told_in
from episodic.pipeline.work.session import Session, Step
from episodic.pipeline.work.settling import (
    BREATH,
    UNWATCHED,
    Watch,
    ask_ahead,
    ask_identities,
    meanwhile,
    settle,
    settle_on,
)
from episodic.pipeline.work.state import State
from episodic.pipeline.work.trial import Trial
from episodic.uncollected import uncollected

BATCH = 24
"""How many chapters are read and asked about at once before the first of them is committed."""
TOGETHER = 64_000
"""Characters of chapters that are saved in one transaction, at most, unless one chapter alone is longer.

Read by a model, so much text comes to about 20,000 records, which a Neo4j server with a small heap still takes (twice as many not).
"""

ACTIONS = {Outcome.ADDED: "add", Outcome.REPLACED: "replace", Outcome.REREAD: "reread"}
"""How the commits of chapters are named."""


class Batches:
    """Takes batches of chapters into the session's work, and says how far it is."""

    def __init__(self, session: Session, *, on_progress: OnProgress) -> None:
        self._session = session
        self._on_progress = on_progress
        self.done = 0
        self.total = 0
        self.carried: Mapping[str, WindowReading] = {}
        """Readings, by the digest of what was read, that count beside those of the work."""
        self._made: dict[str, dict[str, WindowReading]] = {}
        """Those of each chapter that were made here, by its id: they count where the chapter is begun again."""

    async def take(self, batch: Batch, reports: dict[str, ChapterReport]) -> None:
        """Read a batch at once, then commit it in telling order; failures are kept apart. Raises StoreError."""
        state = await self._session.present()
        answers = self._session.answers
        try:
            await self._read(batch, state)
            await self._settle(batch)
        finally:
            await answers.give_up()
        with uncollected():
            for group in _groups(batch.episodes):
                await self._save(group, batch, reports)

    async def _read(self, batch: Batch, state: State) -> None:
        kept = {**self.carried, **kept_readings(state.asserted.chapters)}
        if batch.rereading:
            kept = {digest: one for digest, one in kept.items() if one.reader not in batch.unread}
        unmet = unread = len(batch.episodes)
        met = asyncio.Event()
        partly = asyncio.Future[tuple[Replay, list[AssertedChapter]]]()

        async def read(episode: Episode) -> None:
            nonlocal unmet, unread
            await self._read_entities(episode, batch, state, kept=kept)
            unmet -= 1
            if not unmet:
                met.set()
            if episode.uuid in batch.parts:
                await self._read_facts(episode, batch, state)
            unread -= 1
            if not unread:
                # Who is who may still be asked.
                ready = self._ready(batch, state)
                if ready is not None:
                    await self._ask_ahead(ready)
                    batch.begun = self._begin(batch, ready)

        async def identities() -> None:
            await asyncio.sleep(BREATH)
            await self._prepare(batch, state)
            await met.wait()
            # What reads facts asks first.
            await asyncio.sleep(0)
            base, told = self._partly(batch, state)
            partly.set_result((base, told))
            await self._identities(batch, base, told)

        async def foresee() -> None:
            base, told = await partly
            # Of other layers nothing that is derived is saved.
            if all(one.layer is Layer.CANON for one in batch.episodes):
                first = [one.uuid for one in next(_groups(batch.episodes))]
                new = first == [one.episode.uuid for one in told[: len(first)]]
                await self._session.foresee_passages(base, told, len(first) if new else 0)

        async def expect() -> None:
            await asyncio.sleep(BREATH)
            await self._session.expect()

        beside = () if self._session.judges.ruled else (identities(), expect())
        async with meanwhile(foresee()):
            await _all([*(read(one) for one in batch.episodes), *beside])

    async def _read_entities(
        self, episode: Episode, batch: Batch, state: State, *, kept: Mapping[str, WindowReading]
    ) -> None:
        reader = self._session.tools.reader
        made = self._made.get(episode.uuid)
        kept = {**kept, **made} if made else kept
        try:
            part = await read_entities(episode, reader=reader, settings=state.asserted.settings, kept=kept)
        except ModelError as error:
            batch.failed[episode.uuid] = error
        else:
            batch.parts[episode.uuid] = part
            self._say(Stage.ENTITIES, episode)

    async def _read_facts(self, episode: Episode, batch: Batch, state: State) -> None:
        reader = self._session.tools.reader
        try:
            reading = await read_facts(batch.parts[episode.uuid], reader=reader, settings=state.asserted.settings)
        except ModelError as error:
            batch.failed[episode.uuid] = error
        else:
            chapter = batch.read[episode.uuid] = AssertedChapter(episode, reading)
            windows = zip(reading.digests, batch.parts[episode.uuid].kept, reading.windows, strict=True)
            fresh = {digest: window for digest, kept, window in windows if kept is None}
            self._made.setdefault(episode.uuid, {}).update(fresh)
            self._say(Stage.FACTS, episode)
            self._session.bench.prepare_read(state.asserted, chapter)

    async def _prepare(self, batch: Batch, state: State) -> None:
        """Make of the chapters' texts what can be made while their entities are being read."""
        for episode in batch.episodes:
            self._session.bench.prepare(state.asserted, episode)
            await asyncio.sleep(0)

    def _partly(self, batch: Batch, state: State) -> tuple[Replay, list[AssertedChapter]]:
        """The chapters without facts, up to the last of the batch, and a replay of what comes before them.

        Chapters after that are not asked about yet: what they ask may hang on the answers.
        """
        read = [one for one in batch.episodes if one.uuid in batch.parts]
        chapters = [AssertedChapter(one, batch.parts[one.uuid].without_facts()) for one in read]
        _, base, rest = self._base(state.asserted, chapters)
        last = max((number for number, one in enumerate(rest, start=1) if one.episode.uuid in batch.parts), default=0)
        self._session.bench.place(state.asserted, chapters)
        return base, rest[:last]

    async def _identities(self, batch: Batch, base: Replay, told: Sequence[AssertedChapter]) -> None:
        """Ask who is who while facts are being read: the answers are kept, the real replay finds them there."""

        def enough() -> bool:
            return all(one in batch.read or one in batch.failed for one in batch.parts)

        session = self._session
        batch.met = Trial(base, told, identity_only=True)
        failed = await ask_identities(batch.met, judges=session.judges, answers=session.answers, enough=enough)
        batch.failed.update({one: error for one, error in failed.items() if one in batch.parts})

    def _base(
        self, asserted: Asserted, chapters: Iterable[AssertedChapter]
    ) -> tuple[Asserted, Replay, list[AssertedChapter]]:
        """The work with *chapters* in place; a replay of what comes before them; and what is to be told after that.

        Chapters of another layer are told together with canon, from its beginning.
        """
        merged = asserted
        layers = frozenset[Layer]()
        for chapter in chapters:
            layers |= {chapter.episode.layer}
            merged = merged.with_chapter(chapter)
        if not layers <= CANON_LINE:
            together = merged.told(layers | CANON_LINE)
            return merged, self._session.bench.empty_replay(merged, merged.settings, self._session.answers), [*together]
        replay, rest = self._session.on_the_way(merged)
        return merged, replay, rest

    def _ready(self, batch: Batch, state: State) -> Ready | None:
        """The chapters that are read, where they are to be told; None if there are none, or nothing has to be asked."""
        read = [one for one in batch.episodes if one.uuid in batch.read and one.uuid not in batch.failed]
        if self._session.judges.ruled or not read:
            return None
        chapters = [batch.read[one.uuid] for one in read]
        return Ready(chapters, *self._base(state.asserted, chapters))

    async def _ask_ahead(self, ready: Ready) -> None:
        """Ask what hangs on nobody's identity, for all chapters at once; a chapter alone asks with all that it asks."""
        if len(ready.chapters) == 1:
            return
        session = self._session
        read = {one.episode.uuid for one in ready.chapters}
        last = max(number for number, one in enumerate(ready.rest, start=1) if one.episode.uuid in read)
        told = ready.rest[:last]
        languages = {one.episode.uuid: one.episode.language for one in told}
        questions = ready.base.asks_ahead(told)
        await ask_ahead(
            questions, judges=session.judges, answers=session.answers, group_id=session.group_id, languages=languages
        )

    def _begin(self, batch: Batch, ready: Ready) -> Begun:
        """Tell the chapters that are read, and what comes after them, by what is known so far."""
        session = self._session
        watch = UNWATCHED
        read = [one.episode for one in ready.chapters]
        if all(one.layer is Layer.CANON for one in read):
            ends = _ends(_groups(batch.episodes), {one.uuid for one in read})
            foresee = partial(session.foresee, ready.merged) if ready.chapters == ready.rest else None
            watch = Watch(session.reached(ready.merged, ready.rest), foresee, ends)
        trial = Trial(ready.base, ready.rest, reached=watch.reached, met=batch.met)
        trial.run()
        return Begun(trial, watch)

    async def _settle(self, batch: Batch) -> None:
        """Ask what the chapters that are read leave open; while answers are waited for, derive what will likely be saved."""
        begun, session = batch.begun, self._session
        if begun is not None:
            batch.begun = batch.met = None
            settled = await settle_on(
                begun.trial, judges=session.judges, answers=session.answers, watch=begun.watch, without=batch.failed
            )
            batch.failed.update(settled.failed)

    async def _save(self, group: Sequence[Episode], batch: Batch, reports: dict[str, ChapterReport]) -> None:
        """Commit some chapters in one transaction, each as a revision; their questions have been answered already."""
        try:
            failed = await self._saved(await self._session.present(), group, batch, reports)
        except StaleRevisionError:
            # Somebody else committed since the work was looked at: what was read goes on top of that.
            failed = await self._saved(await self._session.state(), group, batch, reports)
        if failed:
            await self._without(failed, group, batch, reports)

    async def _saved(
        self, state: State, group: Sequence[Episode], batch: Batch, reports: dict[str, ChapterReport]
    ) -> Mapping[str, EpisodicError]:
        """Nothing once they are saved; else the chapters that raise what cannot be asked, and then nothing is saved."""
        session = self._session
        steps: list[Step] = []
        asserted = state.asserted
        for episode in group:
            error = batch.failed.get(episode.uuid)
            if error is None:
                asserted = asserted.with_chapter(batch.read[episode.uuid])
                steps.append(Step(asserted, f"{ACTIONS[batch.outcome(episode)]} {episode.key}"))
            elif not batch.stays_out(episode):
                asserted = asserted.with_waiting(replace(episode, failure=str(error)))
                steps.append(Step(asserted, f"failed {episode.key}"))
        told = [one for one in group if one.uuid not in batch.failed]
        beside = any(one.layer is not Layer.CANON for one in told)
        replay, diff = state.replay, MemoryDiff()
        if told:
            _, base, rest = self._base(asserted, [batch.read[one.uuid] for one in told])
            watch = UNWATCHED if beside else Watch(session.reached(asserted, rest))
            settled = await settle(base, rest, judges=session.judges, answers=session.answers, watch=watch)
            if settled.failed:
                return settled.failed
            replay = settled.replay
        if beside:
            diff = told_in(session.state_beside(asserted, replay), told[-1].uuid)
            await session.commit_steps(steps, session.replay_before(asserted, None))
        elif steps:
            _, diff = await session.commit_steps(steps, replay)
        self._report(group, batch, reports, diff=diff, replay=replay)
        return {}

    async def _without(
        self,
        failed: Mapping[str, EpisodicError],
        group: Sequence[Episode],
        batch: Batch,
        reports: dict[str, ChapterReport],
    ) -> None:
        """Save each chapter of the group for itself, without those that raise what cannot be asked."""
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
        shares = diff.among([one.uuid for one in group])
        pending = {one.episode.uuid: one.left_out for one in replay.chapters}
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
                    rejected=tuple(one for window in reading.windows for one in window.rejected),
                    pending=pending.get(episode.uuid, 0),
                    diff=shares[episode.uuid],
                )
            reports[episode.key] = report
            self._say(Stage.SAVING, episode)

    def _say(self, stage: Stage, episode: Episode) -> None:
        self._on_progress(Progress(stage, episode.title, self.done, self.total))


def _groups(episodes: Sequence[Episode]) -> Iterator[list[Episode]]:
    """The chapters that are saved together: as many of canon as are not too long, and any of another layer by itself."""
    group: list[Episode] = []
    length = 0
    for episode in episodes:
        length += len(episode.text)
        alone = any(one.layer is not Layer.CANON for one in (episode, *group))
        if group and (alone or length > TOGETHER):
            yield group
            group, length = [], len(episode.text)
        group.append(episode)
    if group:
        yield group


def _ends(groups: Iterable[Sequence[Episode]], read: set[str]) -> frozenset[int]:
    """How many of the chapters in *read* are told at the end of each group."""
    counts: list[int] = []
    for group in groups:
        counts.append((counts[-1] if counts else 0) + sum(one.uuid in read for one in group))
    return frozenset(counts)


async def _all(calls: Iterable[Awaitable[None]]) -> None:
    """Run everything at once; an error that nobody expects ends all of it. What is asked first goes out without delay."""
    async with asyncio.TaskGroup() as group:
        with uncollected():
            tasks = [group.create_task(_run(call)) for call in calls]
            await asyncio.wait(tasks, timeout=BREATH)


async def _run(call: Awaitable[None]) -> None:
    await call
