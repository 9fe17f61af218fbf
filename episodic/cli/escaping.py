"""Escapes control characters in text and JSON before the text is printed to a terminal."""

from __future__ import annotations

import json
import re

from episodic.model.json_shapes import Json
from episodic.text.control_characters import STEERING, code, escaped

__all__ = ["Json", "escaped", "escaped_json", "escaped_lines", "json_text"]


def escaped_lines(text: str) -> str:
    """Escapes control characters like `escaped`, but keeps line breaks."""
    return STEERING.sub(code, text.replace("\r\n", "\n").replace("\t", "    "))


def json_text(value: Json) -> str:
    """Returns *value* as JSON on one line; control characters are written as escape sequences."""
    return escaped_json(json.dumps(value, ensure_ascii=False))


def escaped_json(text: str) -> str:
    """Returns JSON text with its control characters as escape sequences; the JSON value stays the same."""
    return STEERING.sub(_json_code, text)


def _json_code(found: re.Match[str]) -> str:
    # JSON writes a character above U+FFFF as a surrogate pair.
    return json.dumps(found[0])[1:-1]
