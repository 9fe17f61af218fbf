"""Text of a story made safe for a terminal: what would steer it is shown, not sent."""

from __future__ import annotations

import json
import re

from episodic.text.steering import STEERING, code, escaped

__all__ = ["Json", "escaped", "escaped_json", "escaped_lines", "json_text"]

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]


def escaped_lines(text: str) -> str:
    """As `escaped`, but line ends stay."""
    return STEERING.sub(code, text.replace("\r\n", "\n").replace("\t", "    "))


def json_text(value: Json) -> str:
    """*value* as JSON in one line, characters as they are, those that would steer a terminal as codes."""
    return escaped_json(json.dumps(value, ensure_ascii=False))


def escaped_json(text: str) -> str:
    """JSON text with what would steer a terminal as codes; it still says the same."""
    return STEERING.sub(_json_code, text)


def _json_code(found: re.Match[str]) -> str:
    # Above the first plane JSON writes two halves.
    return json.dumps(found[0])[1:-1]
