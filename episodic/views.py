"""What a scope sees: the store itself, or the work told anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from episodic.model.episodes import Episode
from episodic.model.records import Kind, from_json
from episodic.model.settings import WorkSettings
from episodic.pipeline.asserted import CANON_LINE, SETTINGS_ID
from episodic.ports import Embedder, GraphStore
from episodic.search.chapters import ChapterRef, chapter_refs
from episodic.search.scope import Scope
from episodic.search.view import View
from episodic.search.vocabulary import Vocabulary

if TYPE_CHECKING:
    # What tells a work anew is most of the product; who looks at a store as it is does not load it.
    from episodic.pipeline.work.session import Session
    from episodic.retold import Retold


class Views:
    """Makes the views of one work; *session* is asked for only where the work has to be told anew."""

    def __init__(self, group_id: str, *, store: GraphStore, embedder: Embedder, session: Callable[[], Session]) -> None:
        self._group_id = group_id
        self._store = store
        self._embedder = embedder
        self._session = session
        self._refs: tuple[int, dict[str, ChapterRef], Vocabulary] | None = None
        self._retold: Retold | None = None

    async def close(self) -> None:
        """Let go of the stores in memory."""
        if self._retold is not None:
            await self._retold.close()

    async def view(self, scope: Scope) -> View:
        """The view of *scope*. Raises UnknownEpisodeError, UnknownMomentError, InvalidFilterError, StoreError."""
        plain = scope == replace(scope, told_by=None, at_revision=None, as_of=None, pov=None)
        if not plain or not scope.layers <= CANON_LINE:
            return await self._telling().view(scope)
        chapters, vocabulary = await self._known()
        return View(self._group_id, self._store, self._embedder, chapters, scope, vocabulary=vocabulary)

    async def telling(self, scope: Scope) -> GraphStore:
        """The store of a whole telling: the work's own, or the one of `told_by`, `at_revision` and the layers that are read.

        Raises InvalidFilterError for a scope that shows a part of a telling, UnknownEpisodeError, StoreError.
        """
        return await self._telling().telling(scope)

    def _telling(self) -> Retold:
        if self._retold is None:
            from episodic.retold import Retold

            self._retold = Retold(self._session(), self._store)
        return self._retold

    async def _known(self) -> tuple[dict[str, ChapterRef], Vocabulary]:
        """The work's chapters and what it calls things; read again only when the work has changed."""
        group = self._group_id
        work = await self._store.work(group)
        revision = 0 if work is None else work.revision
        if self._refs is None or self._refs[0] != revision:
            rows = await self._store.fetch(group, Kind.EPISODE)
            kept = await self._store.fetch(group, Kind.SETTING, ids=[SETTINGS_ID])
            settings = from_json(WorkSettings, kept[0].value) if kept else WorkSettings()
            refs = chapter_refs(from_json(Episode, one.value) for one in rows)
            self._refs = (revision, refs, Vocabulary(settings))
        return self._refs[1], self._refs[2]
