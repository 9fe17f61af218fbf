"""Escapes control characters and characters that change the writing direction, to make text safe to display."""

from __future__ import annotations

import re

_STEERING = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, escape codes of both widths
    "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"  # line separators, and what turns the direction of writing
    "\ufeff\ufff9-\ufffb"
    "\ud800-\udfff"  # half a surrogate pair
    "\U000e0000-\U000e007f"  # invisible tags
)
STEERING = re.compile(f"[{_STEERING}]")
"""Pattern of one control, direction or other invisible character; the pattern does not match tabs and line feeds."""

_BREAKS = re.compile(r"[\t\n]")
_NO_CHARACTER = re.compile("[\ufffe\uffff]")


def escaped(text: str) -> str:
    """Return *text* on one line, with every control, escape and direction character replaced by its code."""
    return STEERING.sub(code, _BREAKS.sub(" ", text.replace("\r\n", "\n")))


def escaped_for_xml(text: str) -> str:
    """Return the text escaped as by `escaped`, and without characters that XML does not allow.

    The function does not escape markup characters such as `<`.
    """
    return _NO_CHARACTER.sub(code, escaped(text))


def code(found: re.Match[str]) -> str:
    r"""The code of the matched character: \x1b, \u202e, \U000e0041."""
    number = ord(found[0])
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
