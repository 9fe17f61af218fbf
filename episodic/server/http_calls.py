"""One request to the HTTP server: who sent it, the work it is about, its arguments, and the ETag of this work."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, cast

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from episodic.api_keys import ApiKeys
from episodic.app import StoryGraph
from episodic.languages.registry import codes, fallback
from episodic.model.access import Access
from episodic.model.episodes import Language
from episodic.model.json_shapes import Json, Object
from episodic.server.job_worker import JobWorker, Works
from episodic.server.preconditions import RevisionTag
from episodic.server.refusals import Refusal
from episodic.server.repeats import KeptRequest, KeptRequests
from episodic.server.requests import Addresses, Caller, RateLimit

JSON: Final = "application/json"


EVENT_STREAM: Final = "text/event-stream"
EVENT: Final[Object] = {
    "type": "object",
    "properties": {"event": {"type": "string"}, "data": {"type": "string"}},
    "required": ["event", "data"],
}
"""The JSON schema of one server-sent event: the event's name, and its data as JSON text."""


@dataclass(frozen=True, slots=True)
class HttpLimits:
    """The limits of the HTTP server. `body_bytes` is the maximum size of a body, and `requests_per_minute` the maximum
    number of requests of one caller. `keep_alive` is the number of seconds between keep-alive lines of a stream. `poll`
    is the number of seconds between two readings of a job's progress.
    """

    body_bytes: int = 32 << 20
    requests_per_minute: int = 600
    keep_alive: float = 15.0
    poll: float = 1.0


@dataclass
class HttpServer:
    """What all requests to the HTTP server share, such as the store's works, the keys and the limits. With `needs_key`,
    requests from the same machine also need an API key.
    """

    works: Works
    keys: ApiKeys
    repeats: KeptRequests
    worker: JobWorker
    rate: RateLimit
    addresses: Addresses
    limits: HttpLimits
    needs_key: bool
    stopping: Callable[[], bool] = lambda: False
    locks: defaultdict[str, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    """One lock for each work. An edit holds the lock from the check of its If-Match header until the edit is saved."""


class PreviewResponse(JSONResponse):
    """The response to a request that only previewed a change and changed nothing. After a preview, the client can send
    the request again with the same Idempotency-Key, because a preview does not use up the key.
    """


Handler = Callable[["Call"], Awaitable[Response]]
Replay = Callable[["Call", KeptRequest], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Route:
    """One route of the HTTP server: its method, path, tier, handler and OpenAPI description.

    `access` is None if the route needs no key. `replay` answers a repeated request with the same Idempotency-Key; a
    route without `replay` ignores such keys. `repeatable` means that an interrupted request can be sent again without a
    second effect. `conditional` means that responses have an ETag. On a route with `conditional`, a request whose
    header If-None-Match contains the current ETag or `*` is answered with the status 304 (not modified).
    """

    method: str
    path: str
    access: Access | None
    summary: str
    handler: Handler
    parameters: Sequence[Object] = ()
    body: Object | None = None
    response: Object = field(default_factory=lambda: {"type": "object"})
    media_type: str = JSON
    status: int = 200
    replay: Replay | None = None
    repeatable: bool = False
    conditional: bool = False

    @property
    def of_work(self) -> bool:
        return "{work}" in self.path


@dataclass(frozen=True, slots=True)
class Call:
    """One HTTP request with its sender, the language of its response, and the server's shared state."""

    request: Request
    server: HttpServer
    caller: Caller
    language: Language

    @property
    def work(self) -> str:
        return str(self.request.path_params["work"])

    @property
    def graph(self) -> StoryGraph:
        """Return the work that the request's path names, without checking that the store has this work. Raises
        InvalidNameError.
        """
        return self.server.works.graph(self.work)

    def path(self, name: str) -> str:
        """Return the value of the path parameter *name*, such as the reference of a chapter."""
        return str(self.request.path_params[name])

    def header(self, name: str) -> str | None:
        return self.request.headers.get(name)

    async def tag(self) -> RevisionTag:
        """Return the current ETag of the work that the request's path names. Raises StoreError."""
        return RevisionTag.of(await self.server.works.store.work(self.work), self.language)

    async def existing(self) -> StoryGraph:
        """Return the work that the request's path names. Raises Refusal (404) if the store has no such work."""
        if await self.server.works.store.work(self.work) is None:
            raise no_work(self.work)
        return self.graph

    def query(self, lists: frozenset[str] = frozenset()) -> Object:
        """Return the query parameters. A parameter that is named in *lists* has the list of all its values, and any
        other parameter has its last value.
        """
        found: Object = {}
        for name in self.request.query_params:
            values = self.request.query_params.getlist(name)
            found[name] = cast("list[Json]", values) if name in lists else values[-1]
        return found

    async def raw_body(self) -> bytes:
        """Return the body of the request as bytes. Raises Refusal (413) if the body is too large."""
        state, most = self.request.state, self.server.limits.body_bytes
        if not hasattr(state, "raw_body"):
            found = bytearray()
            async for part in self.request.stream():
                found += part
                if len(found) > most:
                    raise too_large(most)
            state.raw_body = bytes(found)
        return cast("bytes", state.raw_body)

    async def body(self) -> Object:
        """Return the request's body, which must be a JSON object. Raises Refusal."""
        kind = (self.header("content-type") or "").partition(";")[0].strip().lower()
        if kind != JSON:
            raise Refusal(415, "UnsupportedMediaType", "media_type", {"media_type": JSON})
        try:
            found: object = json.loads(await self.raw_body())
        except (ValueError, RecursionError):
            raise Refusal(400, "InvalidJson", "json") from None
        if not isinstance(found, dict):
            raise Refusal(422, "InvalidRequest", "json_object")
        return cast("Object", found)


def too_large(most: int) -> Refusal:
    return Refusal(413, "BodyTooLarge", "large_body", {"most": most})


def no_work(name: str) -> Refusal:
    return Refusal(404, "UnknownWork", "work", {"name": name[:100]})


def language_of_request(headers: Mapping[str, str]) -> Language:
    """Return the supported language that the Accept-Language header prefers, or the fallback language if it names no
    supported one.
    """
    wanted: list[tuple[float, int, str]] = []
    for number, part in enumerate(headers.get("accept-language", "").split(",")):
        code, _, weight = part.strip().partition(";q=")
        try:
            wanted.append((-float(weight or 1), number, code.strip().lower()))
        except ValueError:
            # A preference whose weight is no number is ignored, as if the client had not sent it.
            continue
    for _, _, code in sorted(wanted):
        found = next((one for one in codes() if code == one or code.startswith(f"{one}-")), None)
        if found is not None:
            return found
    return fallback().code
