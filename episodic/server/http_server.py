"""The start and end of the HTTP server: its address, its keys, and its orderly shutdown."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

import uvicorn

from episodic.api_keys import ApiKeys
from episodic.errors import ConfigurationError
from episodic.server.http_app import http_app
from episodic.server.http_calls import HttpLimits, HttpServer
from episodic.server.job_worker import JobWorker, Works
from episodic.server.repeats import KeptRequests
from episodic.server.requests import LOCAL_NAMES, Addresses, RateLimit, is_loopback

ANY_ADDRESS = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - recognised, not bound
GRACE_SECONDS = 10
"""The number of seconds for which a stopping server waits until its running requests are answered."""


@dataclass(frozen=True, slots=True)
class HttpOptions:
    """The options of an HTTP server: where it listens, and which requests it answers.

    `hosts` are further host names of the server, and `origins` are the origins of web pages that may call it. With
    `needs_key`, requests from the same machine need an API key too. `certificate` and `private_key` are files for TLS.
    """

    host: str = "127.0.0.1"
    port: int = 8765
    hosts: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()
    needs_key: bool = False
    certificate: str | None = None
    private_key: str | None = None
    limits: HttpLimits = field(default_factory=HttpLimits)

    @property
    def is_local(self) -> bool:
        """Return whether only programs on the same machine can reach the server."""
        return is_loopback(self.host)

    @property
    def addresses(self) -> Addresses:
        """Return the host names under which the server may be called, and the origins of web pages that may call it. An
        empty set of host names means any name.
        """
        named = frozenset(one.lower() for one in self.hosts)
        origins = frozenset(one.lower().rstrip("/") for one in self.origins)
        if self.is_local:
            return Addresses(LOCAL_NAMES | named | {self.host.lower()}, origins)
        if self.host in ANY_ADDRESS and not named:
            return Addresses(frozenset(), origins)
        own = frozenset[str]() if self.host in ANY_ADDRESS else frozenset({self.host.lower()})
        return Addresses(named | own, origins)


async def checked_server(works: Works, options: HttpOptions, *, clock: Callable[[], str]) -> HttpServer:
    """Return the state that all requests share, such as keys and limits, made from the options.

    Raises ConfigurationError if requests need an API key and the store has none. Requests to a server that other
    machines can reach always need a key. Raises StoreError.
    """
    keys = ApiKeys(works.store, clock=clock)
    needs_key = options.needs_key or not options.is_local
    if needs_key and not await keys.list():
        other = "omit --require-key" if options.is_local else "listen on 127.0.0.1"
        raise ConfigurationError(
            f"The server at {options.host} would ask every request for a key, but the store has no API key.",
            hint=f"Create one with `episodic keys create NAME --access read`, or {other}.",
        )
    return HttpServer(
        works=works,
        keys=keys,
        repeats=KeptRequests(works.store, clock=clock),
        worker=JobWorker(works, clock=clock),
        rate=RateLimit(options.limits.requests_per_minute),
        addresses=options.addresses,
        limits=options.limits,
        needs_key=needs_key,
    )


def listening_socket(options: HttpOptions) -> socket.socket:
    """Return a socket that listens on the address of *options*. For port 0, the system chooses a free port.

    Raises ConfigurationError if the address cannot be used.
    """
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    try:
        return socket.create_server((options.host, options.port), family=family)
    except OSError as error:
        raise ConfigurationError(
            f"The server cannot listen on {options.host}, port {options.port} ({error.strerror or error}).",
            hint="Stop the program that uses the port, or give another --port or --host.",
        ) from None


class WebServer(uvicorn.Server):
    """A uvicorn server that returns normally at SIGINT and SIGTERM, so that its caller can close the store."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """At SIGINT or SIGTERM inside the `with` block, let the server stop. uvicorn's own method would raise the
        signal again after the block and end the process.
        """
        loop = asyncio.get_running_loop()
        signals = (signal.SIGINT, signal.SIGTERM)
        for number in signals:
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in signals:
                loop.remove_signal_handler(number)


def prepared(server: HttpServer, options: HttpOptions) -> uvicorn.Server:
    """Return the web server with the HTTP application; its method `serve` starts it."""
    config = uvicorn.Config(
        http_app(server),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        ssl_certfile=options.certificate,
        ssl_keyfile=options.private_key,
    )
    web = WebServer(config)
    # Streams of events end soon after the server was told to stop, because open streams would delay the shutdown.
    server.stopping = lambda: web.should_exit
    return web
