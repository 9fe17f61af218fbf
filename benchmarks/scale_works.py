"""Create generated works of a given size, and keep them in a cache folder."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from benchmarks.long_work import STATEMENTS, LongWork
from episodic.app import StoryGraph
from episodic.embeddings.hashed import HashedEmbedder
from episodic.model.episodes import Chapter
from episodic.model.records import Changes, Kind, Record
from episodic.ports import GraphStore
from episodic.stores.sqlite import SQLiteStore

VERSION = 1
"""The version of the generated works. It must be increased if the generator changes, so that works are made again."""
FACTS_PER_CHAPTER = 375
"""Number of facts of a generated chapter: 300 statements, and the facts that follow from them."""
_RECORDS_PER_COMMIT = 2_000
_DATE = "2031-05-04T12:00:00Z"


@dataclass(frozen=True)
class ScaleWork:
    """A generated work of a language with about the given number of facts."""

    language: str
    facts: int
    statements: int = STATEMENTS
    """Number of statements in a chapter."""

    @property
    def chapters(self) -> int:
        """The number of chapters."""
        return max(1, round(self.facts * STATEMENTS / (FACTS_PER_CHAPTER * self.statements)))

    @property
    def group_id(self) -> str:
        """The name of the work in a store."""
        name = f"scale {VERSION} {self.language} {self.facts}"
        return name if self.statements == STATEMENTS else f"{name} by {self.statements}"

    @property
    def path(self) -> Path:
        """The SQLite file of the work in the cache folder."""
        return cache_folder() / f"{self.group_id.replace(' ', '_')}.db"

    def generated(self) -> tuple[LongWork, list[Chapter]]:
        """Return the generator and all chapters."""
        work = LongWork(self.language, statements=self.statements)
        return work, [work.chapter(number) for number in range(1, self.chapters + 1)]

    def queries(self, count: int) -> list[str]:
        """Return queries about statements of the work: sentences, questions, pairs of names, names, and words."""
        work, _ = self.generated()
        return work.queries(count, random.Random(3))


def cache_folder() -> Path:
    """Return the folder that contains the generated works: $EPISODIC_BENCH_CACHE, or a folder of the user's cache."""
    named = os.environ.get("EPISODIC_BENCH_CACHE")
    folder = Path(named) if named else Path(platformdirs.user_cache_dir("episodic")) / "benchmarks"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


async def create(work: ScaleWork) -> Path:
    """Return the SQLite file of the work. A missing file is created by ingesting all chapters as one manuscript."""
    if work.path.exists():
        return work.path
    generator, chapters = work.generated()
    unfinished = work.path.with_suffix(".part")
    for old in unfinished.parent.glob(f"{unfinished.name}*"):
        old.unlink()
    async with StoryGraph(SQLiteStore(unfinished), group_id=work.group_id, model=generator.model()) as graph:
        report = await graph.add_manuscript(chapters)
        if report.failed:
            raise SystemExit(f"{work.group_id}: {report.failed[0].error}")
    unfinished.rename(work.path)
    for left in unfinished.parent.glob(f"{unfinished.name}*"):
        left.unlink()
    return work.path


async def copy_to(work: ScaleWork, store: GraphStore) -> None:
    """Copy the records of the work to another store, unless the store already has the work."""
    source = SQLiteStore(await create(work))
    try:
        counts = await source.counts(work.group_id)
        if await store.counts(work.group_id) == counts:
            return
        await store.delete(work.group_id)
        revision = 0
        batch: list[Record] = []
        for kind in Kind:
            async for record in source.stream(work.group_id, kind, vectors=True):
                batch.append(record)
                if len(batch) == _RECORDS_PER_COMMIT:
                    revision = await _commit(store, work, batch, revision)
                    batch = []
        await _commit(store, work, batch, revision)
    finally:
        await source.close()


async def _commit(store: GraphStore, work: ScaleWork, records: Sequence[Record], revision: int) -> int:
    embedder = HashedEmbedder()
    return await store.commit(
        Changes(
            group_id=work.group_id,
            base_revision=revision,
            commit_id=f"{work.group_id} {revision}",
            at=_DATE,
            action="copy",
            put=tuple(records),
            embedder=embedder.name,
            dimension=embedder.dimension,
        )
    )
