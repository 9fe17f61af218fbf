"""Draws the chapters of a timeline in narrative order, with a mark at the first quote of each fact, and a line to its
bar.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from episodic.model.episodes import FrameKind
from episodic.model.graph import TimelineTurn
from episodic.search.timeline_layout import NarrativeChapter, TimelinePosition
from episodic.svg.axis import Zone
from episodic.svg.bars import TimelineBar
from episodic.svg.labels import Words
from episodic.svg.shapes import Pen, fitted, number, width_of

BLOCK = 42.0
LINKS = 118.0
_MOST_BLOCKS = 240
_SMALL = 10.5


@dataclass(frozen=True, slots=True)
class ChapterBlock:
    """A rectangle of the picture that stands for one chapter, or for several neighbouring chapters of a very long
    work.
    """

    chapters: tuple[NarrativeChapter, ...]
    left: float
    right: float

    @property
    def numbers(self) -> str:
        """The number of the block's chapter, or the numbers of its first and last chapter. A chapter that is shown by
        its title (see `ChapterRef.shown`) has the title here instead of a number.
        """
        first, last = self.chapters[0].ref.label, self.chapters[-1].ref.label
        return first if first == last else f"{first}–{last}"

    def x(self, place: TimelinePosition) -> float:
        """Return the x coordinate of a position in the text (a chapter of the block and an offset)."""
        step = (self.right - self.left) / len(self.chapters)
        position = next(rank for rank, one in enumerate(self.chapters) if one.ref.uuid == place.chapter.uuid)
        length = self.chapters[position].length
        inside = min(place.offset / length, 1.0) if length else 0.5
        return self.left + step * (position + 0.04 + 0.92 * inside)


def blocks_of(chapters: Sequence[NarrativeChapter], zone: Zone) -> dict[str, ChapterBlock]:
    """Return the block of each chapter by the chapter's id. Half of the width of *zone* is divided equally among the
    chapter blocks. The other half is divided in proportion to the length of the blocks' texts.
    """
    each = -(-len(chapters) // _MOST_BLOCKS) or 1
    groups = [tuple(chapters[start : start + each]) for start in range(0, len(chapters), each)]
    lengths = [sum(one.length for one in group) for group in groups]
    total, count = sum(lengths), len(groups)
    blocks: dict[str, ChapterBlock] = {}
    left = zone.left
    for group, length in zip(groups, lengths, strict=True):
        share = 0.5 / count + 0.5 * (length / total if total else 1 / count)
        right = left + (zone.right - zone.left) * share
        blocks |= {one.ref.uuid: ChapterBlock(group, left, right) for one in group}
        left = right
    return blocks


def draw_chapters(pen: Pen, blocks: dict[str, ChapterBlock], top: float, words: Words) -> None:
    """Draw the chapters as blocks with numbers and titles. Numbers and titles without enough space are left out, and
    long titles are cut.
    """
    every = tuple(dict.fromkeys(blocks.values()))
    for block in every:
        with pen.group(class_="chapter", data_chapter=block.chapters[0].ref.uuid):
            titles = " / ".join(one.ref.title for one in block.chapters)
            pen.draw("title", f"{words.chapter.format(number=block.numbers)} {titles}".strip())
            pen.draw("rect", x=block.left, y=top, width=block.right - block.left, height=BLOCK, class_="block")
    reached = 0.0
    for block in every:
        wide, middle = block.right - block.left, (block.left + block.right) / 2
        half = width_of(block.numbers, _SMALL) / 2
        with pen.group(class_="chapter"):
            if middle - half >= reached:
                pen.write(block.numbers, middle, top + 14, class_="small strong", text_anchor="middle")
                reached = middle + half + 4
            if wide > 40:
                title = fitted(block.chapters[0].ref.title, wide - 8, _SMALL)
                pen.write(title, middle, top + 28, class_="small", text_anchor="middle")


def draw_links(pen: Pen, bars: Sequence[TimelineBar], blocks: dict[str, ChapterBlock], *, top: float) -> None:
    """Mark where each fact is first quoted, and draw a line (link) from the mark to the fact's bar.

    Links of flashbacks are drawn over all other links.
    """
    lines: dict[tuple[float, float, TimelineTurn, FrameKind, bool], list[TimelineBar]] = {}
    for bar in bars:
        place = bar.version.told
        if place is not None and place.chapter.uuid in blocks:
            x = blocks[place.chapter.uuid].x(place)
            key = (float(round(x)), float(round(bar.spot)), place.turn, place.frame, bar.undated)
            lines.setdefault(key, []).append(bar)
    order = (TimelineTurn.ON, TimelineTurn.AHEAD, TimelineTurn.BACK)
    for key, told in sorted(lines.items(), key=lambda one: (order.index(one[0][2]), one[1][0].number)):
        x, target, turn, frame, undated = key
        with pen.group(class_=f"told {turn.value}", data_versions=" ".join(bar.version.uuid for bar in told)):
            pen.draw("title", " · ".join(f"{bar.number} {bar.version.shown.text}" for bar in told[:12]))
            _link(pen, x, target, top=top, style=f"link {turn.value}{' undated' if undated else ''}")
            _place(pen, x, top, frame, turn)
            _arrow(pen, target, top + LINKS, turn)


def _link(pen: Pen, x: float, target: float, *, top: float, style: str) -> None:
    bottom = top + LINKS
    upper, lower = number(top + LINKS * 0.45), number(top + LINKS * 0.55)
    curve = (
        f"M{number(x)} {number(top)} C{number(x)} {upper} {number(target)} {lower} {number(target)} {number(bottom)}"
    )
    pen.draw("path", d=curve, class_=style)


def _place(pen: Pen, x: float, y: float, frame: FrameKind, turn: TimelineTurn) -> None:
    """Draw the mark at a fact's first quote. The mark is a triangle for a flashback or a mention of the past. The mark
    is a square for a letter, dream or tale, and otherwise a circle.
    """
    style = f"place {turn.value}"
    if frame is FrameKind.FLASHBACK or turn is TimelineTurn.BACK:
        corners = ((x - 4.5, y - 7), (x + 4.5, y - 7), (x, y + 1))
        pen.draw("polygon", points=points(corners), class_=style)
    elif frame in (FrameKind.LETTER, FrameKind.DREAM, FrameKind.TALE):
        pen.draw("rect", x=x - 3.5, y=y - 7, width=7, height=7, class_=style)
    else:
        pen.draw("circle", cx=x, cy=y - 3, r=2.6, class_=style)


def _arrow(pen: Pen, x: float, y: float, turn: TimelineTurn) -> None:
    if turn is not TimelineTurn.ON:
        pen.draw("polygon", points=points(((x - 3.5, y - 7), (x + 3.5, y - 7), (x, y))), class_=f"place {turn.value}")


def points(corners: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)
