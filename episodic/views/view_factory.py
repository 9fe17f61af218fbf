"""The factory that builds the views of a work. A view is derived without a replay of the chapters where that is
possible.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from episodic.model.episodes import Episode, Layer
from episodic.model.records import Kind, Record, Work, from_fields, from_json
from episodic.model.settings import WorkSettings
from episodic.pipeline.inputs import CANON_LAYERS, SETTINGS_ID
from episodic.ports import Embedder, GraphStore, RecordSource
from episodic.search.chapter_lookup import find_episode
from episodic.search.chapter_refs import ChapterRef, chapter_refs
from episodic.search.fact_order import FactOrders
from episodic.search.filter_predicates import require_filter_predicates
from episodic.search.filters import SearchFilters
from episodic.search.recorded_times import RecordedTimes
from episodic.search.scope import Scope
from episodic.search.view import View
from episodic.search.vocabulary import WorkVocabulary
from episodic.views.decoded_records import DecodedRecords
from episodic.views.recorded_times import recorded_times

if TYPE_CHECKING:
    # The session and the classes that derive views are imported only when they are needed, because they load a large
    # part of the package. Commands that only read the store start fast because they do not load the session.
    from episodic.pipeline.session.session import Session
    from episodic.views.replayed_views import ReplayedViews
    from episodic.views.told.views import ToldViews


class ViewFactory:
    """A factory for the views of a work. The function *session* opens a session. The function *session* is called only
    for an export, or if a read needs a replay.
    """

    def __init__(self, group_id: str, *, store: GraphStore, embedder: Embedder, session: Callable[[], Session]) -> None:
        self._group_id = group_id
        self._store = store
        self._embedder = embedder
        self._session = session
        self._episodes = DecodedRecords(store, group_id, Kind.EPISODE, _without_text)
        self._refs: tuple[int, dict[str, ChapterRef], WorkSettings, WorkVocabulary] | None = None
        self._replayed: ReplayedViews | None = None
        self._told: ToldViews | None = None
        self._fact_orders = FactOrders()
        self._last: tuple[Work | None, Scope, View] | None = None
        """The view of the whole canon that was returned last, with the store's `Work` object of that time and with the
        scope. The last view is returned again if the `Work` object and the scope are the same, as they often are.
        """
        self._times: tuple[tuple[int, bool], RecordedTimes | None] | None = None

    async def close(self) -> None:
        if self._replayed is not None:
            await self._replayed.close()
        if self._told is not None:
            await self._told.close()

    async def view(self, scope: Scope, *, boost: SearchFilters | None = None) -> View:
        """Return the view of the work that shows exactly what *scope* permits to see. *boost* are filters by which a
        search prefers facts.

        Raise UnknownEpisodeError, UnknownMomentError, UnknownRevisionError, HistoryCompactedError, StoreError, for a
        predicate of the filters or of *boost* that the view does not know UnknownPredicateError, and for `pov`
        UnknownEntityError or AmbiguousNameError.
        """
        view = await self.any_view(scope)
        await require_filter_predicates([(view, self.index_of(view))], boost=boost)
        return view

    async def any_view(self, scope: Scope) -> View:
        """Return the view as `view` does, also if its filters name a predicate that it does not know."""
        if scope.at_revision is not None or not scope.layers <= CANON_LAYERS:
            return await self.replayed_view(scope)
        work = await self._store.work(self._group_id)
        if self._last is not None and (work, scope) == self._last[:2]:
            return self._last[2]
        chapters, settings, vocabulary = await self._chapters_and_settings(0 if work is None else work.revision)
        whole = replace(scope, as_of=None, pov=None)
        times = await self._recorded_times(0 if work is None else work.revision, scope.filters)
        view = View(
            *(self._group_id, self._store, self._embedder, chapters, whole),
            vocabulary=vocabulary,
            work=work,
            times=times,
        )
        last = _last_order(scope.told_by, chapters)
        if last is None and scope.as_of is None and scope.pov is None:
            view = replace(view, fact_orders=self._fact_orders)
            self._last = (work, scope, view)
            return view
        told = await self._told_views().view(view, settings, last=last, as_of=scope.as_of, pov=scope.pov)
        return await self.replayed_view(scope) if told is None else told

    def index_of(self, view: View) -> RecordSource:
        """Return a store with the facts of a view of this factory, in whose search index facts can be counted without
        deriving them. It may have facts of later chapters too.
        """
        replayed = view.scope.at_revision is not None or not view.scope.layers <= CANON_LAYERS
        return view.store if replayed else self._store

    async def replayed_view(self, scope: Scope) -> View:
        """Return the view of the work in *scope* that `ReplayedViews` makes.

        Tests compare this view with the views that are derived without a replay.
        """
        return await self._replayed_views().view(scope)

    async def store_for(self, scope: Scope) -> GraphStore:
        """Return a store with exactly the records of the work that *scope* permits to see.

        The result is the work's own store if all chapters of the work are canon, and *scope* includes canon and has
        neither `told_by` nor `at_revision`. If *scope* excludes canon or has `told_by` or `at_revision`, the returned
        store is an in-memory store that a replay fills. The same is true if the work has chapters outside canon. Raise
        InvalidFilterError for a scope with `as_of`, `pov` or filters.
        """
        return await self._replayed_views().store_for(scope)

    def _told_views(self) -> ToldViews:
        if self._told is None:
            from episodic.views.told.views import ToldViews

            self._told = ToldViews(
                *(self._group_id, self._store, self._embedder), whole=self.store_for, replayed=self.replayed_view
            )
        return self._told

    def _replayed_views(self) -> ReplayedViews:
        if self._replayed is None:
            from episodic.views.replayed_views import ReplayedViews

            self._replayed = ReplayedViews(self._session(), self._store)
        return self._replayed

    async def _recorded_times(self, revision: int, filters: SearchFilters) -> RecordedTimes | None:
        if not filters.asks_for_times:
            return None
        key = (revision, filters.asks_for_ends)
        if self._times is None or self._times[0] != key:
            self._times = (key, await recorded_times(self._store, self._group_id, filters))
        return self._times[1]

    async def _chapters_and_settings(self, revision: int) -> tuple[dict[str, ChapterRef], WorkSettings, WorkVocabulary]:
        group = self._group_id
        if self._refs is None or self._refs[0] != revision:
            stored = await self._store.fetch(group, Kind.SETTING, ids=[SETTINGS_ID])
            settings = from_json(WorkSettings, stored[0].value) if stored else WorkSettings()
            refs = chapter_refs(await self._episodes.of())
            self._refs = (revision, refs, settings, WorkVocabulary(settings))
        return self._refs[1:]


def _without_text(record: Record) -> Episode:
    """Return the chapter of a record without its text, which no reference to the chapter needs."""
    return from_fields(Episode, {**json.loads(record.value), "text": ""})


def _last_order(told_by: str | int | None, chapters: Mapping[str, ChapterRef]) -> int | None:
    """Return the order key of the chapter that *told_by* names. Return None if *told_by* is None or if no canon chapter
    follows the named chapter. The work can then be read as it is stored. Raises UnknownEpisodeError.
    """
    if told_by is None:
        return None
    order = find_episode(list(chapters.values()), told_by).order
    return order if any(one.order > order for one in chapters.values() if one.layer is Layer.CANON) else None
