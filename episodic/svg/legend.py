"""Draws the legend of a timeline picture: samples of lines, bars and marks, each with its meaning."""

from __future__ import annotations

from collections.abc import Callable

from episodic.svg.axis import Zone
from episodic.svg.labels import Words
from episodic.svg.narrative_track import points
from episodic.svg.shapes import Pen, width_of

_LINE = 20.0
_SAMPLE = 34.0
_SMALL = 10.5


def draw_legend(pen: Pen, zone: Zone, top: float, words: Words) -> float:
    """Draw the legend in lines as wide as *zone*, from the y coordinate *top* down, and return the y coordinate below
    the legend.
    """
    samples: tuple[tuple[Callable[[Pen, float, float], None], str], ...] = (
        (_line("link on"), words.told_on),
        (_back, words.told_back),
        (_line("link ahead"), words.told_ahead),
        (_bar("bar sure"), words.holds),
        (_bar("bar maybe"), words.uncertain),
        (_on, words.open),
        (_claim, words.claim),
        (_ended, words.ended_by),
        (_mark, words.event),
        (_line("unordered"), words.order_unknown),
        (_line("gap"), words.gap),
    )
    x, y = zone.left, top + 8
    with pen.group(class_="legend"):
        for draw, meaning in samples:
            wide = _SAMPLE + 6 + width_of(meaning, _SMALL) + 16
            if x + wide > zone.right and x > zone.left:
                x, y = zone.left, y + _LINE
            draw(pen, x, y)
            pen.write(meaning, x + _SAMPLE + 6, y + 4, class_="small")
            x += wide
    return y + 16


def _line(style: str) -> Callable[[Pen, float, float], None]:
    def draw(pen: Pen, x: float, y: float) -> None:
        pen.draw("path", d=f"M{x:.1f} {y:.1f} h{_SAMPLE:.0f}", class_=style)

    return draw


def _back(pen: Pen, x: float, y: float) -> None:
    _line("link back")(pen, x, y)
    pen.draw("polygon", points=points(((x - 1, y - 4), (x + 8, y - 4), (x + 3.5, y + 4))), class_="place back")


def _bar(style: str) -> Callable[[Pen, float, float], None]:
    def draw(pen: Pen, x: float, y: float) -> None:
        pen.draw("rect", x=x, y=y - 4.5, width=_SAMPLE, height=9, class_=style)

    return draw


def _on(pen: Pen, x: float, y: float) -> None:
    pen.draw("rect", x=x, y=y - 4.5, width=_SAMPLE - 8, height=9, class_="bar fade")
    tip = x + _SAMPLE
    pen.draw("polygon", points=points(((tip - 9, y - 6), (tip, y), (tip - 9, y + 6))), class_="onward")


def _claim(pen: Pen, x: float, y: float) -> None:
    with pen.group(class_="claim"):
        _bar("bar sure")(pen, x, y)


def _ended(pen: Pen, x: float, y: float) -> None:
    pen.draw("path", d=f"M{x + 6:.1f} {y - 7:.1f} v8 h18 v4", class_="ended-by")
    pen.draw("line", x1=x + 6, x2=x + 6, y1=y - 8, y2=y - 2, class_="stop")
    pen.draw("polygon", points=points(((x + 21.5, y + 3), (x + 26.5, y + 3), (x + 24, y + 8))), class_="tip")


def _mark(pen: Pen, x: float, y: float) -> None:
    middle = x + _SAMPLE / 2
    pen.draw(
        "polygon", points=points(((middle - 5, y), (middle, y - 5), (middle + 5, y), (middle, y + 5))), class_="mark"
    )
