"""One work being written: chapters come in, are replaced and taken back, each commit one transaction."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeVar

from episodic.errors import EmbedderMismatchError, EmbeddingError, ModelError, StaleRevisionError
from episodic.extraction.readers import Reader
from episodic.model.asserted import Judgement
from episodic.model.records import Changes, Kind, Record, RecordKey
from episodic.model.settings import WorkSettings
from episodic.pipeline.asserted import CANON_LINE, SETTINGS_ID, Asserted, AssertedChapter, load
from episodic.pipeline.deriving.recorder import Embedded, embedded
from episodic.pipeline.placing import VectorsOf
from episodic.pipeline.report import MemoryDiff
from episodic.pipeline.telling.replay import Replay
from episodic.pipeline.work.answering import Judges
from episodic.pipeline.work.layers import asked_beside
from episodic.pipeline.work.settling import Answers
from episodic.pipeline.work.state import Clock, State, Workbench, changed
from episodic.pipeline.work.tellings import Tellings
from episodic.pipeline.work.trial import APART, Reached
from episodic.ports import Coming, Embedder, GraphStore
from episodic.uncollected import uncollected

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


@dataclass(frozen=True, slots=True)
class Step:
    """One revision on its way: what is asserted with it, and the name of its commit."""

    asserted: Asserted
    action: str


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
        self._ahead = Embedded()
        """Made ahead for the next commit."""
        self._tellings = Tellings()
        self._lock = asyncio.Lock()
        self.answers = Answers()
        self.judges = tools.judges_for(settings or WorkSettings())

    @property
    def bench(self) -> Workbench:
        """Makes states and replays of this work."""
        return self._bench

    @property
    def resets(self) -> bool:
        """Whether the caller's settings are others than those that the store has of the work (as `state` last read it)."""
        return (Kind.SETTING, SETTINGS_ID) in self._unsaved

    async def state(self) -> State:
        """The work as the store has it now. Raises StoreError, EmbedderMismatchError."""
        work = await self._store.work(self.group_id)
        revision = 0 if work is None else work.revision
        if self._state is not None and self._state.asserted.revision == revision:
            return self._state
        if work is not None and work.embedder not in {None, self.tools.embedder.name}:
            raise EmbedderMismatchError(work.embedder or "", self.tools.embedder.name)
        asserted = Asserted(self.group_id) if work is None else await load(self._store, self.group_id)
        if self._wanted is not None:
            asserted = replace(asserted, settings=self._wanted)
        asked, self.answers = self.answers.asked, Answers.of(asserted.judgements.values())
        # Nobody has saved them yet, and to ask once more is to pay twice.
        self.answers.keep({uuid: one for uuid, one in asked.items() if uuid not in asserted.judgements})
        self.judges = self.tools.judges_for(asserted.settings)
        there = () if work is None else await self._store.fetch(self.group_id, Kind.REDIRECT)
        redirects = {(Kind.REDIRECT, one.uuid): one for one in there}
        self._stored = {} if work is None else dict(await self._store.digests(self.group_id))
        self._tellings = Tellings()
        replay = self._replayed(asserted)
        canon = _raised(replay)
        beside = {uuid: one for uuid, one in asserted.judgements.items() if uuid not in canon}
        self._state = self._bench.state(asserted, replay, self.answers, redirects=redirects, beside=beside)
        # What is derived anew, or set by the caller, may differ from what the store has: it goes along with the next commit.
        self._unsaved = {key for key, one in self._state.records.items() if self._stored.get(key) != one.digest}
        return self._state

    async def present(self) -> State:
        """The work as this session saw it last, found by `state` or saved since: what somebody else saved meanwhile is not in it.

        Whoever saves on top of it finds that out. Raises as `state` where nothing has been seen yet.
        """
        return await self.state() if self._state is None else self._state

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

    async def expect(self) -> None:
        """Tell the store that something will be saved soon."""
        await self._store.foresee(self.group_id, ())

    async def foresee_passages(self, base: Replay, chapters: Sequence[AssertedChapter], together: int) -> None:
        """Use the time in which something is waited for: get the passages ready of chapters that will likely be told after *base*.

        So many of the first of them as *together* says will likely be new, and saved by one commit.
        """
        made: list[Record] = []
        for number, passages in enumerate(base.passages_ahead(chapters), start=1):
            made.extend(self._bench.passages(passages))
            # What is asked goes out in between.
            await asyncio.sleep(0)
            if number == together:
                await self._store.foresee(self.group_id, await self._ahead_of(made), coming=await self._coming(number))
        if len(chapters) != together:
            await self._store.foresee(self.group_id, await self._ahead_of(made))

    async def foresee(self, asserted: Asserted, replay: Replay) -> None:
        """Use the time in which something is waited for: derive and embed what will likely be committed."""
        fresh = await self._ahead_of(self._bench.foresee(asserted, replay, self.answers))
        more = len(replay.chapters) - len((await self.present()).replay.chapters)
        await self._store.foresee(self.group_id, fresh, coming=await self._coming(more))

    async def _coming(self, chapters: int) -> Coming:
        """The commit of so many more chapters."""
        base = (await self.present()).asserted.revision
        return Coming(base, base + chapters, self._stored)

    async def _ahead_of(self, records: Sequence[Record]) -> Sequence[Record]:
        """Those of *records* that the store has not, embedded."""
        fresh = [one for one in records if self._stored.get((one.kind, one.uuid)) != one.digest]
        with suppress(EmbeddingError):
            # Whoever saves embeds what is missing, and says what went wrong.
            fresh = await embedded(fresh, self._saved_in(self._state), self.tools.embedder, self._ahead)
        return fresh

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
            try:
                answer = await self._until_first(act)
            finally:
                self._ahead.clear()
                self.answers.asked.clear()
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
        state = await self.present()
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
        return await self.commit_steps((Step(asserted, action),), replay, beside=beside)

    async def commit_steps(
        self, steps: Sequence[Step], replay: Replay, *, beside: dict[str, Judgement] | None = None
    ) -> tuple[State, MemoryDiff]:
        """Save several steps at once, each a revision of its own: all of them or none. *replay* is that of the last one.

        What is derived is derived once, from the last; an earlier revision holds what is asserted up to it. Raises as `commit`.
        """
        with uncollected():
            return await self._committed(steps, replay, beside=beside)

    async def _committed(
        self, steps: Sequence[Step], replay: Replay, *, beside: dict[str, Judgement] | None
    ) -> tuple[State, MemoryDiff]:
        before = await self.present()
        asserted = steps[-1].asserted
        if _placed_twice(asserted):
            # Somebody else committed a chapter to this very place between the placing and now.
            raise StaleRevisionError(self.group_id, base=asserted.revision, current=before.asserted.revision)
        self._state = None
        kept = before.beside if beside is None else beside
        first = self._bench.state(asserted, replay, self.answers, redirects={}, beside=kept)
        redirects = self._bench.redirected(before, first)
        after = replace(first, records={**first.records, **_unused(redirects, first)})
        changes = await self._changes(before, after, steps)
        diff = changed(before, after)
        revision = await self._store.commit(*changes) if changes else before.asserted.revision
        for one in changes:
            for key in one.retire:
                self._stored.pop(key, None)
            self._stored.update({(record.kind, record.uuid): record.digest for record in one.put})
        self._unsaved.clear()
        self._state = replace(after, asserted=replace(after.asserted, revision=revision))
        self._tellings.keep(asserted, asserted.told(), replay)
        return self._state, diff

    def _saved_in(self, state: State | None) -> Callable[[RecordKey], Record | None]:
        """Finds those records of *state* that the store has as they are."""
        records = {} if state is None else state.records
        return lambda key: records.get(key) if key in self._stored and key not in self._unsaved else None

    async def _changes(self, before: State, after: State, steps: Sequence[Step]) -> list[Changes]:
        """What each step puts; all that is derived, and all that goes, is the last one's. Steps that change nothing are none."""
        fresh = [
            record
            for key, record in after.records.items()
            if (key in self._unsaved or before.records.get(key) is not record)
            and self._stored.get(key) != record.digest
        ]
        put = await embedded(fresh, self._saved_in(before), self.tools.embedder, self._ahead)
        retire = tuple(sorted(key for key in self._stored if key not in after.records))
        shares = _shared_out(put, before.asserted, steps, after.asserted.judgements)
        made: list[Changes] = []
        for number, (step, share) in enumerate(zip(steps, shares, strict=True), start=1):
            one = Changes(
                group_id=self.group_id,
                base_revision=before.asserted.revision + len(made),
                commit_id=uuid.uuid4().hex,
                at=self.tools.clock(),
                action=step.action,
                put=tuple(share),
                retire=retire if number == len(steps) else (),
                embedder=self.tools.embedder.name,
                dimension=self.tools.embedder.dimension,
            )
            if not one.empty:
                made.append(one)
        return made


def _shared_out(
    put: Sequence[Record], before: Asserted, steps: Sequence[Step], judgements: Mapping[str, Judgement]
) -> list[list[Record]]:
    """Records by the step that asserts them: a chapter's with the first step that has it, all that is derived with the last.

    An answer goes with the chapter that asks; what belongs to no chapter of these steps (settings, acts) with the first step.
    """
    last = len(steps) - 1
    begun: dict[str, int] = {}
    known = {one.uuid: one for one in before.episodes}
    for number, step in enumerate(steps):
        for one in step.asserted.episodes:
            if known.get(one.uuid) is not one:
                begun.setdefault(one.uuid, number)
            known[one.uuid] = one
    shares: list[list[Record]] = [[] for _ in steps]
    for record in put:
        match record.kind:
            case Kind.EPISODE | Kind.READING:
                number = begun.get(record.uuid, last)
            case Kind.JUDGEMENT:
                number = begun.get(judgements[record.uuid].episode, last)
            case Kind.SETTING | Kind.ACT:
                number = 0
            case _:
                number = last
        shares[number].append(record)
    return shares


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
