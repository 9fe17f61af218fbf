"""StoryGraph methods that change chapters (insert, move, replace, remove...), undo edits and maintain the store."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from episodic.facade.open_work import WritableWork
from episodic.model.episodes import Chapter, Layer
from episodic.model.records import Commit
from episodic.pipeline.edits import draft_check, promotion, undo
from episodic.pipeline.edits.chapter_edits import Edited, remove_episode, replace_episode
from episodic.pipeline.edits.chapter_moves import insert_episode, move_episode, rename_episode
from episodic.pipeline.edits.draft_check import DraftReport
from episodic.pipeline.edits.ingestion import Ingestion, quiet
from episodic.pipeline.edits.undo import EditHistory
from episodic.pipeline.import_export import compaction
from episodic.pipeline.import_export.backups import BackedUp, backup
from episodic.pipeline.import_export.compaction import Compacted
from episodic.pipeline.reports import ChapterReport, ManuscriptReport, OnProgress


class WorkEdits(WritableWork):
    """The methods that edit a work's chapters and history.

    Every edit makes a new revision and returns what changed in the graph.
    """

    async def retry(self, *, on_progress: OnProgress = quiet) -> ManuscriptReport:
        """Read the chapters that could not be read before."""
        return await Ingestion(self.session, on_progress=on_progress).reread_waiting()

    async def replace_episode(
        self, reference: str | int, episode_body: str | Chapter, *, on_progress: OnProgress = quiet
    ) -> ChapterReport:
        """Replace the text of a chapter. The report contains the changes of the graph.

        *reference* is a key, a heading number, an ordinal, a title or an id. Raises UnknownEpisodeError, ModelError.
        """
        episode = await self.find_episode(reference)
        chapter = episode_body if isinstance(episode_body, Chapter) else Chapter(episode_body)
        return await replace_episode(self.session, episode, chapter, on_progress=on_progress)

    async def remove_episode(self, reference: str | int) -> Edited:
        """Remove a chapter. The graph becomes the same as if the chapter had never been added. Raises
        UnknownEpisodeError.
        """
        return await remove_episode(self.session, (await self.find_episode(reference)).uuid)

    async def insert_episode(
        self,
        episode_body: str | Chapter,
        *,
        name: str = "",
        before: str | int | None = None,
        after: str | int | None = None,
        on_progress: OnProgress = quiet,
    ) -> ChapterReport:
        """Read a new chapter and insert the chapter directly before or after another chapter. No other chapter is read
        again or renumbered.

        *before* and *after* are references as for `find_episode`; exactly one is given. Raises UnknownEpisodeError,
        InvalidOverrideError, DuplicateEpisodeError (the chapter's own key is taken), EmptyTextError, ModelError.
        """
        chapter = episode_body if isinstance(episode_body, Chapter) else Chapter(episode_body, title=name)
        there = await self._beside(before, after)
        return await insert_episode(self.session, chapter, before=there[0], after=there[1], on_progress=on_progress)

    async def move_episode(
        self, reference: str | int, *, before: str | int | None = None, after: str | int | None = None
    ) -> Edited:
        """Move a canon chapter directly before or after another chapter in narrative order. No chapter is read again.

        Exactly one of *before* and *after* is given. Raises UnknownEpisodeError, InvalidOverrideError, ModelError.
        """
        moving = (await self.find_episode(reference)).uuid
        there = await self._beside(before, after)
        return await move_episode(self.session, moving, before=there[0], after=there[1])

    async def rename_episode(self, reference: str | int, title: str) -> Edited:
        """Change a chapter's title. The chapter's key and text stay the same. Raises UnknownEpisodeError,
        InvalidNameError.
        """
        return await rename_episode(self.session, (await self.find_episode(reference)).uuid, title)

    async def _beside(self, before: str | int | None, after: str | int | None) -> tuple[str | None, str | None]:
        """Returns the ids of the chapters *before* and *after*.

        If a reference matches chapters of several layers, the canon chapter is used.
        """
        return (
            None if before is None else (await self.find_episode(before)).uuid,
            None if after is None else (await self.find_episode(after)).uuid,
        )

    async def undo(self, count: int = 1) -> Edited:
        """Undo the last *count* edits. Raises NothingToUndoError, HistoryCompactedError."""
        return await undo.undo(self.session, self.store, count=count)

    async def redo(self, count: int = 1) -> Edited:
        """Redo the edits that were undone last. A new edit discards the undone edits. Raises the same errors as `undo`."""
        return await undo.redo(self.session, self.store, count=count)

    async def compact(self, *, keep_revisions: int | None = None, before: int | None = None) -> Compacted:
        """Delete old history: either keep only the newest *keep_revisions* revisions, or delete all history older than
        revision *before*.

        Raises InputError unless exactly one of *keep_revisions* and *before* is given, UnknownRevisionError,
        StoreError.
        """
        return await compaction.compact(self.store, self.group_id, before=before, keep_revisions=keep_revisions)

    async def purge(self) -> Compacted:
        """Erase every deleted or replaced text from the store, together with the whole history. Raises StoreError."""
        return await compaction.purge(self.store, self.group_id)

    async def backup(self, target: str | Path, *, replace: bool = False) -> BackedUp:
        """Write every work of the store into one file, atomically. Raises FileThereError, InputError, StoreError."""
        return await backup(self.store, Path(target), replace=replace)

    async def commits(self) -> Sequence[Commit]:
        """Returns the work's commits in order of revision, each with its action and time."""
        return await self.store.commits(self.group_id)

    async def steps(self) -> EditHistory:
        """Returns the edits that can be undone, and the undone edits that can be redone."""
        return await undo.load_edit_history(self.store, self.group_id)

    async def reread(
        self, references: Sequence[str | int] | None = None, *, every: bool = False, on_progress: OnProgress = quiet
    ) -> ManuscriptReport:
        """Read the given chapters again if another reader than the current reader has read them. None selects all
        chapters.

        With *every*, chapters that the current reader has read are read again as well. A chapter that cannot be read
        keeps its old reading and is listed as failed. Raises UnknownEpisodeError, StoreError.
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
        """Read a draft as if it were canon, at the end or in the given place, and report conflicts. The draft is not
        stored.

        Raises UnknownEpisodeError, EmptyTextError, ModelError.
        """
        chapter = text if isinstance(text, Chapter) else Chapter(text, title=title)
        replaced = None if instead_of is None else await self.find_episode(instead_of, layer=Layer.CANON)
        before = None if after is None else await self.find_episode(after, layer=Layer.CANON)
        return await draft_check.check(self.session, chapter, instead_of=replaced, after=before)

    async def promote(self, reference: str | int, *, layer: Layer = Layer.DRAFT) -> Edited:
        """Make a draft (or a chapter of another *layer*) canon. If a canon chapter has the same key, the draft replaces
        that chapter.

        Raises UnknownEpisodeError, InvalidOverrideError.
        """
        episode = await self.find_episode(reference, layer=layer)
        return await promotion.promote(self.session, episode.uuid)
