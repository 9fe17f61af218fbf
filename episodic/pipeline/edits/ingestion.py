"""Ingests chapters: finds the new, changed, moved and removed ones, and reads and saves them in batches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from episodic.errors import EmptyTextError, InputError, UnknownEpisodeError, UnreadableFileError
from episodic.model.episodes import Chapter, Episode, Layer
from episodic.model.name_keys import check_name, lone_surrogate_position
from episodic.pipeline.chapter_reading import LayeredReadings, stored_readings
from episodic.pipeline.edits.batch import Batch
from episodic.pipeline.edits.batch_ingestion import CHAPTERS_PER_BATCH, BatchIngester
from episodic.pipeline.inputs import PROPOSAL_READER
from episodic.pipeline.order_keys import chapter_keys
from episodic.pipeline.reports import ChapterReport, ManuscriptReport, MemoryDiff, OnProgress, Outcome, Progress
from episodic.pipeline.session.question_loop import resolve_questions
from episodic.pipeline.session.session import Session
from episodic.pipeline.sync.apply_plan import AppliedPlan, apply_plan
from episodic.pipeline.sync.planning import PARTIAL, Extent, ManuscriptPlan, PlannedChapter, forbid_replacements, plan
from episodic.pipeline.sync.reading_reuse import read_reheaded, reusable_readings

DESCRIBED = "describe chapters"
"""The name of a commit that changes only metadata of chapters."""


def quiet(_: Progress) -> None:
    """The default callback for progress reports, which does nothing."""


@dataclass(slots=True)
class _IngestionProgress:
    """The reports and changes of an ingestion so far, which are kept if another process commits and the ingestion
    starts again.
    """

    reports: dict[str, ChapterReport] = field(default_factory=dict[str, ChapterReport])
    planned: dict[str, PlannedChapter] = field(default_factory=dict[str, PlannedChapter])
    gone: dict[str, ChapterReport] = field(default_factory=dict[str, ChapterReport])
    diff: MemoryDiff = field(default_factory=MemoryDiff)

    def outcome(self, episode: str, otherwise: Outcome) -> Outcome:
        planned = self.planned[episode]
        return Outcome.MOVED if planned.moved else Outcome.RENAMED if planned.renamed else otherwise

    def shown(self, report: ChapterReport) -> ChapterReport:
        planned = self.planned[report.episode or ""]
        return replace(report, moved=planned.moved, renamed=planned.renamed)


class Ingestion:
    """Adds or replaces chapters of a work that is open for writing (the work of a `Session`)."""

    def __init__(self, session: Session, *, on_progress: OnProgress = quiet) -> None:
        self._session = session
        self._batches = BatchIngester(session, on_progress=on_progress)

    async def run(
        self,
        chapters: Sequence[Chapter],
        *,
        layer: Layer = Layer.CANON,
        adding: bool = True,
        replacing: bool = True,
        extent: Extent = PARTIAL,
    ) -> ManuscriptReport:
        """Ingest the chapters in the given order. Unchanged chapters are not read again.

        An existing chapter whose text has changed is replaced. If *replacing* is false, a chapter whose text has
        changed raises DuplicateEpisodeError instead, and no chapter is removed. If *adding* is false, a chapter that
        does not exist raises UnknownEpisodeError. Chapters of a complete manuscript (see *extent*) are matched with
        existing chapters as the function `plan` describes. Chapters in layers other than canon are matched by key
        alone. First, a single commit removes, moves and renames chapters; then new and changed chapters are read and
        committed. A chapter that a model could not read is reported as failed and keeps its place, and the other
        chapters are still ingested. Raises the errors of `check_chapters`, StoreError, and ModelError if removing or
        moving a chapter raises a question that the model cannot answer.
        """
        check_chapters(chapters)
        self._batches.total = len(chapters)
        told = _IngestionProgress()

        async def act() -> ManuscriptReport:
            state = await self._session.state(self._batches.report_rebuilding)
            there = [one for one in state.inputs.episodes if one.layer is layer]
            of = extent if layer is Layer.CANON else PARTIAL
            found = plan(there, chapters, extent=of if replacing else replace(of, removing=False))
            new = next((one.key for one in found.chapters if one.inserted), None)
            if not adding and new is not None:
                raise UnknownEpisodeError(new)
            return await self._ingest(found if replacing else forbid_replacements(found), layer, told)

        return await self._session.exclusively(act)

    async def queue(self, chapter: Chapter, *, layer: Layer = Layer.CANON) -> ChapterReport:
        """Save a new chapter without reading it, and return its report. `reread_waiting` reads it later.

        If the layer has the chapter with the same text, nothing is saved. The outcome is then "queued" if the chapter
        has no reading yet, and otherwise "unchanged". Raises DuplicateEpisodeError if the layer has a chapter with the
        same key and another text, the errors of `check_chapters`, and StoreError.
        """
        check_chapters([chapter])
        told = _IngestionProgress()

        async def act() -> ChapterReport:
            state = await self._session.state(self._batches.report_rebuilding)
            found = forbid_replacements(plan([one for one in state.inputs.episodes if one.layer is layer], [chapter]))
            made = apply_plan(state.inputs, found, layer=layer, reader="")
            there, (episode,) = found.chapters[0].there, made.chapters
            if there is None:
                if made.inputs.episodes != state.inputs.episodes:
                    await self._arrange(made, found, told)
                now = await self._session.present()
                await self._session.commit(now.inputs.with_waiting(episode), now.replay, action=f"queue {episode.key}")
            waits = there is None or there.uuid in {one.uuid for one in state.inputs.waiting}
            outcome = Outcome.QUEUED if waits else Outcome.UNCHANGED
            return ChapterReport(episode.key, episode.title, outcome, episode.uuid)

        return await self._session.exclusively(act)

    async def reread_waiting(self, episodes: Sequence[str] | None = None) -> ManuscriptReport:
        """Read each chapter that has no reading yet, such as one that could not be read in an earlier ingestion, and
        return the report. If *episodes* are given, only the chapters with these ids are read. Those of them that have
        been read already are reported as unchanged, and those that the work does not have are not reported.
        """
        reports: dict[str, ChapterReport] = {}

        async def act() -> ManuscriptReport:
            state = await self._session.state(self._batches.report_rebuilding)
            mine = self._session.tools.reader.name
            wanted = [one for one in state.inputs.episodes if episodes is None or one.uuid in episodes]
            unread = {one.uuid for one in state.inputs.waiting}
            waiting = [replace(one, failure=None, reader=mine) for one in wanted if one.uuid in unread]
            self._batches.total = len(waiting)
            for begin in range(0, len(waiting), CHAPTERS_PER_BATCH):
                batch = Batch(waiting[begin : begin + CHAPTERS_PER_BATCH], set(), stored=True)
                await self._batches.take(batch, reports)
            for one in wanted if episodes is not None else ():
                reports.setdefault(one.key, ChapterReport(one.key, one.title, Outcome.UNCHANGED, one.uuid))
            return await self._report(reports)

        return await self._session.exclusively(act)

    async def reread(self, episodes: Sequence[str] | None = None, *, every: bool = False) -> ManuscriptReport:
        """Read again the chapters whose readings were not made by the current reader.

        *episodes* are the ids of the chapters that are considered for reading again. If *episodes* is None, all
        chapters of the work are considered. Chapters that could not be read in an earlier ingestion are left out (see
        `reread_waiting`). Proposals (stored plans or notes that state facts which the author has not accepted yet) are
        never read again by the reader. If *every* is true, the whole text of all considered chapters is read again. If
        *every* is false, windows (parts of chapters, each read in one call) that the current reader has read keep their
        readings. A chapter that cannot be read stays unchanged.
        """
        reports: dict[str, ChapterReport] = {}

        async def act() -> ManuscriptReport:
            state = await self._session.state(self._batches.report_rebuilding)
            mine = self._session.tools.reader.name
            wanted = [
                one
                for one in state.inputs.chapters
                if (episodes is None or one.episode.uuid in episodes) and one.episode.reader != PROPOSAL_READER
            ]
            readers = {one.episode.uuid: {window.reader for window in one.reading.windows} for one in wanted}
            stale = [
                replace(one.episode, reader=mine) for one in wanted if every or readers[one.episode.uuid] != {mine}
            ]
            unread = frozenset(reader for found in readers.values() for reader in found if every or reader != mine)
            self._batches.total = len(stale)
            for begin in range(0, len(stale), CHAPTERS_PER_BATCH):
                part = stale[begin : begin + CHAPTERS_PER_BATCH]
                batch = Batch(part, {one.uuid for one in part}, True, unread, stored=True)
                await self._batches.take(batch, reports)
            return await self._report(reports)

        return await self._session.exclusively(act)

    async def _ingest(self, found: ManuscriptPlan, layer: Layer, told: _IngestionProgress) -> ManuscriptReport:
        state = await self._session.present()
        made = apply_plan(state.inputs, found, layer=layer, reader=self._session.tools.reader.name)
        read = {one.episode.uuid: one for one in state.inputs.chapters}
        pairs = zip(found.chapters, made.chapters, strict=True)
        rewritten = [(one, episode) for one, episode in pairs if one.rewritten and episode.uuid in read]
        settings, reader = state.inputs.settings, self._session.tools.reader
        along = reusable_readings(((read[episode.uuid], episode) for _, episode in rewritten), reader=reader.name)
        self._batches.carried = kept = LayeredReadings(along, stored_readings(state.inputs.chapters))
        reheading = [episode for one, episode in rewritten if not one.edited]
        named = await read_reheaded(reheading, reader=reader, settings=settings, kept=kept)
        made = made.with_chapters([one for _, one in named])
        if made.inputs.episodes != state.inputs.episodes:
            await self._arrange(made, found, told)
        windows = {part.episode.uuid: (part.fresh, len(part.windows) - part.fresh) for part, _ in named}
        waiting = {one.uuid for one in state.inputs.waiting}
        fresh: list[Episode] = []
        for planned, episode in zip(found.chapters, made.chapters, strict=True):
            told.planned.setdefault(episode.uuid, planned)
            if episode.uuid not in windows and (planned.there is None or planned.rewritten or episode.uuid in waiting):
                fresh.append(episode)
                continue
            outcome = told.outcome(episode.uuid, Outcome.REPLACED if episode.uuid in windows else Outcome.UNCHANGED)
            report = ChapterReport(
                episode.key, episode.title, outcome, episode.uuid, *windows.get(episode.uuid, (0, 0))
            )
            told.reports.setdefault(episode.key, report)
            self._batches.done += 1
        replaced = {one.there.uuid for one in found.chapters if one.there is not None and one.rewritten}
        for begin in range(0, len(fresh), CHAPTERS_PER_BATCH):
            batch = fresh[begin : begin + CHAPTERS_PER_BATCH]
            await self._batches.take(Batch(batch, replaced & {one.uuid for one in batch}), told.reports)
        return await self._whole_report([one.key for one in made.chapters], told)

    async def _arrange(self, made: AppliedPlan, found: ManuscriptPlan, told: _IngestionProgress) -> None:
        session = self._session
        base, rest = session.latest_replay(made.inputs)
        answered = await resolve_questions(base, rest, judges=session.judges, answers=session.answers)
        if answered.failed:
            raise next(iter(answered.failed.values()))
        name = found.extent.manuscript
        action = DESCRIBED if found.in_place else f"arrange {name}".rstrip()
        _, diff = await session.commit(made.inputs, answered.replay, action=action)
        told.diff = told.diff.then(diff)
        for one in found.gone:
            told.gone[one.uuid] = ChapterReport(one.key, one.title, Outcome.REMOVED, one.uuid)

    async def _whole_report(self, order: Sequence[str], told: _IngestionProgress) -> ManuscriptReport:
        there = [told.reports[key] for key in order if key in told.reports]
        chapters = {one.key: told.shown(one) for one in there}
        found = await self._report(chapters)
        return replace(found, chapters=(*found.chapters, *told.gone.values()), diff=told.diff)

    async def _report(self, reports: dict[str, ChapterReport]) -> ManuscriptReport:
        state = await self._session.present()
        return ManuscriptReport(tuple(reports.values()), state.inputs.revision, state.counts())


def check_chapters(chapters: Sequence[Chapter]) -> None:
    """Check that there are chapters and that all of them can be read and stored.

    Raises EmptyTextError, InvalidNameError, UnreadableFileError, and InputError if two chapters have the same key.
    """
    if not chapters:
        raise EmptyTextError("the manuscript")
    keys = chapter_keys(chapters)
    for key, number in Counter(keys).items():
        if number > 1:
            raise InputError(f"{number} chapters have the key {key!r}.", hint="Give each chapter a key of its own.")
    for chapter, key in zip(chapters, keys, strict=True):
        check_name(key, "chapter key")
        check_chapter(chapter, key)


def check_chapter(chapter: Chapter, name: str) -> None:
    """Check that a chapter's text has a letter or digit, and that its text and metadata can be stored. Raises
    EmptyTextError, UnreadableFileError.
    """
    if not any(character.isalnum() for character in chapter.text):
        raise EmptyTextError(name)
    beside = (chapter.title, *chapter.path, chapter.source_description, chapter.reference_time or "")
    for where, said in (("", chapter.text), *((" of its metadata", one) for one in beside)):
        half = lone_surrogate_position(said)
        if half is not None:
            reason = f"character {half + 1}{where} is half of a surrogate pair"
            raise UnreadableFileError(name, reason, hint="Nothing was saved. Correct the text and try again.")
