"""Draws the facts of a timeline in story time: the axis with ticks and labels, and rows of bars, marks and connectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from episodic.languages.messages import template
from episodic.model.episodes import Language
from episodic.search.chapter_refs import ChapterRef
from episodic.search.timeline_layout import TimelineRow, TimelineRowKind
from episodic.svg.axis import Axis, AxisSegment, Zone, shared_ends
from episodic.svg.bars import LABEL, OPEN_BOUND_WIDTH, BarEnd, TimelineBar
from episodic.svg.labels import Words
from episodic.svg.layout import Layout, LayoutRow
from episodic.svg.narrative_track import points
from episodic.svg.shapes import Pen, fitted, number, width_of, wrapped

RIGHT = 1216.0
"""The x coordinate of the right end of all rows of facts."""
_SMALL = 10.5
_LEVELS = 3
_LONGEST_RANGE = 300.0
_THICK = 9.0


@dataclass(frozen=True, slots=True)
class Tick:
    """A tick of the axis with its label. `level` says in which line of text below the axis the label is written, and is
    None if the label did not fit.
    """

    x: float
    left: float
    text: str
    level: int | None


@dataclass(frozen=True, slots=True)
class AxisLabels:
    """The ticks and labels of the axis. The labels are distributed among several lines of text (levels), so that they
    do not overlap.
    """

    ticks: tuple[Tick, ...]

    @property
    def height(self) -> float:
        levels = [one.level for one in self.ticks if one.level is not None]
        return 40.0 + 15.0 * (1 + max(levels, default=-1))


def axis_labels(axis: Axis, chapters: Mapping[str, ChapterRef], words: Words) -> AxisLabels:
    """Return the ticks of the axis. Each label is put into the first line of text below the axis that has enough space
    for it. A label for which no line has space is left out.
    """
    named = [(x, words.chapter.format(number=chapters[one].label)) for one, x in axis.columns.items()]
    reached = [-1e9] * _LEVELS
    ticks: list[Tick] = []
    for x, text in sorted([*_dates(axis), *named]):
        wide = width_of(text, _SMALL)
        left = x + 3 if x + 3 + wide <= axis.right else x - 3 - wide
        level = next((one for one, end in enumerate(reached) if end + 8 <= min(left, x)), None)
        ticks.append(Tick(x, left, text, level))
        if level is not None:
            reached[level] = max(left + wide, x)
    return AxisLabels(tuple(ticks))


def _dates(axis: Axis) -> list[tuple[float, str]]:
    """Return the x coordinate and the text of each date on the axis. Within a segment of the axis, only the first date
    text contains the year if all date texts share the year.

    A segment with at most one exactly known day also shows texts for ranges of days, such as "spring 212". Without
    texts for ranges of days, an axis over decades could show only one date.
    """
    dates: list[tuple[float, str]] = []
    for segment in axis.segments:
        known = [(day, axis.labels[day]) for day in sorted(axis.labels) if segment.first <= day <= segment.last]
        head, tail = shared_ends([text for _, text in known])
        for place, (day, text) in enumerate(known):
            dates.append((segment.x(day), text.removeprefix(head).removesuffix(tail) if place else text))
        if len(known) < 2:
            ranges = [(day, text) for day, text in sorted(axis.ranges.items()) if segment.first <= day <= segment.last]
            taken = {day for day, _ in known}
            dates.extend(
                (segment.x(day), fitted(text, _LONGEST_RANGE, _SMALL)) for day, text in ranges if day not in taken
            )
    return dates


def draw_axis(pen: Pen, axis: Axis, named: AxisLabels, top: float, words: Words) -> None:
    """Draw the lines of the axis, its ticks and labels, the captions of its zones, and a break wherever days are left
    out.
    """
    low = top + named.height - 8
    if axis.days is not None:
        _caption(pen, words.to_scale, axis.days, low)
        for segment in axis.segments:
            pen.draw("line", x1=segment.left - 8, x2=segment.right + 8, y1=top, y2=top, class_="axis")
        for before, after in pairwise(axis.segments):
            _break(pen, before, after, top, words)
    if axis.chapters is not None:
        _caption(pen, words.by_chapter, axis.chapters, low)
        pen.draw("line", x1=axis.chapters.left, x2=axis.chapters.right, y1=top, y2=top, class_="axis dashed")
    if axis.unknown is not None:
        _caption(pen, words.unknown, axis.unknown, low)
        pen.draw("line", x1=axis.unknown.left, x2=axis.unknown.right, y1=top, y2=top, class_="axis dotted")
    for tick in named.ticks:
        pen.draw("line", x1=tick.x, x2=tick.x, y1=top - 4, y2=top + 4, class_="axis thin")
        if tick.level is not None:
            y = top + 16 + tick.level * 15
            pen.draw("line", x1=tick.x, x2=tick.x, y1=top + 4, y2=y, class_="leader")
            pen.write(tick.text, tick.left, y, class_="small")


def _caption(pen: Pen, text: str, zone: Zone, y: float) -> None:
    said = fitted(text, zone.right - zone.left, _SMALL)
    pen.write(said, zone.right, y, class_="small soft", text_anchor="end")


def _break(pen: Pen, before: AxisSegment, after: AxisSegment, top: float, words: Words) -> None:
    middle = (before.right + after.left) / 2
    for shift in (-3, 3):
        pen.draw("line", x1=middle + shift - 3, y1=top + 6, x2=middle + shift + 3, y2=top - 6, class_="axis thin")
    days = words.days.format(number=f"{after.first - before.last:,}")
    pen.write(days, middle, top - 9, class_="small soft halo", text_anchor="middle")


def draw_grid(pen: Pen, layout: Layout, top: float, bottom: float) -> None:
    """Draw vertical grid lines at exactly known days and undated chapters, and the backgrounds of the zones for undated
    chapters and unknown time.
    """
    axis = layout.axis
    for zone, style in ((axis.chapters, "zone chapters"), (axis.unknown, "zone unknown")):
        if zone is not None:
            pen.draw("rect", x=zone.left, y=top, width=zone.right - zone.left, height=bottom - top, class_=style)
    for x in (*(axis.x(day) for day in sorted(axis.labels)), *axis.columns.values()):
        pen.draw("line", x1=x, x2=x, y1=top, y2=bottom, class_="grid")


def draw_row(pen: Pen, row: LayoutRow, gutter: Zone, words: Words, *, shift: float) -> None:
    """Draw one row of facts: its heading on the left, then its bars and marks."""
    top = row.top + shift
    with pen.group(class_=f"row {row.row.kind.value}", data_row=_heading(row.row, words)):
        pen.draw("line", x1=gutter.left, x2=RIGHT, y1=top, y2=top, class_="rule")
        lines = wrapped(_heading(row.row, words), gutter.right - gutter.left - 10, LABEL, most=2)
        if row.left_out:
            lines.append(words.versions_left.format(number=row.left_out))
        for place, line in enumerate(lines):
            pen.write(line, gutter.left, top + 17 + place * 14, class_="label strong" if not place else "label")
        for bar in row.bars:
            draw_bar(pen, bar, row.lane_top(bar) + shift, row.middle(bar) + shift)


def _heading(row: TimelineRow, words: Words) -> str:
    what = words.events if row.kind is TimelineRowKind.EVENT else row.predicate
    return f"{words.said_by(row.holder, row.scope)}{row.of} · {what}"


def draw_bar(pen: Pen, bar: TimelineBar, top: float, middle: float) -> None:
    fact = bar.version.shown.fact
    turn = "" if bar.version.told is None else f" {bar.version.told.turn.value}"
    kind = "undated" if bar.undated else "event" if bar.is_event else "state"
    with pen.group(class_=f"version {kind} {'world' if bar.is_world else 'claim'}{turn}", data_version=fact.uuid):
        pen.draw("title", f"{bar.number} {fact.text} — {bar.version.shown.validity.words}")
        if bar.is_event:
            _draw_mark(pen, bar, middle)
        elif bar.undated:
            y = middle - _THICK / 2
            pen.draw("rect", x=bar.left, y=y, width=bar.right - bar.left, height=_THICK, class_="bar undated")
        else:
            _draw_span(pen, bar, middle)
        pen.write(bar.label, bar.label_x, middle + 4 if bar.is_event else top + 12, class_="label halo")


def _draw_mark(pen: Pen, bar: TimelineBar, y: float) -> None:
    x = bar.left + 5 if bar.undated else bar.spot
    certain = not bar.undated and bar.right - bar.left < 2
    if not bar.undated and not certain:
        style = "whisker" + (" open" if bar.open_left or bar.end is BarEnd.UNKNOWN else "")
        pen.draw("line", x1=bar.left, x2=bar.right, y1=y, y2=y, class_=style)
        for edge, open_ in ((bar.left, bar.open_left), (bar.right, bar.end is BarEnd.UNKNOWN)):
            if not open_:
                pen.draw("line", x1=edge, x2=edge, y1=y - 4, y2=y + 4, class_="whisker")
    corners = ((x - 5, y), (x, y - 5), (x + 5, y), (x, y + 5))
    pen.draw("polygon", points=points(corners), class_="mark" if certain and bar.is_world else "mark hollow")


def _draw_span(pen: Pen, bar: TimelineBar, middle: float) -> None:
    y = middle - _THICK / 2
    certain = bar.sure_from <= bar.sure_to
    left, right = (bar.sure_from, bar.sure_to) if certain else (bar.right, bar.right)
    fade = min(OPEN_BOUND_WIDTH, right - left) if bar.end is BarEnd.OPEN and certain else 0.0
    if certain and right - left - fade > 0:
        pen.draw("rect", x=left, y=y, width=right - left - fade, height=_THICK, class_="bar sure")
    elif certain and bar.right - bar.left <= 5:
        pen.draw("rect", x=bar.left, y=y, width=4, height=_THICK, class_="bar sure")
    if fade:
        pen.draw("rect", x=right - fade, y=y, width=fade, height=_THICK, class_="bar fade")
    for start, end, way in ((bar.left, left, "left"), (right, bar.right, "right")):
        if end - start > 0.5:
            is_open = bar.open_left if way == "left" else bar.end is BarEnd.UNKNOWN
            style = f"bar maybe{' open' if is_open else ''}"
            pen.draw("rect", x=start, y=y, width=end - start, height=_THICK, class_=style)
    if bar.end is BarEnd.OPEN:
        x = bar.right
        corners = ((x - 1, y - 1.5), (x + 7, middle), (x - 1, y + _THICK + 1.5))
        pen.draw("polygon", points=points(corners), class_="onward")
    elif bar.end is BarEnd.KNOWN:
        pen.draw("line", x1=bar.right, x2=bar.right, y1=y - 3, y2=y + _THICK + 3, class_="stop")
    if bar.open_left:
        pen.write("‹", bar.left - 7, middle + 4, class_="label soft")


def draw_fixed(pen: Pen, layout: Layout, gutter: Zone, words: Words, *, top: float) -> float:
    """Draw the facts that never change as running text below the rows, and the number of such facts that are left out.
    Return the y coordinate of the lower edge of this text.
    """
    if not layout.fixed:
        return top
    pen.draw("line", x1=gutter.left, x2=RIGHT, y1=top, y2=top, class_="rule")
    pen.write(words.fixed, gutter.left, top + 17, class_="label strong")
    if layout.fixed_left:
        pen.write(words.versions_left.format(number=layout.fixed_left), gutter.left, top + 31, class_="label left-out")
    x, y = gutter.right + 8, top + 17
    for bar in layout.fixed:
        row = bar.version.row
        text = fitted(f"{bar.number} {_heading(row, words)}: {bar.version.label}", RIGHT - gutter.right - 8, LABEL)
        wide = width_of(text, LABEL)
        if x + wide > RIGHT and x > gutter.right + 8:
            x, y = gutter.right + 8, y + 17
        with pen.group(class_="version fixed", data_version=bar.version.uuid):
            pen.write(text, x, y, class_="label")
        x += wide + 22
    return max(y, top + 31 if layout.fixed_left else y) + 10


def draw_connectors(pen: Pen, rows: Sequence[LayoutRow], *, shift: float) -> None:
    """Draw lines between related bars. A line leads from a fact to the fact that ended it, or across a time gap between
    two facts of a row. Lines also stand beside facts whose order in time is unknown.

    If a fact and the fact that ended it are in different rows, the number of the ending fact is written instead of a
    line.
    """
    where = {bar.version.uuid: (row, bar) for row in rows for bar in row.bars}
    for row in rows:
        for bar in row.bars:
            y = row.middle(bar) + shift
            for ender in bar.version.ended_by:
                if ender.uuid in where and not bar.undated:
                    ender_row, ender_bar = where[ender.uuid]
                    if ender_row is row:
                        _ended_by(pen, bar, ender_bar, y, row.middle(ender_bar) + shift)
                    else:
                        pen.write(f"→{ender_bar.number}", bar.right + 5, y + 4, class_="small soft ended-by-number")
            earlier = where.get(bar.version.gap_after or "")
            if earlier is not None and bar.left > earlier[1].right:
                pen.draw("line", x1=earlier[1].right + 2, x2=bar.left - 2, y1=y, y2=y, class_="gap")
        unknown = [one for one in row.bars if one.version.order_unknown_to]
        if len(unknown) > 1:
            x = max(one.right for one in unknown) + 3 if all(one.undated for one in unknown) else row.bars[0].left - 5
            first, last = row.middle(unknown[0]) + shift, row.middle(unknown[-1]) + shift
            pen.draw("line", x1=x, x2=x, y1=first - 6, y2=last + 6, class_="unordered")


def _ended_by(pen: Pen, bar: TimelineBar, ender: TimelineBar, y: float, target: float) -> None:
    x, goal = (
        bar.right,
        (ender.spot if ender.is_event or ender.undated else max(ender.left, min(ender.spot, bar.right))),
    )
    down = 1 if target >= y else -1
    if abs(target - y) < 2:
        return
    tip = target - down * (_THICK / 2 + 1)
    turn = tip - down * 7
    path = f"M{number(x)} {number(y)} V{number(turn)} H{number(goal)} V{number(tip)}"
    pen.draw("path", d=path, class_="ended-by")
    corners = ((goal - 2.5, tip - down * 4.5), (goal + 2.5, tip - down * 4.5), (goal, tip))
    pen.draw("polygon", points=points(corners), class_="tip")


def style_of(language: Language) -> str:
    """Return the CSS style sheet of the drawing, which is dark on white. Everything that colours distinguish also
    differs in shape, line or text, so that the drawing can be read without colours.
    """
    return f"text{{font-family:{template('svg.fonts', language)},sans-serif;fill:#111;white-space:pre}}{_STYLE}"


_STYLE = (
    ".paper{fill:#fff}.head{font-size:21px;font-weight:700}.sub{font-size:12px;fill:#444}"
    f".label{{font-size:{LABEL}px}}.small{{font-size:{_SMALL}px}}.strong{{font-weight:700}}.soft{{fill:#555}}"
    ".block{fill:#f3f3f3;stroke:#555;stroke-width:.8}.rule{stroke:#ccc;stroke-width:.7}.grid{stroke:#e3e3e3;stroke-width:.7}"
    ".halo{paint-order:stroke;stroke:#fff;stroke-width:3px}.leader{stroke:#aaa;stroke-width:.6}.axis{stroke:#111;stroke-width:1.6}.thin{stroke-width:1}"
    ".dashed{stroke-dasharray:6 4}.dotted{stroke-dasharray:1.5 4}"
    ".zone{fill:#fafafa}.zone.unknown{fill:#f4f4f4}"
    ".link{fill:none;stroke:#8a8f94;stroke-width:.9}.link.undated{stroke-dasharray:1.5 3;stroke:#b5b5b5}"
    ".link.back{stroke:#b3261e;stroke-width:2;stroke-dasharray:7 3}.link.back.undated{stroke-width:1.1;stroke-dasharray:1.5 3}"
    ".link.ahead{stroke:#1d6a96;stroke-width:1.6;stroke-dasharray:2 3}"
    ".place{fill:#666}.place.back{fill:#b3261e}.place.ahead{fill:#1d6a96}"
    ".bar{stroke:#2f4b63;stroke-width:.8}.sure{fill:#2f4b63}.maybe{fill:url(#maybe)}.maybe.open{stroke-dasharray:3 2}"
    ".fade{fill:url(#fade);stroke:none}.bar.undated{fill:#fff;stroke:#555;stroke-dasharray:3 2}"
    ".claim .sure{fill:#fff}.claim .fade{fill:none;stroke:#2f4b63;stroke-dasharray:3 2}.onward{fill:#2f4b63}"
    ".claim .onward{fill:#fff;stroke:#2f4b63;stroke-width:.8}"
    ".stop{stroke:#111;stroke-width:1.8}.mark{fill:#2f4b63;stroke:#2f4b63;stroke-width:1}.hollow{fill:#fff}"
    ".whisker{stroke:#2f4b63;stroke-width:1}.whisker.open{stroke-dasharray:2 2}"
    ".ended-by{fill:none;stroke:#111;stroke-width:.9}.tip{fill:#111}"
    ".gap{stroke:#777;stroke-width:1.2;stroke-dasharray:1 4}.unordered{stroke:#111;stroke-width:1.4;stroke-dasharray:2 3}"
    ".hatch{stroke:#2f4b63;stroke-width:1.1}"
)
