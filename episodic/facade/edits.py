"""StoryGraph methods that edit chapters, undo edits, check drafts and maintain the store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from episodic.context.digest_building import DigestReport, build_digests
from episodic.context.digest_table import StoredDigests
from episodic.facade.jobs import JobOwner
from episodic.facade.stored_work import DEFAULT_SCOPE
from episodic.model.episodes import Chapter, Layer
from episodic.model.records import Commit
from episodic.pipeline.edits import draft_check, promotion, reindexing, undo
from episodic.pipeline.edits.chapter_edits import Edited, remove_episode, replace_episode
from episodic.pipeline.edits.chapter_moves import insert_episode, move_episode, rename_episode
from episodic.pipeline.edits.draft_check import DraftReport
from episodic.pipeline.edits.ingestion import Ingestion, quiet
from episodic.pipeline.edits.overrides import Attribution
from episodic.pipeline.edits.reindexing import Reindexed, ReindexPlan
from episodic.pipeline.edits.undo import EditHistory
from episodic.pipeline.import_export import compaction
from episodic.pipeline.import_export.backups import BackedUp, backup
from episodic.pipeline.import_export.compaction import Compacted
from episodic.pipeline.reports import ChapterReport, ManuscriptReport, OnProgress
from episodic.ports import LanguageModel
from episodic.search.scope import Scope


class WorkEdits(JobOwner):
    """The StoryGraph methods that edit chapters, undo edits, check drafts and maintain the store.

    An edit that changes a work creates a new revision, and returns what it changed in the graph. An edit may raise a
    question, such as whether two names mean one person. If a model fails to answer the question, ModelError is raised
    and nothing is changed. Every edit may raise StoreError.
    """

    async def retry(self, *, on_progress: OnProgress = quiet) -> ManuscriptReport:
        """Read each chapter that has no reading, because an earlier reading failed or its job has not read it yet, and
        return a report. A chapter whose reading fails again is listed as failed in the report.
        """
        return await Ingestion(self.session, on_progress=on_progress).reread_waiting()

    async def replace_episode(
        self, reference: str | int, episode_body: str | Chapter, *, on_progress: OnProgress = quiet
    ) -> ChapterReport:
        """Replace the text of a chapter, and return a report with the changes of the graph. If the model cannot read
        the new text, the old text stays.

        *reference* names the chapter by its key, heading number, ordinal, title or id. Raises UnknownEpisodeError,
        EmptyTextError, UnreadableFileError, ModelError.
        """
        episode = await self.find_episode(reference)
        chapter = episode_body if isinstance(episode_body, Chapter) else Chapter(episode_body)
        return await replace_episode(self.session, episode, chapter, on_progress=on_progress)

    async def build_digests(self, *, changed_only: bool = True) -> DigestReport:
        """Store the digests (most salient facts) of chapters, volumes and communities. The methods `digests` and
        `communities`, and searches in digests, then need not derive the digests again before the next edit. Return how
        many digests were made, kept and removed. With *changed_only*, only digests whose facts have changed are made.
        No language model is called, and the work gets no new revision. Raises StoreError.
        """
        table = StoredDigests(self.store, self.group_id)
        return await build_digests(
            lambda: self.views.view(DEFAULT_SCOPE), table, changed_only=changed_only, clock=self.session.tools.clock
        )

    async def remove_episode(self, reference: str | int) -> Edited:
        """Remove a chapter. After the removal, the graph is the same as if the chapter had never been added.

        Raises UnknownEpisodeError.
        """
        return await remove_episode(self.session, self.store, (await self.find_episode(reference)).uuid)

    async def insert_episode(
        self,
        episode_body: str | Chapter,
        *,
        name: str = "",
        before: str | int | None = None,
        after: str | int | None = None,
        on_progress: OnProgress = quiet,
    ) -> ChapterReport:
        """Read a new chapter and insert it directly before or after another chapter.

        An insertion does not read the other chapters again, and their keys stay the same. Exactly one of *before* and
        *after* must be given, as a reference that `find_episode` accepts. Raises UnknownEpisodeError,
        InvalidOverrideError, DuplicateEpisodeError (another chapter already has this key), EmptyTextError,
        UnreadableFileError, InvalidNameError, ModelError.
        """
        chapter = episode_body if isinstance(episode_body, Chapter) else Chapter(episode_body, title=name)
        there = await self._beside(before, after)
        return await insert_episode(self.session, chapter, before=there[0], after=there[1], on_progress=on_progress)

    async def move_episode(
        self, reference: str | int, *, before: str | int | None = None, after: str | int | None = None
    ) -> Edited:
        """Move a canon chapter directly before or after another chapter in narrative order.

        The move does not read any chapter again. Exactly one of the chapters *before* and *after* must be given, as a
        reference that `find_episode` accepts. Raises UnknownEpisodeError, InvalidOverrideError, ModelError.
        """
        moving = (await self.find_episode(reference)).uuid
        there = await self._beside(before, after)
        return await move_episode(self.session, moving, before=there[0], after=there[1])

    async def rename_episode(self, reference: str | int, title: str) -> Edited:
        """Change a chapter's title. The chapter's key and text stay the same.

        Raises UnknownEpisodeError, InvalidNameError.
        """
        return await rename_episode(self.session, (await self.find_episode(reference)).uuid, title)

    async def _beside(self, before: str | int | None, after: str | int | None) -> tuple[str | None, str | None]:
        return (
            None if before is None else (await self.find_episode(before)).uuid,
            None if after is None else (await self.find_episode(after)).uuid,
        )

    async def undo(self, count: int = 1, *, ingestion: bool = False) -> Edited:
        """Undo the last *count* edits in one new revision: all of them, or none after an error. If *ingestion* is true,
        undo every edit of the last ingestion instead.

        An ingestion makes one edit for each chapter that it reads, and one for all chapters that it moves, renames or
        removes. Raises NothingToUndoError if the work has fewer than *count* edits. Raises HistoryCompactedError if the
        history of an edit was deleted. Raises InputError if *count* is less than 1, or if *ingestion* is true and the
        last edit was not made by an ingestion.

        Raises InvalidOverrideError if another process edits the work meanwhile. The other edit is not undone instead.

        If a Neo4j server has too little memory for one transaction, the edits are undone in several revisions. Only
        then, some of the edits may be undone before a StoreError, or before an InvalidOverrideError if another process
        edited the work meanwhile.
        """
        return await undo.undo(self.session, self.store, count=count, ingestion=ingestion)

    async def redo(self, count: int = 1, *, ingestion: bool = False) -> Edited:
        """Redo the last *count* undone edits in one new revision. If *ingestion* is true, redo every undone edit of the
        ingestion that was undone last instead. Edits that were undone together can be redone together or one by one.
        After a new edit, edits that were undone earlier can no longer be redone.

        Raises NothingToUndoError if fewer than *count* edits are undone. Raises InputError if *count* is less than 1,
        or if *ingestion* is true and the edit that was undone last was not made by an ingestion. Raises
        HistoryCompactedError if the history of an edit was deleted. Needs several revisions when `undo` does.
        """
        return await undo.redo(self.session, self.store, count=count, ingestion=ingestion)

    async def compact(self, *, keep_revisions: int | None = None, before: int | None = None) -> Compacted:
        """Delete old history of the work.

        Either only the newest *keep_revisions* revisions are kept, or all history before revision *before* is deleted.
        Raises InputError for an unknown work, if not exactly one of *keep_revisions* and *before* is given, and if
        *keep_revisions* is below 1. Raises UnknownRevisionError if the work has no revision *before*, and StoreError.
        """
        return await compaction.compact(self.store, self.group_id, before=before, keep_revisions=keep_revisions)

    async def purge(self) -> Compacted:
        """Erase every deleted or replaced text from the store, together with the whole history of the work and the
        texts of ended jobs. Overrides keep the sentences to which they are anchored, and a Neo4j server may keep texts
        in its transaction logs. The next edit replays the work. Raises InputError for an unknown work, StoreError.
        """
        await self.jobs.forget_texts()
        purged = await compaction.purge(self.store, self.group_id)
        self.session.forget()
        return purged

    async def plan_reindexing(self) -> ReindexPlan:
        """Return how many texts and characters `reindex` would embed, and with which embedder. `plan_reindexing` itself
        embeds and saves nothing. Raises InputError, StoreError.
        """
        return await reindexing.plan_reindexing(self.store, self.group_id, embedder=self.embedder)

    async def reindex(self, *, on_progress: Callable[[int], None] = lambda _: None) -> Reindexed:
        """Replace the vectors of entities, facts and passages by vectors of the configured embedder, and return how
        many texts were embedded.

        Texts that already have a vector of the configured embedder are not embedded again. *on_progress* is called with
        the number of embedded texts. Raises InputError for an unknown work, EmbeddingError, StaleRevisionError,
        StoreError.
        """
        return await reindexing.reindex(
            self.store,
            self.group_id,
            embedder=self.embedder,
            clock=self.session.tools.clock,
            on_progress=on_progress,
        )

    async def backup(self, target: str | Path, *, replace: bool = False) -> BackedUp:
        """Write all works of the store to one file. The file is written completely or not at all.

        Raises OutputExistsError, InputError, StoreError.
        """
        return await backup(self.store, Path(target), replace=replace)

    async def commits(self) -> Sequence[Commit]:
        """Return the work's commits in order of revision, each with its time and the action that caused it, such as an
        edit.
        """
        return await self.store.commits(self.group_id)

    async def steps(self) -> EditHistory:
        """Return the edits that can be undone, and the undone edits that can be redone."""
        return await undo.load_edit_history(self.store, self.group_id)

    async def reread(
        self, references: Sequence[str | int] | None = None, *, every: bool = False, on_progress: OnProgress = quiet
    ) -> ManuscriptReport:
        """Read again the chapters whose readings were not made by the current reader.

        If *references* is None, all chapters that have been read are considered for the rereading. Proposals of facts
        are not read again, and neither are chapters whose reading failed and that `retry` can read. If *every* is true,
        chapters that the current reader has already read are read again as well. A chapter that cannot be read keeps
        its old reading and is reported as failed. Raises UnknownEpisodeError, StoreError.
        """
        wanted = None if references is None else [(await self.find_episode(reference)).uuid for reference in references]
        return await Ingestion(self.session, on_progress=on_progress).reread(wanted, every=every)

    async def check(
        self,
        text: str | Chapter,
        *,
        instead_of: str | int | None = None,
        after: str | int | None = None,
        title: str = "",
    ) -> DraftReport:
        """Read a draft as if it were a canon chapter, and report how the draft conflicts with canon. The draft is not
        stored. If the work has a model, the model also compares the draft with what the chapters before it tell, in one
        call for about 5,000 characters of the draft.

        The draft takes the place of the chapter *instead_of*, or comes directly after the chapter *after*, or by
        default after the last chapter. Raises UnknownEpisodeError, EmptyTextError, UnreadableFileError,
        InvalidOverrideError if both *instead_of* and *after* are given, and ModelError.
        """
        chapter = text if isinstance(text, Chapter) else Chapter(text, title=title)
        replaced = None if instead_of is None else await self.find_episode(instead_of, layer=Layer.CANON)
        before = None if after is None else await self.find_episode(after, layer=Layer.CANON)
        report = await draft_check.check(self.session, chapter, instead_of=replaced, after=before)
        return report if self.model is None else await self._with_continuity(report, self.model)

    async def _with_continuity(self, report: DraftReport, model: LanguageModel) -> DraftReport:
        from episodic.context.continuity import contradictions  # noqa: PLC0415 - other edits do not load the search

        view = await self.views.view(DEFAULT_SCOPE)
        canon = [one for one in view.chapters.values() if one.layer is Layer.CANON]
        before = [one for one in canon if one.order < report.episode.order]
        if not before:
            return report
        if len(before) < len(canon):
            view = await self.views.view(Scope(told_by=max(before, key=lambda one: one.order).uuid))
        return draft_check.with_contradictions(report, await contradictions(view, report.episode.text, model))

    async def promote(
        self, reference: str | int, *, layer: Layer = Layer.DRAFT, attribution: Attribution = promotion.AUTHOR
    ) -> Edited:
        """Turn a chapter of another *layer*, by default a draft, into a canon chapter.

        If a canon chapter has the key of the promoted chapter, the promoted chapter replaces that canon chapter. A
        promoted draft keeps its place in narrative order if no canon chapter has its key or its place. The promoted
        chapter becomes the last chapter if it was a plan or a note. A promoted draft becomes the last chapter if a
        canon chapter already has its place. If the promoted chapter is a proposal, its facts with a quote in canon are
        added as by `add_facts`. The other facts of the proposal become a new last chapter. Raises UnknownEpisodeError,
        InvalidOverrideError.
        """
        episode = await self.find_episode(reference, layer=layer)
        return await promotion.promote(self.session, episode.uuid, attribution)
