"""Settings of all tests: no connection to another machine, and no environment variable of the user."""

from __future__ import annotations

import gc
import ipaddress
import os
import socket
from collections.abc import Generator, Iterator
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]

from episodic.model import paused_collector
from episodic.stores.sqlite import record_columns
from tests.memory_stores import close_memory_stores, copied_memory_stores

SCRUBBED_PREFIXES = ("EPISODIC_", "OPENAI_", "NEO4J_")
SCRUBBED_NAMES = frozenset({"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"})
LONGEST = (
    "tests/unit/stores/neo4j/test_faulty_",
    "tests/unit/library/test_on_ray",
    "tests/faults/",
    "tests/docs/",
    "tests/neo4j_servers/",
    "tests/stages/",
    "tests/properties/",
    "tests/unit/temporal/fold/",
    "tests/unit/views/told/",
)
"""Prefixes of tests that take longest: first those that wait for processes and servers to start and end."""
ONE_PROCESS = "tests/faults/"
"""Prefix of tests that run in one test process, because they share a process from which they fork others. To start it
takes seconds.
"""
LOCAL_NAMES = frozenset({"", "localhost", "localhost.localdomain"})


class DialledOutError(AssertionError):
    """A test tried to connect to another machine."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "neo4j: needs the Neo4j servers (`make neo4j-start`)")


class FaultsTogether(LoadFileScheduling):  # type: ignore[misc]
    """Runs all tests of a file in one test process, and all tests of `ONE_PROCESS` in one test process."""

    def _split_scope(self, nodeid: str) -> str:
        return ONE_PROCESS if nodeid.startswith(ONE_PROCESS) else nodeid.partition("::")[0]


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> FaultsTogether:
    """Distribute the tests with `FaultsTogether`."""
    return FaultsTogether(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Disable garbage collection during collection, because pytest creates thousands of tests and keeps all of them.
    Afterwards, garbage is collected less often than by default, which halves the processor time that it takes.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000)
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure() -> None:
    """Collect garbage once. pytest collects five times, each time among all objects of all tests, which takes seconds."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the longest tests first, so that no worker process runs a long test alone at the end."""
    items.sort(key=lambda item: next((n for n, one in enumerate(LONGEST) if item.nodeid.startswith(one)), len(LONGEST)))


@pytest.fixture(autouse=True, scope="session")
def columns_from_the_second_search_on() -> Iterator[None]:
    """Let the second search of a test read the columns of a SQLite file, as the thirteenth search of a program does."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(record_columns, "SEARCHES_IN_FILE", 1)
        yield


@pytest.fixture(autouse=True, scope="session")
def frozen_tests() -> Iterator[None]:
    """Keep the objects of pytest's tests frozen. A pause of the garbage collector ends with `gc.unfreeze`, after which
    each full collection would examine them all.
    """
    kept = SimpleNamespace(
        isenabled=gc.isenabled, disable=gc.disable, enable=gc.enable, freeze=lambda: None, unfreeze=lambda: None
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paused_collector, "gc", kept)
        yield


@pytest.fixture(scope="session", autouse=True)
def scrubbed_environment() -> Iterator[None]:
    """Remove API keys, addresses and proxies of the user from the environment."""
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(SCRUBBED_PREFIXES) or name.upper() in SCRUBBED_NAMES:
                patch.delenv(name)
        yield


@pytest.fixture(scope="session", autouse=True)
def prepared_memory_stores() -> Iterator[None]:
    """Create the tables of a store in memory once for all tests."""
    with copied_memory_stores():
        yield


@pytest.fixture(autouse=True)
def closed_memory_stores() -> Iterator[None]:
    """Close the stores that test builders opened. Python 3.13 warns of database connections that are never closed."""
    yield
    close_memory_stores()


@pytest.fixture(scope="session", autouse=True)
def closed_network() -> Iterator[None]:
    """Raise DialledOutError if a test connects to, writes to or looks up another machine."""
    connect, connect_ex, sendto, look_up = (
        socket.socket.connect,
        socket.socket.connect_ex,
        socket.socket.sendto,
        socket.getaddrinfo,
    )

    def guarded_connect(self: socket.socket, address: object) -> None:
        _check(self, address)
        connect(self, address)  # type: ignore[arg-type]

    def guarded_connect_ex(self: socket.socket, address: object) -> int:
        _check(self, address)
        return connect_ex(self, address)  # type: ignore[arg-type]

    def guarded_sendto(self: socket.socket, *arguments: object) -> int:
        _check(self, arguments[-1])
        return sendto(self, *arguments)  # type: ignore[call-overload,no-any-return]

    def guarded_look_up(host: object, *arguments: object, **options: object) -> object:
        name = host.decode("ascii", "replace") if isinstance(host, bytes) else host
        if name is not None and not is_local(str(name)):
            raise DialledOutError(f"a test looked {name!r} up")
        return look_up(host, *arguments, **options)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded_connect)
        patch.setattr(socket.socket, "connect_ex", guarded_connect_ex)
        patch.setattr(socket.socket, "sendto", guarded_sendto)
        patch.setattr(socket, "getaddrinfo", guarded_look_up)
        yield


def _check(dialling: socket.socket, address: object) -> None:
    if dialling.family not in {socket.AF_INET, socket.AF_INET6}:
        return
    parts = cast("tuple[object, ...]", address) if isinstance(address, tuple) else (address,)
    host = str(parts[0]) if parts else ""
    if not is_local(host):
        raise DialledOutError(f"a test dialled {host!r}")


def is_local(host: str) -> bool:
    """Return whether the host is this machine."""
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return host.lower().rstrip(".") in LOCAL_NAMES or host.lower().endswith(".localhost")


# Every run tests the same examples, so the result of a run changes only with the code. How fast the machine is does not count.
settings.register_profile("steady", derandomize=True, deadline=None, max_examples=50)
settings.load_profile("steady")
