"""Chapters into a work: placed in the telling, read, asked about, and committed one by one in telling order."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from episodic.errors import DuplicateEpisodeError, EmptyTextError, EpisodicError, ModelError, UnreadableFileError
from episodic.model.episodes import Chapter, Episode, Layer
from episodic.model.names import check_name
from episodic.model.readings import ChapterReading
from episodic.pipeline.asserted import CANON_LINE, Asserted, AssertedChapter
from episodic.pipeline.layers import told_in
from episodic.pipeline.order import between, chapter_keys, episode_of, spread
from episodic.pipeline.reading import PartRead, kept_readings, read_entities, read_facts
from episodic.pipeline.replay import Replay
from episodic.pipeline.report import ChapterReport, ManuscriptReport, OnProgress, Outcome, Progress, Stage
from episodic.pipeline.session import Session
from episodic.pipeline.settling import settle
from episodic.pipeline.state import State

BATCH = 24
"""How many chapters are read and asked about at once before the first of them is committed."""

_HALF_A_PAIR = re.compile("[\ud800-\udfff]")


def quiet(_: Progress) -> None:
    """Nobody watches."""


@dataclass(slots=True)
class _Batch:
    """Chapters on their way in: as episodes, as read so far, and what went wrong with which."""

    episodes: list[Episode]
    replaced: set[str]
    parts: dict[str, PartRead] = field(default_factory=dict[str, PartRead])
    readings: dict[str, ChapterReading] = field(default_factory=dict[str, ChapterReading])
    failed: dict[str, EpisodicError] = field(default_factory=dict[str, EpisodicError])


class Ingestion:
    """Reads chapters into the session's work."""

    def __init__(self, session: Session, *, on_progress: OnProgress = quiet) -> None:
        self._session = session
        self._on_progress = on_progress
        self._done = 0
        self._total = 0

    async def run(
        self, chapters: Sequence[Chapter], *, layer: Layer = Layer.CANON, replacing: bool = True
    ) -> ManuscriptReport:
        """Bring the chapters in, in this order. What is there already with the same text costs nothing.

        A chapter of a known key and another text replaces it (or raises DuplicateEpisodeError unless *replacing*). A chapter
        that a model could not read is reported as failed, keeps its place, and the others go on. Raises EmptyTextError,
        InvalidNameError, StoreError.
        """
        keys = chapter_keys(chapters)
        for chapter, key in zip(chapters, keys, strict=True):
            check_name(key, "chapter key")
            if not any(character.isalnum() for character in chapter.text):
                raise EmptyTextError(key)
            half = _HALF_A_PAIR.search(chapter.text)
            if half is not None:
                reason = f"character {half.start() + 1} is half of a surrogate pair"
                raise UnreadableFileError(key, reason, hint="Nothing was saved; mend the text and repeat.")
        self._total = len(chapters)
        reports: dict[str, ChapterReport] = {}

        async def act() -> ManuscriptReport:
            return await self._ingest(list(zip(keys, chapters, strict=True)), layer, replacing, reports)

        return await self._session.exclusively(act)

    async def reread_waiting(self) -> ManuscriptReport:
        """Read the chapters that could not be read before."""
        reports: dict[str, ChapterReport] = {}

        async def act() -> ManuscriptReport:
            state = await self._session.state()
            waiting = list(state.asserted.waiting)
            self._total = len(waiting)
            for begin in range(0, len(waiting), BATCH):
                batch = _Batch([replace(one, failure=None) for one in waiting[begin : begin + BATCH]], set())
                await self._batch(batch, reports)
            return await self._report(reports)

        return await self._session.exclusively(act)

    async def _ingest(
        self, chapters: Sequence[tuple[str, Chapter]], layer: Layer, replacing: bool, reports: dict[str, ChapterReport]
    ) -> ManuscriptReport:
        state = await self._session.state()
        placed = await self._place(state, chapters, layer)
        state = await self._session.state()
        known = {one.uuid: one for one in state.asserted.episodes}
        waiting = {one.uuid for one in state.asserted.waiting}
        fresh: list[Episode] = []
        replaced: set[str] = set()
        for episode in placed:
            there = known.get(episode.uuid)
            if there is None or (there.uuid in waiting and there.text == episode.text):
                fresh.append(episode)
            elif there.text == episode.text:
                reports.setdefault(episode.key, ChapterReport(episode.key, there.title, Outcome.UNCHANGED, there.uuid))
                self._done += 1
            elif not replacing:
                raise DuplicateEpisodeError(episode.key)
            else:
                fresh.append(replace(episode, revision=there.revision + 1))
                replaced.add(episode.uuid)
        for begin in range(0, len(fresh), BATCH):
            batch = fresh[begin : begin + BATCH]
            await self._batch(_Batch(batch, replaced & {one.uuid for one in batch}), reports)
        order = [key for key, _ in chapters]
        return await self._report({key: reports[key] for key in order if key in reports})

    async def _report(self, reports: dict[str, ChapterReport]) -> ManuscriptReport:
        state = await self._session.state()
        counts: dict[str, int] = {}
        for kind, _ in state.records:
            counts[kind.value] = counts.get(kind.value, 0) + 1
        return ManuscriptReport(tuple(reports.values()), state.asserted.revision, counts)

    async def _place(self, state: State, chapters: Sequence[tuple[str, Chapter]], layer: Layer) -> list[Episode]:
        """The chapters as episodes with their order keys; when a gap is used up, all keys of the work are spread anew."""
        reader = self._session.tools.reader.name
        known = {one.key: one for one in state.asserted.episodes if one.layer is layer}
        for _ in range(2):
            canon = {one.key: one.order for one in state.asserted.episodes if one.layer is Layer.CANON}
            beside = canon.values() if layer is Layer.DRAFT else ()
            orders = sorted({*beside, *(one.order for one in known.values())})
            placed: list[Episode] = []
            previous = _start(chapters, known, orders)
            for key, chapter in chapters:
                there = known.get(key)
                order = there.order if there else between(previous, _next(orders, previous))
                if there is None and layer is Layer.DRAFT and key in canon:
                    order = canon[key]
                if order is None:
                    break
                if there is None:
                    orders = sorted((*orders, order))
                placed.append(
                    episode_of(
                        chapter,
                        key,
                        group_id=self._session.group_id,
                        order=order,
                        layer=layer,
                        reader=reader,
                    )
                )
                previous = order
            if len(placed) == len(chapters):
                return placed
            state = await self._spread(state)
            known = {one.key: one for one in state.asserted.episodes if one.layer is layer}
        raise AssertionError("fresh gaps are wide enough for any manuscript")

    async def _spread(self, state: State) -> State:
        """Give every chapter a new order key with a full gap, in one commit."""
        moved = spread([one.order for one in state.asserted.episodes])
        asserted = replace(
            state.asserted,
            chapters=tuple(
                replace(one, episode=replace(one.episode, order=moved[one.episode.order]))
                for one in state.asserted.chapters
            ),
            waiting=tuple(replace(one, order=moved[one.order]) for one in state.asserted.waiting),
        )
        replay = self._session.bench.replayed(asserted, self._session.answers)
        after, _ = await self._session.commit(asserted, replay, action="spread order keys")
        return after

    async def _batch(self, batch: _Batch, reports: dict[str, ChapterReport]) -> None:
        """Read a batch at once, then commit it chapter by chapter; failures are kept apart."""
        state = await self._session.state()
        await self._read(batch, state)
        await self._commit_in_order(batch, reports)

    async def _read(self, batch: _Batch, state: State) -> None:
        tools = self._session.tools
        kept = kept_readings(state.asserted.chapters)

        async def entities(episode: Episode) -> None:
            try:
                batch.parts[episode.uuid] = await read_entities(
                    episode, reader=tools.reader, settings=state.asserted.settings, kept=kept
                )
                self._say(Stage.ENTITIES, episode)
            except ModelError as error:
                batch.failed[episode.uuid] = error

        async def facts(episode: Episode) -> None:
            part = batch.parts[episode.uuid]
            try:
                reading = await read_facts(part, reader=tools.reader, settings=state.asserted.settings)
                batch.readings[episode.uuid] = reading
                self._say(Stage.FACTS, episode)
            except ModelError as error:
                batch.failed[episode.uuid] = error

        await _all(entities(one) for one in batch.episodes)
        read = [one for one in batch.episodes if one.uuid in batch.parts]
        if self._session.judges.ruled:
            await _all(facts(one) for one in read)
        else:
            await _all([self._identities(batch, state, read), *(facts(one) for one in read)])

    async def _identities(self, batch: _Batch, state: State, read: Sequence[Episode]) -> None:
        """Ask who is who while facts are being read: the answers are kept, the real replay finds them there."""
        partial = [AssertedChapter(one, batch.parts[one.uuid].without_facts()) for one in read]
        asserted, base, rest = self._base(state.asserted, partial)
        del asserted
        settled = await settle(
            base, rest, judges=self._session.judges, answers=self._session.answers, identity_only=True
        )
        batch.failed.update({one: error for one, error in settled.failed.items() if one in batch.parts})

    def _base(
        self, asserted: Asserted, chapters: Iterable[AssertedChapter]
    ) -> tuple[Asserted, Replay, list[AssertedChapter]]:
        """The work with *chapters* in place; a replay up to the first of them; and what is to be told after that.

        Chapters of another layer are told together with canon, from its beginning.
        """
        merged = asserted
        first = None
        layers = frozenset[Layer]()
        for chapter in chapters:
            layers |= {chapter.episode.layer}
            merged = merged.with_chapter(chapter)
            order = chapter.episode.order
            first = order if first is None else min(first, order)
        if not layers <= CANON_LINE:
            together = merged.told(layers | CANON_LINE)
            return merged, self._session.bench.empty_replay(merged, merged.settings, self._session.answers), [*together]
        replay = self._session.replay_before(merged, first)
        rest = [one for one in merged.told() if first is not None and one.episode.order >= first]
        return merged, replay, rest

    async def _commit_in_order(self, batch: _Batch, reports: dict[str, ChapterReport]) -> None:
        judges = self._session.judges
        state = await self._session.state()
        ready = [
            AssertedChapter(one, batch.readings[one.uuid])
            for one in batch.episodes
            if one.uuid in batch.readings and one.uuid not in batch.failed
        ]
        if not judges.ruled and ready:
            _, base, rest = self._base(state.asserted, ready)
            settled = await settle(base, rest, judges=judges, answers=self._session.answers)
            batch.failed.update(settled.failed)
        by_id = {one.episode.uuid: one for one in ready}
        for episode in batch.episodes:
            if episode.uuid in batch.failed:
                await self._failed(episode, batch, reports)
            else:
                await self._save(by_id[episode.uuid], batch, reports)

    async def _save(self, chapter: AssertedChapter, batch: _Batch, reports: dict[str, ChapterReport]) -> None:
        """Commit one chapter; its questions have been answered already."""
        state = await self._session.state()
        asserted, base, rest = self._base(state.asserted, [chapter])
        judges = self._session.judges
        settled = await settle(base, rest, judges=judges, answers=self._session.answers)
        if settled.failed:
            batch.failed.update(settled.failed)
            first = next(iter(settled.failed.values()))
            batch.failed.setdefault(chapter.episode.uuid, first)
            await self._failed(chapter.episode, batch, reports)
            return
        self._say(Stage.SAVING, chapter.episode)
        episode = chapter.episode
        replaced = episode.uuid in batch.replaced
        action = f"{'replace' if replaced else 'add'} {episode.key}"
        if episode.layer is Layer.CANON:
            _, diff = await self._session.commit(asserted, settled.replay, action=action)
        else:
            diff = told_in(self._session.state_beside(asserted, settled.replay), episode.uuid)
            await self._session.commit(asserted, self._session.replay_before(asserted, None), action=action)
        part = batch.parts[episode.uuid]
        pending = next((one.left_out for one in settled.replay.chapters if one.episode.uuid == episode.uuid), 0)
        self._done += 1
        reports[episode.key] = ChapterReport(
            key=episode.key,
            title=episode.title,
            outcome=Outcome.REPLACED if replaced else Outcome.ADDED,
            episode=episode.uuid,
            windows_read=part.fresh,
            windows_kept=len(part.windows) - part.fresh,
            rejected=tuple(one for window in chapter.reading.windows for one in window.rejected),
            pending=pending,
            diff=diff,
        )
        self._say(Stage.SAVING, episode)

    async def _failed(self, episode: Episode, batch: _Batch, reports: dict[str, ChapterReport]) -> None:
        """Keep a new chapter's place and say why it is not read; a chapter that was there before stays as it was."""
        error = batch.failed[episode.uuid]
        reports[episode.key] = ChapterReport(episode.key, episode.title, Outcome.FAILED, episode.uuid, error=error)
        self._say(Stage.SAVING, episode)
        if episode.uuid in batch.replaced:
            return
        state = await self._session.state()
        asserted = state.asserted.with_waiting(replace(episode, failure=str(error)))
        await self._session.commit(asserted, state.replay, action=f"failed {episode.key}")

    def _say(self, stage: Stage, episode: Episode) -> None:
        self._on_progress(Progress(stage, episode.title, self._done, self._total))


async def _all(calls: Iterable[Awaitable[None]]) -> None:
    """Run everything at once; an error that nobody expects ends all of it."""
    async with asyncio.TaskGroup() as group:
        for call in calls:
            group.create_task(_run(call))


async def _run(call: Awaitable[None]) -> None:
    await call


def _start(chapters: Sequence[tuple[str, Chapter]], known: dict[str, Episode], orders: Sequence[int]) -> int | None:
    """The order key after which the first new chapter goes: before the manuscript's first known one, else at the end."""
    for position, (key, _) in enumerate(chapters):
        if key in known:
            if position == 0:
                return None
            before = [order for order in orders if order < known[key].order]
            return before[-1] if before else None
    return orders[-1] if orders else None


def _next(orders: Sequence[int], previous: int | None) -> int | None:
    """The first order key after *previous*."""
    return next((order for order in orders if previous is None or order > previous), None)
