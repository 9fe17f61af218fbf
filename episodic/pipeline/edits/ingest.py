"""Chapters into a work: placed in the telling, read, asked about, and committed one by one in telling order."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from episodic.errors import EmptyTextError, EpisodicError, ModelError, UnreadableFileError
from episodic.model.episodes import Chapter, Episode, Layer
from episodic.model.names import check_name, half_a_pair
from episodic.model.readings import ChapterReading, WindowReading
from episodic.pipeline.asserted import CANON_LINE, Asserted, AssertedChapter
from episodic.pipeline.manuscript.arranging import Arranged, arranged
from episodic.pipeline.manuscript.carrying import readings_along, reheaded
from episodic.pipeline.manuscript.planning import PARTLY, Extent, ManuscriptPlan, PlannedChapter, as_they_are, plan
from episodic.pipeline.order import chapter_keys
from episodic.pipeline.reading import PartRead, kept_readings, read_entities, read_facts
from episodic.pipeline.report import ChapterReport, ManuscriptReport, MemoryDiff, OnProgress, Outcome, Progress, Stage
from episodic.pipeline.telling.replay import Replay
from episodic.pipeline.work.layers import told_in
from episodic.pipeline.work.session import Session
from episodic.pipeline.work.settling import BREATH, UNWATCHED, Watch, settle
from episodic.pipeline.work.state import State

BATCH = 24
"""How many chapters are read and asked about at once before the first of them is committed."""

ACTIONS = {Outcome.ADDED: "add", Outcome.REPLACED: "replace", Outcome.REREAD: "reread"}
"""How the commits of chapters are named."""
DESCRIBED = "describe chapters"
"""The commit that changes no more than what is known of chapters beside their words."""


def quiet(_: Progress) -> None:
    """Nobody watches."""


@dataclass(slots=True)
class _Batch:
    """Chapters on their way in: as episodes, as read so far, and what went wrong with which."""

    episodes: list[Episode]
    replaced: set[str]
    rereading: bool = False
    unread: frozenset[str] = frozenset()
    """Readers whose readings are not kept."""
    parts: dict[str, PartRead] = field(default_factory=dict[str, PartRead])
    readings: dict[str, ChapterReading] = field(default_factory=dict[str, ChapterReading])
    failed: dict[str, EpisodicError] = field(default_factory=dict[str, EpisodicError])


@dataclass(slots=True)
class _Told:
    """What an ingestion has come to so far; it goes on where it was when somebody else committed meanwhile."""

    reports: dict[str, ChapterReport] = field(default_factory=dict[str, ChapterReport])
    planned: dict[str, PlannedChapter] = field(default_factory=dict[str, PlannedChapter])
    gone: dict[str, ChapterReport] = field(default_factory=dict[str, ChapterReport])
    diff: MemoryDiff = field(default_factory=MemoryDiff)

    def outcome(self, episode: str, otherwise: Outcome) -> Outcome:
        """What a chapter whose words stayed is called: moved, renamed, or *otherwise*."""
        one = self.planned[episode]
        return Outcome.MOVED if one.moved else Outcome.RENAMED if one.renamed else otherwise

    def shown(self, report: ChapterReport) -> ChapterReport:
        """The report with what the plan knew of the chapter."""
        one = self.planned[report.episode or ""]
        return replace(report, moved=one.moved, renamed=one.renamed)


class Ingestion:
    """Reads chapters into the session's work."""

    def __init__(self, session: Session, *, on_progress: OnProgress = quiet) -> None:
        self._session = session
        self._on_progress = on_progress
        self._done = 0
        self._total = 0
        self._carried: dict[str, WindowReading] = {}

    async def run(
        self,
        chapters: Sequence[Chapter],
        *,
        layer: Layer = Layer.CANON,
        replacing: bool = True,
        extent: Extent = PARTLY,
    ) -> ManuscriptReport:
        """Bring the chapters in, in this order. What is there already with the same text costs nothing.

        A chapter that is there with another text is replaced (or raises DuplicateEpisodeError unless *replacing*). Of a whole
        manuscript (*extent*) chapters are known by their words: see `plan`; in other layers than canon by their keys alone. One
        commit takes out, moves and renames; then each chapter that is new or rewritten is read and committed. A chapter that a
        model could not read is reported as failed, keeps its place, and the others go on. Raises EmptyTextError,
        InvalidNameError, StoreError, and the ModelError of a question that a chapter taken out or moved raises elsewhere.
        """
        check_chapters(chapters)
        self._total = len(chapters)
        told = _Told()

        async def act() -> ManuscriptReport:
            state = await self._session.state()
            there = [one for one in state.asserted.episodes if one.layer is layer]
            found = plan(there, chapters, extent=extent if layer is Layer.CANON else PARTLY)
            return await self._ingest(found if replacing else as_they_are(found), layer, told)

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

    async def reread(self, episodes: Sequence[str] | None = None, *, every: bool = False) -> ManuscriptReport:
        """Read chapters (ids; None: all) anew that another reader has read than the present one; with *every* those, too.

        Windows that the present reader has read keep their reading unless *every* is asked for. A chapter that cannot be read
        stays as it was.
        """
        reports: dict[str, ChapterReport] = {}

        async def act() -> ManuscriptReport:
            state = await self._session.state()
            mine = self._session.tools.reader.name
            wanted = [one for one in state.asserted.chapters if episodes is None or one.episode.uuid in episodes]
            readers = {one.episode.uuid: {window.reader for window in one.reading.windows} for one in wanted}
            stale = [
                replace(one.episode, reader=mine) for one in wanted if every or readers[one.episode.uuid] != {mine}
            ]
            unread = frozenset(reader for found in readers.values() for reader in found if every or reader != mine)
            self._total = len(stale)
            for begin in range(0, len(stale), BATCH):
                part = stale[begin : begin + BATCH]
                await self._batch(_Batch(part, {one.uuid for one in part}, True, unread), reports)
            return await self._report(reports)

        return await self._session.exclusively(act)

    async def _ingest(self, found: ManuscriptPlan, layer: Layer, told: _Told) -> ManuscriptReport:
        state = await self._session.state()
        made = arranged(state.asserted, found, layer=layer, reader=self._session.tools.reader.name)
        read = {one.episode.uuid: one for one in state.asserted.chapters}
        pairs = zip(found.chapters, made.chapters, strict=True)
        rewritten = [(one, episode) for one, episode in pairs if one.rewritten and episode.uuid in read]
        settings, reader = state.asserted.settings, self._session.tools.reader
        along = readings_along(((read[episode.uuid], episode) for _, episode in rewritten), reader=reader.name)
        self._carried = kept_readings(state.asserted.chapters) | along
        reheading = [episode for one, episode in rewritten if not one.edited]
        named = await reheaded(reheading, reader=reader, settings=settings, kept=self._carried)
        made = made.told_with([one for _, one in named])
        if made.asserted.episodes != state.asserted.episodes:
            await self._arrange(made, found, told)
        windows = {part.episode.uuid: (part.fresh, len(part.windows) - part.fresh) for part, _ in named}
        waiting = {one.uuid for one in state.asserted.waiting}
        fresh: list[Episode] = []
        for one, episode in zip(found.chapters, made.chapters, strict=True):
            told.planned.setdefault(episode.uuid, one)
            if episode.uuid not in windows and (one.there is None or one.rewritten or episode.uuid in waiting):
                fresh.append(episode)
                continue
            outcome = told.outcome(episode.uuid, Outcome.REPLACED if episode.uuid in windows else Outcome.UNCHANGED)
            report = ChapterReport(
                episode.key, episode.title, outcome, episode.uuid, *windows.get(episode.uuid, (0, 0))
            )
            told.reports.setdefault(episode.key, report)
            self._done += 1
        replaced = {one.there.uuid for one in found.chapters if one.there is not None and one.rewritten}
        for begin in range(0, len(fresh), BATCH):
            batch = fresh[begin : begin + BATCH]
            await self._batch(_Batch(batch, replaced & {one.uuid for one in batch}), told.reports)
        return await self._whole_report([one.key for one in made.chapters], told)

    async def _arrange(self, made: Arranged, found: ManuscriptPlan, told: _Told) -> None:
        """Commit what the plan takes out, moves and renames."""
        session = self._session
        base, rest = session.on_the_way(made.asserted)
        settled = await settle(base, rest, judges=session.judges, answers=session.answers)
        if settled.failed:
            raise next(iter(settled.failed.values()))
        name = found.extent.manuscript
        action = DESCRIBED if found.in_place else f"arrange {name}".rstrip()
        _, diff = await session.commit(made.asserted, settled.replay, action=action)
        told.diff = told.diff.then(diff)
        for one in found.gone:
            told.gone[one.uuid] = ChapterReport(one.key, one.title, Outcome.REMOVED, one.uuid)

    async def _whole_report(self, order: Sequence[str], told: _Told) -> ManuscriptReport:
        """What became of all chapters: the manuscript's in its order, then those taken out."""
        there = [told.reports[key] for key in order if key in told.reports]
        chapters = {one.key: told.shown(one) for one in there}
        found = await self._report(chapters)
        return replace(found, chapters=(*found.chapters, *told.gone.values()), diff=told.diff)

    async def _report(self, reports: dict[str, ChapterReport]) -> ManuscriptReport:
        state = await self._session.state()
        counts: dict[str, int] = {}
        for kind, _ in state.records:
            counts[kind.value] = counts.get(kind.value, 0) + 1
        return ManuscriptReport(tuple(reports.values()), state.asserted.revision, counts)

    async def _batch(self, batch: _Batch, reports: dict[str, ChapterReport]) -> None:
        """Read a batch at once, then commit it chapter by chapter; failures are kept apart."""
        state = await self._session.state()
        await self._read(batch, state)
        await self._commit_in_order(batch, reports)

    async def _read(self, batch: _Batch, state: State) -> None:
        tools = self._session.tools
        kept = self._carried | kept_readings(state.asserted.chapters)
        if batch.rereading:
            kept = {digest: one for digest, one in kept.items() if one.reader not in batch.unread}

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
            await _all([*(facts(one) for one in read), self._identities(batch, state, read)])

    async def _identities(self, batch: _Batch, state: State, read: Sequence[Episode]) -> None:
        """Ask who is who while facts are being read: the answers are kept, the real replay finds them there."""
        await asyncio.sleep(BREATH)
        partial = [AssertedChapter(one, batch.parts[one.uuid].without_facts()) for one in read]
        asserted, base, rest = self._base(state.asserted, partial)
        for chapter in partial:
            self._session.bench.prepare(asserted, chapter)
        settled = await settle(
            base, rest, judges=self._session.judges, answers=self._session.answers, identity_only=True
        )
        batch.failed.update({one: error for one, error in settled.failed.items() if one in batch.parts})

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

    async def _commit_in_order(self, batch: _Batch, reports: dict[str, ChapterReport]) -> None:
        judges = self._session.judges
        state = await self._session.state()
        ready = [
            AssertedChapter(one, batch.readings[one.uuid])
            for one in batch.episodes
            if one.uuid in batch.readings and one.uuid not in batch.failed
        ]
        if not judges.ruled and ready:
            merged, base, rest = self._base(state.asserted, ready)
            canon = all(one.episode.layer is Layer.CANON for one in ready)
            foresee = self._session.bench.foresee if ready == rest else None
            watch = Watch(self._session.reached(merged, rest), foresee) if canon else UNWATCHED
            settled = await settle(base, rest, judges=judges, answers=self._session.answers, watch=watch)
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
        action = f"{ACTIONS[_outcome(batch, replaced=replaced)]} {episode.key}"
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
            outcome=_outcome(batch, replaced=replaced),
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


def _outcome(batch: _Batch, *, replaced: bool) -> Outcome:
    if batch.rereading:
        return Outcome.REREAD
    return Outcome.REPLACED if replaced else Outcome.ADDED


def check_chapters(chapters: Sequence[Chapter]) -> None:
    """Nothing if all of them can be read and kept. Raises EmptyTextError, InvalidNameError, UnreadableFileError."""
    for chapter, key in zip(chapters, chapter_keys(chapters), strict=True):
        check_name(key, "chapter key")
        check_chapter(chapter, key)


def check_chapter(chapter: Chapter, name: str) -> None:
    """Nothing if the chapter, called *name*, can be read. Raises EmptyTextError, UnreadableFileError."""
    if not any(character.isalnum() for character in chapter.text):
        raise EmptyTextError(name)
    beside = (chapter.title, *chapter.path, chapter.source_description, chapter.reference_time or "")
    for where, said in (("", chapter.text), *((" of what is said of it", one) for one in beside)):
        half = half_a_pair(said)
        if half is not None:
            reason = f"character {half + 1}{where} is half of a surrogate pair"
            raise UnreadableFileError(name, reason, hint="Nothing was saved; mend the text and repeat.")


async def _all(calls: Iterable[Awaitable[None]]) -> None:
    """Run everything at once; an error that nobody expects ends all of it."""
    async with asyncio.TaskGroup() as group:
        for call in calls:
            group.create_task(_run(call))


async def _run(call: Awaitable[None]) -> None:
    await call
