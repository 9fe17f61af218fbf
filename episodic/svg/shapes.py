"""Writes SVG shapes and text. All text is escaped, its width is estimated, and long text is cut or wrapped."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from html import escape

from episodic.text.control_characters import escaped_for_xml

ELLIPSIS = "…"
_NARROW = frozenset("iljtfr.,:;'|!()[] ·")
_BROAD = frozenset("mwMW@—…")
_PIECES = re.compile(r"[A-Za-z0-9'’\-]+[,.;:!?)”]*\s*|\s+|.", re.DOTALL)
_CLOSING = frozenset("，。、；：！？”’」』》）】,.;:!?)…")


def number(value: float) -> str:
    """Return the text of a coordinate, rounded to a tenth of a unit."""
    # Adding 0.0 changes -0.0 to 0.0, so that no coordinate is written as "-0".
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def width_of(text: str, size: float) -> float:
    """Return the estimated width of *text* in a sans-serif font of the given size. A Han character is as wide as the
    font size.
    """
    return size * sum(_ems(one) for one in text)


def _ems(character: str) -> float:
    if unicodedata.east_asian_width(character) in "WF" or character in _BROAD:
        return 1.0
    if character in "“”‘’":
        return 0.5
    if unicodedata.combining(character):
        return 0.0
    if character in _NARROW:
        return 0.34
    return 0.72 if character.isupper() else 0.6


def fitted(text: str, width: float, size: float) -> str:
    """Return *text* on one line. A text that is too wide is cut and gets an ellipsis. If not even one character fits,
    the result is empty.
    """
    flat = " ".join(escaped_for_xml(text).split())
    if width_of(flat, size) <= width:
        return flat
    room = width - width_of(ELLIPSIS, size)
    used, kept = 0.0, 0
    for character in flat:
        used += width_of(character, size)
        if used > room:
            break
        kept += 1
    return f"{flat[:kept].rstrip()}{ELLIPSIS}" if kept else ""


def wrapped(text: str, width: float, size: float, *, most: int = 3) -> list[str]:
    """Wrap *text* into at most *most* lines of the given width. If *text* needs more lines, the last line is cut with
    an ellipsis.

    An alphabetic word is broken only if it does not fit on a line. Han text may be broken anywhere except before
    closing punctuation.
    """
    flat = " ".join(escaped_for_xml(text).split())
    lines = [""]
    for piece in _pieces(flat, width, size):
        closing = piece[0] in _CLOSING
        # One closing punctuation mark may extend beyond the end of a line.
        room = width + size if closing else width
        if lines[-1] and width_of((lines[-1] + piece).rstrip(), size) > room:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    if len(lines) > most:
        lines = [*lines[: most - 1], "".join(lines[most - 1 :])]
    return [fitted(line, width + size, size) for line in lines if line.strip()]


def _pieces(text: str, width: float, size: float) -> Iterator[str]:
    for piece in _PIECES.findall(text):
        start = 0
        for end in range(1, len(piece)):
            if width_of(piece[start : end + 1].rstrip(), size) > width:
                yield piece[start:end]
                start = end
        yield piece[start:]


class Pen:
    """Collects the SVG elements of one layer of a drawing."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def draw(self, tag: str, text: str | None = None, **attributes: str | float) -> None:
        """Add an SVG element. In attribute names, a trailing underscore is removed, and other underscores become
        hyphens: `class_` is written as "class", `text_anchor` as "text-anchor".
        """
        head = _head(tag, attributes)
        if text is None:
            self._parts.append(f"{head}/>")
        else:
            self._parts.append(f"{head}>{escape(escaped_for_xml(text))}</{tag}>")

    def write(self, text: str, x: float, y: float, **attributes: str | float) -> None:
        """Add text with its baseline at *y*, or nothing if the text is empty."""
        if text:
            self.draw("text", text, x=x, y=y, **attributes)

    @contextmanager
    def group(self, **attributes: str | float) -> Generator[None]:
        self._parts.append(f"{_head('g', attributes)}>")
        yield
        self._parts.append("</g>")

    def text(self) -> str:
        return "\n".join(self._parts)


def _head(tag: str, attributes: dict[str, str | float]) -> str:
    written = (f' {name.rstrip("_").replace("_", "-")}="{escape(_value(value))}"' for name, value in attributes.items())
    return f"<{tag}{''.join(written)}"


def _value(value: str | float) -> str:
    return escaped_for_xml(value) if isinstance(value, str) else number(value)
