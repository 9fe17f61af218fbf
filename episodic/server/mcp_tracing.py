"""Makes every request to the MCP server (such as a tool call) an operation, with a log record and a span."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from mcp.server import Server
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from opentelemetry import context as tracing
from opentelemetry import trace
from opentelemetry.propagate import extract

from episodic.telemetry import operation


def trace_requests(server: Server[None], work: str) -> None:
    """Make every request to *server* an operation, in the client's trace if the request names one.

    The SDK's own spans are removed, because they contain error messages, which may quote the manuscript.
    """

    async def traced(ctx: ServerRequestContext[None, Any], call_next: CallNext) -> HandlerResult:
        if ctx.request_id is None:
            return await call_next(ctx)
        # A method that the server does not have is recorded as `unknown`, because a client may send any text as the
        # method.
        method = ctx.method if server.get_request_handler(ctx.method) else "unknown"
        with _trace_of_client(ctx), operation("mcp", work=work, method=method):
            return await call_next(ctx)

    server.middleware[:] = [traced]


@contextmanager
def _trace_of_client(request: ServerRequestContext[None, Any]) -> Generator[None]:
    try:
        found = extract(request.meta or {})
    except (TypeError, ValueError):
        found = None
    if found is None or not trace.get_current_span(found).get_span_context().is_valid:
        yield
        return
    token = tracing.attach(found)
    try:
        yield
    finally:
        tracing.detach(token)
