"""Checks the API key of an HTTP request, the tier of the key, its access to the work, and the rate of requests."""

from __future__ import annotations

from starlette.requests import Request

from episodic.server.http_calls import HttpServer, Route
from episodic.server.refusals import Refusal
from episodic.server.requests import Caller, comes_through_a_proxy, is_loopback


async def authorised(request: Request, server: HttpServer, route: Route) -> Caller:
    """Return the caller of a request after all checks.

    Raises Refusal with the status 401 if a needed key is missing or invalid. Raises Refusal with the status 403 if the
    key does not open the work or has too low a tier. Raises Refusal with the status 429 for too many requests. Raises
    StoreError.
    """
    client = "" if request.client is None else request.client.host
    caller = await _caller(request, server, client) if route.access is not None else None
    wait = server.rate.wait(f"address {client}" if caller is None or caller.key is None else caller.name)
    if wait:
        values = {"requests": server.limits.requests_per_minute, "seconds": wait}
        raise Refusal(429, "TooManyRequests", "rate", values, headers={"Retry-After": str(wait)})
    if route.access is None:
        return Caller()
    if caller is None:
        raise Refusal(401, "KeyNeeded", "key", headers={"WWW-Authenticate": "Bearer"})
    if route.of_work and not caller.opens(str(request.path_params["work"])):
        # An unknown work gets the same response as an existing one that the key does not open, so that names of works
        # stay secret.
        raise Refusal(403, "WorkNotOpened", "work_of_key")
    if not caller.may(route.access):
        raise Refusal(403, "TierTooLow", "tier", {"tier": route.access.value})
    return caller


async def _caller(request: Request, server: HttpServer, client: str) -> Caller | None:
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if scheme:
        key = await server.keys.verified(secret.strip()) if scheme.lower() == "bearer" else None
        return None if key is None else Caller(key)
    if server.needs_key or not is_loopback(client) or comes_through_a_proxy(request.headers.keys()):
        return None
    return Caller()
