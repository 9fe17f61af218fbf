"""Chapters changed, moved, taken back, and read again; edits undone and made again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from episodic.facade.work import OpenWork
from episodic.model.episodes import Chapter, Layer
from episodic.model.records import Commit
from episodic.pipeline.edits import checking, history, promoting
from episodic.pipeline.edits.checking import DraftReport
from episodic.pipeline.edits.editing import Edited, remove_episode, replace_episode
from episodic.pipeline.edits.history import Steps
from episodic.pipeline.edits.ingest import Ingestion, quiet
from episodic.pipeline.edits.rearranging import insert_episode, move_episode, rename_episode
from episodic.pipeline.exchange import compacting
from episodic.pipeline.exchange.backups import BackedUp, backup
from episodic.pipeline.exchange.compacting import Compacted
from episodic.pipeline.report import ChapterReport, ManuscriptReport, OnProgress


class Revising(OpenWork):
    """The revisions of a work. Every edit is a new revision, and answers with what it changed in memory."""

    async def retry(self, *, on_progress: OnProgress = quiet) -> ManuscriptReport:
        """Read the chapters that could not be read before."""
        return await Ingestion(self.session, on_progress=on_progress).reread_waiting()

    async def replace_episode(
        self, reference: str | int, episode_body: str | Chapter, *, on_progress: OnProgress = quiet
    ) -> ChapterReport:
        """Put another text in a chapter's place; its report says what that changed in memory.

        *reference* is a key, a heading number, an ordinal, a title or an id. Raises UnknownEpisodeError, ModelError.
        """
        episode = await self.find_episode(reference)
        chapter = episode_body if isinstance(episode_body, Chapter) else Chapter(episode_body)
        return await replace_episode(self.session, episode, chapter, on_progress=on_progress)

    async def remove_episode(self, reference: str | int) -> Edited:
        """Take a chapter back: the graph becomes what it would be without it. Raises UnknownEpisodeError."""
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
        """Read a chapter and put it right before or right after another; no other one is read or numbered anew.

        *before* and *after* are references as for `find_episode`; exactly one is given. Raises UnknownEpisodeError,
        InvalidActError, DuplicateEpisodeError (the chapter's own key is taken), EmptyTextError, ModelError.
        """
        chapter = episode_body if isinstance(episode_body, Chapter) else Chapter(episode_body, title=name)
        there = await self._beside(before, after)
        return await insert_episode(self.session, chapter, before=there[0], after=there[1], on_progress=on_progress)

    async def move_episode(
        self, reference: str | int, *, before: str | int | None = None, after: str | int | None = None
    ) -> Edited:
        """Tell a canon chapter right before or right after another; nothing is read for that.

        Exactly one of *before* and *after* is given. Raises UnknownEpisodeError, InvalidActError, ModelError.
        """
        moving = (await self.find_episode(reference)).uuid
        there = await self._beside(before, after)
        return await move_episode(self.session, moving, before=there[0], after=there[1])

    async def rename_episode(self, reference: str | int, title: str) -> Edited:
        """Give a chapter another title; its key and its text stay. Raises UnknownEpisodeError, InvalidNameError."""
        return await rename_episode(self.session, (await self.find_episode(reference)).uuid, title)

    async def _beside(self, before: str | int | None, after: str | int | None) -> tuple[str | None, str | None]:
        """The ids of the chapters that a place is given by; canon ones go before others."""
        found = [None if one is None else (await self.find_episode(one)).uuid for one in (before, after)]
        return found[0], found[1]

    async def undo(self, count: int = 1) -> Edited:
        """Take the last edits back. Raises NothingToUndoError, HistoryCompactedError."""
        return await history.undo(self.session, self.store, count=count)

    async def redo(self, count: int = 1) -> Edited:
        """Make the edits again that were taken back last; the next edit ends that. Raises what `undo` raises."""
        return await history.redo(self.session, self.store, count=count)

    async def compact(self, *, keep_revisions: int | None = None, before: int | None = None) -> Compacted:
        """Let go of old history: of all but the newest revisions, or of what was before one.

        Raises InputError unless one of the two is given, UnknownRevisionError, StoreError.
        """
        return await compacting.compact(self.store, self.group_id, before=before, keep_revisions=keep_revisions)

    async def purge(self) -> Compacted:
        """Wipe every text that was deleted or replaced out of the store, and all history with it. Raises StoreError."""
        return await compacting.purge(self.store, self.group_id)

    async def backup(self, target: str | Path, *, replace: bool = False) -> BackedUp:
        """Write every work of the store into one file, whole or not at all. Raises FileThereError, InputError, StoreError."""
        return await backup(self.store, Path(target), replace=replace)

    async def commits(self) -> Sequence[Commit]:
        """The work's revisions, first to last: what was done when."""
        return await self.store.commits(self.group_id)

    async def steps(self) -> Steps:
        """The edits that can be undone, and those that can be made again."""
        return await history.steps_of(self.store, self.group_id)

    async def reread(
        self, references: Sequence[str | int] | None = None, *, every: bool = False, on_progress: OnProgress = quiet
    ) -> ManuscriptReport:
        """Read chapters (None: all) anew that another reader read than the present one; with *every* those, too.

        Raises UnknownEpisodeError, StoreError. A chapter that cannot be read stays as it was, and is listed as failed.
        """
        wanted = None if references is None else [(await self.find_episode(one)).uuid for one in references]
        return await Ingestion(self.session, on_progress=on_progress).reread(wanted, every=every)

    async def check(
        self,
        text: str | Chapter,
        *,
        instead_of: str | int | None = None,
        after: str | int | None = None,
        title: str = "",
    ) -> DraftReport:
        """Read a draft against canon, at the end or in the given place, and report what does not fit. Nothing is written.

        Raises UnknownEpisodeError, EmptyTextError, ModelError.
        """
        chapter = text if isinstance(text, Chapter) else Chapter(text, title=title)
        replaced = None if instead_of is None else await self.find_episode(instead_of, layer=Layer.CANON)
        before = None if after is None else await self.find_episode(after, layer=Layer.CANON)
        return await checking.check(self.session, chapter, instead_of=replaced, after=before)

    async def promote(self, reference: str | int, *, layer: Layer = Layer.DRAFT) -> Edited:
        """Make a draft (or a chapter of another *layer*) canon, in the place of the canon chapter of its key.

        Raises UnknownEpisodeError, InvalidActError.
        """
        episode = await self.find_episode(reference, layer=layer)
        return await promoting.promote(self.session, episode.uuid)
