"""Search for the lines of a text that may be headings, with information about the lines around each of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from episodic.text.heading_marks import HeadingMark
from episodic.text.headings import LONGEST_HEADING, marks_of, without_leader
from episodic.text.lines import Line, lines
from episodic.text.paragraphs import ends_sentence
from episodic.text.scripts import has_letters

_NOT_COMPARED = re.compile(r"[\W_]+")
_SPACES = re.compile(r"\s+")
_SENTENCE = re.compile(r"[。！？]|[^\W\d_A-Z][.!?…][”’\"')]*(?:\s|$)")
_QUOTED_TITLE = re.compile(r"[“\"‘'「『][^“”\"「」『』.,;:!?…。，；：！？—]+[”\"’'」』]")
"""Pattern of a quoted title; a quotation with sentence punctuation is not a title but speech."""
_LEAST_PROSE = 30
_SURELY_PROSE = 300
_CERTAINLY_PROSE = 20_000
_LONGEST_TITLE = 70


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that may be a heading.

    `line` is the index of the candidate's line among the lines of the text. `start` and `end` are the offsets at which
    the line starts and ends. `alone` is true if the lines before and after the candidate are blank, other candidates,
    or missing. `opens` is true if the text before the candidate is empty, a finished sentence, or another candidate.
    `below` is the index of the line that may hold the heading's title, or None.
    """

    mark: HeadingMark
    line: int
    start: int
    end: int
    alone: bool
    opens: bool
    below: int | None


@dataclass(frozen=True, slots=True)
class Outline:
    """A text with its lines, and the lines that may be headings, in text order."""

    text: str
    lines: tuple[Line, ...]
    candidates: tuple[Candidate, ...]

    def prose_between(self, start: int, end: int) -> bool:
        """Return whether the text between two offsets is prose, and not only titles and names."""
        return is_prose(self.text[start:end])


def outline_of(text: str) -> Outline:
    all_lines = lines(text)
    marked: dict[int, tuple[HeadingMark, ...]] = {}
    for index, line in enumerate(all_lines):
        if line.words and len(line.words) <= LONGEST_HEADING:
            found = marks_of(line.words) or _without_page_number(line.words)
            if found:
                marked[index] = found
    return Outline(text, all_lines, tuple(_candidates(all_lines, marked)))


def is_prose(text: str) -> bool:
    """Return whether *text* is prose and not only titles, names and numbers.

    A text is prose if a sentence ends in a line of at least 30 characters, or if a line has at least 300 characters. A
    text in which two or more sentences end is also prose if it has at least 30 letters and digits. A text of more than
    20,000 characters always counts as prose.
    """
    if len(text) > _CERTAINLY_PROSE:
        return True
    for line in lines(text):
        if len(line.words) >= _LEAST_PROSE and (_SENTENCE.search(line.words) or len(line.words) >= _SURELY_PROSE):
            return True
    words = text.strip()
    return len(_SENTENCE.findall(words)) >= 2 and sum(1 for character in words if character.isalnum()) >= _LEAST_PROSE


def title_key(words: str) -> str:
    """Return the form in which titles are compared: only letters and digits, with case folded."""
    return _NOT_COMPARED.sub("", words).casefold()


def one_line(words: str) -> str:
    """Return *words* on one line, with each run of white space replaced by one space."""
    return _SPACES.sub(" ", words).strip()


def _without_page_number(words: str) -> tuple[HeadingMark, ...]:
    bare = without_leader(words)
    return marks_of(bare) if bare != words else ()


def _candidates(all_lines: Sequence[Line], marked: dict[int, tuple[HeadingMark, ...]]) -> list[Candidate]:
    found: list[Candidate] = []
    before: int | None = None
    seen_before = _previous_seen(all_lines)
    for index, line in enumerate(all_lines):
        if index not in marked:
            continue
        above = seen_before[index]
        blank_before = index == 0 or all_lines[index - 1].blank or (index - 1) in marked
        blank_after = index + 1 == len(all_lines) or all_lines[index + 1].blank or (index + 1) in marked
        opens = above is None or above == before or ends_sentence(all_lines[above].words) or above in marked
        below = _title_below(all_lines, index, marked)
        alone = blank_before and blank_after
        found.extend(Candidate(mark, index, line.start, line.end, alone, opens, below) for mark in marked[index])
        before = index
    return found


def _previous_seen(all_lines: Sequence[Line]) -> list[int | None]:
    found: list[int | None] = []
    last: int | None = None
    for index, line in enumerate(all_lines):
        found.append(last)
        if not line.blank:
            last = index
    return found


def _title_below(all_lines: Sequence[Line], index: int, marked: dict[int, tuple[HeadingMark, ...]]) -> int | None:
    """A heading's title can be a short line below it, after at most two blank lines."""
    for below in range(index + 1, min(index + 4, len(all_lines))):
        words = all_lines[below].words
        if not words:
            continue
        last = below + 1 >= len(all_lines) or all_lines[below + 1].blank
        short = len(words) <= _LONGEST_TITLE and has_letters(words)
        closed = words.endswith((".", ",", ";", ":", "。", "，", "；", "：")) and not words.isupper()
        speech = words[0] in "“\"「『‘'—" and not _QUOTED_TITLE.fullmatch(words)
        if below in marked or not (last and short) or closed or speech or words[0].islower():
            return None
        return below
    return None
