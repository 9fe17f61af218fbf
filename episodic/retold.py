"""What a scope sees that needs the work told anew: up to a chapter, at a revision, in other layers, at a moment, by somebody."""

from __future__ import annotations

import re
import uuid
from collections import OrderedDict
from dataclasses import dataclass, replace

from episodic.chapters import found_episode
from episodic.errors import InvalidFilterError, UnknownEntityError, UnknownMomentError
from episodic.model.episodes import Layer, Passage
from episodic.model.graph import Fact
from episodic.model.records import SEARCHED, Changes, Kind, Record
from episodic.pipeline.acts.told_acts import acts_before
from episodic.pipeline.asserted import CANON_LINE, Asserted, load_at
from episodic.pipeline.work.layers import of_layers
from episodic.pipeline.work.minds import Minds
from episodic.pipeline.work.session import Session
from episodic.pipeline.work.settling import Answers
from episodic.pipeline.work.state import State, Workbench
from episodic.ports import GraphStore
from episodic.search.chapters import ChapterRef, chapter_refs
from episodic.search.resolving import known_entity
from episodic.search.scope import Scope
from episodic.search.view import View
from episodic.search.vocabulary import Vocabulary
from episodic.stores.sqlite import SQLiteStore
from episodic.temporal.asof import Days, Holding, When, holds
from episodic.temporal.calendars import Calendars
from episodic.temporal.expressions import parse_moment
from episodic.text.numerals import number_of

KEPT = 4
"""How many told-up-to or earlier works are kept in memory at once."""

NOT_TOLD = frozenset({Layer.PLAN, Layer.NOTE})
"""Layers that no reader is told: with `told_by` they are left out."""

_CHAPTER = re.compile(r"(?:chapter|ch\.?)\s*(?P<latin>\w+)|第(?P<han>.+?)[章回节節集话話]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Told:
    """A work as one scope has it: its state, and the store that holds it."""

    state: State
    store: GraphStore


class Retold:
    """Makes the views that a plain look at the store does not give; works told anew are kept while the work does not change."""

    def __init__(self, session: Session, store: GraphStore) -> None:
        self._session = session
        self._store = store
        self._told: OrderedDict[tuple[int, int | None, int | None, frozenset[Layer]], _Told] = OrderedDict()
        self._minds = Minds(self._stored, kept=KEPT)

    async def close(self) -> None:
        """Let go of the stores in memory."""
        while self._told:
            _, told = self._told.popitem()
            await told.store.close()
        await self._minds.close()

    async def view(self, scope: Scope) -> View:
        """The view of *scope*. Raises UnknownEpisodeError, UnknownMomentError, InvalidFilterError, StoreError."""
        state = await self._session.state()
        store = self._store
        if not scope.layers <= CANON_LINE or scope.told_by is not None or scope.at_revision is not None:
            told = await self._told_up_to(state, scope)
            state, store = told.state, told.store
        chapters = chapter_refs(state.asserted.episodes)
        whole = replace(scope, as_of=None, pov=None)
        vocabulary = Vocabulary(state.asserted.settings)
        embedder = self._session.tools.embedder
        view = View(self._session.group_id, store, embedder, chapters, whole, vocabulary=vocabulary)
        if scope.pov is not None:
            return await self._known_view(view, state, scope, scope.pov)
        if scope.as_of is None:
            return view
        when, order = _moment(state, scope.as_of, chapters)

        def holding(fact: Fact) -> Holding:
            return _holding(state, fact, when)

        return replace(view, scope=scope, holding=holding, at=order)

    async def telling(self, scope: Scope) -> GraphStore:
        """The store of a whole telling: the work's own, or the one of `told_by`, `at_revision` and the layers that are read.

        Raises InvalidFilterError for a scope that shows a part of a telling, UnknownEpisodeError, StoreError.
        """
        asked = {"as_of": scope.as_of, "pov": scope.pov, "filters": None if scope.filters.empty else "filters"}
        partial = [name for name, value in asked.items() if value is not None]
        if partial:
            raise InvalidFilterError(
                f"{', '.join(partial)} cannot restrict an export: an export is of a whole telling.",
                hint="Use told_by, at_revision and layers; `episodic facts` lists what the others leave.",
            )
        state = await self._session.state()
        every = state.asserted.layers | {one.layer for one in state.asserted.waiting}
        if scope.told_by is None and scope.at_revision is None and every <= scope.layers:
            return self._store
        return (await self._told_up_to(state, scope)).store

    async def _known_view(self, whole: View, state: State, scope: Scope, pov: str) -> View:
        """What *pov* knows or believes at `as_of`, or at the end of what was told, of the work that *whole* sees."""
        person = await known_entity(whole.without_filters(), pov)
        chronology = state.graph.chronology
        if chronology is None:
            raise UnknownEntityError(pov)
        when = None if scope.as_of is None else _moment(state, scope.as_of, dict(whole.chapters))[0]
        mind = await self._minds.of(person, state, chronology, layers=scope.layers, when=when)
        known = mind.known

        def holding(fact: Fact) -> Holding:
            return Holding.NO if when is None else known.mind.holding(fact.uuid, when, chronology)

        def knows(thing: Fact | Passage) -> bool:
            return thing.uuid in known.graph.facts or thing.uuid in known.graph.passages

        return replace(
            whole,
            store=mind.store,
            scope=scope,
            holding=None if when is None else holding,
            knows=knows,
            known_chapters=known.chapters,
        )

    async def _stored(self, told: State) -> GraphStore:
        """A store in memory that holds this state."""
        store = SQLiteStore(":memory:")
        await store.setup()
        await store.commit(await self._changes(told))
        return store

    async def _told_up_to(self, state: State, scope: Scope) -> _Told:
        """The work of `at_revision` as if it ended at `told_by`, in the layers that are read."""
        asserted = state.asserted
        if scope.at_revision is not None:
            asserted = await load_at(self._store, self._session.group_id, scope.at_revision)
        last = None
        layers = of_layers(scope.layers)
        if scope.told_by is not None:
            last = found_episode(asserted.episodes, scope.told_by).order
            layers -= NOT_TOLD
        key = (state.asserted.revision, scope.at_revision, last, layers)
        known = self._told.get(key)
        if known is None:
            known = await self._tell(asserted, last, layers)
            self._told[key] = known
            while len(self._told) > KEPT:
                _, oldest = self._told.popitem(last=False)
                await oldest.store.close()
        self._told.move_to_end(key)
        return known

    async def _tell(self, asserted: Asserted, last: int | None, layers: frozenset[Layer]) -> _Told:
        bench = Workbench(self._session.group_id, vectors_of=self._session.tools.vectors_of)
        answers = Answers.of(asserted.judgements.values())
        chapters = [one for one in asserted.told(layers) if last is None or one.episode.order <= last]
        told_ids = {one.episode.uuid for one in chapters}
        untold = [one for one in asserted.chapters if one.episode.uuid not in told_ids]
        if untold:
            asserted = replace(asserted, acts=acts_before(asserted.acts, chapters, untold))
        replay = bench.empty_replay(asserted, asserted.settings, answers)
        for chapter in chapters:
            replay.add(chapter)
        waiting = tuple(one for one in asserted.waiting if one.layer in layers and (last is None or one.order <= last))
        loose = {one.uuid for one in replay.decisions.loose()} if untold else set[str]()
        acts = tuple(one for one in asserted.acts if one.uuid not in loose)
        ended = replace(asserted, chapters=tuple(chapters), waiting=waiting, acts=acts)
        told = bench.state(ended, replay, answers, redirects={})
        return _Told(told, await self._stored(told))

    async def _changes(self, told: State) -> Changes:
        """Everything of the shorter work, with the vectors that the whole work has for the same texts."""
        embedder = self._session.tools.embedder
        vectors: dict[tuple[Kind, str], Record] = {}
        for kind in SEARCHED:
            ids = [uuid for one, uuid in told.records if one is kind]
            for record in await self._store.fetch(self._session.group_id, kind, ids=ids, vectors=True):
                vectors[kind, record.uuid] = record
        records: list[Record] = []
        fresh: list[int] = []
        for key, record in told.records.items():
            known = vectors.get(key)
            if known is not None and known.text == record.text:
                records.append(record.with_vector(known.vector))
            else:
                if record.kind in SEARCHED and record.text:
                    fresh.append(len(records))
                records.append(record)
        if fresh:
            rows = await embedder.embed([records[one].text or "" for one in fresh])
            for position, row in zip(fresh, rows, strict=True):
                records[position] = records[position].with_vector(row.astype("<f4").tobytes())
        return Changes(
            self._session.group_id,
            0,
            uuid.uuid4().hex,
            "",
            "told",
            tuple(records),
            (),
            embedder.name,
            embedder.dimension,
        )


def _moment(state: State, words: str, chapters: dict[str, ChapterRef]) -> tuple[When, int | None]:
    """The moment that somebody asks about, and its order key where it is the end of a chapter."""
    named = _CHAPTER.fullmatch(words.strip())
    if named is not None and state.graph.chronology is not None:
        number = number_of(named["latin"] or named["han"])
        for one in chapters.values():
            if number is not None and number in {one.number, one.ordinal}:
                place = state.graph.chronology.chapter_end(one.order)
                if place is not None:
                    return place, one.order
    days = parse_moment(words, calendars=Calendars(state.asserted.settings.calendars))
    if days is None:
        raise UnknownMomentError(words)
    return Days(*days), None


def _holding(state: State, fact: Fact, when: When) -> Holding:
    folded = state.graph.folded.get(fact.uuid)
    if folded is None or state.graph.chronology is None:
        return Holding.NO
    return holds(folded, when, state.graph.chronology)
