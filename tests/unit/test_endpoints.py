"""Tests of endpoint addresses, keys and HTTP headers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import SecretStr

from episodic.endpoints import endpoint_address, endpoint_key, retry_after, without_secret
from episodic.errors import ConfigurationError


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("https://api.openai.com/v1", "https://api.openai.com/v1"),
        (" http://localhost:11434/v1/ ", "http://localhost:11434/v1"),
        ("https://host/a/b//", "https://host/a/b"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
        ("https://HOST.example", "https://host.example"),
    ],
)
def test_an_address_is_read_without_its_last_slash(written: str, meant: str) -> None:
    """Paths are appended to an address."""

    assert endpoint_address(written).url == meant


@pytest.mark.parametrize(
    "written",
    [
        "",
        "host",
        "ftp://host",
        "file:///v1",
        "https:///v1",
        "https://a b/v1",
        "https://host:port/v1",
        "https://host/v1?a=b",
        "https://host/#x",
    ],
)
def test_what_is_no_http_address_is_refused(written: str) -> None:
    """An address needs http or https and a host, and has no query."""

    with pytest.raises(ConfigurationError):
        endpoint_address(written)


@pytest.mark.parametrize(
    "written", ["https://user:hunter2@host/v1", "https://hunter2@host/v1", "https://:hunter2@host:99999/v1"]
)
def test_an_address_with_a_password_is_refused_without_being_shown(written: str) -> None:
    """Addresses are printed, logged and stored."""

    with pytest.raises(ConfigurationError) as caught:
        endpoint_address(written)

    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "warns"),
    [
        ("https://example.com/v1", False),
        ("http://example.com/v1", True),
        ("http://192.168.1.7:8000/v1", True),
        ("http://localhost:8000/v1", False),
        ("http://127.0.0.9/v1", False),
        ("http://[::1]/v1", False),
        ("http://localhost.example.com/v1", True),
    ],
)
def test_plain_http_to_another_machine_warns(url: str, warns: bool) -> None:
    """The text and the key would be sent unencrypted."""

    assert (endpoint_address(url).warning is not None) == warns


def test_a_missing_key_is_a_word() -> None:
    """Local servers need no key, but the HTTP header must not be empty."""

    assert endpoint_key("  ", setting="OPENAI_API_KEY").get_secret_value() == "none"


@settings(deadline=None)
@given(st.text(), st.text(alphabet="abcdef0123456789", min_size=6))
def test_a_secret_is_never_left_in_a_text(text: str, secret: str) -> None:
    """A secret anywhere in a text is replaced by stars, and the text becomes one short line."""

    shown = without_secret(f"{text}{secret}{text}", SecretStr(secret))

    assert secret not in shown
    assert "\n" not in shown
    assert len(shown) <= 301


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "12"}, 12.0),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:30 GMT", "date": "Wed, 21 Oct 2015 07:28:00 GMT"}, 30.0),
        ({"retry-after": "Wed, 21 Oct 2015 07:27:00 GMT", "date": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
        ({"retry-after-ms": "1500"}, 1.5),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "later"}, None),
        ({}, None),
    ],
)
def test_the_wait_is_read_from_the_headers(headers: dict[str, str], seconds: float | None) -> None:
    """The header may have seconds, milliseconds or a date. Other values are ignored."""

    assert retry_after(headers) == seconds
