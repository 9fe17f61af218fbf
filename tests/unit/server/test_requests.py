"""Tests of hosts, origins, rates and callers."""

from __future__ import annotations

from episodic.api_keys import ApiKey
from episodic.model.access import Access
from episodic.server.requests import Addresses, Caller, RateLimit, comes_through_a_proxy, host_name, is_loopback


def test_loopback_addresses_are_recognised() -> None:
    for host in ("127.0.0.1", "127.3.2.1", "::1", "[::1]", "localhost", "LOCALHOST"):
        assert is_loopback(host), host
    for host in ("192.168.1.2", "example.org", "", "localhost.evil.com", "::"):
        assert not is_loopback(host), host


def test_the_host_of_a_header_has_no_port() -> None:
    cases = {
        "localhost:8765": "localhost",
        "LocalHost": "localhost",
        "[::1]:8765": "::1",
        "http://a.example:1": "a.example",
        "::1": "::1",
        "": "",
    }
    assert {header: host_name(header) for header in cases} == cases


def test_only_names_of_the_server_are_accepted_as_hosts() -> None:
    local = Addresses()

    for host in ("localhost:8765", "127.0.0.1", "[::1]:1"):
        assert local.refusal(host, None) is None, host
    for host in ("evil.example", "127.0.0.1.evil.example", "", "localhost.evil.example:8765"):
        assert local.refusal(host, None) is not None, host
    assert Addresses(frozenset()).refusal("any.example", None) is None


def test_only_pages_of_the_server_and_allowed_pages_may_call_it() -> None:
    addresses = Addresses(origins=frozenset({"https://app.example"}))

    for origin in ("http://localhost:8765", "https://localhost:8765", "https://app.example"):
        assert addresses.refusal("localhost:8765", origin) is None, origin
    for origin in ("http://evil.example", "http://localhost:3000", "null", "", "https://app.example.evil"):
        assert addresses.refusal("localhost:8765", origin) is not None, origin


def test_a_client_may_send_its_requests_of_a_minute_at_once_and_then_must_wait() -> None:
    now = [0.0]
    rate = RateLimit(3, now=lambda: now[0])

    assert [rate.wait("a") for _ in range(4)] == [0, 0, 0, 20]
    assert rate.wait("b") == 0
    now[0] = 20.0
    assert [rate.wait("a"), rate.wait("a")] == [0, 20]


def test_without_a_limit_no_client_waits() -> None:
    assert {RateLimit(0).wait("a") for _ in range(50)} == {0}


def test_a_key_opens_its_work_up_to_its_tier() -> None:
    caller = Caller(ApiKey("id", "", "name", Access.APPEND, "story", ""))

    assert (caller.opens("story"), caller.opens("other")) == (True, False)
    assert [caller.may(tier) for tier in Access] == [True, True, False]
    assert all(Caller().may(tier) for tier in Access)


def test_headers_of_proxies_are_recognised() -> None:
    assert comes_through_a_proxy(["host", "x-forwarded-for"])
    assert not comes_through_a_proxy(["host", "user-agent"])
