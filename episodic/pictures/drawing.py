"""Shapes and words of a drawing as SVG text: every word escaped, every width estimated, nothing loaded from outside."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Generator
from contextlib import contextmanager
from html import escape

from episodic.text.steering import escaped_for_xml

ELLIPSIS = "…"
_NARROW = frozenset("iljtfr.,:;'|!()[] ·")
_BROAD = frozenset("mwMW@—…")
_PIECES = re.compile(r"[A-Za-z0-9'’\-]+[,.;:!?)”]*\s*|\s+|.", re.DOTALL)
_CLOSING = frozenset("，。、；：！？”’」』》）】,.;:!?)…")


def number(value: float) -> str:
    """A coordinate in user units, to a tenth."""
    # Adding nothing turns -0.0 into 0.0.
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def width_of(text: str, size: float) -> float:
    """About how wide *text* is in a sans-serif type of so many units: a Han character is as wide as the type is high."""
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
    """*text* in one line, cut to the width with an ellipsis; empty where not even one character fits."""
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
    """*text* in at most so many lines of that width, the last one cut with an ellipsis where more is left.

    Words of an alphabet stay whole where they fit; Han text may break anywhere but before a closing mark.
    """
    flat = " ".join(escaped_for_xml(text).split())
    lines = [""]
    for piece in _PIECES.findall(flat):
        closing = piece[0] in _CLOSING
        if lines[-1] and not closing and width_of((lines[-1] + piece).rstrip(), size) > width:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    if len(lines) > most:
        lines = [*lines[: most - 1], "".join(lines[most - 1 :])]
    return [fitted(line, width + size, size) for line in lines if line.strip()]


class Pen:
    """Writes one layer of a drawing."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def draw(self, tag: str, text: str | None = None, **attributes: str | float) -> None:
        """One shape; an underscore in an attribute's name stands for a hyphen, one at its end for nothing."""
        head = _head(tag, attributes)
        if text is None:
            self._parts.append(f"{head}/>")
        else:
            self._parts.append(f"{head}>{escape(escaped_for_xml(text))}</{tag}>")

    def write(self, text: str, x: float, y: float, **attributes: str | float) -> None:
        """Words, their baseline at *y*."""
        if text:
            self.draw("text", text, x=x, y=y, **attributes)

    @contextmanager
    def group(self, **attributes: str | float) -> Generator[None]:
        """What is drawn inside belongs together."""
        self._parts.append(f"{_head('g', attributes)}>")
        yield
        self._parts.append("</g>")

    def text(self) -> str:
        """All that was drawn, as SVG text."""
        return "\n".join(self._parts)


def _head(tag: str, attributes: dict[str, str | float]) -> str:
    said = (f' {name.rstrip("_").replace("_", "-")}="{escape(_value(value))}"' for name, value in attributes.items())
    return f"<{tag}{''.join(said)}"


def _value(value: str | float) -> str:
    return escaped_for_xml(value) if isinstance(value, str) else number(value)
