"""StoryGraph methods that add chapters and manuscripts to a work, and that delete a work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

from episodic.context.digest_table import StoredDigests
from episodic.facade.jobs import JobOwner
from episodic.model.episodes import Chapter, EpisodeSource, Layer
from episodic.pipeline.edits.ingestion import Ingestion, quiet
from episodic.pipeline.edits.settings_change import keep_settings
from episodic.pipeline.reports import ChapterReport, ManuscriptReport, OnProgress, Outcome
from episodic.pipeline.sync.planning import Extent
from episodic.text.episode_sources import text_of
from episodic.text.file_names import manuscript_name
from episodic.text.manuscript_files import load_manuscript


class WorkIngestion(JobOwner):
    """The StoryGraph methods that read chapters into a work, and that delete the work."""

    async def add_episode(  # noqa: PLR0913 - Graphiti's add_episode has the same parameters
        self,
        episode_body: str | Chapter,
        *,
        name: str = "",
        source: EpisodeSource = EpisodeSource.TEXT,
        uuid: str | None = None,
        reference_time: str | datetime | date | None = None,
        source_description: str = "",
        layer: Layer = Layer.CANON,
        wait: bool = True,
        on_progress: OnProgress = quiet,
    ) -> ChapterReport:
        """Read a chapter and add it at the end of the work. A draft with the key of a canon chapter gets the place of
        the canon chapter in narrative order.

        If *wait* is false, only the text of the chapter is saved, and no model is called. Its passages can be read and
        searched at once; they get other ids when the chapter is read. Its entities and facts follow when a job reads
        the chapter. The `job` of the report is the id of this job, and the outcome is "queued". The method `run` of
        `jobs` runs the job, and so does another process that runs the jobs of the work.

        If the work already has the chapter with the same text, nothing is changed and no model is called. `name` is the
        title of a chapter that is given as text, and also its key unless `uuid` is given. A Chapter keeps its title;
        its key is the first of `uuid`, its own key, its title and `name` that is not empty. If *source* is MESSAGE
        ("name: words" on each line) or JSON, the body is converted to a text. Raises DuplicateEpisodeError if the layer
        has a chapter with the same key and another text. Raises EmptyTextError, UnreadableFileError, InvalidNameError
        for a key that cannot be stored, InputError for a body that is not in the form of *source*, and StoreError.
        Raises ModelError if the model could not read the chapter; the chapter is stored nevertheless, and the method
        `retry` reads the chapter again.
        """
        chapter = (
            episode_body if isinstance(episode_body, Chapter) else Chapter(text_of(episode_body, source), title=name)
        )
        chapter = replace(
            chapter,
            key=uuid or chapter.key or chapter.title or name or None,
            reference_time=_words(reference_time) or chapter.reference_time,
            source_description=source_description or chapter.source_description,
        )
        ingestion = Ingestion(self.session, on_progress=on_progress)
        if not wait:
            queued = await ingestion.queue(chapter, layer=layer)
            return queued if queued.outcome is Outcome.UNCHANGED else await self._with_job(queued, layer)
        report = await ingestion.run([chapter], layer=layer, replacing=False)
        (only,) = report.chapters
        if only.outcome is Outcome.FAILED and only.error is not None:
            raise only.error
        return only

    async def _with_job(self, queued: ChapterReport, layer: Layer) -> ChapterReport:
        job = await self.jobs.submit_reading([queued.episode or ""], layer=layer)
        return replace(queued, job=job.uuid)

    async def add_manuscript(
        self,
        manuscript: str | Path | Sequence[Chapter],
        *,
        layer: Layer = Layer.CANON,
        named: str | None = None,
        removing: bool | None = None,
        on_progress: OnProgress = quiet,
    ) -> ManuscriptReport:
        """Read a file, a folder or a sequence of chapters.

        A repeated call continues an interrupted call and processes only the changed chapters. A path stands for a
        complete manuscript, which is named after the file or folder unless *named* is given. Chapters of a complete
        manuscript are recognised by their text, even after an edit, a move, a split, a merge or a new title. Stored
        chapters that came from the manuscript but are no longer in it are removed from the work, unless *removing* is
        False. Chapters of other manuscripts are not removed. A sequence of chapters counts as a complete manuscript if
        *named* is given or *removing* is True. A sequence of chapters that does not count as a complete manuscript is
        only a part of the work. The stored chapters of such a part are recognised by their keys, and no stored chapter
        is removed. In layers other than canon, every manuscript counts as only a part of the work. Chapters that the
        model could not read are listed as failed in the report, and all other chapters are processed. Raises
        StoreError, EmptyTextError, UnreadableFileError, InvalidNameError, and InputError if two chapters have the same
        key. Raises ModelError if moving or removing a chapter raises a question that the model cannot answer. For a
        path, the errors of `load_manuscript` are raised too.
        """
        if isinstance(manuscript, str | Path):
            chapters: Sequence[Chapter] = load_manuscript(Path(manuscript)).chapters
            named = manuscript_name(Path(manuscript)) if named is None else named
        else:
            chapters = manuscript
        extent = Extent.of(named or "", removing=removing)
        report = await Ingestion(self.session, on_progress=on_progress).run(chapters, layer=layer, extent=extent)
        reset = await keep_settings(self.session, self.store)
        return report if reset is None else replace(report, revision=reset.revision, diff=report.diff.then(reset.diff))

    async def delete(self) -> bool:
        """Delete the whole work with its history and its jobs, and return whether the store had the work.

        Running jobs are cancelled first, and the deletion waits until they have stopped. Raises StoreError.
        """
        await self.jobs.delete()
        await StoredDigests(self.store, self.group_id).delete()
        existed = await self.store.delete(self.group_id)
        self.session.forget()
        return existed


def _words(moment: str | datetime | date | None) -> str | None:
    """Return a story time as text, or None for None. A `date` or `datetime` becomes the date alone in ISO 8601. A text
    with a date and a time of day in ISO 8601 becomes the date alone, too. Any other text is returned unchanged. A text
    with a date alone is not converted, because a date of an invented calendar may look the same as a real one.
    """
    if isinstance(moment, datetime):
        return moment.date().isoformat()
    if isinstance(moment, date):
        return moment.isoformat()
    if moment is None or "T" not in moment:
        return moment
    from dateutil.parser import isoparse  # noqa: PLC0415 - few calls have a date with a time of day

    try:
        return isoparse(moment).date().isoformat()
    except ValueError:
        return moment
