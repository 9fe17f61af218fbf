"""Refused MCP requests are told in the language of the server, as the answers of its tools are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError

from episodic.model.episodes import Language
from episodic.server.mcp_refusals import refusal
from episodic.server.mcp_server import McpServer
from tests.unit.server.mcp_story import story_graph

REQUESTS: dict[str, tuple[Callable[[Client], Awaitable[object]], str, str]] = {
    "resource": (
        lambda one: one.read_resource("episodic://other/issues"),
        "no resource 'episodic://",
        "没有资源「episodic://",
    ),
    "chapter": (
        lambda one: one.read_resource("episodic://story/chapter/9"),
        "no chapter",
        "没有章节“9”",
    ),
    "cursor": (lambda one: one.list_resources(cursor="x"), "'x' is not a cursor", "「x」不是续读标记"),
    "tool": (lambda one: one.call_tool("fly", {}), "no tool 'fly'", "没有工具「fly」"),
    "prompt": (lambda one: one.get_prompt("fly"), "no prompt 'fly'", "没有提示「fly」"),
    "argument": (lambda one: one.get_prompt("interview"), "needs character", "缺少参数：character"),
}


@pytest.mark.parametrize("request_name", REQUESTS)
@pytest.mark.parametrize(("language", "place"), [("en", 1), ("zh", 2)])
async def test_a_refused_request_is_told_in_the_language_of_the_server(
    request_name: str, language: str, place: int
) -> None:
    send, *_ = asked = REQUESTS[request_name]
    async with story_graph("story") as graph:
        server = McpServer(graph, language=Language(language))
        async with Client(server.server, mode="legacy") as client:
            with pytest.raises(MCPError, match=str(asked[place])):
                await send(client)


def test_a_refusal_has_the_message_of_its_key() -> None:
    assert str(refusal("tool", Language("en"), name="fly")) == "There is no tool 'fly'."
