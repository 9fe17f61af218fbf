"""Checks that refuse a request before it is handled, by its key, its address and its rate."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass

from episodic.api_keys import ApiKey
from episodic.model.access import Access
from episodic.server.refusals import Refusal

MOST_CLIENTS = 10_000
"""The maximum number of clients whose request rates are remembered. If a new client exceeds this number, the client
whose last request is the oldest is forgotten.
"""
LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")
"""The headers by which a proxy declares for which other machine it sends a request."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of an HTTP request, with its API key if it sent one. A caller without a key may do everything: it is a
    program on the same machine, or the route needs no key.
    """

    key: ApiKey | None = None

    @property
    def name(self) -> str:
        """Return the name under which the caller's requests are stored: the id of the caller's key, or "local" without
        a key.
        """
        return "local" if self.key is None else self.key.uuid

    def opens(self, work: str) -> bool:
        return self.key is None or self.key.opens(work)

    def may(self, access: Access) -> bool:
        return self.key is None or self.key.access.includes(access)


def is_loopback(host: str) -> bool:
    """Return whether a host name or IP address is "localhost" or a loopback address."""
    name = host.strip("[]").lower()
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def host_name(header: str) -> str:
    """Return the host of a Host header or of an origin, in lower case and without the port."""
    rest = header.strip().lower().rpartition("://")[2]
    if rest.startswith("["):
        return rest[1:].partition("]")[0]
    return rest.rpartition(":")[0] if rest.count(":") == 1 else rest


@dataclass(frozen=True, slots=True)
class Addresses:
    """The host names under which a server may be called, and the origins of web pages that may call the server.

    If `hosts` is empty, every Host header is accepted. Only a server that needs keys may accept every Host header.
    Without keys, a foreign web page could reach the server under the page's own host name (DNS rebinding).
    """

    hosts: frozenset[str] = LOCAL_NAMES
    origins: frozenset[str] = frozenset()

    def refusal(self, host: str, origin: str | None) -> Refusal | None:
        """Return the refusal of a request with the given Host and Origin headers, or None if it is allowed."""
        name = host_name(host)
        if self.hosts and name not in self.hosts:
            return Refusal(403, "AddressRefused", "host", {"host": name[:100]})
        if origin is None or origin.lower() in self.origins:
            return None
        # A request from a page that this server has sent has the server's own host in both the Host and the Origin
        # header.
        if origin != "null" and origin.lower().partition("://")[2] == host.strip().lower():
            return None
        return Refusal(403, "AddressRefused", "origin", {"origin": origin[:100]})


class RateLimit:
    """A limit of requests per minute for each client, or no limit if `per_minute` is 0. A client need not spread its
    requests over the minute: it may send all `per_minute` requests in one burst.
    """

    def __init__(self, per_minute: int, *, now: Callable[[], float] = time.monotonic) -> None:
        self._per_minute = per_minute
        self._now = now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> int:
        """Count a request. Return 0 if the request is allowed, or else the number of seconds until the next request is
        allowed.
        """
        if not self._per_minute:
            return 0
        now = self._now()
        left, at = self._left.pop(client, (float(self._per_minute), now))
        left = min(float(self._per_minute), left + (now - at) * self._per_minute / 60)
        allowed = left >= 1
        self._left[client] = (left - 1 if allowed else left, now)
        while len(self._left) > MOST_CLIENTS:
            self._left.popitem(last=False)
        return 0 if allowed else max(1, math.ceil((1 - left) * 60 / self._per_minute))


def comes_through_a_proxy(headers: Collection[str]) -> bool:
    """Return whether a header shows that a proxy passed the request on, so that it may come from another machine."""
    return any(name in headers for name in FORWARDED)
