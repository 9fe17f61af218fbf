"""The command `serve`, which answers HTTP requests."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from episodic.cli.context import CommandContext, command
from episodic.cli.messages import servers as say
from episodic.errors import ConfigurationError, InputError
from episodic.facade.session_setup import utc_now
from episodic.opened_works import opened_works

if TYPE_CHECKING:
    from episodic.server.http_server import HttpOptions


def register(app: typer.Typer) -> None:
    command(app, "serve", writes=True, default_work=False)(serve)


async def serve(
    call: CommandContext,
    *,
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="The port to listen on; 0 is any free port.")
    ] = 8765,
    allow_host: Annotated[
        list[str] | None, typer.Option("--allow-host", help="Another name of this server.", show_default=False)
    ] = None,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option("--allow-origin", help="A web page's origin that may call the server.", show_default=False),
    ] = None,
    require_key: Annotated[
        bool, typer.Option("--require-key", help="Ask programs on this machine for a key too.")
    ] = False,
    certificate: Annotated[
        Path | None, typer.Option("--certificate", help="A TLS certificate file (PEM).", show_default=False)
    ] = None,
    private_key: Annotated[
        Path | None, typer.Option("--private-key", help="The file of its private key.", show_default=False)
    ] = None,
) -> None:
    """Answer HTTP requests (docs/http.md) and run durable jobs, until stopped by Ctrl-C or SIGTERM."""
    if (certificate is None) != (private_key is None):
        raise InputError("TLS needs both files.", hint="Give --certificate and --private-key.")
    try:
        # The packages of the extra `http` are optional.
        from episodic.server.http_server import HttpOptions  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise ConfigurationError(
            f"The HTTP server needs the package {error.name!r}, which is not installed.",
            hint="Install it: pip install 'episodic-graph[http]'.",
        ) from None
    options = HttpOptions(
        host=host,
        port=port,
        hosts=frozenset(allow_host or ()),
        origins=frozenset(allow_origin or ()),
        needs_key=require_key,
        certificate=None if certificate is None else str(certificate),
        private_key=None if private_key is None else str(private_key),
    )
    await _answer_requests(call, options)
    call.terminal.note(say.STOPPED)


async def _answer_requests(call: CommandContext, options: HttpOptions) -> None:
    from episodic.server.http_server import checked_server, listening_socket, prepared  # noqa: PLC0415 - see `serve`

    async with opened_works(call.config) as works:
        web = prepared(await checked_server(works, options, clock=utc_now), options)
        with listening_socket(options) as found:
            scheme = "http" if options.certificate is None else "https"
            shown = f"[{options.host}]" if ":" in options.host else options.host
            call.terminal.note(say.listening(f"{scheme}://{shown}:{found.getsockname()[1]}"))
            if scheme == "http" and not options.is_local:
                call.terminal.note(say.NO_TLS)
            await web.serve(sockets=[found])
