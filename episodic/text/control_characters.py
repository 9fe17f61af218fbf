"""Escaping of control characters and of characters that change the writing direction, so that text is safe to display."""

from __future__ import annotations

import re

_STEERING = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # The control characters C0 and C1, and DEL.
    "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"  # Line separators, and characters that change the writing direction.
    "\ufeff\ufff9-\ufffb"
    "\ud800-\udfff"  # Surrogates, which are no characters when they stand alone.
    "\U000e0000-\U000e007f"  # Tag characters, which are invisible.
)
STEERING = re.compile(f"[{_STEERING}]")
"""Pattern that matches one control, direction, surrogate, annotation or tag character. The pattern also matches a line
or paragraph separator and a byte order mark, but no tab and no line feed.
"""

_BREAKS = re.compile(r"[\t\n]")
_NO_CHARACTER = re.compile("[\ufffe\uffff]")


def escaped(text: str) -> str:
    """Return *text* on one line, with spaces for tabs and line breaks. Every other character that the pattern STEERING
    matches, such as a control character, is replaced by its code.
    """
    return STEERING.sub(code, _BREAKS.sub(" ", text.replace("\r\n", "\n")))


def escaped_for_xml(text: str) -> str:
    """Return *text* escaped as by `escaped`, and with characters that XML does not allow replaced by their codes.

    Markup characters such as `<` are not escaped.
    """
    return _NO_CHARACTER.sub(code, escaped(text))


def code(found: re.Match[str]) -> str:
    r"""Return the code of the matched character, such as \x1b, \u202e or \U000e0041."""
    number = ord(found[0])
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
