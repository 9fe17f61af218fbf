"""The MCP server with the official client, in both versions of the specification."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest
from mcp.shared.exceptions import MCPError

from episodic.model.access import Access
from tests.unit.server.mcp_story import MODES, Answers, client_of, story_graph

pytestmark = pytest.mark.parametrize("mode", MODES)


async def test_tools_have_schemas_and_annotations(mode: str) -> None:
    async with story_graph() as graph, client_of(graph, mode) as client:
        tools = {one.name: one for one in (await client.list_tools()).tools}

    assert set(tools) == {one.name for one in graph.toolset("full")}
    for name, tool in tools.items():
        assert tool.output_schema is not None, name
        assert tool.annotations is not None, name
        assert tool.annotations.read_only_hint == (tool.name in {one.name for one in graph.toolset("read")}), name
    manage = tools["manage"].annotations
    assert manage is not None
    assert manage.destructive_hint


async def test_an_answer_is_structured_and_text(mode: str) -> None:
    async with story_graph() as graph, client_of(graph, mode) as client:
        found = await client.call_tool("search", {"query": "林晚住在哪里"})

    assert not found.is_error
    content = cast("dict[str, Any]", found.structured_content)
    assert content["hits"][0]["text"] == "<<故事>>\n林晚住在苇港。\n<</故事>>"
    assert json.loads(cast("Any", found.content[0]).text) == content


async def test_an_error_is_an_answer_that_says_what_to_do(mode: str) -> None:
    async with story_graph() as graph, client_of(graph, mode) as client:
        found = await client.call_tool("entity", {"name": "无此人"})

    assert found.is_error
    assert cast("dict[str, Any]", found.structured_content)["error"]["type"] == "UnknownEntityError"


async def test_a_lower_tier_has_no_tool_that_writes(mode: str) -> None:
    async with story_graph() as graph, client_of(graph, mode, access=Access.READ) as client:
        names = {one.name for one in (await client.list_tools()).tools}
        with pytest.raises(MCPError, match="没有工具「manage」"):
            await client.call_tool("manage", {"action": "undo"})

    assert not names & {"add_chapter", "propose_facts", "decide", "manage"}


async def test_a_destructive_call_happens_only_after_the_user_agreed(mode: str) -> None:
    user = Answers("decline", "accept")
    async with story_graph() as graph, client_of(graph, mode, answers=user) as client:
        arguments = {"action": "remove_chapter", "target": "第3章"}
        refused = await client.call_tool("manage", arguments)
        before = len(await graph.chapters())
        done = await client.call_tool("manage", arguments)
        after = len(await graph.chapters())

    assert (before, after) == (3, 2)
    assert cast("dict[str, Any]", refused.structured_content)["refused"] is True
    assert cast("dict[str, Any]", done.structured_content)["done"] is True
    assert len(user.asked) == 2
    assert "remove_chapter" in user.asked[0]
    assert "第3章" in user.asked[0]
    assert "facts_retired" in user.asked[0]


async def test_a_client_that_cannot_ask_its_user_repeats_the_call_with_the_code_of_the_preview(mode: str) -> None:
    async with story_graph() as graph, client_of(graph, mode) as client:
        arguments = {"action": "undo"}
        preview = cast("dict[str, Any]", (await client.call_tool("manage", arguments)).structured_content)
        unchanged = len(await graph.chapters())
        await client.call_tool("manage", {**arguments, "confirm": preview["confirm"]})
        left = len(await graph.chapters())

    assert preview["done"] is False
    assert (unchanged, left) == (3, 2)


async def test_a_code_is_valid_for_one_revision_only(mode: str) -> None:
    async with story_graph() as graph, client_of(graph, mode) as client:
        arguments = {"action": "undo"}
        preview = cast("dict[str, Any]", (await client.call_tool("manage", arguments)).structured_content)
        await graph.rename_episode("第1章", "序")
        again = cast(
            "dict[str, Any]",
            (await client.call_tool("manage", {**arguments, "confirm": preview["confirm"]})).structured_content,
        )

    assert again["done"] is False
    assert again["confirm"] != preview["confirm"]
