from __future__ import annotations

from pathlib import Path

import pytest

from episodic.agents.dry_runs import DryRun, DryRunStore
from episodic.app import StoryGraph
from episodic.errors import StoreRefusedError
from episodic.extraction.llm_based.prompts import EntitiesPrompt, FactsPrompt
from episodic.llm.scripted import ScriptedModel
from episodic.model.records import Kind
from episodic.ports import GraphStore
from episodic.stores.sqlite import SQLiteStore
from tests.stages.bad_input import scripted_answers
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


async def test_a_model_reads_a_replaced_chapter_once_for_the_preview_and_the_edit() -> None:
    """A reread asks the model again, and so does an edit with another text."""
    model = ScriptedModel(scripted_answers({"Ann": "Person", "York": "Place"}, []))

    def read() -> int:
        return sum(isinstance(one, FactsPrompt | EntitiesPrompt) for one in model.asked)

    async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
        await graph.add_episode("Ann lived in York.", name="One")
        first = read()
        await DryRun(graph).replace_episode("One", "Ann left York.")
        previewed = read()
        real = await graph.replace_episode("One", "Ann left York.")
        edited = read()
        await graph.reread(every=True)
        reread = read()
        await DryRun(graph).replace_episode("One", "Ann saw York.")
        other_preview = read()
        await graph.replace_episode("One", "Ann hated York.")

    assert real.windows_read == 1
    assert previewed == 2 * first
    assert edited == previewed
    assert reread == 3 * first
    assert read() == other_preview + first
