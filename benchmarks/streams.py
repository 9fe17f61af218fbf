"""Measure the processor time and the memory of export, import and backup.

python -m benchmarks.streams                 # works of 1,000 and 10,000 facts; with servers started also on Neo4j
python -m benchmarks.streams 30000           # a larger work, which is created once (see benchmarks/scale.py)

Each row is measured in a process of its own. Neo4j servers are those of `make neo4j-start`, or have a heap of 512 MB if they
were started by `python -m tests.neo4j_servers start --little-memory`.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

from benchmarks.report import Figure, publish
from benchmarks.scale_rows import megabytes
from benchmarks.scale_works import ScaleWork, create
from episodic.app import StoryGraph
from episodic.ports import GraphStore
from episodic.stores.neo4j import Neo4jStore
from episodic.stores.sqlite import SQLiteStore
from tests.neo4j_servers import addresses

SIZES = (1_000, 10_000)
LIMITS: dict[tuple[str, int], float] = {("import", 100_000): 60, ("import: memory", 100_000): 500}
"""The greatest allowed values by row and number of facts."""

Act = Callable[[StoryGraph, Path], Awaitable[object]]


def export_file(folder: Path) -> Path:
    """Return the place of the export that the row `import` reads."""
    return folder / "work.jsonl"


async def _export(graph: StoryGraph, folder: Path) -> None:
    with export_file(folder).open("w", encoding="utf-8", newline="\n") as file:
        async for line in graph.export():
            file.write(line + "\n")


async def _import(graph: StoryGraph, folder: Path) -> None:
    with export_file(folder).open(encoding="utf-8", newline="\n") as lines:
        await graph.import_(lines)


async def _back_up(graph: StoryGraph, folder: Path) -> None:
    await graph.backup(folder / "copy.db", replace=True)


ACTS: dict[str, Act] = {"export": _export, "import": _import, "backup": _back_up}


def measured(name: str, address: str, work: ScaleWork, folder: Path) -> list[Figure]:
    """Return the processor time of this process for one act on the store with this path or address, and its memory."""
    return asyncio.run(_measured(name, address, work, folder))


async def _measured(name: str, address: str, work: ScaleWork, folder: Path) -> list[Figure]:
    async with StoryGraph(_store(address), group_id=work.group_id) as graph:
        began = time.process_time()
        await ACTS[name](graph, folder)
        seconds = time.process_time() - began
    return [Figure(name, seconds, "s"), Figure(f"{name}: memory", megabytes(), "MB")]


def figures(sizes: Sequence[int]) -> list[Figure]:
    """Return the figures of all stores."""
    found: list[Figure] = []
    for work in [ScaleWork("en", size) for size in sizes]:
        path = str(asyncio.run(create(work)))
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            rows = [
                ("SQLite", "export", path),
                ("SQLite", "backup", path),
                ("SQLite", "import", str(folder / "new.db")),
            ]
            for version, address in addresses().items():
                asyncio.run(_deleted(address, work))
                rows += [(f"Neo4j {version}", act, address) for act in ("import", "export")]
            for store, act, address in rows:
                with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
                    each = process.submit(measured, act, address, work, folder).result()
                found += [
                    replace(one, what=f"{store}, {work.facts:,}: {one.what}", limit=LIMITS.get((one.what, work.facts)))
                    for one in each
                ]
    return found


def _store(address: str) -> GraphStore:
    return Neo4jStore(address) if address.startswith("bolt://") else SQLiteStore(address)


async def _deleted(address: str, work: ScaleWork) -> None:
    store = Neo4jStore(address)
    await store.delete(work.group_id)
    await store.close()


if __name__ == "__main__":
    asked = [int(one.replace("_", "").replace(",", "")) for one in sys.argv[1:]]
    sys.exit(publish("Streams: how much time and memory do export and import take?", figures(asked or SIZES)))
