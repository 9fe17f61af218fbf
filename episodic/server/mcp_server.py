"""The MCP server of a work: tools, resources and prompts (specifications 2026-07-28 and 2025-11-25)."""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import anyio
import uvicorn
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    EmptyResult,
    GetPromptRequestParams,
    GetPromptResult,
    InputRequiredResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    SubscribeRequestParams,
    SubscriptionsListenRequestParams,
    SubscriptionsListenResult,
    Tool,
    ToolAnnotations,
    UnsubscribeRequestParams,
)

from episodic.agents.tool_spec import ToolSpec
from episodic.app import StoryGraph
from episodic.errors import ConfigurationError
from episodic.languages.messages import message_text
from episodic.languages.registry import fallback
from episodic.model.access import Access
from episodic.model.episodes import Language
from episodic.server.mcp_confirmation import confirmed
from episodic.server.mcp_prompts import McpPrompts
from episodic.server.mcp_refusals import refusal
from episodic.server.mcp_resources import McpResources
from episodic.server.mcp_subscriptions import Subscriptions
from episodic.server.mcp_tasks import McpTasks, call_result
from episodic.server.mcp_tracing import trace_requests

_Context = ServerRequestContext[Any, Any]
_Page = PaginatedRequestParams | None


class McpServer:
    """The MCP server of one work, with the tools of one tier."""

    def __init__(
        self, graph: StoryGraph, *, access: Access = Access.READ, language: Language | None = None, poll: float = 1.0
    ) -> None:
        """Create the MCP server of a work. *poll* is the number of seconds between two checks whether other processes
        have changed the work.
        """
        spoken = fallback().code if language is None else language
        self.tools = {one.name: one for one in graph.toolset(access, spoken)}
        self.language = spoken
        self._resources = McpResources(graph, self.tools, spoken, jobs=access.includes(Access.APPEND))
        self._prompts = McpPrompts(graph.group_id, frozenset(self.tools), spoken)
        self._subscriptions = Subscriptions(self._resources, poll=poll)
        self._tasks = McpTasks(graph, spoken) if access.includes(Access.APPEND) else None
        self.server: Server[None] = Server(
            "episodic",
            version=_version(),
            instructions=message_text("mcp.instructions", spoken, work=graph.group_id),
            lifespan=self._lifespan,
            on_list_tools=self._list_tools,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
            on_subscribe_resource=self._subscribe,
            on_unsubscribe_resource=self._unsubscribe,
            on_subscriptions_listen=self._listen,
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._get_prompt,
        )
        # The handler is added here because the server's parameter `on_call_tool` does not allow a task as the result of
        # `tools/call`.
        self.server.add_request_handler("tools/call", CallToolRequestParams, self._call_tool)
        if self._tasks is not None:
            self._tasks.register(self.server)
        trace_requests(self.server, graph.group_id)

    async def serve_stdio(self) -> None:
        """Serve one MCP client over standard input and output, until standard input ends."""
        async with stdio_server() as (read, write):
            await self.server.run(read, write, self.server.create_initialization_options())

    @asynccontextmanager
    async def _lifespan(self, _: Server[None]) -> AsyncGenerator[None]:
        async with anyio.create_task_group() as group:
            group.start_soon(self._subscriptions.watch)
            if self._tasks is not None:
                group.start_soon(self._tasks.worker.run)
            yield
            group.cancel_scope.cancel()

    async def _list_tools(self, _context: _Context, _params: _Page) -> ListToolsResult:
        return ListToolsResult(tools=[_described(one) for one in self.tools.values()])

    async def _call_tool(
        self, context: _Context, params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult | dict[str, Any]:
        tool = self.tools.get(params.name)
        if tool is None:
            raise refusal("tool", self.language, name=params.name[:80])
        if self._tasks is not None and self._tasks.wanted(tool.name, context):
            return await self._tasks.begun(tool, params.arguments or {})
        if tool.destructive:
            found = await confirmed(tool, params, context, self.language)
            if isinstance(found, InputRequiredResult):
                return found
        else:
            found = await tool.call(params.arguments)
        if not tool.read_only and not found.failed:
            await self._subscriptions.check()
        return call_result(found)

    async def _list_resources(self, _context: _Context, params: _Page) -> ListResourcesResult:
        return await self._resources.page(None if params is None else params.cursor)

    async def _list_templates(self, _context: _Context, _params: _Page) -> ListResourceTemplatesResult:
        return self._resources.templates()

    async def _read_resource(self, _context: _Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        return await self._resources.read(params.uri)

    async def _subscribe(self, context: _Context, params: SubscribeRequestParams) -> EmptyResult:
        await self._subscriptions.add(context.session, params.uri)
        return EmptyResult()

    async def _unsubscribe(self, context: _Context, params: UnsubscribeRequestParams) -> EmptyResult:
        self._subscriptions.remove(context.session, params.uri)
        return EmptyResult()

    async def _listen(self, context: _Context, params: SubscriptionsListenRequestParams) -> SubscriptionsListenResult:
        return await self._subscriptions.listen(context, params)

    async def _list_prompts(self, _context: _Context, _params: _Page) -> ListPromptsResult:
        return self._prompts.listed()

    async def _get_prompt(self, _context: _Context, params: GetPromptRequestParams) -> GetPromptResult:
        return self._prompts.filled(params.name, params.arguments or {})


def _described(tool: ToolSpec) -> Tool:
    return Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        annotations=_annotations(tool),
    )


def _annotations(tool: ToolSpec) -> ToolAnnotations:
    """Return the hints about a tool that MCP clients get. The hints "destructive" and "idempotent" are None for a tool
    that only reads, because they would have no meaning.
    """
    if tool.read_only:
        return ToolAnnotations(read_only_hint=True, open_world_hint=False)
    return ToolAnnotations(
        read_only_hint=False,
        destructive_hint=tool.destructive,
        idempotent_hint=tool.idempotent,
        open_world_hint=False,
    )


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - needed once

    try:
        return version("episodic-graph")
    except PackageNotFoundError:
        return ""


@contextmanager
def listening(port: int) -> Generator[socket.socket]:
    """Yield a socket that listens on the given port of 127.0.0.1; for port 0, the system chooses a free port.

    Raises ConfigurationError if the port cannot be used, for example because another program uses it.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as found:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(("127.0.0.1", port))
        except OSError as error:
            raise ConfigurationError(
                f"Port {port} cannot be used ({error.strerror}).", hint="Give another --port, or --port 0."
            ) from error
        found.listen()
        yield found


async def served_over_http(server: McpServer, found: socket.socket) -> None:
    """Serve MCP over streamable HTTP under the path /mcp, until the process is asked to stop.

    A request whose Host or Origin header names another machine is refused, because a foreign web page could send it.
    """
    app = server.server.streamable_http_app()
    await uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="on")).serve(sockets=[found])
