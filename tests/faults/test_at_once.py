"""Tests of two processes that add chapters to one work at the same time."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.faults.ingesting import CHAPTERS, Ingestion, Process, run
from tests.neo4j_servers import CURRENT, LTS, addresses

EVERY = tuple(range(CHAPTERS))


@pytest.fixture(
    params=[
        "sqlite",
        pytest.param(LTS, marks=pytest.mark.neo4j),
        pytest.param(CURRENT, marks=pytest.mark.neo4j),
    ]
)
async def work(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Ingestion]:
    """Yield an ingestion into a new work of one store. The work is deleted after the test."""
    store = str(tmp_path / "work.db") if request.param == "sqlite" else addresses()[request.param]
    ingestion = Ingestion(store, group_id=f"at once {uuid.uuid4()}")
    yield ingestion
    await ingestion.forget()


async def test_two_processes_that_add_the_same_chapters_create_one_graph(work: Ingestion) -> None:
    """Both processes succeed, and the graph equals the graph of a single process."""
    run(work)
    wanted = await work.outcome()
    await work.forget()

    both = [Process(work), Process(work)]
    codes = [one.finished() for one in both]

    assert codes == [0, 0]
    assert await work.outcome() == wanted


async def test_two_processes_that_add_different_chapters_save_all_of_them(work: Ingestion) -> None:
    """Every chapter of both processes is stored once. A fresh ingestion in the resulting order gives the same graph."""
    halves = [replace(work, chapters=EVERY[:6], one_by_one=True), replace(work, chapters=EVERY[6:], one_by_one=True)]

    both = [Process(one) for one in halves]
    codes = [one.finished() for one in both]
    found = await work.outcome()
    order = await narrative_order(work)
    await work.forget()
    run(replace(work, chapters=order))

    assert codes == [0, 0]
    assert sorted(order) == list(EVERY)
    assert await work.outcome() == found


async def narrative_order(work: Ingestion) -> tuple[int, ...]:
    """Return the chapter numbers in narrative order."""
    async with work.graph() as graph:
        return tuple(int(one.chapter.title.removeprefix("ch")) - 1 for one in await graph.chapters())
