"""Divides a text into chapters by headings that its file format marks: a table of contents or heading styles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from episodic.languages.registry import codes
from episodic.model.episodes import Chapter, Language
from episodic.model.spans import Span
from episodic.text.chapter_splitting import ChapterPlan
from episodic.text.findings import Finding, FindingKind
from episodic.text.heading_marks import CONTENTS, HEADINGS, HeadingMark, Rank
from episodic.text.heading_numbering import Numbered, numbering_findings
from episodic.text.headings import marks_of
from episodic.text.outline import is_prose
from episodic.text.scripts import has_letters


@dataclass(frozen=True, slots=True)
class MarkedHeading:
    """A heading that the file format marks, with its offsets, its title and its level, where 1 is the highest level."""

    start: int
    end: int
    level: int
    title: str


@dataclass(frozen=True, slots=True)
class _ClassifiedHeading:
    entry: MarkedHeading
    part: bool
    chapter: bool
    path: tuple[str, ...]
    prose: bool


def plan_of(text: str, entries: Sequence[MarkedHeading], *, source: str) -> ChapterPlan | None:
    """Return the chapters that the headings *entries* divide the text into, or None if they make no chapter.

    An entry with entries of a lower level below it is a part if its own title names a part ("Part One"). Such an entry
    is also a part if the title of the first entry below it names a chapter ("Chapter 1"). An entry with entries of a
    lower level below it is also a part if it has neither a number nor prose of its own. A marked heading that is no
    part is a chapter, and so is a part with prose of its own. Marked headings below a chapter are sections of the
    chapter. Prose before the first marked heading is a chapter as well. The heading of a part belongs to the text of
    its first chapter. Pages with neither prose nor a chapter heading are left out, and a finding reports them. Such
    pages are covers, title pages, copyright pages, tables of contents and the like.
    """
    placed = _placed(text, _in_order(entries))
    starts = _starts(placed)
    if not starts:
        return None
    chapters: list[Chapter] = []
    spans: list[Span] = []
    left_out: list[Span] = []
    findings: list[Finding] = []
    numbered: list[Numbered] = []
    edges = [*(start for start, _ in starts), len(text)]
    for (start, one), end in zip(starts, edges[1:], strict=True):
        span = Span(start, end)
        if _is_left_out(one, text[one.entry.end : end]):
            left_out.append(span)
            continue
        mark = _mark(one.entry.title)
        number = None if mark is None or one.part else mark.number
        chapters.append(
            Chapter(span.of(text), title=one.entry.title, path=one.path, number=number, source_description=source)
        )
        spans.append(span)
        if mark is not None and number is not None:
            numbered.append(Numbered(number, one.entry.title, mark.series, one.path[:-1]))
        if not has_letters(text[one.entry.end : end]):
            words = f"A chapter has no text below its heading: {one.entry.title}."
            findings.append(Finding(FindingKind.CHAPTER_WITHOUT_TEXT, words, (one.entry.title,)))
    front = Span(0, edges[0])
    if is_prose(front.of(text)):
        title = _first_line(front.of(text))
        chapters.insert(0, Chapter(front.of(text), title=title, path=(title,), source_description=source))
        spans.insert(0, front)
    elif front.end > 0:
        left_out.insert(0, front)
    findings.extend(_left_out_findings(text, left_out))
    if not chapters:
        return None
    return ChapterPlan(tuple(chapters), tuple(spans), tuple(left_out), (*findings, *numbering_findings(numbered)))


def _in_order(entries: Sequence[MarkedHeading]) -> list[MarkedHeading]:
    """Two marked headings at one place with the same title or level count once, with the higher level."""
    found: list[MarkedHeading] = []
    for one in sorted(entries, key=lambda entry: (entry.start, entry.level)):
        if not (
            found and found[-1].start == one.start and (found[-1].title == one.title or found[-1].level == one.level)
        ):
            found.append(one)
    return found


def _placed(text: str, entries: Sequence[MarkedHeading]) -> list[_ClassifiedHeading]:
    book = _book_title(entries)
    found: list[_ClassifiedHeading] = []
    above: list[_ClassifiedHeading] = []
    for index, entry in enumerate(entries):
        following = entries[index + 1] if index + 1 < len(entries) else None
        prose = is_prose(text[entry.end : following.start if following else len(text)])
        above = [one for one in above if one.entry.level < entry.level]
        inside = any(one.chapter and not one.part for one in above)
        part = (
            following is not None
            and following.level > entry.level
            and not inside
            and _is_part(entry, following, prose=prose)
        )
        names = tuple(one.entry.title for one in above if one.part and one.entry is not book)
        chapter = not inside and (not part or (prose and entry is not book))
        path = names if entry is book else (*names, entry.title)
        one = _ClassifiedHeading(entry, part, chapter, path, prose)
        found.append(one)
        above.append(one)
    return found


def _book_title(entries: Sequence[MarkedHeading]) -> MarkedHeading | None:
    """The first entry is the book's title if it has no number and all other entries are on lower levels."""
    if len(entries) < 2:
        return None
    first = entries[0]
    mark = _mark(first.title)
    alone = all(other.level > first.level for other in entries[1:])
    return first if alone and (mark is None or mark.number is None) else None


def _is_part(entry: MarkedHeading, following: MarkedHeading, *, prose: bool) -> bool:
    mark, below = _mark(entry.title), _mark(following.title)
    if mark is not None and mark.number is not None and mark.rank is not Rank.OUTLINE:
        if mark.rank <= Rank.PART:
            return True
        return below is not None and below.number is not None and mark.rank > below.rank
    return not prose or (below is not None and below.rank is Rank.CHAPTER)


def _starts(placed: Sequence[_ClassifiedHeading]) -> list[tuple[int, _ClassifiedHeading]]:
    """The first chapter of a part begins with the part's heading, and any other chapter with its own heading."""
    found: list[tuple[int, _ClassifiedHeading]] = []
    waiting: int | None = None
    for one in placed:
        if one.chapter:
            found.append((one.entry.start if waiting is None else waiting, one))
            waiting = None
        elif one.part and waiting is None:
            waiting = one.entry.start
    return found


@cache
def _no_story(_: tuple[Language, ...]) -> re.Pattern[str]:
    return re.compile("|".join(rules.no_story for _, rules in HEADINGS.all()), re.IGNORECASE)


def _is_left_out(one: _ClassifiedHeading, below: str) -> bool:
    if _no_story(codes()).fullmatch(one.entry.title):
        return True
    mark = _mark(one.entry.title)
    return mark is None and not is_prose(below)


def _left_out_findings(text: str, left_out: Sequence[Span]) -> list[Finding]:
    shown = [_first_line(span.of(text)) for span in left_out if has_letters(span.of(text))]
    if not shown:
        return []
    words = f"Pages without story were left out: {'; '.join(shown[:20])}."
    return [Finding(FindingKind.FRONT_MATTER_LEFT_OUT, words, tuple(shown))]


def _mark(title: str) -> HeadingMark | None:
    found = marks_of(title)
    return found[-1] if found and found[-1].family != CONTENTS else None


def _first_line(text: str) -> str:
    words = " ".join(text.strip().splitlines()[:1]).strip()
    return f"{words[:57]}..." if len(words) > 60 else words
