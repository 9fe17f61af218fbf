"""Checks of the addresses and keys of model endpoints, removal of secrets from messages, and Retry-After headers."""

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
    """A checked endpoint address, which is safe to print because it contains no user, password or query."""

    url: str
    host: str
    loopback: bool
    encrypted: bool

    @property
    def warning(self) -> str | None:
        """Return a warning if requests to the endpoint are sent to another machine without
        encryption, otherwise None.
        """
        if self.encrypted or self.loopback:
            return None
        return f"{self.url} is another machine and plain http: the text and the key travel unencrypted."


def endpoint_address(url: str) -> EndpointAddress:
    """Parse *url* into an address without a trailing slash.

    Raises ConfigurationError unless the URL is http or https, has a host, and has neither user, password, query,
    fragment, inner space nor control character.
    """
    text = url.strip()
    hint = "An example: https://api.openai.com/v1 or http://localhost:11434/v1."
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise ConfigurationError("The base URL of the model endpoint cannot be read.", hint=hint) from None
    if parts.username is not None or parts.password is not None:
        # The error message does not contain the URL, because the URL contains a secret such as a password.
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
    """Return *key* without surrounding spaces, as a value whose repr hides the key.

    If *key* is empty, the result is "none", because local servers need no key. Raises ConfigurationError if the key has
    a space inside or a character that is not printable ASCII. The error message names *setting* and does not contain
    the key.
    """
    text = key.strip()
    if not all("!" <= character <= "~" for character in text):
        raise ConfigurationError(
            f"{setting} has characters that a key cannot have.", hint="Copy it again, on one line."
        )
    return SecretStr(text or "none")


def without_secret(text: str, secret: SecretStr) -> str:
    """Return *text* on one line without control characters; a text of more than 300 characters is cut, and an ellipsis
    is added.

    If *secret* has six or more characters, three asterisks replace it wherever it occurs in the text.
    """
    line = _CONTROLS.sub(" ", text).strip()
    if len(secret) >= _SECRET_LENGTH:
        line = line.replace(secret.get_secret_value(), "***")
    return line if len(line) <= _SHOWN_LENGTH else f"{line[:_SHOWN_LENGTH]}…"


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the waiting time in seconds that a Retry-After header demands, or None if *headers* demand no waiting
    time.

    The header `retry-after-ms`, which contains milliseconds, is also supported. A date in a Retry-After header is
    compared with the Date header of the same response, so that a wrong local clock has no effect. If there is no Date
    header, the date is compared with the local clock.
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
