"""Division of a plain text into chapters at its headings, or by size if the text has no headings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from episodic.languages.messages import message_text
from episodic.model.episodes import Chapter
from episodic.model.spans import Span
from episodic.text.findings import Finding, FindingKind
from episodic.text.heading_numbering import Numbered, numbering_findings
from episodic.text.heading_series import HeadingSeries, series_of
from episodic.text.language import language_of
from episodic.text.outline import Outline, is_prose, one_line, outline_of
from episodic.text.paragraphs import paragraphs
from episodic.text.scripts import has_letters

CHAPTER_LENGTH = 12_000
"""The approximate length of the parts into which a text without headings is divided, in characters."""

_LONGEST_TITLE = 70


@dataclass(frozen=True, slots=True)
class ChapterPlan:
    """A proposed division of a text into chapters, which the user can check before the chapters are stored.

    `spans` has for each chapter of `chapters` its span in the text. `left_out` contains the spans that belong to no
    chapter, such as a title page or a table of contents. Every character of the text is in one of `spans` or
    `left_out`.
    """

    chapters: tuple[Chapter, ...]
    spans: tuple[Span, ...]
    left_out: tuple[Span, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class _Cut:
    start: int
    text_start: int
    title: str
    path: tuple[str, ...]
    number: int | None
    family: str


def split_chapters(text: str, *, source: str = "") -> ChapterPlan:
    """Return *text* divided into chapters at its headings.

    A short text without headings becomes one chapter. A long text without headings is divided by size at paragraph
    ends, and a finding reports this. The function recognises Chinese headings (such as 第…章, 第…回, 序 and 尾声) and
    English headings (such as Chapter, Part, Book and Prologue). The function also recognises Markdown headings, and
    bare numbers above a title. The text of a chapter begins with the heading of the chapter. The text of a part's first
    chapter begins with the heading of the part. Findings report missing, repeated and unordered chapter numbers,
    contents pages, repeated page headers, chapters without text, and text that belongs to no chapter.
    """
    outline = outline_of(text)
    series = series_of(outline)
    cuts = _cuts(outline, series)
    if not cuts:
        return _by_size(text, source=source)
    cuts, left_out, findings = _with_front(outline, series, cuts)
    cuts, end, tail = _without_last_heading(text, cuts)
    findings += tail
    left_out += [Span(end, len(text))] if end < len(text) else []
    ends = [*(cut.start for cut in cuts[1:]), end]
    spans = tuple(Span(cut.start, end) for cut, end in zip(cuts, ends, strict=True))
    chapters = tuple(
        Chapter(span.of(text), title=cut.title, path=cut.path, number=cut.number, source_description=source)
        for cut, span in zip(cuts, spans, strict=True)
    )
    empty = [cut.title for cut, end in zip(cuts, ends, strict=True) if not has_letters(text[cut.text_start : end])]
    if empty:
        words = f"{len(empty)} chapters have no text below their heading: {'; '.join(empty[:20])}."
        findings.append(Finding(FindingKind.CHAPTER_WITHOUT_TEXT, words, tuple(empty)))
    numbered = [Numbered(cut.number, cut.title, cut.family, cut.path[:-1]) for cut in cuts if cut.number is not None]
    found = (*series.findings, *findings, *numbering_findings(numbered))
    return ChapterPlan(chapters, spans, tuple(left_out), found)


def _cuts(outline: Outline, series: HeadingSeries) -> list[_Cut]:
    """Prose between the heading of a part and the next heading becomes a chapter. If no prose follows the heading of a
    part, the heading becomes the beginning of the following chapter. If neither prose nor a chapter follows the heading
    of a part, the heading becomes a chapter of its own.
    """
    cuts: list[_Cut] = []
    held: list[tuple[int, str]] = []
    waiting: int | None = None
    headings = series.headings
    for index, one in enumerate(headings):
        title = series.title_of(one, outline)
        end = series.end_of(one, outline)
        after = headings[index + 1].start if index + 1 < len(headings) else len(outline.text)
        if not series.is_part(one.mark):
            path = (*(name for _, name in held), title)
            start = one.start if waiting is None else waiting
            cuts.append(_Cut(start, end, title, path, one.mark.number, one.mark.series))
            waiting = None
            continue
        depth = series.part_depths[one.mark.series]
        held = [(other, name) for other, name in held if other < depth] + [(depth, title)]
        waiting = one.start if waiting is None else waiting
        if after > end and outline.prose_between(end, after):
            path = tuple(name for _, name in held)
            cuts.append(_Cut(waiting, end, title, path, None, one.mark.series))
            waiting = None
    if waiting is not None:
        path = tuple(name for _, name in held)
        cuts.append(_Cut(waiting, len(outline.text), path[-1], path, None, "part"))
    return cuts


def _with_front(
    outline: Outline, series: HeadingSeries, cuts: list[_Cut]
) -> tuple[list[_Cut], list[Span], list[Finding]]:
    """Prose before the first chapter heading becomes a chapter, such as a preface. If the text before the first chapter
    heading is no prose, such as a title page, it is left out, and a finding reports this.
    """
    front = Span(0, cuts[0].start)
    if not front.of(outline.text).strip():
        return [replace(cuts[0], start=0), *cuts[1:]], [], []
    words = _without_places(outline.text, front, series.contents)
    if is_prose(words):
        title = _preface_title(outline.text, front)
        return [_Cut(0, 0, title, (title,), None, "front"), *cuts], [], []
    shown = one_line(front.of(outline.text))
    shown = f"{shown[:77]}..." if len(shown) > 80 else shown
    finding = Finding(
        FindingKind.FRONT_MATTER_LEFT_OUT,
        f"The text before the first chapter is not prose and was left out: {shown}",
        (shown,),
    )
    return cuts, [front], [finding]


def _without_last_heading(text: str, cuts: list[_Cut]) -> tuple[list[_Cut], int, list[Finding]]:
    """If the last of several headings has no text below it, the heading is left out, because its chapter is usually not
    written yet. A finding reports a heading at the end that is left out.
    """
    last = cuts[-1]
    if len(cuts) == 1 or has_letters(text[last.text_start :]):
        return cuts, len(text), []
    words = f"The heading at the end has no text below it and was left out: {last.title}."
    return cuts[:-1], last.start, [Finding(FindingKind.CHAPTER_WITHOUT_TEXT, words, (last.title,))]


def _without_places(text: str, span: Span, places: tuple[tuple[int, int], ...]) -> str:
    kept: list[str] = []
    start = span.start
    for first, last in places:
        if first < span.end:
            kept.append(text[start:first])
            start = max(start, last)
    kept.append(text[start : span.end])
    return "\n".join(kept)


def _preface_title(text: str, front: Span) -> str:
    first = one_line(front.of(text).strip().splitlines()[0])
    if len(first) <= _LONGEST_TITLE and not is_prose(first) and not first.endswith(("。", ".", "，", ",")):
        return first
    return message_text("chapters.front_matter", language_of(front.of(text)))


def _by_size(text: str, *, source: str) -> ChapterPlan:
    """A text shorter than about one and a half times CHAPTER_LENGTH becomes a single chapter."""
    count = max(1, round(len(text) / CHAPTER_LENGTH))
    if count == 1:
        title = _first_title(text) or source
        chapter = Chapter(text, title=title, path=(title,) if title else (), source_description=source)
        return ChapterPlan((chapter,), (Span(0, len(text)),), (), ())
    borders = [paragraph.span.end for paragraph in paragraphs(text)]
    edges = [0]
    wanted = len(text) / count
    for border in borders[:-1]:
        if border >= wanted * len(edges) and len(text) - border > wanted / 3:
            edges.append(border)
    edges.append(len(text))
    spans = tuple(Span(start, end) for start, end in pairwise(edges))
    chapters = tuple(
        Chapter(span.of(text), title=str(number), path=(str(number),), source_description=source)
        for number, span in enumerate(spans, start=1)
    )
    words = f"No chapter headings were found: the text was split by size, at paragraph ends (parts: {len(chapters)})."
    return ChapterPlan(chapters, spans, (), (Finding(FindingKind.SPLIT_BY_SIZE, words),))


def _first_title(text: str) -> str:
    seen = text.lstrip().splitlines()
    if len(seen) < 2 or seen[1].strip():
        return ""
    first = one_line(seen[0])
    return "" if len(first) > _LONGEST_TITLE or is_prose(first) or first.endswith(("。", ".", "，", ",")) else first
