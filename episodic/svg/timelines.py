"""Draws a timeline as an SVG picture: chapters, facts in story time, lines between them, a legend and a list."""

from __future__ import annotations

from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.search.timelines import Timeline
from episodic.svg.axis import Zone
from episodic.svg.labels import Words, words_in
from episodic.svg.layout import DEFAULT_LIMITS, Layout, PictureLimits, layout_of
from episodic.svg.legend import draw_legend
from episodic.svg.listing import draw_list
from episodic.svg.narrative_track import BLOCK, LINKS, blocks_of, draw_chapters, draw_links
from episodic.svg.shapes import Pen, fitted, number
from episodic.svg.story_track import axis_labels, draw_axis, draw_connectors, draw_fixed, draw_grid, draw_row, style_of

WIDTH = 1240.0
_MARGIN = 24.0
_PAGE = Zone(_MARGIN, WIDTH - _MARGIN)
_GUTTER = Zone(_MARGIN, 214.0)
_PLOT = Zone(222.0, WIDTH - _MARGIN)
_HEAD = 62.0
_HATCH = (
    '<defs><pattern id="maybe" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="5" height="5" fill="#fff"/><line x1="0" y1="0" x2="0" y2="5" class="hatch"/></pattern>'
    '<linearGradient id="fade"><stop offset="0" stop-color="#2f4b63"/>'
    '<stop offset="1" stop-color="#2f4b63" stop-opacity=".25"/></linearGradient></defs>'
)


def timeline_svg(timeline: Timeline, *, limits: PictureLimits = DEFAULT_LIMITS) -> str:
    """Return the SVG text of a timeline, which is 1240 units wide and as high as needed. The same timeline always gives
    the same text.

    The narrative track at the top shows the chapters in narrative order. Below the narrative track, the story track
    shows story time. Days are drawn to scale in segments. Chapters whose days are not stated have columns, and unknown
    time has a zone of its own. Facts that exclude each other are in the same row. A line (link) leads from each fact's
    first quote in the narrative track to the fact's time in the story track. The links of flashbacks are thick, dashed
    and coloured. The picture states the number of items that are omitted because of *limits*.
    """
    words = words_in(timeline.language)
    layout = layout_of(timeline, _PLOT, limits)
    back, front = Pen(), Pen()
    _draw_head(front, timeline, words)
    top = draw_legend(front, _PAGE, _HEAD, words) + 10
    if timeline.versions:
        top = _draw_tracks(back, front, timeline, layout, top=top, words=words)
        top = draw_list(front, layout, _PAGE, top + 14, words=words, most=limits.listed)
    else:
        front.write(words.nothing, _MARGIN, top + 20, class_="label")
        top += 30
    top = _draw_foot(front, layout, top, words)
    return _file(timeline.language, _title(timeline, words), back.text() + "\n" + front.text(), top + _MARGIN)


def _title(timeline: Timeline, words: Words) -> str:
    of = words.whole.format(work=timeline.work)
    if timeline.entity is not None:
        of = words.of.format(name=timeline.entity, work=timeline.work)
    asked = next((one.row.predicate for one in timeline.one_by_one if one.row.predicate), timeline.predicate)
    about = f" · {asked}" if timeline.predicate else ""
    return message_text("svg.title_about", timeline.language, title=words.title, about=f"{of}{about}")


def _draw_head(pen: Pen, timeline: Timeline, words: Words) -> None:
    wide = WIDTH - 2 * _MARGIN
    pen.write(fitted(_title(timeline, words), wide, 21), _MARGIN, 36, class_="head")
    rows = {one.row.key for one in timeline.one_by_one}
    counts = words.counts.format(
        versions=f"{len(timeline.one_by_one):,}", rows=f"{len(rows):,}", chapters=f"{len(timeline.chapters):,}"
    )
    if timeline.scope:
        counts = f"{counts} · {words.restricted.format(words=', '.join(timeline.scope))}"
    pen.write(fitted(counts, wide, 12), _MARGIN, 55, class_="sub")


def _draw_tracks(back: Pen, front: Pen, timeline: Timeline, layout: Layout, *, top: float, words: Words) -> float:
    blocks = blocks_of(timeline.chapters, _PLOT)
    with front.group(class_="telling"):
        front.write(words.telling, _GUTTER.left, top + 20, class_="label strong")
        draw_chapters(back, blocks, top, words)
        draw_links(front, [bar for row in layout.rows for bar in row.bars], blocks, top=top + BLOCK)
    top += BLOCK + LINKS
    with front.group(class_="story"):
        front.write(words.story, _GUTTER.left, top + 4, class_="label strong")
        chapters = {one.ref.uuid: one.ref for one in timeline.chapters}
        named = axis_labels(layout.axis, chapters, words)
        draw_grid(back, layout, top, top + named.height + layout.height)
        draw_axis(front, layout.axis, named, top, words)
        top += named.height
        draw_connectors(back, layout.rows, shift=top)
        for row in layout.rows:
            draw_row(front, row, _GUTTER, words, shift=top)
        top += layout.height
        return draw_fixed(front, layout, _GUTTER, words, top=top)


def _draw_foot(pen: Pen, layout: Layout, top: float, words: Words) -> float:
    if layout.rows_left:
        top += 22
        note = words.rows_left.format(number=f"{layout.rows_left:,}", versions=f"{layout.versions_left:,}")
        pen.write(note, _MARGIN, top, class_="label left-out")
    return top


def _file(language: Language, title: str, drawn: str, height: float) -> str:
    pen = Pen()
    pen.draw("title", title)
    pen.draw("style", style_of(language))
    high = number(height)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(WIDTH)}" height="{high}" '
        f'viewBox="0 0 {number(WIDTH)} {high}" role="img" xml:lang="{language}">\n'
        f'{pen.text()}\n{_HATCH}\n<rect class="paper" width="100%" height="100%"/>\n{drawn}\n</svg>\n'
    )
