"""Text of a story made safe for a terminal: what would steer it is shown, not sent."""

from __future__ import annotations

import json
import re

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]

_STEERING = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, escape codes of both widths
    "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"  # line separators, and what turns the direction of writing
    "\ufeff\ufff9-\ufffb"
    "\ud800-\udfff"  # half a surrogate pair
    "\U000e0000-\U000e007f"  # invisible tags
)
_UNSAFE = re.compile(f"[{_STEERING}]")
_BREAKS = re.compile(r"[\t\n]")


def escaped(text: str) -> str:
    """*text* in one line, with every control, escape and direction character written as its code."""
    return _UNSAFE.sub(_code, _BREAKS.sub(" ", text.replace("\r\n", "\n")))


def escaped_lines(text: str) -> str:
    """As `escaped`, but line ends stay."""
    return _UNSAFE.sub(_code, text.replace("\r\n", "\n").replace("\t", "    "))


def json_text(value: Json) -> str:
    """*value* as JSON in one line, characters as they are, those that would steer a terminal as codes."""
    return escaped_json(json.dumps(value, ensure_ascii=False))


def escaped_json(text: str) -> str:
    """JSON text with what would steer a terminal as codes; it still says the same."""
    return _UNSAFE.sub(_json_code, text)


def _code(found: re.Match[str]) -> str:
    number = ord(found[0])
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _json_code(found: re.Match[str]) -> str:
    # Above the first plane JSON writes two halves.
    return json.dumps(found[0])[1:-1]
