from __future__ import annotations

from typing import Any

import pytest

from episodic.agents.inputs import Action
from episodic.model.records import Kind
from tests.unit.agents.tool_story import answer, error, story_graph

CALLS: dict[Action, dict[str, Any]] = {
    Action.REMOVE_CHAPTER: {"target": 3},
    Action.REPLACE_CHAPTER: {"target": 3, "text": "林晚回到了苇港。"},
    Action.MOVE_CHAPTER: {"target": 1, "other": 3},
    Action.RENAME_CHAPTER: {"target": 1, "text": "序"},
    Action.MERGE: {"target": "林晚", "other": "裴照"},
    Action.SPLIT: {"target": "林晚", "text": "林晚"},
    Action.RENAME_ENTITY: {"target": "林晚", "text": "阿晚"},
    Action.UNDO: {},
    Action.UNDO_INGESTION: {},
    Action.DELETE_WORK: {"target": "潮声"},
}


WITHOUT_TARGET = {Action.UNDO, Action.REDO, Action.UNDO_INGESTION, Action.REDO_INGESTION}


@pytest.mark.parametrize("action", [one for one in CALLS if one is not Action.SPLIT])
async def test_an_action_happens_with_the_code_of_its_preview_only(action: Action) -> None:
    async with story_graph() as graph:
        before = [line async for line in graph.export(canonical=True)]
        preview = await answer(graph, "manage", action=action, **CALLS[action])
        wrong = await answer(graph, "manage", action=action, confirm="0" * 12, **CALLS[action])
        unchanged = [line async for line in graph.export(canonical=True)]
        done = await answer(graph, "manage", action=action, confirm=preview["confirm"], **CALLS[action])
        after = [line async for line in graph.export(canonical=True)]

    assert (preview["done"], wrong["done"], done["done"]) == (False, False, True)
    assert preview["confirm"] == wrong["confirm"]
    assert before == unchanged
    assert before != after


@pytest.mark.parametrize("action", [one for one in CALLS if one not in {Action.SPLIT, Action.DELETE_WORK}])
async def test_a_preview_says_what_the_action_then_changes(action: Action) -> None:
    async with story_graph() as graph:
        preview = await answer(graph, "manage", action=action, **CALLS[action])
        done = await answer(graph, "manage", action=action, confirm=preview["confirm"], **CALLS[action])

    assert preview["changes"] == done["changes"]
    assert preview["retired"] == done["retired"]


async def test_a_preview_names_the_facts_that_would_go() -> None:
    async with story_graph() as graph:
        preview = await answer(graph, "manage", action="remove_chapter", target=3)
        undo = await answer(graph, "manage", action="undo", count=2)

    assert any("沈三更死了" in one["text"] for one in preview["retired"])
    assert undo["changes"]["facts_retired"] > preview["changes"]["facts_retired"]


async def test_a_whole_ingestion_is_undone_and_redone() -> None:
    async with story_graph() as graph:
        before = [line async for line in graph.export(canonical=True)]
        preview = await answer(graph, "manage", action="undo_ingestion")
        await confirmed(graph, action="undo_ingestion")
        none = (await graph.store.counts(graph.group_id)).get(Kind.EPISODE, 0)
        again = await answer(graph, "manage", action="redo_ingestion")
        await confirmed(graph, action="redo_ingestion")
        after = [line async for line in graph.export(canonical=True)]
        refused = await error(graph, "manage", action="redo_ingestion")

    assert [one["revision"] for one in preview["preview"]["edits"]] == [3, 2, 1]
    assert len(again["preview"]["edits"]) == 3
    assert not none
    assert before == after
    assert refused["type"] == "NothingToUndoError"


async def test_a_work_is_deleted_by_its_name_only() -> None:
    async with story_graph() as graph:
        refused = await error(graph, "manage", action="delete_work", target="潮")
        preview = await answer(graph, "manage", action="delete_work", target="潮声")
        facts = (await graph.session.state()).graph.facts

    assert refused["type"] == "InvalidOverrideError"
    assert preview["changes"]["facts_retired"] == len(facts)


@pytest.mark.parametrize("action", [one for one in Action if one not in WITHOUT_TARGET])
async def test_missing_arguments_are_named(action: Action) -> None:
    async with story_graph() as graph:
        found = await error(graph, "manage", action=action)

    assert "target" in found["message"]


async def test_facts_are_retracted_and_overrides_revoked() -> None:
    async with story_graph() as graph:
        fact = (await answer(graph, "facts", subject="林晚", limit=1))["facts"][0]["uuid"]
        await confirmed(graph, action="retract_fact", target=fact)
        left = (await answer(graph, "facts", subject="林晚"))["facts"]
        (act,) = await graph.acts()
        await confirmed(graph, action="revoke", target=act.uuid)
        again = (await answer(graph, "facts", subject="林晚"))["facts"]

    assert fact not in {one["uuid"] for one in left}
    assert fact in {one["uuid"] for one in again}


async def test_a_prologue_with_the_number_0_can_be_managed() -> None:
    async with story_graph() as graph:
        await answer(graph, "add_chapter", text="林晚住在望潮城。", title="序章", number=0)
        await confirmed(graph, action="remove_chapter", target=0)
        chapters = [one.chapter.title for one in await graph.chapters()]

    assert "序章" not in chapters


async def test_a_draft_is_promoted() -> None:
    async with story_graph() as graph:
        await answer(graph, "add_chapter", text="林晚住在望潮城。", title="第4章", layer="draft")
        await confirmed(graph, action="promote", target="第4章")
        chapters = [one.chapter.title for one in await graph.chapters()]

    assert chapters[-1] == "第4章"


async def confirmed(graph: Any, **arguments: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON arguments
    """Call `manage` twice, the second time with the code of the preview."""
    code = (await answer(graph, "manage", **arguments))["confirm"]
    return await answer(graph, "manage", **arguments, confirm=code)


async def test_a_chapter_that_was_replaced_without_another_fact_was_not_there_already() -> None:
    async with story_graph() as graph:
        told: list[tuple[int, bool]] = []
        for text in ("下雨了。", "下雪了。", "下雪了。"):
            asked: dict[str, Any] = {"target": 3, "text": text}
            preview = await answer(graph, "manage", action=Action.REPLACE_CHAPTER, **asked)
            done = await answer(graph, "manage", action=Action.REPLACE_CHAPTER, confirm=preview["confirm"], **asked)
            told.append((done["revision"], done["already"]))

        first = told[0][0]
        assert told == [(first, False), (first + 1, False), (first + 1, True)]
