"""Tests of imports that are killed with SIGKILL at seeded moments: the work is invisible or complete, and the next import
completes it.
"""

from __future__ import annotations

import random
import uuid
from pathlib import Path

import pytest

from episodic.app import StoryGraph
from episodic.model.records import Kind
from tests.faults.importing import PUBLISHING, ImportOf
from tests.faults.ingesting import open_store
from tests.neo4j_servers import LTS, addresses
from tests.story import CHAPTERS, VARIANTS

KILLS = 5


async def exported(folder: Path, name: str) -> Path:
    """Write the export of an edited work to a file."""
    file = folder / "work.jsonl"
    async with StoryGraph(open_store(":memory:"), group_id=name) as graph:
        await graph.add_manuscript(CHAPTERS)
        await graph.replace_episode(2, VARIANTS[1])
        await graph.merge_entities("沈度", "赵虎", told_from=4)
        file.write_text("".join([f"{line}\n" async for line in graph.export()]), encoding="utf-8", newline="\n")
    return file


async def lines_of(found: ImportOf) -> list[str]:
    """Return the export of the work, which is empty if the store has no such work."""
    async with StoryGraph(open_store(found.store), group_id=found.group_id) as graph:
        return [line async for line in graph.export()]


async def parts_of(found: ImportOf) -> int:
    """Return the number of parts that are staged."""
    async with StoryGraph(open_store(found.store), group_id=found.group_id) as graph:
        staged = await graph.store.staged(found.group_id)
        assert staged is None or not await graph.store.fetch(found.group_id, Kind.EPISODE)
        return 0 if staged is None else staged.parts


async def check_kills(one: ImportOf, *, seed: int) -> None:
    """Kill imports of the same file at different parts. After each kill, the work is invisible or complete, and the next
    import saves only the missing parts.
    """
    wanted = one.file.read_text(encoding="utf-8").splitlines()
    *parts, last = one.run()
    assert parts == list(range(len(parts)))
    assert (last, await lines_of(one)) == (PUBLISHING, wanted)
    drawn = random.Random(seed)

    for at in (0, *drawn.sample(parts[1:], KILLS - 2), PUBLISHING):
        await forget(one)
        one.killed(at, drawn.uniform(0.0, 0.01))
        found, saved = await lines_of(one), await parts_of(one)

        assert found in ([], wanted), at
        assert saved >= (at if at >= 0 and not found else 0), at

        again = one.run()
        assert again == ([] if found else [*range(saved, len(parts)), PUBLISHING]), at
        assert await lines_of(one) == wanted, at


async def forget(one: ImportOf) -> None:
    """Delete the work."""
    async with StoryGraph(open_store(one.store), group_id=one.group_id) as graph:
        await graph.store.delete(one.group_id)


async def test_a_killed_import_is_invisible_or_complete_on_sqlite(tmp_path: Path) -> None:
    """The next import continues or begins again, and gives the exported work."""
    await check_kills(ImportOf(str(tmp_path / "store.db"), "killed", await exported(tmp_path, "killed")), seed=5)


@pytest.mark.neo4j
async def test_a_killed_import_is_invisible_or_complete_on_neo4j(tmp_path: Path) -> None:
    """The next import continues or begins again, and gives the exported work."""
    name = f"killed {uuid.uuid4().hex}"
    one = ImportOf(addresses()[LTS], name, await exported(tmp_path, name))
    try:
        await check_kills(one, seed=6)
    finally:
        await forget(one)
