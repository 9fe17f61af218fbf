"""Runs a sequence of edits with comparisons on the way and at the end. A failing sequence is shortened."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from episodic.app import StoryGraph
from episodic.errors import EpisodicError
from episodic.model.episodes import Language, Layer
from episodic.model.records import Kind
from episodic.pipeline.session.state import Workbench
from episodic.ports import GraphStore
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.properties.edit_sequences.choosing import Choose, Chooser
from tests.properties.edit_sequences.comparing import CANON, CLOCK, DRAFTS, EVERYTHING, Difference, Readings, lines
from tests.properties.edit_sequences.desk import Desk
from tests.properties.edit_sequences.edits import Edit, make
from tests.properties.edit_sequences.texts import VOCABULARIES

NewStore = Callable[[], GraphStore]


@dataclass(frozen=True, slots=True)
class Plan:
    """A random sequence that depends only on its seed.

    Each comparison on the way covers everything that is stored: the graph of canon, the texts of all layers, and the
    overrides. About every third comparison also covers reads that need a replay: canon without other layers, canon with
    drafts, all layers, `told_by` and `at_revision`. The final comparison covers everything. Every fourth sequence is
    compared after every edit, the others after about every fourth edit. A *thorough* sequence is compared after every
    edit in all layers.
    """

    seed: int
    length: int = 20
    thorough: bool = False
    deciding: bool | None = None

    @property
    def language(self) -> Language:
        """Half of the sequences are Chinese."""
        return (Language("zh"), Language("en"))[self.seed % 2]

    @property
    def decides(self) -> bool:
        """Return whether the author makes overrides. Two thirds of the sequences have overrides by default."""
        return self.seed % 3 != 0 if self.deciding is None else self.deciding

    def compares(self, number: int) -> bool:
        """Return whether the work is compared after the edit with this number."""
        return self.thorough or self.seed % 4 == 0 or Random(f"{self.seed} compares {number}").random() < 0.25


RESTARTS = 0.6
"""The probability of a restart before an edit."""


class SequenceFailedError(AssertionError):
    """A sequence whose graph differs from a fresh reading."""

    def __init__(self, plan: Plan, log: Sequence[Edit], found: Difference | str) -> None:
        self.plan, self.log, self.found = plan, tuple(log), found
        shown = "\n".join(f"  {one.written()}" for one in log)
        super().__init__(f"seed {plan.seed}, {len(log)} edits:\n{shown}\n{found}")


@dataclass(slots=True)
class SequenceRun:
    """A work during a sequence: the author's current manuscript, and the manuscripts for undo and redo."""

    plan: Plan
    graph: StoryGraph
    readings: Readings
    desk: Desk = field(default_factory=Desk)
    other: StoryGraph | None = None
    """A second session on the same store, which has not seen what was done meanwhile."""
    log: list[Edit] = field(default_factory=list[Edit])
    done: list[Desk] = field(default_factory=list[Desk])
    undone: list[Desk] = field(default_factory=list[Desk])
    seen: dict[int, dict[Scope, list[str]]] = field(default_factory=dict[int, dict[Scope, list[str]]])

    async def apply(self, edit: Edit) -> None:
        """Make one edit, if it is possible, in the work and in the manuscript."""
        before = await self.revision()
        try:
            self.log.append(edit)
            desk = await self._made(edit)
        except EpisodicError:
            self.log.pop()
            self._check(await self.revision() == before, "an edit that was refused made a revision")
            return
        made_revisions = await self.revision() - before
        self._check(made_revisions <= 1, f"one edit made {made_revisions} revisions")
        if edit.what not in {"undo", "redo", "switch"}:
            self._check(bool(made_revisions) or desk == self.desk, "the desk is another, and no revision was made")
            if made_revisions:
                self.done.append(self.desk)
                self.undone.clear()
        self.desk = desk

    async def _made(self, edit: Edit) -> Desk:
        match edit.what:
            case "undo":
                return await self._back(self.done, self.undone, self.graph.undo, *edit.args)
            case "redo":
                return await self._back(self.undone, self.done, self.graph.redo, *edit.args)
            case "switch":
                there = self.graph
                self.graph = self.other or session_on(there.store, there.group_id)
                self.other = there
                return self.desk
            case _:
                return await make(self.graph, self.desk, edit)

    async def _back(
        self, come: list[Desk], go: list[Desk], act: Callable[[int], Awaitable[object]], count: str = "1"
    ) -> Desk:
        """Undo or redo *count* edits in one revision, or all that there are."""
        steps = min(int(count), len(come))
        if not steps:
            return self.desk
        await act(steps)
        desk = self.desk
        for _ in range(steps):
            go.append(desk)
            desk = come.pop()
        return desk

    async def revision(self) -> int:
        """The current revision of the work."""
        work = await self.graph.store.work(self.graph.group_id)
        return 0 if work is None else work.revision

    def _check(self, right: bool, what: str) -> None:
        if not right:
            raise SequenceFailedError(self.plan, self.log, what)

    async def compare(self, chance: Random, *, whole: bool) -> None:
        """Compare the work with a fresh reading. `whole` compares all reads. Raises SequenceFailedError."""
        more = whole or chance.random() < 0.35
        scopes: list[Scope | None] = [None]
        scopes += [CANON] if more or self.plan.thorough else []
        if more or self.plan.thorough:
            scopes += [DRAFTS] if self.desk.drafts else []
            scopes += [EVERYTHING] if self.desk.plans else []
        keys = [one.key for one in self.desk.line]
        told = chance.sample(keys, min(len(keys), 2 if whole else 1)) if more else []
        scopes += [Scope(told_by=key, layers=layers) for key in told for layers in self._layers()]
        found = await self.readings.difference(self.graph, self.desk, scopes)
        if found is None and not self.desk.acts:
            ended = [key for key in told if self.desk.entry(key).canon is not None]
            for key in ended[:1]:
                found = await self.readings.difference_told_by(self.graph, self.desk, key)
        if found is not None:
            raise SequenceFailedError(self.plan, self.log, found)
        self._check(await self.graph.acts() == self.desk.acts, "the author's decisions are others")
        await self._compare_earlier(chance, more=more, whole=whole)

    async def compare_with_replay(self) -> None:
        """Compare the records that the session keeps up to date with those of a full replay, order keys and indexes included."""
        session = self.graph.session
        state = await session.state()
        bench = Workbench(self.graph.group_id, vectors_of=session.tools.vectors_of)
        replay = bench.replayed(state.inputs, session.answers)
        whole = bench.state(state.inputs, replay, session.answers, redirects={}, other_answers=state.other_answers)
        kept = {key: one.digest for key, one in state.records.items() if key[0] is not Kind.REDIRECT}
        self._check(kept == {key: one.digest for key, one in whole.records.items()}, "the records are not the replay's")
        told, again = ([one.uuid for one in graph.values()] for graph in (state.graph, whole.graph))
        self._check(told == again, "the order of the graph is not the replay's")

    async def restart(self) -> None:
        """Continue with a new session on the store, as a new process does, and compare its state with a full replay."""
        self.graph = session_on(self.graph.store, self.graph.group_id)
        await self.compare_with_replay()

    def _layers(self) -> list[frozenset[Layer]]:
        return [CANON.layers, DRAFTS.layers] if self.desk.drafts else [CANON.layers]

    async def _compare_earlier(self, chance: Random, *, more: bool, whole: bool) -> None:
        """Record the current state of the work, and read an earlier revision."""
        revision = await self.revision()
        if more and revision not in self.seen:
            self.seen[revision] = {scope: await lines(self.graph, scope) for scope in (CANON, DRAFTS)}
        earlier = [one for one in self.seen if one < revision]
        if not more or not earlier:
            return
        for one in chance.sample(earlier, min(len(earlier), 3 if whole else 1)):
            for scope, was in self.seen[one].items():
                self.readings.compared += 1
                now = await lines(self.graph, replace(scope, at_revision=one))
                self._check(now == was, f"revision {one} reads otherwise than it did, in {sorted(scope.layers)}")


def session_on(store: GraphStore, group_id: str) -> StoryGraph:
    """Return a session on a store, with a constant clock, which keeps a checkpoint of works of every size."""
    graph = StoryGraph(store, group_id=group_id, clock=lambda: CLOCK)
    graph.session.tools = replace(graph.session.tools, checkpoint_from=0)
    return graph


def memory() -> GraphStore:
    """A store in memory."""
    return SQLiteStore(":memory:")


async def run_sequence(plan: Plan, *, new_store: NewStore = memory, log: Sequence[Edit] | None = None) -> int:
    """Run a sequence, either from *log* or random, and return the number of comparisons.

    Raises SequenceFailedError.
    """
    graph = session_on(new_store(), f"story {plan.seed}")
    await graph.setup()
    readings = Readings(graph.group_id)
    life = SequenceRun(plan, graph, readings)
    chance = Random(plan.seed)
    try:
        choose = Chooser(chance, VOCABULARIES[plan.language], plan.decides).next if log is None else _in_turn(iter(log))
        for number in range(plan.length if log is None else len(log)):
            if Random(f"restart {plan.seed} {number}").random() < RESTARTS:
                await life.restart()
            edit = await choose(life.graph, life.desk)
            await life.apply(edit)
            await life.compare_with_replay()
            if plan.compares(number):
                await life.compare(Random(f"{plan.seed} {number}"), whole=False)
        await life.compare(Random(plan.seed), whole=True)
    finally:
        await readings.close()
        await graph.delete()
        for session in filter(None, (life.graph, life.other)):
            await session.close()
    return readings.compared


def _in_turn(log: Iterator[Edit]) -> Choose:
    async def choose(graph: StoryGraph, desk: Desk) -> Edit:
        del graph, desk
        return next(log)

    return choose


async def shrunk(failed: SequenceFailedError, *, seconds: float = 60.0) -> SequenceFailedError:
    """Return the shortest failing sequence that is found in this time by removing edits and then sentences."""
    best, until = failed, time.monotonic() + seconds
    plan = replace(failed.plan, thorough=True)

    async def try_(log: Sequence[Edit]) -> bool:
        nonlocal best
        try:
            await run_sequence(plan, log=log)
        except SequenceFailedError as error:
            best = error
            return True
        return False

    size = max(1, len(best.log) // 2)
    while size and time.monotonic() < until:
        place = 0
        while place < len(best.log) and time.monotonic() < until:
            if not await try_((*best.log[:place], *best.log[place + size :])):
                place += size
        size //= 2
    place = 0
    while place < len(best.log) and time.monotonic() < until:
        for shorter in _shorter(best.log[place]):
            if await try_((*best.log[:place], shorter, *best.log[place + 1 :])):
                break
        else:
            place += 1
    return best


def _shorter(edit: Edit) -> list[Edit]:
    """Return the edit with one sentence less in its text."""
    found: list[Edit] = []
    for number, text in enumerate(edit.args):
        for mark in ("。", ". "):
            pieces = text.split(mark)
            if len(pieces) > 1:
                cut = [mark.join((*pieces[:at], *pieces[at + 1 :])) for at in range(len(pieces))]
                found += [Edit(edit.what, (*edit.args[:number], one, *edit.args[number + 1 :])) for one in cut if one]
    return found
