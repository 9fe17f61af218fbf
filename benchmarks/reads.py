"""Measure a store's reads and commits in a work of 30,000 records.

python -m benchmarks.reads              # SQLite; with servers started (make neo4j-start) also Neo4j
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from benchmarks.novel import Novel
from benchmarks.report import Figure, publish
from episodic.embeddings.hashed import HashedEmbedder
from episodic.model.ids import identify
from episodic.model.records import Changes, Kind, Link, Record
from episodic.ports import GraphStore
from episodic.stores.neo4j import Neo4jStore
from episodic.stores.sqlite import SQLiteStore
from episodic.testing.store_contract.builders import search_text, search_vector
from tests.neo4j_servers import addresses

CHAPTERS = 300
RECORDS_PER_CHAPTER = 100
"""Number of records of one chapter: half of them passages, a quarter facts and a quarter entities."""
REPEATS = 15
EMBEDDER = HashedEmbedder()


async def chapter(number: int, chance: random.Random) -> list[Record]:
    """Generate the records of one chapter."""
    novel = Novel("zh", 3_000, people=12, facts=RECORDS_PER_CHAPTER // 2, seed=number)
    paragraphs = [line for line in novel.chapter(1).text.split("。") if line.strip()]
    texts = [
        f"{chance.choice(paragraphs)}。{chance.choice(paragraphs)}。第{number}章{place}"
        for place in range(RECORDS_PER_CHAPTER)
    ]
    vectors = await EMBEDDER.embed(texts)
    records: list[Record] = []
    for place, text in enumerate(texts):
        kind = (Kind.PASSAGE, Kind.FACT, Kind.PASSAGE, Kind.ENTITY)[place % 4]
        name = identify("bench", number, place)
        about = identify("bench", number, place + 2)
        links = ((Link.SUBJECT, about),) if kind is Kind.FACT else ()
        keys = (text[:4],) if kind is Kind.ENTITY else ()
        value = f'{{"uuid":"{name}","text":"{text}"}}'
        vector = vectors[place].astype("<f4").tobytes()
        records.append(Record(kind, name, value, text, keys, links, number, None, None, vector))
    return records


class StoreBenchmark:
    """Measures one store with a work of many records."""

    def __init__(self, name: str, store: GraphStore) -> None:
        self._name, self._store = name, store
        self._group = f"reads {uuid.uuid4()}"
        self._chance = random.Random(5)
        self._revision = 0

    async def _commit(self, records: Sequence[Record]) -> None:
        commit = uuid.uuid4().hex
        changes = Changes(
            self._group, self._revision, commit, "", "bench", tuple(records), (), EMBEDDER.name, EMBEDDER.dimension
        )
        self._revision = await self._store.commit(changes)

    async def run(self) -> list[Figure]:
        """Fill the work, then measure reads and a commit."""
        await self._store.setup()
        batch: list[Record] = []
        for number in range(CHAPTERS):
            batch += await chapter(number, self._chance)
            if len(batch) >= 3_000:
                await self._commit(batch)
                batch = []
        found = await self._figures()
        await self._store.delete(self._group)
        await self._store.close()
        return found

    async def _figures(self) -> list[Figure]:
        group, store = self._group, self._store
        entity_ids = [identify("bench", number, 3) for number in range(0, CHAPTERS, 3)]
        query = (await EMBEDDER.embed(["那天的风很大，谁也没有再说话"]))[0]
        reads: dict[str, Callable[[], Awaitable[object]]] = {
            "revision of a work": lambda: store.work(group),
            "100 entities by id": lambda: store.fetch(group, Kind.ENTITY, ids=entity_ids),
            "full text, 40 passages": lambda: search_text(store, group, Kind.PASSAGE, "林远 敬重", limit=40),
            "vectors, 40 of 7,500 facts": lambda: search_vector(store, group, Kind.FACT, query, limit=40),
            "vectors, 40 of 15,000 passages": lambda: search_vector(store, group, Kind.PASSAGE, query, limit=40),
            "facts around 3 entities": lambda: store.neighbours(group, entity_ids[:3], limit=60),
            "digests of all records": lambda: store.digests(group),
        }
        figures = [Figure(f"{self._name}: {what}", await _median(read), "ms") for what, read in reads.items()]
        fresh = iter([await chapter(CHAPTERS + 1 + one, self._chance) for one in range(REPEATS + 1)])
        milliseconds = await _median(lambda: self._commit(next(fresh)))
        return [*figures, Figure(f"{self._name}: a commit of {RECORDS_PER_CHAPTER} records", milliseconds, "ms")]


async def _median(act: Callable[[], Awaitable[object]]) -> float:
    """Return the median milliseconds of several calls of *act*. A first call is not counted."""
    await act()
    milliseconds: list[float] = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        await act()
        milliseconds.append(1000 * (time.perf_counter() - start))
    return statistics.median(milliseconds)


async def figures() -> list[Figure]:
    """Return the figures of SQLite and of each running Neo4j server."""
    with tempfile.TemporaryDirectory() as folder:
        found = await StoreBenchmark("SQLite", SQLiteStore(Path(folder) / "reads.db")).run()
    for name, address in addresses().items():
        found += await StoreBenchmark(f"Neo4j {name}", Neo4jStore(address)).run()
    return found


if __name__ == "__main__":
    question = "Reads: how long do reads and commits take in a work of 30,000 records?"
    sys.exit(publish(question, asyncio.run(figures())))
