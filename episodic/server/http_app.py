"""The HTTP application: its routes, the checks of each request, and its description in OpenAPI 3.1."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from importlib.metadata import version
from typing import Any, cast

from fastapi import FastAPI
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Send
from starlette.types import Scope as AsgiScope

from episodic.errors import EpisodicError
from episodic.model.json_shapes import Object
from episodic.server.http_authorisation import authorised
from episodic.server.http_calls import Call, HttpServer, PreviewResponse, Route, language_of_request, too_large
from episodic.server.http_edits import EDIT_ROUTES
from episodic.server.http_jobs import JOB_ROUTES
from episodic.server.http_reads import READ_ROUTES
from episodic.server.http_tools import TOOL_ROUTES
from episodic.server.http_works import WORK_ROUTES
from episodic.server.problems import MEDIA_TYPE, PROBLEM_SCHEMA, invalid_request, problem_of
from episodic.server.refusals import Refusal
from episodic.server.repeats import KeptRequest
from episodic.telemetry import note, operation

_LOG = logging.getLogger("episodic.server")
VARY = "Accept-Language, Authorization"


def http_routes() -> tuple[Route, ...]:
    return (*WORK_ROUTES, *READ_ROUTES, *EDIT_ROUTES, *TOOL_ROUTES, *JOB_ROUTES)


class HttpApp(FastAPI):
    """The FastAPI application, whose OpenAPI description also says how a request sends an API key."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI 3.1 description of the application, including the authentication by API keys."""
        found = super().openapi()
        schemes = {"key": {"type": "http", "scheme": "bearer", "description": "A key of `episodic keys create`."}}
        found.setdefault("components", {})["securitySchemes"] = schemes
        return found


def http_app(server: HttpServer, *, routes: Sequence[Route] | None = None) -> HttpApp:
    """Return the application. As long as the application runs, it carries out queued jobs in the background."""
    app = HttpApp(
        title="episodic",
        version=version("episodic-graph"),
        summary="A temporal knowledge graph of long stories.",
        docs_url=None,
        redoc_url=None,
        lifespan=_running_jobs(server),
    )
    for route in http_routes() if routes is None else routes:
        app.add_api_route(
            route.path,
            _endpoint(server, route),
            methods=[route.method],
            summary=route.summary,
            operation_id=_operation(route),
            status_code=route.status,
            response_model=None,
            openapi_extra=_described(route),
            responses={"default": {"description": "Error", "content": {MEDIA_TYPE: {"schema": PROBLEM_SCHEMA}}}},
        )
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(500, _failed)
    if server.addresses.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=sorted(server.addresses.origins),
            allow_methods=["GET", "POST", "PUT", "DELETE"],
            allow_headers=["Authorization", "Content-Type", "If-Match", "If-None-Match", "Idempotency-Key"],
            expose_headers=["ETag", "Location", "Retry-After"],
        )
    app.add_middleware(HeaderCheck, server=server)
    return app


def _running_jobs(server: HttpServer) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        task = asyncio.create_task(server.worker.run())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    return lifespan


class HeaderCheck:
    """Middleware that sees every request first. The middleware refuses some requests by their headers, and logs and
    traces every request as an operation. A request is refused if its Host header has none of the host names of the
    server, or if its header Content-Length is too great. A request of a web page that may not call the server is
    refused, too.
    """

    def __init__(self, app: ASGIApp, server: HttpServer) -> None:
        self._app = app
        self._server = server

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Pass a request on to the application, or answer a refused request with a problem."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        refusal = self._refusal(request)
        app = self._app if refusal is None else _response(request, refusal)
        with operation("http", method=scope["method"]) as running:

            async def noted(message: Message) -> None:
                if message["type"] == "http.response.start":
                    running.note(status=message["status"])
                await send(message)

            await app(scope, receive, noted)

    def _refusal(self, request: Request) -> Refusal | None:
        headers, most = request.headers, self._server.limits.body_bytes
        refusal = self._server.addresses.refusal(headers.get("host", ""), headers.get("origin"))
        if refusal is not None:
            return refusal
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length) > most:
            return too_large(most)
        return None


def _endpoint(server: HttpServer, route: Route) -> Callable[[Request], object]:
    async def endpoint(request: Request) -> Response:
        language = language_of_request(request.headers)
        note(route=route.path)
        try:
            caller = await authorised(request, server, route)
            return await _answered(Call(request, server, caller, language), route)
        except Refusal as refusal:
            return refusal.problem(language).response()
        except ValidationError as error:
            return invalid_request(error, language).response()
        except EpisodicError as error:
            return problem_of(error, language).response()

    endpoint.__name__ = _operation(route)
    return endpoint


async def _answered(call: Call, route: Route) -> Response:
    if route.replay is not None and (key := call.header("idempotency-key")) is not None:
        return await _answered_once(call, route, key)
    if not route.conditional:
        return await route.handler(call)
    # The ETag is read before the work, so that it never names a newer revision than the response shows.
    tag = await call.tag()
    headers = {"ETag": tag.header, "Vary": VARY, "Cache-Control": "private, no-cache"}
    if tag.revision and tag.is_among(call.header("if-none-match") or ""):
        return Response(status_code=304, headers=headers)
    response = await route.handler(call)
    response.headers.update(headers)
    return response


async def _answered_once(call: Call, route: Route, key: str) -> Response:
    url = call.request.url
    said = f"{route.method}\n{url.path}\n{url.query}\n".encode() + await call.raw_body()
    kept = await call.server.repeats.begin(call.caller.name, call.work, key, said, repeatable=route.repeatable)
    if kept.status and route.replay is not None:
        response = await route.replay(call, kept)
        response.headers["Idempotency-Replayed"] = "true"
        return response
    return await _first_time(call, route, kept)


async def _first_time(call: Call, route: Route, kept: KeptRequest) -> Response:
    repeats = call.server.repeats
    try:
        response = await route.handler(call)
    except (Refusal, ValidationError, EpisodicError):
        await repeats.forget(kept)
        raise
    if isinstance(response, PreviewResponse):
        await repeats.forget(kept)
        return response
    work = await call.server.works.store.work(call.work)
    made = (response.headers.get("location") or "").rpartition("/")[2]
    await repeats.end(kept, status=response.status_code, revision=0 if work is None else work.revision, result=made)
    return response


async def _refused(request: Request, error: Exception) -> Response:
    found = cast("HTTPException", error)
    headers = dict(found.headers or {})
    if found.status_code == 405:
        # The header Allow of a response 405 must list the methods of all routes with this path. The framework lists
        # only the methods of the first route.
        routes = (one for one in request.app.routes if one.matches(request.scope)[0] is Match.PARTIAL)
        headers["Allow"] = ", ".join(sorted({method for one in routes for method in one.methods}))
    title, key = {404: ("UnknownRoute", "route"), 405: ("MethodNotAllowed", "method")}.get(
        found.status_code, ("Refused", "other")
    )
    return _response(request, Refusal(found.status_code, title, key, {"message": found.detail}, headers=headers))


async def _failed(request: Request, error: Exception) -> Response:
    _LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _response(request, Refusal(500, "InternalError", "failure"))


def _response(request: Request, refusal: Refusal) -> Response:
    return refusal.problem(language_of_request(request.headers)).response()


def _operation(route: Route) -> str:
    words = [word.strip("{}") for word in route.path.removeprefix("/v1/").split("/")]
    return "_".join([route.method.lower(), *words])


def _described(route: Route) -> Object:
    names = [part.strip("{}") for part in route.path.split("/") if part.startswith("{")]
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}} for name in names
    ]
    found: dict[str, object] = {"parameters": [*parameters, *route.parameters]}
    if route.body is not None:
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": route.body}}}
    if route.status != 204:
        content = {route.media_type: {"schema": route.response}}
        found["responses"] = {str(route.status): {"description": "Success", "content": content}}
    if route.conditional:
        found["responses"] = {**cast("Object", found["responses"]), "304": {"description": "Not changed"}}
    if route.access is not None:
        found["x-access"] = route.access.value
        found["security"] = [{"key": []}, {}]
    return cast("Object", found)
