"""Requests to every route of the HTTP server, and the keys with which they are sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

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
    "GET /threads": {"all": "true"},
}
"""Arguments of the routes that need some. Routes of tools that are not listed here are called without arguments."""
BODIES: dict[str, Object] = {
    "POST /check": {"text": "林晚住在苇港。林晚去了雁回关。"},
    "POST /answer": {"question": "林晚住在哪里？"},
    "POST /chapters": {"text": "林晚睡了。", "title": "第五章", "key": "五"},
    "PUT /chapters/{chapter}": {"text": "林晚住在苇港。林晚睡了。"},
    "POST /jobs": {"kind": "ingest", "chapters": [{"text": "林晚睡了。", "title": "第五章", "key": "五"}]},
    # Each tool shows as much as possible.
    "POST /tools/search": {"query": "林晚 住在", "limit": 200, "detail": "full"},
    "POST /tools/entity": {"name": "林晚", "limit": 200},
    "POST /tools/timeline": {"limit": 200},
    "POST /tools/facts": {"include_ended": True, "limit": 200},
    "POST /tools/passages": {"chapter": 1, "around": 5},
    "POST /tools/issues": {"waived": True},
    "POST /tools/check": {"text": "林晚住在苇港。林晚去了雁回关。"},
    "POST /tools/context": {"chapter": 4},
    "POST /tools/answer": {"question": "林晚住在哪里？"},
    "POST /tools/add_chapter": {"text": "林晚睡了。", "title": "第五章", "key": "五"},
    "POST /tools/propose_facts": {"facts": [{"subject": "林晚", "predicate": "lives_in", "object": "苇港"}]},
    "POST /tools/decide": {"decision": "waive", "issue": "none"},
    "POST /tools/manage": {"action": "remove_chapter", "target": 3},
}
"""The bodies of the routes that need one."""
EARLY: dict[str, Object] = {"POST /tools/context": {"chapter": 2}}
"""The bodies with which a route without `told_by` is asked for what is known after the first chapter."""
BLIND = frozenset({"POST /check", "POST /tools/check"})
"""Routes that compare a draft with the whole canon, and so have no `told_by`."""


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


def name_of(route: Route) -> str:
    """Return the method of a route and its path after the work."""
    return f"{route.method} {route.path.removeprefix('/v1/works/{work}')}"


def arguments_of(route: Route) -> frozenset[str]:
    """Return the names of the arguments of a route, in its address or its body."""
    properties = cast("Object", (route.body or {}).get("properties", {}))
    return frozenset([*(str(one["name"]) for one in route.parameters), *properties])


def sent(
    route: Route, work: str, *, facts: Sequence[str] = (), more: dict[str, str] | None = None, early: bool = False
) -> Sent:
    """Return a request to a route that the server can answer. *facts* are the ids whose passages are read. With *early*,
    a route without `told_by` is asked for what is known after the first chapter.
    """
    address = route.path.replace("{work}", work).replace("{job}", "a").replace("{chapter}", "1")
    name = name_of(route)
    query: dict[str, str | list[str]] = {key: str(value) for key, value in QUERIES.get(name, {}).items()}
    if "ids" in query:
        query["ids"] = [*facts] or ["none"]
    known = {str(one["name"]) for one in route.parameters}
    query |= {key: value for key, value in (more or {}).items() if key in known}
    body: Object | None = None
    if route.body is not None:
        whole: Object = {**BODIES.get(name, {}), **(EARLY.get(name, {}) if early else {})}
        body = whole | {key: value for key, value in (more or {}).items() if key in arguments_of(route)}
        if name == "POST /tools/passages" and facts:
            body["ids"] = [*facts]
    return Sent(route.method, address, query, body)


def expected(route: Route, access: Access, *, opens: bool) -> int | None:
    """Return the status with which a request is refused, or None if it is not."""
    if route.access is None:
        return None
    if route.of_work and not opens:
        return 403
    return None if access.includes(route.access) else 403
