"""Two processes add to one work at once: one set of nodes, no duplicate, nothing lost."""

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
    """A command on one store, with a work of its own that is taken away afterwards."""
    store = str(tmp_path / "work.db") if request.param == "sqlite" else addresses()[request.param]
    ingestion = Ingestion(store, group_id=f"at once {uuid.uuid4()}")
    yield ingestion
    await ingestion.forget()


async def test_two_processes_that_add_the_same_chapters_make_one_work(work: Ingestion) -> None:
    """Both commands succeed, and the graph is the one that a single command makes."""
    run(work)
    wanted = await work.outcome()
    await work.forget()

    both = [Process(work), Process(work)]
    codes = [one.finished() for one in both]

    assert codes == [0, 0]
    assert await work.outcome() == wanted


async def test_two_processes_that_add_different_chapters_lose_nothing(work: Ingestion) -> None:
    """Every chapter of both is there once; telling the work in the order it came to gives the very same graph."""
    halves = [replace(work, chapters=EVERY[:6], one_by_one=True), replace(work, chapters=EVERY[6:], one_by_one=True)]

    both = [Process(one) for one in halves]
    codes = [one.finished() for one in both]
    found = await work.outcome()
    order = await told_order(work)
    await work.forget()
    run(replace(work, chapters=order))

    assert codes == [0, 0]
    assert sorted(order) == list(EVERY)
    assert await work.outcome() == found


async def told_order(work: Ingestion) -> tuple[int, ...]:
    """The chapters' numbers in the order in which the work tells them."""
    async with work.graph() as graph:
        return tuple(int(one.chapter.title.removeprefix("ch")) - 1 for one in await graph.chapters())
