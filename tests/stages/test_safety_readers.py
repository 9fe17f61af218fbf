"""Tests that reads never affect writes: a read changes no prompt, no stored record and no shared state."""

from __future__ import annotations

import contextlib
import copy
import importlib
import pkgutil
import types
from collections.abc import Awaitable, Mapping, MutableMapping, MutableSequence, MutableSet
from typing import cast

import pytest
from pydantic import BaseModel

import episodic
from benchmarks.novel import Novel
from episodic.app import StoryGraph
from episodic.errors import EpisodicError
from episodic.llm.scripted import ScriptedModel
from episodic.model.decisions import Correction
from episodic.model.episodes import Layer
from episodic.prompts import Prompt
from episodic.search.fact_listing import FactQuery
from episodic.search.filter_fields import HitKind
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.story import canonical

QUERIES = ("林远", "住在", "nobody at all", "", "云雾城 到过")
SCOPES = (
    Scope(),
    Scope(include_ended=True),
    Scope(told_by=1),
    Scope(told_by=2, include_ended=True),
    Scope(as_of="chapter 1"),
    Scope(as_of="chapter 2", told_by=2),
    Scope(at_revision=1),
    Scope(layers=frozenset(Layer)),
    Scope(layers=frozenset()),
    Scope(pov="林远"),
    Scope(told_by="no such chapter"),
    Scope(as_of="no such moment"),
)
KINDS: tuple[frozenset[HitKind], ...] = (
    frozenset(HitKind),
    frozenset({HitKind.FACT}),
    frozenset({HitKind.ENTITY}),
    frozenset(),
)


async def read_everything(graph: StoryGraph) -> int:
    """Call every read. Refused reads count, too."""
    asked = 0
    for scope in SCOPES:
        for query in QUERIES:
            for kinds in KINDS:
                asked += await call_ignoring_errors(graph.search(query, scope=scope, kinds=kinds, limit=1 + asked % 7))
        name = next(iter((await graph.session.state()).graph.entities.values())).name
        asked += await call_ignoring_errors(graph.get_entity(name, scope=scope))
        asked += await call_ignoring_errors(graph.get_facts(FactQuery(subject=name), scope=scope, limit=3))
        asked += await call_ignoring_errors(graph.timeline(name, scope=scope))
        asked += await call_ignoring_errors(graph.issues(scope=scope, waived=True))
        asked += await call_ignoring_errors(graph.chapters(scope=scope))
        asked += await call_ignoring_errors(graph.stats(group_by=("predicate",), scope=scope))
        asked += await call_ignoring_errors(graph.explore([name], scope=scope))
    return asked


async def call_ignoring_errors(question: Awaitable[object]) -> int:
    """Call one read and ignore an EpisodicError."""
    with contextlib.suppress(EpisodicError):
        await question
    return 1


async def written(*, reading: bool) -> tuple[list[Prompt[BaseModel]], list[str], list[str]]:
    """Return the prompts, the canonical export and the full export of a novel that is added by chapter, with or without
    reads in between.
    """
    novel = Novel("zh", 600, people=6, new=2, facts=6)
    chapters = [novel.chapter(number) for number in range(1, 5)]
    model = ScriptedModel(novel.answer)
    async with StoryGraph(SQLiteStore(":memory:"), model=model, clock=lambda: "2026-01-01T00:00:00+00:00") as graph:
        for number, chapter in enumerate(chapters):
            await graph.add_episode(chapter)
            if reading and number in {1, 2}:
                before = len(model.asked)
                assert await read_everything(graph) > 200
                assert len(model.asked) == before
        full = [line async for line in graph.export() if '"kind":"commit"' not in line and '"kind":"end"' not in line]
        return model.asked, await canonical(graph), full


async def test_searching_between_two_chapters_changes_nothing_that_is_asked_or_kept() -> None:
    """After hundreds of reads of every kind, the prompts, the canonical export and the full export are the same."""
    alone, canonical_alone, full_alone = await written(reading=False)

    asked, canonical_read, full_read = await written(reading=True)

    assert [one.digest for one in asked] == [one.digest for one in alone]
    assert canonical_read == canonical_alone
    assert full_read == full_alone


async def test_reading_commits_nothing() -> None:
    """The revision and the history do not change."""
    novel = Novel("zh", 600, people=6, new=2, facts=6)
    async with StoryGraph(SQLiteStore(":memory:"), model=None) as graph:
        report = await graph.add_manuscript([novel.chapter(number) for number in range(1, 4)])

        await read_everything(graph)

        work = await graph.store.work("story")
        assert work is not None
        assert work.revision == report.revision


def shared_state() -> dict[str, object]:
    """Return copies of every mutable container in the modules of the package."""
    found: dict[str, object] = {}
    for info in pkgutil.walk_packages(episodic.__path__, "episodic."):
        if info.name.endswith("__main__"):
            continue
        try:
            module = importlib.import_module(info.name)
        except ModuleNotFoundError:
            continue  # an extra that is not installed
        for name, value in vars(module).items():
            if name.startswith("__") or isinstance(value, types.MappingProxyType):
                continue
            if isinstance(value, MutableMapping | MutableSequence | MutableSet):
                found[f"{info.name}.{name}"] = copy.copy(cast("object", value))
    return found


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
async def test_no_module_keeps_anything_of_what_was_read_or_written() -> None:
    """After an ingestion and hundreds of reads, every container at the top level of a module is unchanged."""
    before = shared_state()

    await written(reading=True)

    after: Mapping[str, object] = shared_state()
    assert {name: after[name] for name in before} == before


async def test_two_works_in_one_process_do_not_see_each_other() -> None:
    """Two works that are written concurrently have the graphs of two works that are written alone."""
    _, wanted, _ = await written(reading=False)

    novel = Novel("zh", 600, people=6, new=2, facts=6)
    chapters = [novel.chapter(number) for number in range(1, 5)]
    other = Novel("en", 600, people=6, new=2, facts=6, seed=3)
    store = SQLiteStore(":memory:")
    async with StoryGraph(store, model=novel.model()) as graph:
        neighbour = StoryGraph(store, group_id="neighbour", model=other.model())
        for number, chapter in enumerate(chapters, start=1):
            await neighbour.add_episode(other.chapter(number))
            await graph.add_episode(chapter)

        assert await canonical(graph) == wanted


async def test_equal_names_in_two_works_are_two_entities() -> None:
    """Both works have the same text. What is decided or removed in one of them changes nothing in the other."""
    store = SQLiteStore(":memory:")
    async with StoryGraph(store) as graph:
        other = StoryGraph(store, group_id="other")
        for one in (graph, other):
            await one.add_episode("林晚住在苇港。“潮水来了。”林晚说。林晚笑道：“我去看看。”", name="一")
        before = await canonical(other)

        await graph.correct_entity("林晚", Correction.NAME, "晚娘")
        renamed = await graph.get_entity("林晚")
        await graph.remove_episode("一")

        assert renamed.name == "晚娘"
        assert (await other.get_entity("林晚")).entity.other_names == ()
        assert await canonical(other) == before
