"""Functions for model endpoints: check addresses and keys, remove secrets from messages, and parse Retry-After headers."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from pydantic import SecretStr

from episodic.errors import ConfigurationError

OPENAI_BASE_URL = "https://api.openai.com/v1"

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
_SHOWN_LENGTH = 300
_SECRET_LENGTH = 6


@dataclass(frozen=True, slots=True)
class EndpointAddress:
    """A checked endpoint address without user, password and query, so that the address may be shown."""

    url: str
    host: str
    loopback: bool
    encrypted: bool

    @property
    def warning(self) -> str | None:
        """Returns a warning for the user if text and key are sent unencrypted to another machine, otherwise None."""
        if self.encrypted or self.loopback:
            return None
        return f"{self.url} is another machine and plain http: the text and the key travel unencrypted."


def endpoint_address(url: str) -> EndpointAddress:
    """Parses *url* into an address without a trailing slash.

    Raises ConfigurationError unless it is http or https, has a host, and has neither user, password, query nor
    fragment.
    """
    text = url.strip()
    hint = "An example: https://api.openai.com/v1 or http://localhost:11434/v1."
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise ConfigurationError("The base URL of the model endpoint cannot be read.", hint=hint) from None
    if parts.username is not None or parts.password is not None:
        # The message does not repeat the URL, which contains a secret.
        raise ConfigurationError("A base URL must not contain a user or password; set the key separately.", hint=hint)
    if parts.scheme not in {"http", "https"}:
        raise ConfigurationError(
            f"A base URL must begin with http:// or https://, not {parts.scheme or text[:20]!r}.", hint=hint
        )
    if not parts.hostname or _CONTROLS.search(text) or " " in text:
        raise ConfigurationError("The base URL of the model endpoint has no valid host.", hint=hint)
    if parts.query or parts.fragment:
        raise ConfigurationError("A base URL must not contain a query or a fragment.", hint=hint)
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    place = host if port is None else f"{host}:{port}"
    return EndpointAddress(
        url=f"{parts.scheme}://{place}{parts.path.rstrip('/')}",
        host=place,
        loopback=_is_loopback(parts.hostname),
        encrypted=parts.scheme == "https",
    )


def endpoint_key(key: str, *, setting: str) -> SecretStr:
    """Returns *key* without surrounding spaces, or "none" if *key* is empty, because local servers need no key. The
    repr of the result hides the key.

    Raises ConfigurationError if the key has characters that are not allowed in a header. The error names *setting* and
    does not repeat the key.
    """
    text = key.strip()
    if not all("!" <= character <= "~" for character in text):
        raise ConfigurationError(
            f"{setting} has characters that a key cannot have.", hint="Copy it again, on one line."
        )
    return SecretStr(text or "none")


def without_secret(text: str, secret: SecretStr) -> str:
    """Returns *text* on one line without control characters, cut to 300 characters. Every occurrence of *secret* is
    replaced by ***.
    """
    line = _CONTROLS.sub(" ", text).strip()
    if len(secret) >= _SECRET_LENGTH:
        line = line.replace(secret.get_secret_value(), "***")
    return line if len(line) <= _SHOWN_LENGTH else f"{line[:_SHOWN_LENGTH]}…"


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Returns the wait in seconds that a Retry-After header (or its millisecond variant) asks for, or None if the
    headers ask for no wait.

    A date in the header is compared with the response's own Date header, so that the clocks need not agree.
    """
    milliseconds = _number(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    asked = headers.get("retry-after", "")
    seconds = _number(asked)
    if seconds is not None:
        return seconds
    until, sent = _date(asked), _date(headers.get("date", "")) or datetime.now(UTC)
    return None if until is None else max(0.0, (until - sent).total_seconds())


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 <= value < float("inf") else None


def _date(text: str) -> datetime | None:
    try:
        value = parsedate_to_datetime(text)
    except ValueError:
        return None
    return value if value.tzinfo else value.replace(tzinfo=UTC)
