from __future__ import annotations

from pathlib import Path

import pytest

from episodic.agents.dry_runs import DryRun, DryRunStore
from episodic.app import StoryGraph
from episodic.errors import StoreRefusedError
from episodic.model.records import Kind
from episodic.ports import GraphStore
from tests.unit.agents.tool_story import story_graph


async def lines_of(graph: StoryGraph) -> list[str]:
    return [line async for line in graph.export(canonical=True)]


async def test_edits_of_a_dry_run_build_on_each_other_and_save_nothing() -> None:
    async with story_graph() as graph:
        before, revision = await lines_of(graph), (await graph.session.state()).inputs.revision
        run = DryRun(graph)
        removed = await run.remove_episode("第3章")
        again = await run.rename_episode("第2章", "中")
        shown = [one.title for one in (await run.session.state()).inputs.episodes]
        after = await lines_of(graph)
        real = await graph.remove_episode("第3章")

    assert before == after
    assert (removed.revision, again.revision) == (revision + 1, revision + 2)
    assert shown == ["第1章", "中"]
    assert [one.text for one in removed.diff.retired] == [one.text for one in real.diff.retired]


async def test_a_dry_run_reads_the_other_store() -> None:
    async with story_graph() as graph:
        store: GraphStore = DryRunStore(graph.store)
        counts, real = await store.counts(graph.group_id), await graph.store.counts(graph.group_id)
        streamed = [one.uuid async for one in store.stream(graph.group_id, Kind.ENTITY)]
        fetched = [one.uuid for one in await graph.store.fetch(graph.group_id, Kind.ENTITY)]
        works = await store.works()
        deleted, unknown = await store.delete(graph.group_id), await store.delete("无此书")
        left = await graph.store.work(graph.group_id)

    assert counts == real
    assert streamed == fetched
    assert [one.group_id for one in works] == [graph.group_id]
    assert (deleted, unknown) == (True, False)
    assert left is not None


async def test_a_dry_run_refuses_maintenance(tmp_path: Path) -> None:
    async with story_graph() as graph:
        store = DryRunStore(graph.store)
        for act in (store.compact("潮声", keep=1), store.purge("潮声"), store.copy_to(tmp_path / "copy.db")):
            with pytest.raises(StoreRefusedError, match="dry run"):
                await act
