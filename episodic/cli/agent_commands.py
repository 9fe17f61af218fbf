"""The commands `tools`, which lists the tools for agents, and `mcp`, which serves them to an MCP client."""

from __future__ import annotations

from typing import Annotated

import typer

from episodic.cli.context import CommandContext, command
from episodic.cli.escaping import Json
from episodic.cli.messages import servers as say
from episodic.errors import ConfigurationError
from episodic.factory import opened, require_store
from episodic.model.access import Access
from episodic.text.token_counts import estimated_tokens

Tier = Annotated[Access, typer.Option("--access", help="read; append also adds; full also overwrites and deletes.")]


def register(app: typer.Typer) -> None:
    command(app, "tools")(tools)
    command(app, "mcp", writes=True)(mcp)


async def tools(call: CommandContext, *, access: Tier = Access.READ) -> None:
    """List the tools for agents, with their JSON schemas for --json."""
    async with opened(call.config, set_up=False) as work:
        found = work.graph.toolset(access, call.terminal.language)
    if call.terminal.json:
        listed: list[Json] = [
            {
                "name": one.name,
                "title": one.title,
                "description": one.description,
                "tier": one.tier.value,
                "read_only": one.read_only,
                "destructive": one.destructive,
                "idempotent": one.idempotent,
                "input_schema": one.input_schema,
                "output_schema": one.output_schema,
            }
            for one in found
        ]
        call.terminal.value({"tools": listed})
        return
    rows = [(one.name, one.tier.value, str(estimated_tokens(str(one.as_openai()))), one.description) for one in found]
    call.terminal.table(say.TOOL_COLUMNS, rows, right=(2,))


async def mcp(
    call: CommandContext,
    *,
    access: Tier = Access.READ,
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="Serve HTTP on this port of this machine.", show_default=False),
    ] = None,
) -> None:
    """Serve the tools of a work to an MCP client, over standard input and output or over HTTP (docs/agents.md)."""
    require_store(call.config)
    try:
        # The packages of the extra `mcp` are optional.
        from episodic.server.mcp_server import McpServer, listening, served_over_http  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"The MCP server needs the package {error.name!r}, which is not installed.",
            hint="Install it: pip install 'episodic-graph[mcp]'.",
        ) from None
    async with call.editing() as work:
        server = McpServer(work.graph, access=access, language=call.terminal.language)
        if port is None:
            await server.serve_stdio()
            return
        with listening(port) as found:
            call.terminal.note(say.listening(f"http://127.0.0.1:{found.getsockname()[1]}/mcp"))
            await served_over_http(server, found)
    call.terminal.note(say.STOPPED)
