"""Tests of where a server listens and when it refuses to start."""

from __future__ import annotations

import pytest

from episodic.api_keys import ApiKeys
from episodic.errors import ConfigurationError
from episodic.model.access import Access
from episodic.server.http_server import HttpOptions, checked_server, listening_socket
from tests.unit.server.http_stories import MemoryWorks, clock

ANYWHERE = "0.0.0.0"  # noqa: S104 - no test listens there


async def test_a_server_that_others_can_reach_does_not_start_without_a_key() -> None:
    works = MemoryWorks()

    for options in (HttpOptions(host=ANYWHERE), HttpOptions(host="192.168.1.2"), HttpOptions(needs_key=True)):
        with pytest.raises(ConfigurationError, match="no API key") as refused:
            await checked_server(works, options, clock=clock)
        assert "keys create" in refused.value.hint
        assert ("--require-key" if options.is_local else "127.0.0.1") in refused.value.hint


async def test_a_server_that_others_can_reach_starts_with_a_key() -> None:
    works = MemoryWorks()
    await ApiKeys(works.store, clock=clock).create("a", access=Access.READ)

    assert (await checked_server(works, HttpOptions(host=ANYWHERE), clock=clock)).needs_key
    assert not (await checked_server(works, HttpOptions(), clock=clock)).needs_key


def test_a_server_accepts_the_names_that_it_has() -> None:
    local = HttpOptions(hosts=frozenset({"Box.Local"})).addresses
    public = HttpOptions(host="192.168.1.2", hosts=frozenset({"books.example"})).addresses

    assert local.refusal("box.local:8765", None) is None
    assert local.refusal("evil.example", None) is not None
    assert public.refusal("books.example", None) is None
    assert public.refusal("192.168.1.2:8765", None) is None
    assert public.refusal("localhost", None) is not None
    assert HttpOptions(host=ANYWHERE).addresses.refusal("any.example", None) is None
    assert HttpOptions(host=ANYWHERE, hosts=frozenset({"a"})).addresses.refusal("b", None) is not None


def test_a_port_in_use_is_named() -> None:
    with listening_socket(HttpOptions(port=0)) as taken:
        port = taken.getsockname()[1]

        with pytest.raises(ConfigurationError, match=f"port {port}"):
            listening_socket(HttpOptions(port=port))
