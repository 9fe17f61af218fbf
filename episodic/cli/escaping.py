"""Functions that escape control characters in text and JSON, so that printed text cannot control the terminal."""

from __future__ import annotations

import json
import re

from episodic.model.json_shapes import Json
from episodic.text.control_characters import STEERING, code, escaped

__all__ = ["Json", "escaped", "escaped_json", "escaped_lines", "json_text"]


def escaped_lines(text: str) -> str:
    """Return the text with control characters as escape sequences, except line breaks, which stay, and tabs, which
    become spaces.
    """
    return STEERING.sub(code, text.replace("\r\n", "\n").replace("\t", "    "))


def json_text(value: Json) -> str:
    """Return *value* as JSON on one line, with control characters written as escape sequences."""
    return escaped_json(json.dumps(value, ensure_ascii=False))


def escaped_json(text: str) -> str:
    """Return JSON text with the same value, in which escape sequences replace the control characters inside strings."""
    return STEERING.sub(_json_code, text)


def _json_code(found: re.Match[str]) -> str:
    # JSON writes a character above U+FFFF as two escape sequences, a surrogate pair.
    return json.dumps(found[0])[1:-1]
