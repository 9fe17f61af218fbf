"""Chapters into a work: what is new, rewritten, moved or gone; placed in the telling, then read and saved in batches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from episodic.errors import EmptyTextError, UnreadableFileError
from episodic.model.episodes import Chapter, Episode, Layer
from episodic.model.names import check_name, half_a_pair
from episodic.pipeline.edits.batch import Batch
from episodic.pipeline.edits.batches import BATCH, Batches
from episodic.pipeline.manuscript.arranging import Arranged, arranged
from episodic.pipeline.manuscript.carrying import readings_along, reheaded
from episodic.pipeline.manuscript.planning import PARTLY, Extent, ManuscriptPlan, PlannedChapter, as_they_are, plan
from episodic.pipeline.order import chapter_keys
from episodic.pipeline.reading import kept_readings
from episodic.pipeline.report import ChapterReport, ManuscriptReport, MemoryDiff, OnProgress, Outcome, Progress
from episodic.pipeline.work.session import Session
from episodic.pipeline.work.settling import settle

DESCRIBED = "describe chapters"
"""The commit that changes no more than what is known of chapters beside their words."""


def quiet(_: Progress) -> None:
    """Nobody watches."""


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
        self._batches = Batches(session, on_progress=on_progress)

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
        self._batches.total = len(chapters)
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
            self._batches.total = len(waiting)
            for begin in range(0, len(waiting), BATCH):
                batch = Batch([replace(one, failure=None) for one in waiting[begin : begin + BATCH]], set())
                await self._batches.take(batch, reports)
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
            self._batches.total = len(stale)
            for begin in range(0, len(stale), BATCH):
                part = stale[begin : begin + BATCH]
                await self._batches.take(Batch(part, {one.uuid for one in part}, True, unread), reports)
            return await self._report(reports)

        return await self._session.exclusively(act)

    async def _ingest(self, found: ManuscriptPlan, layer: Layer, told: _Told) -> ManuscriptReport:
        state = await self._session.present()
        made = arranged(state.asserted, found, layer=layer, reader=self._session.tools.reader.name)
        read = {one.episode.uuid: one for one in state.asserted.chapters}
        pairs = zip(found.chapters, made.chapters, strict=True)
        rewritten = [(one, episode) for one, episode in pairs if one.rewritten and episode.uuid in read]
        settings, reader = state.asserted.settings, self._session.tools.reader
        along = readings_along(((read[episode.uuid], episode) for _, episode in rewritten), reader=reader.name)
        self._batches.carried = kept = kept_readings(state.asserted.chapters) | along
        reheading = [episode for one, episode in rewritten if not one.edited]
        named = await reheaded(reheading, reader=reader, settings=settings, kept=kept)
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
            self._batches.done += 1
        replaced = {one.there.uuid for one in found.chapters if one.there is not None and one.rewritten}
        for begin in range(0, len(fresh), BATCH):
            batch = fresh[begin : begin + BATCH]
            await self._batches.take(Batch(batch, replaced & {one.uuid for one in batch}), told.reports)
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
        state = await self._session.present()
        counts: dict[str, int] = {}
        for kind, _ in state.records:
            counts[kind.value] = counts.get(kind.value, 0) + 1
        return ManuscriptReport(tuple(reports.values()), state.asserted.revision, counts)


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
