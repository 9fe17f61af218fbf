"""Tells chapter headings from part headings, by comparing all lines of a text that look like headings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from episodic.text.contents_pages import without_contents
from episodic.text.findings import Finding, FindingKind
from episodic.text.heading_marks import CONTENTS, SPECIAL, Form, HeadingMark, Rank
from episodic.text.headings import heading_words
from episodic.text.outline import Candidate, Outline, one_line, title_key

_LONGEST_DOUBTFUL = 20
_FEWEST_NUMBERS = 3
_MOSTLY = 0.6
_NEARLY_ALL = 0.9


@dataclass(frozen=True, slots=True)
class HeadingSeries:
    """The headings that divide a text into chapters, and into parts that contain chapters, in text order."""

    headings: tuple[Candidate, ...]
    part_depths: dict[str, int]
    titles_below: frozenset[str]
    contents: tuple[tuple[int, int], ...]
    findings: tuple[Finding, ...]

    def is_part(self, mark: HeadingMark) -> bool:
        return mark.series in self.part_depths

    def title_of(self, candidate: Candidate, outline: Outline) -> str:
        """Return the full title of a heading: the words of its line, followed by the title on the line below. The title
        on the line below counts only if headings of this kind have their titles there.

        If the heading's line is a bare number with a title below, only the title is returned.
        """
        words = _heading_words(candidate, outline)
        if candidate.below is None or candidate.mark.series not in self.titles_below:
            return words
        below = one_line(outline.lines[candidate.below].words)
        return below if candidate.mark.rank is Rank.NUMBER else f"{words} {below}"

    def end_of(self, candidate: Candidate, outline: Outline) -> int:
        """Return where a heading ends in the text, including the title on the line below it, if headings of this kind
        have their titles there.
        """
        if candidate.below is None or candidate.mark.series not in self.titles_below:
            return candidate.end
        return outline.lines[candidate.below].end


def series_of(outline: Outline) -> HeadingSeries:
    """Return the chapter headings and part headings of a text. The result is empty if no headings divide the text into
    chapters.
    """
    findings: list[Finding] = []
    candidates, contents = without_contents(outline)
    if contents:
        skipped = sum(last - first + 1 for first, last in contents)
        words = f"A contents page was skipped ({skipped} lines)."
        findings.append(Finding(FindingKind.CONTENTS_SKIPPED, words))
    accepted = {
        family: kept
        for family, members in _families(candidates).items()
        if (kept := _members(members)) and _is_series(kept, outline)
    }
    chapters, parts = _levels(accepted, outline)
    headings = sorted(
        (one for family, members in accepted.items() if family in chapters | set(parts) for one in members),
        key=lambda one: (one.line, one.mark.rank),
    )
    headings, repeated = _without_page_heads(headings, outline)
    findings.extend(repeated)
    below = frozenset(family for family in chapters | set(parts) if _has_titles_below(accepted[family]))
    places = tuple((outline.lines[first].start, outline.lines[last].after) for first, last in contents)
    return HeadingSeries(tuple(headings), parts, below, places, tuple(findings))


def _heading_words(candidate: Candidate, outline: Outline) -> str:
    words = candidate.mark.words or outline.lines[candidate.line].words
    if candidate.mark.outline:
        words = heading_words(words)
    return one_line(words)


def _families(candidates: Sequence[Candidate]) -> dict[str, list[Candidate]]:
    found: dict[str, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        if candidate.mark.family != CONTENTS:
            found[candidate.mark.series].append(candidate)
    return found


def _members(members: Sequence[Candidate]) -> list[Candidate]:
    if members[0].mark.rank is Rank.NUMBER:
        return _numbered(members)
    sure = [one for one in members if one.mark.form is not Form.WEAK]
    set_off = sum(one.alone for one in sure) >= len(sure) * _MOSTLY
    kept: list[Candidate] = []
    later = _next_numbers(members, set_off=set_off)
    for index, one in enumerate(members):
        if one.mark.outline or _stands_out(one, set_off=set_off) or _fits(one, kept, later[index], set_off=set_off):
            kept.append(one)
    return kept


def _stands_out(one: Candidate, *, set_off: bool) -> bool:
    if one.mark.form is Form.WEAK:
        return False
    return one.alone if set_off else one.opens


def _next_numbers(members: Sequence[Candidate], *, set_off: bool) -> list[int | None]:
    found: list[int | None] = []
    following: int | None = None
    for one in reversed(members):
        found.append(following)
        if _stands_out(one, set_off=set_off) and one.mark.number is not None:
            following = one.mark.number
    return found[::-1]


def _fits(one: Candidate, kept: Sequence[Candidate], following: int | None, *, set_off: bool) -> bool:
    number = one.mark.number
    if number is None or not one.opens or (set_off and not one.alone):
        return False
    before = next((other.mark.number for other in reversed(kept) if other.mark.number is not None), 0)
    if number != before + 1:
        return False
    # Words such as 第三部 and 第三节 often begin a sentence of prose, but words such as 第三章 rarely do. A doubtful
    # line such as 第三部 has another unit than a chapter. It is a heading only if the next clear heading has the next
    # number.
    if one.mark.rank is not Rank.CHAPTER:
        return following == number + 1
    return len(one.mark.title) <= _LONGEST_DOUBTFUL and (following is None or following > number)


def _numbered(members: Sequence[Candidate]) -> list[Candidate]:
    """Return the bare numbers, such as 1, 2 and 3, that are headings because at least three of them count up without
    gaps.

    A bare number is a heading only if it comes after a finished sentence and stands apart from prose lines. A bare
    number that is a heading is 1, or one more than the number before it. If no line with a number stands apart from
    prose, a number can be a heading if its line contains nothing else. No number is a heading if more than a tenth of
    the lines that can be such headings do not come after a finished sentence.
    """
    alone = [one for one in members if one.alone] or [one for one in members if not one.mark.title]
    kept: list[Candidate] = []
    last = 0
    for one in alone:
        if one.opens and one.mark.number in {last + 1, 1}:
            kept.append(one)
            last = one.mark.number
    if len(kept) < _FEWEST_NUMBERS or sum(one.opens for one in alone) < len(alone) * _NEARLY_ALL:
        return []
    return kept


def _is_series(members: Sequence[Candidate], outline: Outline) -> bool:
    """Bare numbers, such as 3 or III, are headings only if prose follows nearly each of them."""
    if members[0].mark.rank is not Rank.NUMBER:
        return True
    ends = [*(one.start for one in members[1:]), len(outline.text)]
    filled = sum(outline.prose_between(one.end, end) for one, end in zip(members, ends, strict=True))
    return filled >= len(members) * _NEARLY_ALL


def _levels(accepted: dict[str, list[Candidate]], outline: Outline) -> tuple[set[str], dict[str, int]]:
    """Return the kinds of headings that begin chapters, and a mapping for the kinds of headings that begin parts. The
    mapping gives the depth of the parts, which is 0 for the outermost parts.
    """
    numbered = {
        family: members for family, members in accepted.items() if family != SPECIAL and not family.startswith("#")
    }
    chapters = _chapter_families(numbered, outline)
    if not chapters:
        return _outline_levels(accepted, outline)
    rank = min(numbered[family][0].mark.rank for family in chapters)
    holding = _holding(numbered, chapters, outline)
    chapters = chapters - holding
    level = Counter(one.mark.outline for family in chapters for one in accepted[family]).most_common(1)[0][0]
    above = [family for family, members in numbered.items() if members[0].mark.rank < rank or family in holding]
    above.extend(family for family in accepted if "#" < family < f"#{level}" and len(accepted[family]) > 1)
    above.sort(key=lambda family: (accepted[family][0].line, accepted[family][0].mark.rank))
    parts = {family: depth for depth, family in enumerate(above)}
    if SPECIAL in accepted:
        chapters = chapters | {SPECIAL}
    beside = {family for family in accepted if family == f"#{level}"}
    return chapters | beside, parts


def _holding(numbered: dict[str, list[Candidate]], families: set[str], outline: Outline) -> set[str]:
    """Return the kinds among *families* whose headings contain chapters, such as the Roman numerals in the sequence I,
    1, 2, II.
    """
    everything = sorted((one for members in numbered.values() for one in members), key=lambda one: one.line)
    straight = {
        one.line
        for one, after in pairwise(everything)
        if one.mark.series != after.mark.series and not outline.prose_between(one.end, after.start)
    }
    most = max(families, key=lambda family: len(numbered[family]))
    others = families - {most}
    return {one for one in others if sum(head.line in straight for head in numbered[one]) > len(numbered[one]) / 2}


def _chapter_families(numbered: dict[str, list[Candidate]], outline: Outline) -> set[str]:
    """Chapters are looked for among the ranks CHAPTER, EPISODE, SECTION, NUMBER, PART and VOLUME, in this order."""
    by_rank: dict[Rank, list[str]] = defaultdict(list)
    for family, members in numbered.items():
        by_rank[members[0].mark.rank].append(family)
    for rank in (Rank.CHAPTER, Rank.EPISODE, Rank.SECTION, Rank.NUMBER, Rank.PART, Rank.VOLUME):
        families = by_rank.get(rank, [])
        most = max((len(numbered[family]) for family in families), default=0)
        deeper = max((len(members) for members in numbered.values() if members[0].mark.rank > rank), default=0)
        if most == 1 and (deeper >= _FEWEST_NUMBERS or not _may_be_alone(numbered[families[0]][0], outline)):
            continue
        if most:
            return {family for family in families if len(numbered[family]) * 10 >= most}
    return set()


def _may_be_alone(one: Candidate, outline: Outline) -> bool:
    """Return whether a heading can begin a chapter although the text has no other heading of the same kind. A lone
    heading of the rank CHAPTER ("Chapter 1") can always begin a chapter. A lone heading of any other rank can begin a
    chapter only if no prose precedes it.
    """
    return one.mark.rank is Rank.CHAPTER or not outline.prose_between(0, one.start)


def _outline_levels(accepted: dict[str, list[Candidate]], outline: Outline) -> tuple[set[str], dict[str, int]]:
    """Chapters begin at the highest level that has several Markdown headings, most of them with prose below. If no
    level has several Markdown headings that mostly have prose below, chapters begin at the lowest level.
    """
    levels = sorted(family for family in accepted if family.startswith("#"))
    special = {SPECIAL} & set(accepted)
    above: list[str] = []
    everything = sorted((one for family in levels for one in accepted[family]), key=lambda one: one.line)
    following = {one.line: after for one, after in pairwise(everything)}
    for family in levels:
        members = accepted[family]
        filled = [one for one in members if _has_prose(one, following.get(one.line), outline)]
        deeper = any(other > family for other in levels)
        if (len(members) > 1 or not deeper) and (len(filled) * 2 > len(members) or not deeper):
            parts = [one for one in above if len(accepted[one]) > 1]
            return {family} | special, {part: depth for depth, part in enumerate(parts)}
        above.append(family)
    if special and len(accepted[SPECIAL]) > 1:
        return special, {}
    return set(), {}


def _has_prose(one: Candidate, following: Candidate | None, outline: Outline) -> bool:
    return outline.prose_between(one.end, following.start if following else len(outline.text))


def _without_page_heads(headings: Sequence[Candidate], outline: Outline) -> tuple[list[Candidate], list[Finding]]:
    """Return the headings without page headers, which repeat the title of the current chapter at the top of a page."""
    kept: list[Candidate] = []
    repeated: Counter[str] = Counter()
    running: dict[str, Candidate] = {}
    for one in headings:
        family = one.mark.series
        before = running.get(family)
        if before is not None and _repeats(one, before, outline):
            # A volume's title before each chapter heading, on the same line, is no page header.
            if not one.mark.words:
                repeated[before.mark.title or str(before.mark.number)] += 1
            continue
        running = {other: held for other, held in running.items() if held.mark.rank < one.mark.rank}
        running[family] = one
        kept.append(one)
    if not repeated:
        return kept, []
    words = f"{sum(repeated.values())} repeated titles (page heads) of {len(repeated)} chapters were taken as text."
    return kept, [Finding(FindingKind.TITLE_REPEATED, words, tuple(repeated))]


def _repeats(one: Candidate, before: Candidate, outline: Outline) -> bool:
    if one.mark.number != before.mark.number or one.mark.family != before.mark.family:
        return False
    title, running = title_key(one.mark.title), title_key(before.mark.title)
    if title and title == running and one.mark.number is not None:
        return True
    if title == running and not outline.prose_between(before.end, one.start):
        return True
    # A repeated bare number is a page header only if it interrupts a sentence, because two chapters may have the same
    # number.
    return not title and not one.opens


def _has_titles_below(members: Sequence[Candidate]) -> bool:
    untitled = [one for one in members if not one.mark.title]
    return len(untitled) > 0 and sum(one.below is not None for one in untitled) >= len(untitled) * _MOSTLY
