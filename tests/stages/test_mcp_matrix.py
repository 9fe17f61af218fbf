"""Tests of every tool, resource and prompt of the MCP server, as a client lists them: with each tier, and with hidden
texts.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import quote

import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError
from mcp_types import Prompt, TextContent, TextResourceContents

from episodic.agents.toolset import TOOLS
from episodic.app import StoryGraph
from episodic.model.access import Access
from episodic.search.scope import Scope
from tests.stages.http_matrix import BODIES, EARLY
from tests.stages.test_http_matrix import HIDDEN, LATER
from tests.unit.server.http_stories import OTHER, STORY, told_works
from tests.unit.server.mcp_story import client_of

WORDS = [word for words in HIDDEN.values() for word in words]
TOLD_BY = "told_by"


@pytest.fixture
async def story() -> AsyncIterator[StoryGraph]:
    works = await told_works()
    yield works.graph(STORY)
    await works.store.close()


def arguments(tool: str, *, early: bool = False) -> dict[str, Any]:
    """Return arguments of a tool. A new tool without arguments in the table fails the tests."""
    name = f"POST /tools/{tool}"
    return {**BODIES[name], **(EARLY.get(name, {}) if early else {})}


async def text_of(client: Client, tool: str, given: dict[str, Any]) -> str:
    found = await client.call_tool(tool, given)
    assert not found.is_error, found
    assert isinstance(found.content[0], TextContent)
    return found.content[0].text


@pytest.mark.parametrize("access", Access)
async def test_a_client_sees_and_calls_the_tools_of_its_tier_only(story: StoryGraph, access: Access) -> None:
    async with client_of(story, "legacy", access=access) as client:
        seen = {one.name for one in (await client.list_tools()).tools}
        for name in TOOLS.keys() - seen:
            with pytest.raises(MCPError, match="没有工具"):
                await client.call_tool(name, arguments(name))

    assert seen == {name for name, entry in TOOLS.items() if access.includes(entry.tier)}


async def test_no_tool_shows_what_its_caller_must_not_see(story: StoryGraph) -> None:
    """Another work, a deleted chapter and a draft are not shown, and with `told_by` no later chapter either."""
    first = [one.fact.uuid for one in (await story.get_facts(scope=Scope(told_by=1))).facts]
    async with client_of(story, "legacy", access=Access.READ) as client:
        for tool in (await client.list_tools()).tools:
            asked = {**arguments(tool.name), "max_tokens": 8_000}
            whole = await text_of(client, tool.name, asked)
            assert [word for word in WORDS if word in whole and word not in str(asked)] == [], tool.name
            given = {**arguments(tool.name, early=True), "max_tokens": 8_000}
            if TOLD_BY in tool.input_schema["properties"]:
                given[TOLD_BY] = 1
            elif given == asked:
                assert tool.name == "check"
                continue
            if tool.name == "passages":
                given["ids"] = first
            early = await text_of(client, tool.name, given)
            assert [word for word in LATER if word in early] == [], tool.name


async def test_no_resource_shows_another_work_a_draft_or_a_deleted_chapter(story: StoryGraph) -> None:
    async with client_of(story, "legacy", access=Access.FULL) as client:
        listed = [one.uri for one in (await client.list_resources()).resources]
        templates = [one.uri_template for one in (await client.list_resource_templates()).resource_templates]
        readable = [one.replace("{id}", quote("林晚")).replace("{n}", "1") for one in templates]
        assert not [one for one in readable if "{" in one], "a new template needs a value for its variable here"
        texts = {uri: await resource(client, uri) for uri in (*listed, *readable)}
        hidden = [template.partition("{")[0] + quote(word) for template in templates for word in (*WORDS, "四", "九")]
        foreign = [uri.replace(f"//{STORY}/", f"//{OTHER}/") for uri in listed]
        for uri in (*hidden, *foreign):
            with pytest.raises(MCPError):
                await client.read_resource(uri)

    assert listed
    assert readable
    for uri, text in texts.items():
        assert [word for word in WORDS if word in f"{uri} {text}"] == [], uri


async def resource(client: Client, uri: str) -> str:
    (found,) = (await client.read_resource(uri)).contents
    assert isinstance(found, TextResourceContents)
    return found.text


async def test_no_list_and_no_prompt_shows_a_text_of_the_work(story: StoryGraph) -> None:
    """The lists are part of the instructions that a model reads, so that a manuscript must not write them."""
    async with client_of(story, "legacy", access=Access.FULL) as client:
        tools, prompts = await client.list_tools(), await client.list_prompts()
        filled = [await client.get_prompt(one.name, dict.fromkeys(_required(one), "1")) for one in prompts.prompts]

    shown = " ".join(one.model_dump_json() for one in (tools, prompts, *filled))
    assert [word for word in (*WORDS, *LATER, "林晚", "沈三更") if word in shown] == []


def _required(prompt: Prompt) -> list[str]:
    return [one.name for one in prompt.arguments or [] if one.required]
