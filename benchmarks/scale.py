"""Measure reads and writes in generated works of 1,000, 10,000 and 100,000 facts.

    python -m benchmarks.scale                  # reads at 1,000 and 10,000 facts; with servers started also on Neo4j
    python -m benchmarks.scale 100000           # reads at 100,000 facts; also 500000, if there is time to create it
    python -m benchmarks.scale 10000 --all      # also searches with `as_of` and `told_by`, added chapters of 60
                                                # statements, and context packs

The works are created once, by ingesting generated chapters with a scripted model, and are kept in the folder
$EPISODIC_BENCH_CACHE (default: the user's cache folder). A work of 100,000 facts takes five minutes or more to create.
Each row is measured in a process of its own. Neo4j servers are those of `make neo4j-start`.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

from benchmarks import scale_rows
from benchmarks.report import Figure, publish
from benchmarks.scale_works import ScaleWork, copy_to, create
from episodic.stores.neo4j import Neo4jStore
from tests.neo4j_servers import addresses

SIZES = (1_000, 10_000)
LANGUAGES = ("zh", "en")
"""The languages of the generated works. Works of more than 1,000 facts are only measured in the first language."""
_LARGE = 1_000
LIMITS: dict[tuple[str, str, int], float] = {
    ("SQLite", "search: p95", 1_000): 3,
    ("SQLite", "search: p95", 10_000): 5,
    ("SQLite", "search: p95", 100_000): 10,
    ("Neo4j", "search: p95", 1_000): 15,
    ("Neo4j", "search: p95", 10_000): 20,
    ("Neo4j", "search: p95", 100_000): 30,
    ("SQLite", "first search", 100_000): 0.5,
    ("SQLite", "first search: memory", 100_000): 300,
    ("SQLite", "16 searches at once", 100_000): 200,
    ("Neo4j", "16 searches at once", 100_000): 400,
    ("SQLite", "a page of facts", 100_000): 0.1,
    ("SQLite", "stats", 100_000): 0.1,
    ("SQLite", "chapters", 100_000): 0.1,
    ("SQLite", "first search as of a chapter", 100_000): 1,
    ("SQLite", "first search told by a chapter", 100_000): 1,
    ("SQLite", "first chapter added: processor", 100_000): 1.5,
    ("SQLite", "each further chapter added: processor", 100_000): 0.3,
    ("SQLite", "chapters added: memory", 100_000): 600,
    ("SQLite", "context pack, first", 100_000): 0.3,
    ("SQLite", "context pack with a point of view, first", 100_000): 0.3,
    ("SQLite", "context pack after a chapter was added", 100_000): 0.3,
    ("SQLite", "context pack with a point of view after a chapter was added", 100_000): 0.3,
    ("SQLite", "context pack with a point of view, again", 100_000): 0.3,
    ("SQLite", "context pack of an earlier chapter, first", 100_000): 0.3,
}
"""The greatest allowed values by store, row and number of facts."""

Row = Callable[[str, ScaleWork], list[Figure]]
_CHANGES: tuple[Row, ...] = (scale_rows.prepared, scale_rows.writes, scale_rows.contexts)
"""The rows of a work to which chapters are added, in the order in which they must be measured."""


def measured(store: str, address: str, work: ScaleWork, rows: Sequence[Row]) -> list[Figure]:
    """Return the figures of some rows for one store, each measured in a new process."""
    found: list[Figure] = []
    for row in rows:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
            found += process.submit(row, address, work).result()
    name = f"{store}, {work.language}, {work.facts:,}"
    kind = store.split(maxsplit=1)[0]
    return [
        replace(one, what=f"{name}: {one.what}", limit=LIMITS.get((kind, one.what, work.facts), one.limit))
        for one in found
    ]


def figures(sizes: Sequence[int], *, every_row: bool) -> list[Figure]:
    """Return the figures of all stores."""
    reads: list[Row] = [scale_rows.first_search, scale_rows.searches, scale_rows.listings]
    if every_row:
        reads.append(scale_rows.restricted)
    found: list[Figure] = []
    for work in [ScaleWork(language, size) for size in sizes for language in LANGUAGES[: 2 if size <= _LARGE else 1]]:
        path = asyncio.run(create(work))
        found += measured("SQLite", str(path), work, reads)
        if every_row:
            found += measured("SQLite", str(path), work, _CHANGES)
            scale_rows.remove_copy(work)
        for name, address in addresses().items():
            asyncio.run(_copied(work, address))
            found += measured(f"Neo4j {name}", address, work, reads)
    return found


async def _copied(work: ScaleWork, address: str) -> None:
    store = Neo4jStore(address)
    try:
        await copy_to(work, store)
    finally:
        await store.close()


if __name__ == "__main__":
    asked = [int(one.replace("_", "").replace(",", "")) for one in sys.argv[1:] if not one.startswith("--")]
    question = "Scale: how long do reads and writes take in works of up to 100,000 facts?"
    sys.exit(publish(question, figures(asked or SIZES, every_row="--all" in sys.argv)))
