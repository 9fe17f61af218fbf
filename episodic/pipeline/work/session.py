"""One work being written: chapters come in, are replaced and taken back, each commit one transaction."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeVar

from episodic.errors import EmbedderMismatchError, ModelError, StaleRevisionError
from episodic.extraction.readers import Reader
from episodic.model.asserted import Judgement
from episodic.model.records import Changes, Kind, Record, RecordKey
from episodic.model.settings import WorkSettings
from episodic.pipeline.asserted import CANON_LINE, Asserted, AssertedChapter, load
from episodic.pipeline.deriving.recorder import embedded
from episodic.pipeline.placing import VectorsOf
from episodic.pipeline.report import MemoryDiff
from episodic.pipeline.telling.replay import Replay
from episodic.pipeline.uncollected import uncollected
from episodic.pipeline.work.answering import Judges
from episodic.pipeline.work.layers import asked_beside
from episodic.pipeline.work.settling import APART, Answers, Reached
from episodic.pipeline.work.state import Clock, State, Workbench, changed
from episodic.pipeline.work.tellings import Tellings
from episodic.ports import Embedder, GraphStore

T = TypeVar("T")

TRIES = 20
"""How often a commit is made again because somebody else committed first."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What a session is handed: who reads, who judges works of given settings, what embeds, and the clock."""

    reader: Reader
    judges_for: Callable[[WorkSettings], Judges]
    embedder: Embedder
    vectors_of: VectorsOf
    clock: Clock


class Session:
    """The present state of one work in this process, brought up to date whenever somebody else has committed."""

    def __init__(self, group_id: str, *, store: GraphStore, tools: Tools, settings: WorkSettings | None = None) -> None:
        self.group_id = group_id
        self.tools = tools
        self._store = store
        self._wanted = settings
        self._bench = Workbench(group_id, vectors_of=tools.vectors_of)
        self._state: State | None = None
        self._stored: dict[RecordKey, str] = {}
        self._unsaved: set[RecordKey] = set()
        self._tellings = Tellings()
        self._lock = asyncio.Lock()
        self.answers = Answers()
        self.judges = tools.judges_for(settings or WorkSettings())

    @property
    def bench(self) -> Workbench:
        """Makes states and replays of this work."""
        return self._bench

    async def state(self) -> State:
        """The work as the store has it now. Raises StoreError, EmbedderMismatchError."""
        work = await self._store.work(self.group_id)
        revision = 0 if work is None else work.revision
        if self._state is not None and self._state.asserted.revision == revision:
            return self._state
        if work is not None and work.embedder not in {None, self.tools.embedder.name}:
            raise EmbedderMismatchError(work.embedder or "", self.tools.embedder.name)
        asserted = await load(self._store, self.group_id)
        if self._wanted is not None:
            asserted = replace(asserted, settings=self._wanted)
        self.answers = Answers.of(asserted.judgements.values())
        self.judges = self.tools.judges_for(asserted.settings)
        redirects = {(Kind.REDIRECT, one.uuid): one for one in await self._store.fetch(self.group_id, Kind.REDIRECT)}
        self._stored = dict(await self._store.digests(self.group_id))
        self._tellings = Tellings()
        replay = self._replayed(asserted)
        canon = _raised(replay)
        beside = {uuid: one for uuid, one in asserted.judgements.items() if uuid not in canon}
        self._state = self._bench.state(asserted, replay, self.answers, redirects=redirects, beside=beside)
        # What is derived anew, or set by the caller, may differ from what the store has: it goes along with the next commit.
        self._unsaved = {key for key, one in self._state.records.items() if self._stored.get(key) != one.digest}
        return self._state

    def _replayed(self, asserted: Asserted) -> Replay:
        """The whole work told again, with replays kept on the way."""
        told = asserted.told()
        replay = self._bench.empty_replay(asserted, asserted.settings, self.answers)
        with uncollected():
            for count, chapter in enumerate(told, start=1):
                replay.add(chapter)
                if count % APART == 0 or count == len(told):
                    self._tellings.keep(asserted, told[:count], replay.copy())
        return replay

    def on_the_way(self, asserted: Asserted) -> tuple[Replay, list[AssertedChapter]]:
        """The longest replay at hand of canon's first chapters in *asserted*, and the chapters that are still to be told."""
        told = asserted.told()
        known = self._tellings.latest(asserted, told)
        if known is None:
            return self._bench.empty_replay(asserted, asserted.settings, self.answers), list(told)
        return known[0], list(told[known[1] :])

    def reached(self, asserted: Asserted, rest: Sequence[AssertedChapter]) -> Reached:
        """Keeps what is reached while *rest*, the last chapters of canon in *asserted*, are told."""
        told = asserted.told()
        before = told[: len(told) - len(rest)]
        return lambda chapters, replay: self._tellings.keep(asserted, (*before, *chapters), replay)

    def replay_before(self, asserted: Asserted, order: int | None) -> Replay:
        """A replay of canon in *asserted* up to, not including, the chapter of order key *order* (None: all of it).

        It is told again only from the last place before which nothing changed.
        """
        kept = [one for one in asserted.told() if order is None or one.episode.order < order]
        known = self._tellings.latest(asserted, kept)
        if known is not None and known[1] == len(kept):
            return known[0]
        begun, count = known or (self._bench.empty_replay(asserted, asserted.settings, self.answers), 0)
        replay = begun.copy()
        for chapter in kept[count:]:
            replay.add(chapter)
        return replay

    def state_beside(self, asserted: Asserted, replay: Replay) -> State:
        """The state that a replay of other chapters than the saved ones comes to; nothing is kept of it."""
        bench = Workbench(self.group_id, vectors_of=self.tools.vectors_of)
        return bench.state(asserted, replay, self.answers, redirects={})

    def forget(self) -> None:
        """Read everything anew from the store at the next question."""
        self._state = None

    async def exclusively(self, act: Callable[[], Awaitable[T]]) -> T:
        """Run *act* alone in this process; again from the start whenever another process committed first."""
        async with self._lock:
            answer = await self._until_first(act)
            with suppress(ModelError):
                # The edit is saved by now: what could not be asked is asked after the next one.
                await self._until_first(self._ask_beside)
            return answer

    async def _until_first(self, act: Callable[[], Awaitable[T]]) -> T:
        for left in reversed(range(TRIES)):
            try:
                return await act()
            except StaleRevisionError:
                if not left:
                    raise
                self.forget()
        raise AssertionError("the last try returns or raises")

    async def _ask_beside(self) -> None:
        """After an edit: ask what the other layers now ask, so that they can be read with canon as it is."""
        state = await self.state()
        if self.judges.ruled or (state.asserted.layers <= CANON_LINE and not state.beside):
            return
        raised = await asked_beside(self._bench, state.asserted, judges=self.judges, answers=self.answers)
        canon = _raised(state.replay)
        beside = {uuid: one for uuid, one in raised.items() if uuid not in canon}
        if beside != state.beside:
            await self.commit(state.asserted, state.replay, action="questions of other layers", beside=beside)

    async def commit(
        self, asserted: Asserted, replay: Replay, *, action: str, beside: dict[str, Judgement] | None = None
    ) -> tuple[State, MemoryDiff]:
        """Save what *asserted* and its *replay* come to; the new state and what it changed. All or nothing.

        `beside` are the answers that other layers raise (None: those there are).

        Raises StoreError (StaleRevisionError if somebody else committed since `state` was read), EmbeddingError.
        """
        before = await self.state() if self._state is None else self._state
        if _placed_twice(asserted):
            # Somebody else committed a chapter to this very place between the placing and now.
            raise StaleRevisionError(self.group_id, base=asserted.revision, current=before.asserted.revision)
        self._state = None
        kept = before.beside if beside is None else beside
        first = self._bench.state(asserted, replay, self.answers, redirects={}, beside=kept)
        redirects = self._bench.redirected(before, first)
        after = replace(first, records={**first.records, **_unused(redirects, first)})
        changes = await self._changes(before, after, action)
        diff = changed(before, after)
        revision = before.asserted.revision if changes.empty else await self._store.commit(changes)
        for key in changes.retire:
            self._stored.pop(key, None)
        self._stored.update({(one.kind, one.uuid): one.digest for one in changes.put})
        self._unsaved.clear()
        self._state = replace(after, asserted=replace(after.asserted, revision=revision))
        self._tellings.keep(asserted, asserted.told(), replay)
        return self._state, diff

    async def _changes(self, before: State, after: State, action: str) -> Changes:
        fresh = [
            record
            for key, record in after.records.items()
            if (key in self._unsaved or before.records.get(key) is not record)
            and self._stored.get(key) != record.digest
        ]
        saved = {key: one for key, one in before.records.items() if key in self._stored and key not in self._unsaved}
        put = await embedded(fresh, saved, self.tools.embedder)
        retire = tuple(sorted(key for key in self._stored if key not in after.records))
        return Changes(
            group_id=self.group_id,
            base_revision=before.asserted.revision,
            commit_id=uuid.uuid4().hex,
            at=self.tools.clock(),
            action=action,
            put=tuple(put),
            retire=retire,
            embedder=self.tools.embedder.name,
            dimension=self.tools.embedder.dimension,
        )


def _raised(replay: Replay) -> set[str]:
    """The ids of all questions that a replay raises."""
    return {question.uuid for chapter in replay.chapters for question in chapter.questions}


def _placed_twice(asserted: Asserted) -> bool:
    """Whether two chapters of one layer stand at the same place of the telling."""
    places = [(one.layer, one.order) for one in asserted.episodes]
    return len(set(places)) < len(places)


def _unused(redirects: dict[RecordKey, Record], state: State) -> dict[RecordKey, Record]:
    """Redirects whose own id is not in use."""
    return {key: one for key, one in redirects.items() if key[1] not in state.graph.ids}
