"""The list below a timeline: every number of the picture with its sentence, when it holds, its words in the text, and its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from episodic.pictures.axis import Zone
from episodic.pictures.bars import Bar
from episodic.pictures.drawing import Pen, wrapped
from episodic.pictures.layout import Layout
from episodic.pictures.words import Words
from episodic.search.shown import Quotation

_SIZE = 10.5
_BOLD = 11.2
"""As wide as bold type of that size runs."""
_LINE = 14.0
_BETWEEN = 7.0
_INDENT = 30.0
_GAP = 28.0


def draw_list(pen: Pen, layout: Layout, zone: Zone, top: float, *, words: Words, most: int) -> float:
    """The entries in two columns of about one height; the height below them. More than *most* are counted, not listed."""
    bars = layout.bars
    numbers = {bar.version.uuid: bar.number for bar in bars}
    fixed = {bar.version.uuid for bar in layout.fixed}
    wide = (zone.right - zone.left - _GAP) / 2
    entries = [
        (bar, _entry(bar, numbers, words, wide - _INDENT, is_fixed=bar.version.uuid in fixed)) for bar in bars[:most]
    ]
    heights = [_BETWEEN + _LINE * len(lines) for _, lines in entries]
    first = _half(heights)
    bottom = top
    pen.draw("line", x1=zone.left, x2=zone.right, y1=top, y2=top, class_="rule")
    for start, end, left in ((0, first, zone.left), (first, len(entries), zone.left + wide + _GAP)):
        y = top + 6
        for bar, lines in entries[start:end]:
            y += _BETWEEN
            with pen.group(class_="entry", data_version=bar.version.uuid):
                for line, style in lines:
                    y += _LINE
                    if style == "small strong":
                        pen.write(str(bar.number) if line == lines[0][0] else "", left, y, class_="small strong")
                    pen.write(line, left + _INDENT, y, class_=style)
        bottom = max(bottom, y)
    if len(bars) > most:
        bottom += 22
        said = words.listed_left.format(number=f"{len(bars) - most:,}")
        pen.write(said, zone.left, bottom, class_="label left-out")
    return bottom + 8


def _half(heights: Sequence[float]) -> int:
    """How many entries the first column takes so that it is the longer one by as little as can be."""
    total, used = sum(heights), 0.0
    for place, one in enumerate(heights):
        if used >= total / 2:
            return place
        used += one
    return len(heights)


def _entry(bar: Bar, numbers: Mapping[str, int], words: Words, wide: float, *, is_fixed: bool) -> list[tuple[str, str]]:
    """The lines of one entry with their styles."""
    version = bar.version
    shown, fact = version.shown, version.shown.fact
    sentence = f"{words.said_by(fact.holder_name, fact.scope)}{fact.text}"
    lines = [(line, "small strong") for line in wrapped(sentence, wide, _BOLD, most=2)]
    when = words.fixed if is_fixed else shown.validity.words
    frame = words.told(version.told.frame, version.told.turn) if version.told is not None else ""
    said = [" · ".join(one for one in (when, frame) if one)]
    if shown.sentence is not None:
        said.append(_quoted(shown.sentence, words))
    for ender in version.ended_by:
        told = "" if ender.sentence is None else f" {_quoted(ender.sentence, words)}"
        number = f"→{numbers[ender.uuid]} " if ender.uuid in numbers else ""
        said.append(words.ends_with.format(text=f" {number}{ender.text}{told}"))
    said.extend(words.ends_said.format(quote=_quoted(ending, words)) for ending in shown.endings)
    others = [str(numbers[uuid]) for uuid in version.order_unknown_to if uuid in numbers]
    if others:
        said.append(words.fallen.format(numbers=", ".join(others)))
    for one in said:
        lines.extend((line, "small") for line in wrapped(one, wide, _SIZE, most=2))
    return lines


def _quoted(one: Quotation, words: Words) -> str:
    """Words of the text with their chapter."""
    opening, closing = words.quote
    return f"{opening}{one.text}{closing} [{one.ordinal}] {one.title}".rstrip()
