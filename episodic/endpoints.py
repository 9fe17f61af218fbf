"""Addresses of model endpoints: which may be dialled, how they are shown, and what their answers' headers say about waiting."""

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
    """An address that may be dialled; it holds no user, password or query, so it may be shown as it is."""

    url: str
    host: str
    loopback: bool
    encrypted: bool

    @property
    def warning(self) -> str | None:
        """What the user should know before text and key travel there; None where there is nothing to say."""
        if self.encrypted or self.loopback:
            return None
        return f"{self.url} is another machine and plain http: the text and the key travel unencrypted."


def endpoint_address(url: str) -> EndpointAddress:
    """The address that *url* stands for, without a slash at its end.

    Raises ConfigurationError unless it is http or https, has a host, and has neither user, password, query nor fragment.
    """
    text = url.strip()
    hint = "An example: https://api.openai.com/v1 or http://localhost:11434/v1."
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise ConfigurationError("The base URL of the model endpoint cannot be read.", hint=hint) from None
    if parts.username is not None or parts.password is not None:
        # The URL is not repeated here: it holds a secret.
        raise ConfigurationError("A base URL holds no user or password; give the key as the key.", hint=hint)
    if parts.scheme not in {"http", "https"}:
        raise ConfigurationError(
            f"A base URL begins with http:// or https://, not {parts.scheme or text[:20]!r}.", hint=hint
        )
    if not parts.hostname or _CONTROLS.search(text) or " " in text:
        raise ConfigurationError("The base URL of the model endpoint has no proper host.", hint=hint)
    if parts.query or parts.fragment:
        raise ConfigurationError("A base URL has no query and no fragment.", hint=hint)
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    place = host if port is None else f"{host}:{port}"
    return EndpointAddress(
        url=f"{parts.scheme}://{place}{parts.path.rstrip('/')}",
        host=place,
        loopback=_is_loopback(parts.hostname),
        encrypted=parts.scheme == "https",
    )


def endpoint_key(key: str, *, setting: str) -> SecretStr:
    """*key* without space around it, or "none" where there is none (a local server asks for none); its repr does not show it.

    Raises ConfigurationError, which does not repeat the key, if it cannot stand in a header. *setting* is what the error names.
    """
    text = key.strip()
    if not all("!" <= character <= "~" for character in text):
        raise ConfigurationError(f"{setting} holds characters that no key has.", hint="Copy it again, in one line.")
    return SecretStr(text or "none")


def without_secret(text: str, secret: SecretStr) -> str:
    """*text* as one line without control characters, cut to 300 characters, with *secret* starred out wherever it stands."""
    line = _CONTROLS.sub(" ", text).strip()
    if len(secret) >= _SECRET_LENGTH:
        line = line.replace(secret.get_secret_value(), "***")
    return line if len(line) <= _SHOWN_LENGTH else f"{line[:_SHOWN_LENGTH]}…"


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds that a Retry-After header (or the millisecond form of it) asks to wait; None where there is none.

    A date is measured against the answer's own Date, so that two clocks need not agree.
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
