"""A text cut into chapters by headings that its format marks as such: a table of contents, heading styles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from episodic.model.episodes import Chapter
from episodic.model.spans import Span
from episodic.text.chapters import ChapterPlan
from episodic.text.findings import Finding, FindingKind
from episodic.text.headings import CONTENTS, Mark, Rank, marks_of
from episodic.text.numbering import Numbered, numbering_findings
from episodic.text.outline import is_prose
from episodic.text.scripts import has_letters

_NO_STORY = re.compile(
    r"cover|title\s*page|half[\s-]*title|copyright(\s+page)?|(table\s+of\s+)?contents|封面|书名页|扉页|版权(页|信息|声明)?|版權頁?|目[录錄次]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A heading that the format marks: where its words start and end, its level (1: highest), its title."""

    start: int
    end: int
    level: int
    title: str


@dataclass(frozen=True, slots=True)
class _Placed:
    """An entry with what it is: a part that holds others, a chapter, or neither (a section of a chapter)."""

    entry: Entry
    part: bool
    chapter: bool
    path: tuple[str, ...]
    prose: bool


def plan_of(text: str, entries: Sequence[Entry], *, source: str) -> ChapterPlan | None:
    """The chapters between *entries*; None where they mark no chapter at all.

    An entry is a part if others stand below it and it is named as one, or has no prose of its own; entries below a chapter are its
    sections. Covers, title and copyright pages, contents and entries without prose are left out and reported; a part's heading
    opens its first chapter.
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


def _in_order(entries: Sequence[Entry]) -> list[Entry]:
    """Entries by place; of two at one place with one title, the higher."""
    found: list[Entry] = []
    for one in sorted(entries, key=lambda entry: (entry.start, entry.level)):
        if not (
            found and found[-1].start == one.start and (found[-1].title == one.title or found[-1].level == one.level)
        ):
            found.append(one)
    return found


def _placed(text: str, entries: Sequence[Entry]) -> list[_Placed]:
    book = _book_title(entries)
    found: list[_Placed] = []
    above: list[_Placed] = []
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
        one = _Placed(entry, part, chapter, path, prose)
        found.append(one)
        above.append(one)
    return found


def _book_title(entries: Sequence[Entry]) -> Entry | None:
    """The one highest entry above all others: the book's own title, unless it says that it is a part."""
    if len(entries) < 2:
        return None
    first = entries[0]
    mark = _mark(first.title)
    alone = all(other.level > first.level for other in entries[1:])
    return first if alone and (mark is None or mark.number is None) else None


def _is_part(entry: Entry, following: Entry, *, prose: bool) -> bool:
    mark, below = _mark(entry.title), _mark(following.title)
    if mark is not None and mark.number is not None and mark.rank is not Rank.OUTLINE:
        if mark.rank <= Rank.PART:
            return True
        return below is not None and below.number is not None and mark.rank > below.rank
    return not prose or (below is not None and below.rank is Rank.CHAPTER)


def _starts(placed: Sequence[_Placed]) -> list[tuple[int, _Placed]]:
    """Where each chapter's text starts: at its own heading, or at that of the part it opens."""
    found: list[tuple[int, _Placed]] = []
    waiting: int | None = None
    for one in placed:
        if one.chapter:
            found.append((one.entry.start if waiting is None else waiting, one))
            waiting = None
        elif one.part and waiting is None:
            waiting = one.entry.start
    return found


def _is_left_out(one: _Placed, below: str) -> bool:
    if _NO_STORY.fullmatch(one.entry.title):
        return True
    mark = _mark(one.entry.title)
    return mark is None and not is_prose(below)


def _left_out_findings(text: str, left_out: Sequence[Span]) -> list[Finding]:
    shown = [_first_line(span.of(text)) for span in left_out if has_letters(span.of(text))]
    if not shown:
        return []
    words = f"Pages without story were left out: {'; '.join(shown[:20])}."
    return [Finding(FindingKind.FRONT_MATTER_LEFT_OUT, words, tuple(shown))]


def _mark(title: str) -> Mark | None:
    found = marks_of(title)
    return found[-1] if found and found[-1].family != CONTENTS else None


def _first_line(text: str) -> str:
    words = " ".join(text.strip().splitlines()[:1]).strip()
    return f"{words[:57]}..." if len(words) > 60 else words
