"""Comparison of an edited work with a fresh reading of its final text."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import groupby

from episodic.app import StoryGraph
from episodic.extraction.readers import EntitiesReading, FactsReading, Reader
from episodic.facade.session_setup import rule_based_setup
from episodic.model.episodes import Episode, Layer
from episodic.model.graph import Fact
from episodic.model.readings import Window
from episodic.model.records import Kind, from_json
from episodic.model.settings import WorkSettings
from episodic.pipeline.chapter_reading import window_digest
from episodic.pipeline.edits.chapter_edits import replay_and_commit
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.properties.edit_sequences.desk import Desk

CANON = Scope()
DRAFTS = Scope(layers=frozenset({Layer.CANON, Layer.DRAFT}))
EVERYTHING = Scope(layers=frozenset({Layer.CANON, Layer.DRAFT, Layer.PLAN}))
KEPT = 3
"""How many fresh readings are kept: undo and redo come back to them."""
CLOCK = "2026-01-01T00:00:00+00:00"


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference between a part of the work and a fresh reading: additional lines and missing lines."""

    scope: Scope | None
    extra: tuple[str, ...]
    missing: tuple[str, ...]

    def __str__(self) -> str:
        shown = [f"- {one[:300]}" for one in self.extra[:5]] + [f"+ {one[:300]}" for one in self.missing[:5]]
        return "\n".join([f"{len(self.extra)} lines too many, {len(self.missing)} missing in {self.scope}", *shown])


@dataclass(slots=True)
class Remembering:
    """A reader that reads each window once for all fresh readings of a sequence, and never for the edited work."""

    reader: Reader
    _entities: dict[str, EntitiesReading] = field(default_factory=dict[str, EntitiesReading])
    _facts: dict[str, FactsReading] = field(default_factory=dict[str, FactsReading])

    @property
    def name(self) -> str:
        """The name of the inner reader."""
        return self.reader.name

    async def entities(self, window: Window, settings: WorkSettings) -> EntitiesReading:
        """Return the entities of the window."""
        key = window_digest(window)
        if key not in self._entities:
            self._entities[key] = await self.reader.entities(window, settings)
        return self._entities[key]

    async def facts(self, window: Window, entities: EntitiesReading, settings: WorkSettings) -> FactsReading:
        """Return the statements of the window."""
        key = window_digest(window)
        if key not in self._facts:
            self._facts[key] = await self.reader.facts(window, entities, settings)
        return self._facts[key]


@dataclass(slots=True)
class Readings:
    """The last few fresh readings of manuscripts."""

    group_id: str
    _kept: OrderedDict[Desk, StoryGraph] = field(default_factory=OrderedDict[Desk, StoryGraph])
    reader: Reader = field(default_factory=lambda: Remembering(rule_based_setup().reader))
    compared: int = 0

    async def of(self, desk: Desk) -> StoryGraph:
        """Return a graph of the manuscript, read once from the first chapter to the last."""
        if desk not in self._kept:
            self._kept[desk] = await fresh(desk, self.group_id, self.reader)
            while len(self._kept) > KEPT:
                await self._kept.popitem(last=False)[1].close()
        self._kept.move_to_end(desk)
        return self._kept[desk]

    async def close(self) -> None:
        """Close the graphs."""
        while self._kept:
            await self._kept.popitem()[1].close()

    async def difference(self, graph: StoryGraph, desk: Desk, scopes: Iterable[Scope | None]) -> Difference | None:
        """Return the first of *scopes* in which the graph differs from a fresh reading."""
        wanted = await self.of(desk)
        for scope in scopes:
            self.compared += 1
            found = compared(await lines(graph, scope), await lines(wanted, scope), scope)
            if found is not None:
                return found
        return None

    async def difference_told_by(self, graph: StoryGraph, desk: Desk, key: str) -> Difference | None:
        """Compare a work without overrides, read up to a chapter (`told_by`), with a work that ends there."""
        self.compared += 1
        scope = Scope(told_by=key)
        return compared(await lines(graph, scope), await lines(await self.of(desk.up_to(key)), CANON), scope)


async def lines(graph: StoryGraph, scope: Scope | None) -> list[str]:
    """Return the canonical export of a part of the work (None: of everything, and the runs of the stored facts)."""
    exported = [line async for line in graph.export(canonical=True, scope=scope)]
    return exported if scope is not None else exported + await runs(graph)


async def runs(graph: StoryGraph) -> list[str]:
    """Return the runs of chapters in which the stored facts hold, with the numbers of the chapters."""
    episodes = [from_json(Episode, one.value) for one in await graph.store.fetch(graph.group_id, Kind.EPISODE)]
    canon = [0, *sorted(one.order for one in episodes if one.layer is Layer.CANON)]
    facts = [from_json(Fact, one.value) for one in await graph.store.fetch(graph.group_id, Kind.FACT)]
    numbered = (
        (one.uuid, None if one.holdings is None else [(canon.index(run.order), run.holding) for run in one.holdings])
        for one in facts
    )
    return sorted(f"runs of {uuid}: {found}" for uuid, found in numbered)


def compared(found: list[str], wanted: list[str], scope: Scope | None) -> Difference | None:
    """Return the difference of two exports."""
    if found == wanted:
        return None
    there, here = set(wanted), set(found)
    return Difference(
        scope,
        tuple(one for one in found if one not in there),
        tuple(one for one in wanted if one not in here),
    )


async def fresh(desk: Desk, group_id: str, reader: Reader) -> StoryGraph:
    """Return a work in memory with the chapters of a manuscript in order, and then the author's overrides."""
    graph = StoryGraph(SQLiteStore(":memory:"), group_id=group_id, clock=lambda: CLOCK)
    graph.session.tools = replace(graph.session.tools, reader=reader)
    await graph.setup()
    for (canon, queued), entries in groupby(desk.line, lambda one: (one.canon is not None, one.key in desk.queued)):
        if queued:
            for one in entries:
                await graph.add_episode(one.canon or "", wait=False)
        elif canon:
            await graph.add_manuscript([one.canon for one in entries if one.canon is not None])
        else:
            await graph.add_manuscript([one.draft for one in entries if one.draft is not None], layer=Layer.DRAFT)
    drafts = [one.draft for one in desk.line if one.draft is not None and one.canon is not None]
    if drafts:
        await graph.add_manuscript(drafts, layer=Layer.DRAFT)
    if desk.plans:
        await graph.add_manuscript(desk.plans, layer=Layer.PLAN)
    if desk.acts:
        inputs = (await graph.session.state()).inputs
        await replay_and_commit(graph.session, replace(inputs, acts=desk.acts), action="decide")
    return graph
