"""The routes for works as a whole: listing, describing, exporting and deleting them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response, StreamingResponse

from episodic.agents.schemas import response_schema
from episodic.model.access import Access
from episodic.model.episodes import Layer
from episodic.model.json_shapes import Object
from episodic.search.scope import CANON_ONLY, Scope
from episodic.serialisers.works import work_value
from episodic.server.http_calls import Call, Route, no_work
from episodic.server.http_reads import Budgeted, Page
from episodic.server.http_schemas import query_parameters
from episodic.server.refusals import Refusal

NDJSON = "application/x-ndjson"
NO_REVISION = 0
"""The number that a response about several works has as its revision, because each work has its own revision."""
_WORK: Object = {
    "type": "object",
    "properties": {"work": {"type": "string"}, "revision": {"type": "integer"}},
    "required": ["work", "revision"],
}


class ExportQuery(BaseModel):
    """The query parameters of an export."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    canonical: bool = Field(False, description="The form for comparing two works.")
    told_by: str | None = Field(None, description="The last chapter of the export.")
    layer: Literal["canon", "draft", "plan", "note"] | None = Field(
        None, description="The layer of the export (canon)."
    )
    history: bool = Field(False, description="All layers with all earlier texts; needs the tier full.")


async def health(call: Call) -> Response:
    del call
    return JSONResponse({"status": "ok"})


async def list_works(call: Call) -> Response:
    asked = Budgeted.model_validate(call.query())
    found = [work_value(work) for work in await call.server.works.store.works() if call.caller.opens(work.group_id)]
    return JSONResponse(Page(asked, NO_REVISION, call.language).of("works", found))


async def show_work(call: Call) -> Response:
    found = await call.server.works.store.work(call.work)
    if found is None:
        raise no_work(call.work)
    return JSONResponse(work_value(found))


async def delete_work(call: Call) -> Response:
    """Delete a work with its history, its jobs and its caches. The request must have an If-Match header with the
    current ETag of the work or with `*`.
    """
    if call.header("if-match") is None:
        raise Refusal(428, "PreconditionRequired", "if_match")
    await call.existing()
    async with call.server.locks[call.work]:
        (await call.tag()).check(call.header("if-match"))
        await call.server.works.delete(call.work)
        await call.server.repeats.forget_work(call.work)
    return Response(status_code=204)


async def export(call: Call) -> Response:
    """Return a work as JSON lines.

    By default, the exported lines contain the current canon chapters. With `history`, the exported lines contain all
    layers and all earlier texts; an export with `history` needs a key of the tier `full`.
    """
    asked = ExportQuery.model_validate(call.query())
    graph = await call.existing()
    scope: Scope | None = Scope(
        told_by=asked.told_by, layers=CANON_ONLY if asked.layer is None else frozenset({Layer(asked.layer)})
    )
    if asked.history:
        scope = None
        if not call.caller.may(Access.FULL):
            raise Refusal(403, "TierTooLow", "tier_of_history")
        if asked.told_by is not None or asked.layer is not None:
            raise Refusal(400, "InvalidRequest", "history_of_part")
    lines = graph.export(canonical=asked.canonical, scope=scope)
    # The first line is read before the response begins, so that an error is answered with an error status and not with
    # 200.
    first = await anext(lines, None)
    return StreamingResponse(_written(first, lines), media_type=NDJSON)


async def _written(first: str | None, lines: AsyncIterator[str]) -> AsyncIterator[str]:
    if first is None:
        return
    yield first + "\n"
    async for line in lines:
        yield line + "\n"


WORK_ROUTES = (
    Route("GET", "/v1/health", None, "Say that the server answers.", health),
    Route(
        "GET",
        "/v1/works",
        Access.READ,
        "List the works.",
        list_works,
        parameters=query_parameters(Budgeted),
        response=response_schema("works"),
    ),
    Route("GET", "/v1/works/{work}", Access.READ, "Describe a work.", show_work, response=_WORK, conditional=True),
    Route(
        "DELETE",
        "/v1/works/{work}",
        Access.FULL,
        "Delete a work with its history and its jobs. Needs If-Match.",
        delete_work,
        status=204,
    ),
    Route(
        "GET",
        "/v1/works/{work}/export",
        Access.READ,
        "Export a work as JSON lines.",
        export,
        parameters=query_parameters(ExportQuery),
        media_type=NDJSON,
        response={"type": "string"},
        conditional=True,
    ),
)
