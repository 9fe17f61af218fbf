"""The measurements of the benchmark `scale`, which measures works of several sizes. Each function measures one opened
work, in a process of its own.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from benchmarks.report import Figure
from benchmarks.scale_works import ScaleWork
from episodic.app import StoryGraph
from episodic.embeddings.hashed import HashedEmbedder
from episodic.ports import GraphStore
from episodic.read_only import ReadOnlyWork
from episodic.search.filters import SearchFilters
from episodic.search.scope import Scope
from episodic.stores.neo4j import Neo4jStore
from episodic.stores.sqlite import SQLiteStore

QUERIES = 100
AT_ONCE = 16
_WARM_UP = 20
_ADDED, _ADDED_STATEMENTS = 5, 60
"""The number of chapters that are added to a work, and the number of statements in each of them."""
_FILTERS = {
    "a filter by three chapters": SearchFilters(chapters=(1, 2, 3)),
    "a filter by predicate": SearchFilters(predicates=("lives_in",)),
    "a filter by salience": SearchFilters(salience=3),
    "a filter that matches nothing": SearchFilters(predicates=("no such predicate",)),
}


def opened(address: str) -> GraphStore:
    """Return the store at an address."""
    return Neo4jStore(address) if "://" in address else SQLiteStore(address)


def first_search(address: str, work: ScaleWork) -> list[Figure]:
    """Return the time of the first search of a process, and the memory of the process."""
    return asyncio.run(_with(address, work, _first_search))


def searches(address: str, work: ScaleWork) -> list[Figure]:
    """Return the times of searches with and without filters, one by one and many at once."""
    return asyncio.run(_with(address, work, _searches))


def listings(address: str, work: ScaleWork) -> list[Figure]:
    """Return the times of a page of facts, of statistics and of the list of chapters."""
    return asyncio.run(_with(address, work, _listings))


def restricted(address: str, work: ScaleWork) -> list[Figure]:
    """Return the times of the first searches at a moment and up to a chapter."""
    return asyncio.run(_restricted(address, work))


def prepared(address: str, work: ScaleWork) -> list[Figure]:
    """Copy the SQLite file of the work and add one chapter, so that the copy has a checkpoint of this program. Return no
    figures.
    """
    del address
    return asyncio.run(_prepared(work))


def writes(address: str, work: ScaleWork) -> list[Figure]:
    """Return the processor time of short chapters that are added to the copy of the SQLite file, and the memory."""
    del address
    return asyncio.run(_writes(work))


def contexts(address: str, work: ScaleWork) -> list[Figure]:
    """Return the times of context packs of the copy of the SQLite file, before and after a chapter is added."""
    del address
    return asyncio.run(_contexts(work))


def copy_of(work: ScaleWork) -> Path:
    """Return the path of the copy of the work's SQLite file, to which chapters are added."""
    return work.path.with_suffix(".copy")


def remove_copy(work: ScaleWork) -> None:
    """Remove the copy of the work's SQLite file and the files that SQLite puts beside it."""
    for left in work.path.parent.glob(f"{copy_of(work).name}*"):
        left.unlink()


async def _with(
    address: str, work: ScaleWork, measure: Callable[[ReadOnlyWork, list[str]], Awaitable[list[Figure]]]
) -> list[Figure]:
    queries = work.queries(QUERIES)
    async with ReadOnlyWork(opened(address), group_id=work.group_id, embedder=HashedEmbedder()) as graph:
        return await measure(graph, queries)


async def _first_search(graph: ReadOnlyWork, queries: list[str]) -> list[Figure]:
    (seconds,) = await _seconds([lambda: graph.search(queries[0])])
    return [Figure("first search", seconds, "s"), Figure("first search: memory", megabytes(), "MB")]


async def _searches(graph: ReadOnlyWork, queries: list[str]) -> list[Figure]:
    for query in queries[:_WARM_UP]:
        await graph.search(query)
    busy = time.process_time()
    figures = _times("search", await _seconds([_search(graph, query) for query in queries]))
    figures.append(Figure("search: processor", 1000 * (time.process_time() - busy) / len(queries), "ms"))
    (seconds,) = await _seconds([lambda: asyncio.gather(*(_search(graph, one)() for one in queries[:AT_ONCE]))])
    figures.append(Figure(f"{AT_ONCE} searches at once", 1000 * seconds, "ms"))
    for name, filters in _FILTERS.items():
        scope = Scope(filters=filters)
        await graph.search(queries[0], scope=scope)
        figures += _times(name, await _seconds([_search(graph, one, scope) for one in queries[: QUERIES // 4]]))
    return figures


async def _listings(graph: ReadOnlyWork, queries: list[str]) -> list[Figure]:
    del queries
    found: list[Figure] = []
    reads: dict[str, Callable[[], Awaitable[object]]] = {
        "a page of facts": graph.get_facts,
        "stats": graph.stats,
        "chapters": graph.chapters,
    }
    for name, read in reads.items():
        first, again = await _seconds([read, read])
        found += [Figure(f"{name}, first", first, "s"), Figure(name, again, "s")]
    return found


async def _restricted(address: str, work: ScaleWork) -> list[Figure]:
    queries = work.queries(QUERIES)
    middle = f"chapter {work.chapters // 2 + 1}"
    async with StoryGraph(opened(address), group_id=work.group_id) as graph:
        reads = {
            "first search as of a chapter": Scope(as_of=middle),
            "first search told by a chapter": Scope(told_by=work.chapters // 2 + 1),
        }
        return [
            Figure(name, (await _seconds([_search(graph, queries[0], scope)]))[0], "s") for name, scope in reads.items()
        ]


async def _prepared(work: ScaleWork) -> list[Figure]:
    remove_copy(work)
    shutil.copy(work.path, copy_of(work))
    await _added(work, 1, 1)
    return []


async def _writes(work: ScaleWork) -> list[Figure]:
    first, *further = await _added(work, 2, _ADDED)
    return [
        Figure("first chapter added: processor", first, "s"),
        Figure("each further chapter added: processor", statistics.median(further), "s"),
        Figure("chapters added: memory", megabytes(), "MB"),
    ]


async def _added(work: ScaleWork, first: int, count: int) -> list[float]:
    """Add chapters after the generated ones to the copy of the work, and return the processor time of each."""
    generator, _ = work.generated()
    generator = replace(generator, statements=_ADDED_STATEMENTS)
    busy: list[float] = []
    async with StoryGraph(SQLiteStore(copy_of(work)), group_id=work.group_id, model=generator.model()) as graph:
        for number in range(work.chapters + first, work.chapters + first + count):
            chapter = generator.chapter(number)
            start = time.process_time()
            await graph.add_episode(chapter)
            busy.append(time.process_time() - start)
    return busy


async def _contexts(work: ScaleWork) -> list[Figure]:
    generator, _ = work.generated()
    generator = replace(generator, statements=_ADDED_STATEMENTS)
    cast = generator.people[:3]
    async with StoryGraph(SQLiteStore(copy_of(work)), group_id=work.group_id, model=generator.model()) as graph:
        plain, with_pov = partial(graph.context, cast=cast), partial(graph.context, cast=cast, pov=cast[0])
        first, first_with_pov = await _seconds([plain, with_pov])
        await graph.add_episode(generator.chapter(work.chapters + 1 + _ADDED + 1))
        after, after_with_pov, again = await _seconds([plain, with_pov, with_pov])
        (earlier,) = await _seconds([partial(graph.context, work.chapters // 2, cast=cast)])
    return [
        Figure("context pack, first", first, "s"),
        Figure("context pack with a point of view, first", first_with_pov, "s"),
        Figure("context pack after a chapter was added", after, "s"),
        Figure("context pack with a point of view after a chapter was added", after_with_pov, "s"),
        Figure("context pack with a point of view, again", again, "s"),
        Figure("context pack of an earlier chapter, first", earlier, "s"),
        Figure("context packs: memory", megabytes(), "MB"),
    ]


def _search(
    graph: ReadOnlyWork | StoryGraph, query: str, scope: Scope | None = None
) -> Callable[[], Awaitable[object]]:
    async def shown() -> None:
        """Search, and read what a caller shows of each hit. A hit is decoded when it is read."""
        for hit in (await graph.search(query, scope=Scope() if scope is None else scope)).hits:
            _ = hit.text, hit.sentence

    return shown


async def _seconds(acts: Sequence[Callable[[], Awaitable[object]]]) -> list[float]:
    seconds: list[float] = []
    for act in acts:
        start = time.perf_counter()
        await act()
        seconds.append(time.perf_counter() - start)
    return seconds


def _times(name: str, seconds: Sequence[float]) -> list[Figure]:
    milliseconds = sorted(1000 * one for one in seconds)
    return [
        Figure(f"{name}: median", statistics.median(milliseconds), "ms"),
        Figure(f"{name}: p95", milliseconds[int(0.95 * len(milliseconds))], "ms"),
    ]


def megabytes() -> float:
    """Return the greatest memory of the process so far. `getrusage` would also count the process that started it."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(re.findall(r"VmHWM:\s*(\d+) kB", status)[0]) / 1024
