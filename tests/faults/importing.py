"""Imports in separate processes, which tests start and kill."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from episodic.app import StoryGraph
from episodic.model.records import Changes, Staged
from episodic.pipeline.import_export.importing import parse_export
from episodic.pipeline.import_export.restoring import restore
from episodic.stores.neo4j import Neo4jStore
from episodic.stores.sqlite import SQLiteStore
from tests.faults.ingesting import LONGEST, PROCESSES

WEIGHT = 12
"""The weight of a part, so that an import has many parts."""
PUBLISHING = -1
"""What a process reports before it makes the work visible. Before a part, it reports the number of the part."""


class ReportingSQLiteStore(SQLiteStore):
    """A store that reports what it is about to save."""

    def __init__(self, address: str, parent: Connection) -> None:
        super().__init__(address)
        self._parent = parent

    async def stage(self, part: Staged, changes: Changes, *more: Changes) -> None:
        """Report and save a part."""
        self._parent.send(part.parts)
        await super().stage(part, changes, *more)

    async def publish(self, group_id: str, *, readable_from: int = 1) -> int:
        """Report, and make the work visible."""
        self._parent.send(PUBLISHING)
        return await super().publish(group_id, readable_from=readable_from)


class ReportingNeo4jStore(Neo4jStore):
    """A store that reports what it is about to save."""

    def __init__(self, address: str, parent: Connection) -> None:
        super().__init__(address)
        self._parent = parent

    async def stage(self, part: Staged, changes: Changes, *more: Changes) -> None:
        """Report and save a part."""
        self._parent.send(part.parts)
        await super().stage(part, changes, *more)

    async def publish(self, group_id: str, *, readable_from: int = 1) -> int:
        """Report, and make the work visible."""
        self._parent.send(PUBLISHING)
        return await super().publish(group_id, readable_from=readable_from)


@dataclass(frozen=True)
class ImportOf:
    """The import of an export file into the store with this path or Bolt address."""

    store: str
    group_id: str
    file: Path

    def run(self) -> list[int]:
        """Run the import in another process to its end, and return what the process reported."""
        return self._run(None, 0.0)

    def killed(self, at: int, seconds: float) -> list[int]:
        """Run the import in another process, and kill the process with SIGKILL *seconds* after its report *at*. Return
        what the process reported.
        """
        return self._run(at, seconds)

    def _run(self, at: int | None, seconds: float) -> list[int]:
        mine, theirs = PROCESSES.Pipe(duplex=False)
        process = PROCESSES.Process(target=_import, args=(self, theirs))
        process.start()
        theirs.close()
        said: list[int] = []
        try:
            while at is None or at not in said:
                assert mine.poll(LONGEST), f"no report after {said}"
                said.append(mine.recv())
            process.join(seconds)
        except EOFError:
            process.join(LONGEST)
            assert process.exitcode == 0
        finally:
            process.kill()
            process.join(LONGEST)
            mine.close()
        return said


def _import(one: ImportOf, parent: Connection) -> None:
    asyncio.run(_imported(one, parent))


async def _imported(one: ImportOf, parent: Connection) -> None:
    kind = ReportingNeo4jStore if one.store.startswith("bolt://") else ReportingSQLiteStore
    async with StoryGraph(kind(one.store, parent), group_id=one.group_id) as graph:
        with one.file.open(encoding="utf-8", newline="\n") as lines:
            found = parse_export(lines)
        vectors_of = graph.session.tools.vectors_of
        await restore(graph.store, found, embedder=graph.embedder, vectors_of=vectors_of, weight_per_part=WEIGHT)
    parent.close()
