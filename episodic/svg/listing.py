"""Draws the list below a timeline picture: each numbered fact with its sentence, the time for which it holds, its
quote, and what ended it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from episodic.search.attribution import attributed
from episodic.search.fact_views import Quotation
from episodic.search.shown_times import ends_at_latest
from episodic.svg.axis import Zone
from episodic.svg.bars import TimelineBar
from episodic.svg.labels import Words
from episodic.svg.layout import Layout
from episodic.svg.shapes import Pen, wrapped

_SIZE = 10.5
_BOLD = 11.2
"""The font size at which regular text is about as wide as the list's bold text. The program estimates the width of bold
text with this font size.
"""
_LINE = 14.0
_BETWEEN = 7.0
_INDENT = 30.0
_GAP = 28.0


def draw_list(pen: Pen, layout: Layout, zone: Zone, top: float, *, words: Words, most: int) -> float:
    """Draw up to *most* entries of the list in two columns of about equal height, and below them the number of omitted
    entries.

    Return the y coordinate below the list.
    """
    bars = layout.bars
    numbers = {bar.version.uuid: bar.number for bar in bars}
    fixed = {bar.version.uuid for bar in layout.fixed}
    wide = (zone.right - zone.left - _GAP) / 2
    entries = [
        (
            bar,
            [
                *_heading(layout, bar, wide - _INDENT),
                *_entry(bar, numbers, words, wide - _INDENT, is_fixed=bar.version.uuid in fixed),
            ],
        )
        for bar in bars[:most]
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
                sentence = next(line for line, style in lines if style == "small strong")
                for line, style in lines:
                    y += _LINE
                    if style == "small strong":
                        pen.write(str(bar.number) if line is sentence else "", left, y, class_="small strong")
                    pen.write(line, left + _INDENT, y, class_=style)
        bottom = max(bottom, y)
    if len(bars) > most:
        bottom += 22
        note = words.listed_left.format(number=f"{len(bars) - most:,}")
        pen.write(note, zone.left, bottom, class_="label left-out")
    return bottom + 8


def _half(heights: Sequence[float]) -> int:
    total, used = sum(heights), 0.0
    for place, height in enumerate(heights):
        if used >= total / 2:
            return place
        used += height
    return len(heights)


def _heading(layout: Layout, bar: TimelineBar, wide: float) -> list[tuple[str, str]]:
    heading = layout.headings.get(bar.version.uuid)
    return [] if heading is None else [(line, "label soft") for line in wrapped(heading, wide, _BOLD, most=1)]


def _entry(
    bar: TimelineBar, numbers: Mapping[str, int], words: Words, wide: float, *, is_fixed: bool
) -> list[tuple[str, str]]:
    version = bar.version
    shown, fact = version.shown, version.shown.fact
    sentence = attributed(fact, words.said_by(fact.holder_name, fact.scope))
    lines = [(line, "small strong") for line in wrapped(sentence, wide, _BOLD, most=2)]
    times = (words.fixed if is_fixed else "", shown.validity.words)
    details = [" · ".join(part for part in times if part) or words.unknown]
    if shown.sentence is not None:
        details.append(_quoted(shown.sentence, words))
    for ender in version.shown_enders:
        quote = "" if ender.sentence is None else f" {_quoted(ender.sentence, words)}"
        number = f"→{numbers[ender.uuid]} " if ender.uuid in numbers else ""
        latest = ends_at_latest(fact, ender.fact)
        details.append(words.ending(f"{number}{ender.text}{quote}", latest=latest))
    details.extend(words.ends_said.format(quote=_quoted(ending, words)) for ending in version.other_endings)
    others = [str(numbers[uuid]) for uuid in version.order_unknown_to if uuid in numbers]
    if others:
        details.append(words.fallen.format(numbers=", ".join(others)))
    for detail in details:
        lines.extend((line, "small") for line in wrapped(detail, wide, _SIZE, most=2))
    return lines


def _quoted(quote: Quotation, words: Words) -> str:
    opening, closing = words.quote
    return f"{opening}{quote.text}{closing} [{quote.chapter}] {quote.title}".rstrip()
