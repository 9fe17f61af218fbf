"""Builds views up to a chapter, at a moment or of a character's knowledge, which derive only what a read asks for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from episodic.model.decisions import Override
from episodic.model.episodes import Episode, Layer
from episodic.model.graph import Fact
from episodic.model.holding import Holding
from episodic.model.paused_collector import paused_collector
from episodic.model.records import Kind, from_json
from episodic.model.settings import WorkSettings
from episodic.pipeline.overrides.visible_overrides import (
    names,
    names_somebody_later,
    quotes_later,
    quotes_text,
)
from episodic.pipeline.projection.namesake_names import chapter_names
from episodic.ports import Embedder, GraphStore, RecordSource
from episodic.search.chapter_refs import ChapterRef
from episodic.search.entity_lookup import require_entity
from episodic.search.scope import Scope
from episodic.search.view import HoldingOf, View
from episodic.temporal.as_of import holds
from episodic.views.moments import chapters_named, moment_of
from episodic.views.told.chapter_end import ChapterEndRecords
from episodic.views.told.chapters import PlacedChapter, ToldChapters
from episodic.views.told.entities import language_of_chapters
from episodic.views.told.store import ToldStore
from episodic.views.told.told_chronology import ToldChronologies
from episodic.views.told.work import ToldWork

if TYPE_CHECKING:
    # The classes that derive what characters know load a large part of the package, and few reads need them.
    from episodic.views.told.known_graph import LocalGraphs
    from episodic.views.told.pov import KnownViews

KEPT = 4
"""The maximum number of derived first parts of the work (each up to a chapter) that are kept in memory."""


_Key = tuple[int, int | None]


@dataclass(slots=True)
class _Kept:
    told: ToldWork
    records: RecordSource
    graphs: LocalGraphs | None = None


class ToldViews:
    """A factory for views of a work's canon with `told_by`, `as_of` or `pov`.

    The function *whole* replays the work and returns a store with all records of a scope. The function *replayed*
    replays the work and returns the view of a scope.
    """

    def __init__(
        self,
        group_id: str,
        store: GraphStore,
        embedder: Embedder,
        *,
        whole: Callable[[Scope], Awaitable[GraphStore]],
        replayed: Callable[[Scope], Awaitable[View]],
    ) -> None:
        self._group_id, self._store, self._embedder = group_id, store, embedder
        self._whole, self._replayed = whole, replayed
        self._chapters = ToldChapters(store, group_id)
        self._chronologies = ToldChronologies()
        self._kept: OrderedDict[tuple[int, int | None], _Kept] = OrderedDict()
        self._known_views: KnownViews | None = None
        self._last: ToldWork | None = None
        """The last derived version of the whole work, with which the next one begins if it has further chapters."""

    async def close(self) -> None:
        if self._known_views is not None:
            await self._known_views.close()

    async def view(
        self, plain: View, settings: WorkSettings, *, last: int | None, as_of: str | None, pov: str | None
    ) -> View | None:
        """Return the view up to the chapter with the order key *last* (None: all chapters). If *as_of* is given, the
        view is at this moment. If *pov* is given, the view is that of this character. The view *plain* still shows the
        whole canon; only its scope already names the last chapter (`told_by`).

        Return None if a replay is needed, because the store has no replayed chapters that this version of the program
        can read. Return None if an override of the author gives a name that occurs only in chapters after *last*.
        Raises UnknownMomentError, StoreError, and for *pov* UnknownEntityError or AmbiguousNameError.
        """
        scope, chapters = plain.scope, dict(plain.chapters)
        if last is not None:
            chapters = {uuid: one for uuid, one in chapters.items() if one.layer is Layer.CANON and one.order <= last}
        key = (0 if plain.work is None else plain.work.revision, last)
        if last is None and as_of is not None and pov is None:
            order = await self._chapter_of(as_of, chapters)
            if order is not None:
                return self._at_chapter(plain, settings, key=key, as_of=as_of, order=order)
        kept = await self._of(chapters, settings, key=key, told_by=scope.told_by)
        if kept is None:
            return None
        view = replace(plain, chapters=chapters)
        if last is not None:
            told = kept.told
            view = replace(view, store=kept.records, index_names=False)
            view = replace(view, orders_unknown=told.unknown_orders, issues_near=told.issues_near)
            view = replace(view, entities_named=told.entities.without_summaries)
            view = replace(view, facts_of_predicate=told.facts_of_predicate)
        if pov is not None:
            return await self._known(view, kept, key, as_of=as_of, pov=pov)
        return view if as_of is None else _at(view, kept.told, as_of)

    async def _chapter_of(self, as_of: str, chapters: Mapping[str, ChapterRef]) -> int | None:
        """Return the order key of the chapter that the text *as_of* names, or None if it names no chapter with an end.
        The chapters before the first main-line passage have no end in story time.
        """
        named = chapters_named(as_of, chapters)
        if not named:
            return None
        canon = [one for one in chapters.values() if one.layer is Layer.CANON]
        for one in sorted(canon, key=lambda one: one.order):
            replayed = await self._chapters.of([one.uuid])
            if replayed is None:
                return None
            if any(passage.main for chapter in replayed for passage in chapter.told.passages):
                return next((order for order in named if order >= one.order), None)
        return None

    def _at_chapter(self, plain: View, settings: WorkSettings, *, key: _Key, as_of: str, order: int) -> View:
        """Return the view of the canon at the end of the chapter with the order key *order*. The facts of the canon are
        folded (derived from its statements) only if the view reads a stored fact without holding runs. Holding runs are
        the list of the chapters at whose ends a fact holds.
        """
        scope = replace(plain.scope, as_of=as_of)

        async def folded() -> HoldingOf | None:
            kept = await self._of(plain.chapters, settings, key=key, told_by=None)
            view = await self._replayed(scope) if kept is None else _at(plain, kept.told, as_of)
            return view.holding

        records = ChapterEndRecords(plain.store, order, folded=folded)
        return replace(plain, scope=scope, store=records, holding=records.holding, at=order)

    async def _known(self, view: View, kept: _Kept, key: _Key, *, as_of: str | None, pov: str) -> View:
        if self._known_views is None:
            from episodic.views.told.pov import KnownViews

            self._known_views = KnownViews(self._group_id, self._store, self._embedder, kept=KEPT)
        known = self._known_views
        person, told = await require_entity(view.without_filters(), pov), kept.told
        when = None if as_of is None else moment_of(as_of, told.chronology, told.calendars, view.chapters)[0]
        if kept.graphs is None:
            kept.graphs = await known.graphs(told, kept.records, whole=key[1] is None)
        scope = replace(view.scope, as_of=as_of, pov=pov)
        return await known.view(view, scope, person, kept.graphs, when=when, key=key)

    async def _of(
        self,
        chapters: Mapping[str, ChapterRef],
        settings: WorkSettings,
        *,
        key: _Key,
        told_by: str | int | None,
    ) -> _Kept | None:
        revision, last = key
        known = self._kept.get(key)
        if known is None:
            told = await self._derived(chapters, settings, last=last)
            if told is None:
                return None
            known = _Kept(told, self._store)
            if last is not None and told_by is not None:
                known.records = self._records(told, last, chapters, told_by=told_by)
            for old in [old for old in self._kept if old[0] != revision]:
                del self._kept[old]
            self._kept[key] = known
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return known

    def _records(
        self, told: ToldWork, last: int, chapters: Mapping[str, ChapterRef], *, told_by: str | int
    ) -> RecordSource:
        until = Scope(told_by=told_by)
        return ToldStore(
            self._store,
            told,
            last,
            episodes=chapters,
            embedder=self._embedder,
            whole=lambda: self._whole(until),
        )

    async def _derived(
        self, chapters: Mapping[str, ChapterRef], settings: WorkSettings, *, last: int | None
    ) -> ToldWork | None:
        canon = [uuid for uuid, one in chapters.items() if one.layer is Layer.CANON]
        replayed = await self._chapters.of(canon)
        if replayed is None or (canon and not replayed):
            return None
        rows = await self._store.fetch(self._group_id, Kind.ACT)
        acts = [from_json(Override, row.value) for row in rows]
        visible = acts if last is None else await self._visible(acts, replayed)
        if visible is None:
            return None
        seen = {one.uuid: one for one in visible}
        # A commit changes no part of the work that ends before the chapters that it added or edited.
        known = (one.told for (_, until), one in self._kept.items() if until == last and last is not None)
        listed = [chapters[one.episode] for one in replayed]
        names = chapter_names(listed, language_of_chapters(replayed))
        for one in known:
            if one.has_inputs(replayed, settings, seen) and one.entities.chapter_names == names:
                return one
        told = ToldWork(
            self._group_id,
            replayed,
            settings=settings,
            acts=seen,
            chronologies=self._chronologies,
            earlier=self._last if last is None else None,
        )
        told.entities.chapter_names = names
        self._last = told if last is None else self._last
        return told

    async def _visible(self, acts: Sequence[Override], told: Sequence[PlacedChapter]) -> Sequence[Override] | None:
        """Return the overrides that quote no text outside the chapters *told*. Return None if one of the overrides
        gives a name that occurs only outside these chapters.
        """
        if not any(names(one) or quotes_text(one) for one in acts):
            return acts
        rows = await self._store.fetch(self._group_id, Kind.EPISODE)
        texts = {row.uuid: from_json(Episode, row.value).text for row in rows}
        here = [texts.pop(one.episode) for one in told if one.episode in texts]
        if any(names(act) and names_somebody_later(act, here, texts.values()) for act in acts):
            return None
        return [act for act in acts if not quotes_later(act, here)]


def _at(view: View, told: ToldWork, as_of: str) -> View:
    when, order = moment_of(as_of, told.chronology, told.calendars, view.chapters)

    def holding(fact: Fact) -> Holding:
        # A fact whose range of chapters does not contain the asked moment certainly does not hold then. The range of
        # chapters rules out most facts, so that only few facts must be derived from their statements (folded).
        if order is not None and not _may_hold(fact, order):
            return Holding.NO
        with paused_collector():
            folded = told.fold.fact(fact.uuid)
            return Holding.NO if folded is None else holds(folded, when, told.chronology)

    return replace(view, scope=replace(view.scope, as_of=as_of), holding=holding, at=order)


def _may_hold(fact: Fact, order: int) -> bool:
    return (fact.lo is None or fact.lo <= order) and (fact.hi is None or order < fact.hi)
