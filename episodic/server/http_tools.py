"""The routes that give access to the toolset: one or more routes for each tool, with the schemas of the tool."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from starlette.responses import JSONResponse, Response

from episodic.agents.tool_errors import error_object
from episodic.agents.tool_spec import Access, ToolSpec
from episodic.app import StoryGraph
from episodic.errors import EpisodicError
from episodic.languages.registry import fallback
from episodic.model.episodes import Language
from episodic.model.json_shapes import Json, Object
from episodic.server.http_calls import Call, Route
from episodic.server.repeats import KeptRequest
from episodic.stores.sqlite import SQLiteStore

ERROR_TOKENS: Final = 2_000
_WORK: Final = "/v1/works/{work}"
_PAGE: Final = frozenset({"ids", "chapter", "around"})


@dataclass(frozen=True, slots=True)
class ToolPlace:
    """Where a tool is found: the method and path, and the arguments that the query must not contain."""

    method: str
    path: str
    without: frozenset[str] = frozenset()


PLACES: Final[Mapping[str, Sequence[ToolPlace]]] = {
    "search": (ToolPlace("GET", "/search"),),
    "entity": (ToolPlace("GET", "/entities"),),
    "timeline": (ToolPlace("GET", "/timeline"),),
    "facts": (ToolPlace("GET", "/facts"),),
    "passages": (
        ToolPlace("GET", "/passages"),
        ToolPlace("GET", "/chapters", _PAGE),
        ToolPlace("GET", "/chapters/{chapter}", frozenset({"ids", "chapter"})),
    ),
    "issues": (ToolPlace("GET", "/issues"),),
    "add_chapter": (ToolPlace("POST", "/chapters"),),
    "propose_facts": (ToolPlace("POST", "/facts"),),
    "decide": (ToolPlace("POST", "/decisions"),),
}
"""The places of tools. Any other tool is found under POST and its own name."""


def described_error(error: EpisodicError, language: Language) -> Mapping[str, Json]:
    """Return the type, message and hint of an error, with similar names if the error has any."""
    return cast("Object", error_object(error, ERROR_TOKENS, language)["error"])


def tools_of(graph: StoryGraph, language: Language) -> Mapping[str, ToolSpec]:
    """Return all tools of a work by name, with texts in a language."""
    return {tool.name: tool for tool in graph.toolset(access=Access.FULL, language=language)}


def tool_routes() -> tuple[Route, ...]:
    """Return the routes of all tools."""
    # The schemas of the tools do not depend on the work.
    tools = tools_of(StoryGraph(SQLiteStore(":memory:")), fallback().code)
    return tuple(
        _route(tool, place)
        for name, tool in tools.items()
        for place in PLACES.get(name, (ToolPlace("POST", f"/{name}"),))
    )


def _route(tool: ToolSpec, place: ToolPlace) -> Route:
    reads = place.method == "GET"
    return Route(
        method=place.method,
        path=_WORK + place.path,
        access=Access(tool.tier),
        summary=tool.description,
        handler=_reading(tool, place) if tool.read_only else _writing(tool),
        parameters=_parameters(tool.input_schema, place.without) if reads else (),
        body=None if reads else tool.input_schema,
        response=tool.output_schema,
        replay=None if tool.read_only else _replayed,
        repeatable=tool.idempotent,
        conditional=reads,
    )


def _reading(tool: ToolSpec, place: ToolPlace) -> Callable[[Call], Awaitable[Response]]:
    properties = cast("Mapping[str, Object]", tool.input_schema["properties"])
    lists = frozenset(name for name, schema in properties.items() if schema.get("type") == "array")

    async def read(call: Call) -> Response:
        graph = await call.existing()
        arguments = call.query(lists) if place.method == "GET" else await call.body()
        arguments.update({f"{name} ": "" for name in place.without & arguments.keys()})
        arguments.update({name: value for name, value in call.request.path_params.items() if name != "work"})
        asked = tool.input_model.model_validate(arguments)
        return JSONResponse(await tools_of(graph, call.language)[tool.name].run(asked))

    return read


def _writing(tool: ToolSpec) -> Callable[[Call], Awaitable[Response]]:
    async def write(call: Call) -> Response:
        asked = tool.input_model.model_validate(await call.body())
        async with call.server.locks[call.work]:
            revision = (await call.tag()).check(call.header("if-match"))
            graph = call.graph
            with graph.session.expecting(revision):
                found = await tools_of(graph, call.language)[tool.name].run(asked)
        tag = await call.tag()
        if not tag.revision:
            await call.server.repeats.forget_work(call.work)
        return JSONResponse(found, headers={"ETag": tag.header})

    return write


async def _replayed(call: Call, kept: KeptRequest) -> Response:
    """Say that the same request was made before. The first answer is not repeated, because its text may be gone."""
    del call
    return JSONResponse({"already": True, "revision": kept.revision}, kept.status)


def _parameters(schema: Object, without: frozenset[str]) -> tuple[Object, ...]:
    properties = cast("Mapping[str, Object]", schema["properties"])
    required = cast("Sequence[str]", schema.get("required", ()))
    found: list[Object] = []
    for name, one in properties.items():
        if name in without:
            continue
        own: Object = {key: value for key, value in one.items() if key != "description"}
        found.append(
            {
                "name": name,
                "in": "query",
                "required": name in required,
                "schema": own,
                "description": str(one.get("description", "")),
            }
        )
    return tuple(found)
