"""Divides a text into paragraphs by blank lines, indents or line breaks; wrapped lines belong to one paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from episodic.model.spans import Span
from episodic.text.heading_marks import Form
from episodic.text.headings import marks_of
from episodic.text.lines import Line, indent, lines
from episodic.text.scripts import HAN_CLASS, KANA_HANGUL_CLASS
from episodic.text.sentence_rules import abbreviations

_WIDEST_WRAP = 130
"""The maximum width of lines that were wrapped by a text editor, in columns (a Han character takes two).

If a line of a block (lines without a blank line between them) is wider than this, each line of the block is a paragraph
of its own.
"""

_NARROWEST_WRAP = 30
"""The minimum width of lines that were wrapped by a text editor, in columns.

If all lines of a block (lines without a blank line between them) are narrower than this, a paragraph ends with each
line that ends a sentence.
"""

_RULE = re.compile(r"(?:[*＊·•◇◆○●□■☆★※✦❦❧§#+×△▲▽▼][ \t\u3000]*){1,40}|(?:[-—–―─━_=~～＝－][ \t\u3000]*){2,90}")
_ENDS_SENTENCE = re.compile(r"[。！？!?….｡．：:—－~～][”’」』）】》〉〕\"')\]*_]*$|[”」』】\"]$")
_TITLE = re.compile(r"([^\W\d_]+)\.$")
_OPENS_SPEECH = tuple("“「『\"‘'—–")
_FIRST_WORD = re.compile(rf"[{HAN_CLASS}{KANA_HANGUL_CLASS}]|[^\s{HAN_CLASS}{KANA_HANGUL_CLASS}]+")
_WIDE = re.compile(rf"[{HAN_CLASS}{KANA_HANGUL_CLASS}\u3000-\u303f\uff01-\uff60“”‘’—…]")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, together with the blank lines after it.

    A paragraph's `span` ends at the start of the next paragraph. `body` is the span of the paragraph's visible text.
    `gap` is the number of blank lines after the paragraph. `rule` is true for a line of stars or dashes that separates
    two scenes.
    """

    span: Span
    body: Span
    gap: int
    rule: bool


def paragraphs(text: str) -> tuple[Paragraph, ...]:
    """Return the paragraphs of *text* in text order. The paragraphs cover the whole text without gaps.

    Blank lines before the first paragraph belong to it. A blank line always ends a paragraph. A line break without a
    blank line also ends a paragraph, unless a text editor seems to have wrapped the line. A line seems to be wrapped if
    the next word would not have fitted on it. A line also seems to be wrapped if the next line begins with a small
    letter. Headings, scene breaks and lines of a block (lines without a blank line between them) that is wider than
    `_WIDEST_WRAP` never count as wrapped. A line that ends a sentence does not count as wrapped if the next line is
    indented or opens speech. Such a line does not count as wrapped, either, if the next line belongs to a block whose
    lines mostly end sentences.
    """
    groups = list(_groups(text, lines(text)))
    found: list[Paragraph] = []
    start = 0
    for group, gap, after in groups:
        body = Span(_seen_from(text, group[0]), _seen_to(text, group[-1]))
        rule = len(group) == 1 and is_rule(group[0].words)
        found.append(Paragraph(Span(start, after), body, gap, rule))
        start = after
    if not found and text:
        return (Paragraph(Span(0, len(text)), Span(0, 0), 0, rule=False),)
    return tuple(found)


def is_rule(words: str) -> bool:
    """Return whether a line contains only stars, dashes or similar marks that separate two scenes."""
    return _RULE.fullmatch(words) is not None


def ends_sentence(words: str) -> bool:
    """Return whether the last characters of a line can be the end of a sentence. An abbreviated title ("said Mr.") is
    none.
    """
    if _ENDS_SENTENCE.search(words) is None:
        return False
    title = _TITLE.search(words)
    return title is None or title[1] not in abbreviations()


def _seen_from(text: str, line: Line) -> int:
    return line.start + text[line.start : line.end].find(line.words[0]) if line.words else line.start


def _seen_to(text: str, line: Line) -> int:
    return line.start + text[line.start : line.end].rfind(line.words[-1]) + 1 if line.words else line.end


def _groups(text: str, all_lines: Sequence[Line]) -> Iterator[tuple[list[Line], int, int]]:
    block: list[Line] = []
    gap = 0
    for line in all_lines:
        if line.blank:
            gap += 1 if block else 0
            continue
        if block and gap:
            yield from _paragraphs_of(text, block, gap=gap, after=line.start)
            block, gap = [], 0
        block.append(line)
    if block:
        yield from _paragraphs_of(text, block, gap=gap, after=len(text))


def _paragraphs_of(text: str, block: list[Line], *, gap: int, after: int) -> Iterator[tuple[list[Line], int, int]]:
    ends = _breaks(text, block)
    first = 0
    for index in ends:
        yield block[first : index + 1], 0, block[index + 1].start
        first = index + 1
    yield block[first:], gap, after


def _breaks(text: str, block: list[Line]) -> list[int]:
    if len(block) == 1:
        return []
    widths = [_columns(text[line.start : line.end].rstrip()) for line in block]
    width = max(widths)
    if width > _WIDEST_WRAP:
        return list(range(len(block) - 1))
    closed = [ends_sentence(line.words) for line in block]
    wrapped = sum(closed[:-1]) * 2 <= len(block) - 1
    indents = [indent(text, line) for line in block]
    margin = min(indents)
    found: list[int] = []
    for index, line in enumerate(block[:-1]):
        following = block[index + 1]
        heading = any(mark.form is not Form.WEAK for mark in marks_of(line.words))
        set_off = indents[index + 1] > margin + 1 or not wrapped or following.words.startswith(_OPENS_SPEECH)
        if (
            heading
            or is_rule(line.words)
            or is_rule(following.words)
            or (closed[index] and set_off)
            or not _is_wrap(line.words, following.words, room=width - widths[index], width=width)
        ):
            found.append(index)
    return found


def _is_wrap(words: str, following: str, *, room: int, width: int) -> bool:
    if not ends_sentence(words) and following[0].islower():
        return True
    first = _FIRST_WORD.match(following)
    if width < _NARROWEST_WRAP and ends_sentence(words):
        return False
    needed = 1 + _columns(first.group()) if first else 1
    # Text editors wrap lines by different rules. A wrapped line may therefore have up to a fifth of its width empty,
    # besides the space that the next word needs.
    return room < needed + width // 5


def _columns(words: str) -> int:
    return len(words) + len(_WIDE.findall(words))
