"""The routes of the tools for agents: one for each tool of the toolset, with the tool's own schemas and tier."""

from __future__ import annotations

from typing import Final

from starlette.responses import JSONResponse, Response

from episodic.agents.inputs import Action
from episodic.agents.schemas import input_schema, response_schema
from episodic.agents.tool_spec import ToolSpec
from episodic.agents.toolset import TOOLS, ToolEntry, toolset_of
from episodic.languages.messages import message_text
from episodic.languages.registry import fallback
from episodic.model.access import Access
from episodic.model.json_shapes import Object
from episodic.server.http_calls import Call, Handler, PreviewResponse, Replay, Route
from episodic.server.repeats import KeptRequest

_PATH: Final = "/v1/works/{work}/tools/"


def _handler(name: str, entry: ToolEntry) -> Handler:

    async def handler(call: Call) -> Response:
        # A call for an unknown work is refused unless the tool has the tier `append`, because only tools of this tier
        # create works.
        graph = call.graph if entry.tier is Access.APPEND else await call.existing()
        tools = {one.name: one for one in toolset_of(graph, access=Access.FULL, language=call.language)}
        if entry.tier is Access.READ:
            return JSONResponse(await _answer(call, tools[name]))
        async with call.server.locks[call.work]:
            revision = (await call.tag()).check(call.header("if-match"))
            with graph.session.requiring_revision(revision):
                found = await _answer(call, tools[name])
            if name == "manage" and found.get("action") == Action.DELETE_WORK.value and found.get("done"):
                await call.server.works.delete(call.work)
                await call.server.repeats.forget_work(call.work)
            tag = await call.tag()
        done = found.get("done", found.get("stored", True))
        return (JSONResponse if done else PreviewResponse)(found, headers={"ETag": tag.header})

    return handler


async def _answer(call: Call, tool: ToolSpec) -> Object:
    return await tool.run(tool.parsed(await call.body()))


def _replay(entry: ToolEntry) -> Replay:
    async def replayed(call: Call, kept: KeptRequest) -> Response:
        del call
        empty: Object = {entry.items: [], "truncated": False, "left_out": 0, "revision": kept.revision, "cursor": None}
        return JSONResponse({**empty, "already": True}, kept.status)

    return replayed


def tool_route(name: str, entry: ToolEntry) -> Route:
    language = fallback().code
    return Route(
        "POST",
        _PATH + name,
        entry.tier,
        message_text(f"agents.{name}_tool", language),
        _handler(name, entry),
        body=input_schema(name, entry.arguments, language),
        response=response_schema(entry.items, entry.more),
        replay=None if entry.tier is Access.READ else _replay(entry),
        repeatable=entry.idempotent,
    )


TOOL_ROUTES: Final = tuple(tool_route(name, entry) for name, entry in TOOLS.items())
"""One route for each tool of the table `TOOLS`. A tool that is added to `TOOLS` gets a route without further code."""
