"""Requests to every route of the HTTP server, and the keys with which they are sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import httpx

from episodic.model.access import Access
from episodic.model.json_shapes import Object
from episodic.server.http_calls import Route
from tests.unit.server.http_stories import Api

QUERIES: dict[str, Object] = {
    "GET /search": {"query": "林晚 住在"},
    "GET /entities": {"name": "林晚"},
    "GET /timeline": {"name": "林晚"},
    "GET /passages": {"ids": "none"},
}
"""Arguments of the routes that need some. Routes of tools that are not listed here are called without arguments."""
BODIES: dict[str, Object] = {
    "POST /check": {"text": "林晚住在苇港。林晚去了雁回关。"},
    "POST /answer": {"question": "林晚住在哪里？"},
    "POST /chapters": {"text": "林晚睡了。", "title": "第五章", "key": "五"},
    "PUT /chapters/{chapter}": {"text": "林晚住在苇港。林晚睡了。"},
    "POST /jobs": {"kind": "ingest", "chapters": [{"text": "林晚睡了。", "title": "第五章", "key": "五"}]},
}
"""The bodies of the routes that need one."""


@dataclass(frozen=True)
class Sent:
    """A request to a route of a work."""

    method: str
    address: str
    query: dict[str, str | list[str]]
    body: Object | None

    async def answered(self, one: Api, headers: dict[str, str]) -> httpx.Response:
        """Send the request and return the response."""
        return await one.client.request(self.method, self.address, params=self.query, json=self.body, headers=headers)


def sent(route: Route, work: str, *, facts: Sequence[str] = (), more: dict[str, str] | None = None) -> Sent:
    """Return a request to a route that the server can answer. *facts* are the ids whose passages are read."""
    address = route.path.replace("{work}", work).replace("{job}", "a").replace("{chapter}", "1")
    name = f"{route.method} {route.path.removeprefix('/v1/works/{work}')}"
    query: dict[str, str | list[str]] = {key: str(value) for key, value in QUERIES.get(name, {}).items()}
    if "ids" in query:
        query["ids"] = [*facts] or ["none"]
    known = {str(one["name"]) for one in route.parameters}
    query |= {key: value for key, value in (more or {}).items() if key in known}
    return Sent(route.method, address, query, BODIES.get(name) if route.body is not None else None)


def expected(route: Route, access: Access, *, opens: bool) -> int | None:
    """Return the status with which a request is refused, or None if it is not."""
    if route.access is None:
        return None
    if route.of_work and not opens:
        return 403
    return None if access.includes(route.access) else 403
