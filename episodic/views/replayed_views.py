"""Builds views by a replay: up to a chapter, at an old revision, in other layers, at a moment, or of a character's
knowledge.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from episodic.errors import InvalidFilterError, UnknownEntityError
from episodic.model.episodes import Layer
from episodic.model.graph import Alias, Fact, Mentions
from episodic.model.holding import Holding
from episodic.model.records import Record
from episodic.pipeline.inputs import CANON_LAYERS, WorkInputs, load_at
from episodic.pipeline.overrides.visible_overrides import visible_overrides
from episodic.pipeline.projection.pov_graph import aliases_in
from episodic.pipeline.projection.record_encoding import episode_record
from episodic.pipeline.projection.values import work_language
from episodic.pipeline.session.draft_layers import with_canon
from episodic.pipeline.session.pov import PovWorks, StateKey, WorkSoFar
from episodic.pipeline.session.question_loop import AnswerCache
from episodic.pipeline.session.session import Session
from episodic.pipeline.session.state import State, Workbench
from episodic.pipeline.session.store_cache import StoreCache
from episodic.ports import GraphStore
from episodic.search.chapter_lookup import find_episode
from episodic.search.chapter_refs import ChapterRef, chapter_refs
from episodic.search.entity_lookup import require_entity
from episodic.search.scope import Scope
from episodic.search.view import View
from episodic.search.vocabulary import WorkVocabulary
from episodic.temporal.as_of import When, holds
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.views.known_view import known_view
from episodic.views.memory_copies import MemoryCopies
from episodic.views.moments import moment_of
from episodic.views.recorded_times import recorded_times

CACHED_WORKS = 4
"""The maximum number of replayed works that are cached in memory."""

UNNARRATED_LAYERS = frozenset({Layer.PLAN, Layer.NOTE})
"""The layers that are not part of the narrative: plans and notes. A read with `told_by` leaves plans and notes out."""


@dataclass(frozen=True, slots=True)
class _ReplayedWork:
    key: StateKey
    state: State
    store: GraphStore

    async def close(self) -> None:
        await self.store.close()


class ReplayedViews:
    """A factory for views that are derived by a replay of the work. The last CACHED_WORKS replays are cached until the
    work changes.
    """

    def __init__(self, session: Session, store: GraphStore) -> None:
        self._session = session
        self._store = store
        self._told = StoreCache[StateKey, _ReplayedWork](kept=CACHED_WORKS)
        self._copies = MemoryCopies(session.group_id, store, session.tools.embedder)
        self._pov_works = PovWorks(self._copies.of, kept=CACHED_WORKS)

    async def close(self) -> None:
        await self._told.close()
        await self._pov_works.close()

    async def view(self, scope: Scope) -> View:
        """Return the view of the work in *scope*. The records of the view come from a replay if the scope has `told_by`
        or `at_revision`, or includes other layers than canon. For any other scope, the records come from the store.

        Raise UnknownEpisodeError, UnknownMomentError, UnknownRevisionError, HistoryCompactedError, StoreError, and for
        `pov` UnknownEntityError or AmbiguousNameError.
        """
        state = await self._session.state()
        store = self._store
        state_key = StateKey(state.inputs.revision, None, None, scope.layers)
        if not scope.layers <= CANON_LAYERS or scope.told_by is not None or scope.at_revision is not None:
            told = await self._replayed_work(state, scope)
            state, store, state_key = told.state, told.store, told.key
        chapters = chapter_refs(state.inputs.episodes)
        whole = replace(scope, as_of=None, pov=None)
        vocabulary = WorkVocabulary(state.inputs.settings)
        embedder = self._session.tools.embedder
        group = self._session.group_id
        times = await recorded_times(self._store, group, scope.filters, facts=store)
        view = View(group, store, embedder, chapters, whole, vocabulary=vocabulary, times=times)
        if not scope.layers >= CANON_LAYERS:
            view = replace(view, read_names=_names_in(state, view), index_names=False)
        if scope.pov is not None:
            return await self._known_view(view, state, state_key=state_key, scope=scope, pov=scope.pov)
        if scope.as_of is None:
            return view
        when, order = _moment(state, scope.as_of, chapters)

        def holding(fact: Fact) -> Holding:
            return _holding(state, fact, when)

        return replace(view, scope=scope, holding=holding, at=order)

    async def store_for(self, scope: Scope) -> GraphStore:
        """Return a store with exactly the records of the work that *scope* permits to see.

        The result is the work's own store if all chapters of the work are canon, and *scope* includes canon and has
        neither `told_by` nor `at_revision`. If *scope* has `told_by` or `at_revision` or excludes canon, the result is
        an in-memory store with the records that a replay derives. The same is true if the work has chapters of other
        layers than canon. Raise InvalidFilterError for a scope with `as_of`, `pov` or filters.
        """
        unsupported = {"as_of": scope.as_of, "pov": scope.pov, "filters": None if scope.filters.empty else "filters"}
        partial = [name for name, value in unsupported.items() if value is not None]
        if partial:
            raise InvalidFilterError(
                "{names} cannot restrict an export.",
                hint="Use told_by, at_revision or layers. `episodic facts` lists facts with the other restrictions.",
                key="not_for_exports",
                names=", ".join(partial),
            )
        state = await self._session.state()
        every = state.inputs.layers | {one.layer for one in state.inputs.waiting}
        if scope.told_by is None and scope.at_revision is None and every <= CANON_LAYERS <= scope.layers:
            # A work with only canon chapters is stored exactly as a read of its canon sees it.
            return self._store
        return (await self._replayed_work(state, scope)).store

    async def _known_view(self, whole: View, state: State, *, state_key: StateKey, scope: Scope, pov: str) -> View:
        person = await require_entity(whole.without_filters(), pov)
        chronology = state.graph.chronology
        if chronology is None:
            raise UnknownEntityError(pov)
        when = None if scope.as_of is None else _moment(state, scope.as_of, whole.chapters)[0]
        work = WorkSoFar(
            state_key, state.graph, chronology, work_language(state.replay.chapters), _EpisodesOf(state.inputs)
        )
        mind = await self._pov_works.of(person, work, layers=scope.layers, when=when)
        return known_view(whole, mind.known, chronology, scope=scope, when=when, store=mind.store)

    async def _replayed_work(self, state: State, scope: Scope) -> _ReplayedWork:
        inputs = state.inputs
        if scope.at_revision is not None:
            inputs = await load_at(self._store, self._session.group_id, scope.at_revision)
        last = None
        layers = with_canon(scope.layers)
        if scope.told_by is not None:
            last = find_episode(inputs.episodes, scope.told_by).order
            layers -= UNNARRATED_LAYERS
        key = StateKey(state.inputs.revision, scope.at_revision, last, layers)
        known = self._told.get(key)
        if known is None:
            known = await self._told.put(key, await self._replay(inputs, key))
        return known

    async def _replay(self, inputs: WorkInputs, key: StateKey) -> _ReplayedWork:
        last, layers = key.last_order, key.layers
        bench = Workbench(self._session.group_id, vectors_of=self._session.tools.vectors_of)
        answers = AnswerCache.of(inputs.judgements)
        chapters = [one for one in inputs.in_narrative_order(layers) if last is None or one.episode.order <= last]
        told_ids = {one.episode.uuid for one in chapters}
        untold = [one for one in inputs.chapters if one.episode.uuid not in told_ids]
        if untold:
            inputs = replace(inputs, acts=visible_overrides(inputs.acts, chapters, untold))
        replay = bench.empty_replay(inputs, inputs.settings, answers)
        for chapter in chapters:
            replay.add(chapter)
        waiting = tuple(one for one in inputs.waiting if one.layer in layers and (last is None or one.order <= last))
        loose = {one.uuid for one in replay.decisions.unmatched()} if untold else set[str]()
        acts = tuple(one for one in inputs.acts if one.uuid not in loose)
        ended = replace(inputs, chapters=tuple(chapters), waiting=waiting, acts=acts)
        told = bench.state(ended, replay, answers, redirects={}, layers=layers)
        return _ReplayedWork(key, told, await self._copies.of(told.records))


@dataclass(frozen=True, slots=True)
class _EpisodesOf:
    inputs: WorkInputs

    async def __call__(self, ids: frozenset[str], /) -> list[Record]:
        return [episode_record(one) for one in self.inputs.episodes if one.uuid in ids]


def _moment(state: State, words: str, chapters: Mapping[str, ChapterRef]) -> tuple[When, int | None]:
    return moment_of(words, state.graph.chronology, Calendars(state.inputs.settings.calendars), chapters)


def _holding(state: State, fact: Fact, when: When) -> Holding:
    folded = state.graph.folded.get(fact.uuid)
    if folded is None or state.graph.chronology is None:
        return Holding.NO
    return holds(folded, when, state.graph.chronology)


def _names_in(state: State, view: View) -> dict[str, tuple[Alias, ...]]:
    """Return the names that entities have in chapters of the view, by entity id."""
    read: defaultdict[str, list[Mentions]] = defaultdict(list)
    for one in state.graph.mentions.values():
        if view.reads_chapter(one.episode):
            read[one.entity].append(one)
    return {uuid: aliases_in(found, state.graph.entities[uuid]) for uuid, found in read.items()}
