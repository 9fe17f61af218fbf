"""Detection of contents pages, which are lists of headings that occur again later above the text of the chapters."""

from __future__ import annotations

from episodic.text.heading_marks import CONTENTS, HeadingMark
from episodic.text.headings import without_leader
from episodic.text.outline import Candidate, Outline, title_key

_FEWEST_CONTENTS = 3


def without_contents(outline: Outline) -> tuple[list[Candidate], list[tuple[int, int]]]:
    """Return the possible headings without the entries of contents pages, and for each contents page its first and last
    line index.

    A contents page is a sequence of possible headings without prose between them. At least three headings of a contents
    page must occur again further down. In a contents page with a title such as "Contents", it is enough that one
    heading occurs again further down.
    """
    candidates = outline.candidates
    last_seen = _last_places(outline)
    drop: set[int] = set()
    pages: list[tuple[int, int]] = []
    start = 0
    while start < len(candidates):
        end = start + 1
        while end < len(candidates) and not outline.prose_between(candidates[end - 1].end, candidates[end].start):
            end += 1
        run = range(start, end)
        again = [
            index
            for index in run
            if _comes_again(candidates[index], outline, last_seen, beyond=candidates[end - 1].line)
        ]
        titled = any(candidates[index].mark.family == CONTENTS for index in run)
        if len(again) >= (1 if titled else _FEWEST_CONTENTS):
            drop.update(index for index in run if index <= again[-1])
            pages.append((candidates[start].line, candidates[again[-1]].line))
        start = end
    return [one for index, one in enumerate(candidates) if index not in drop], pages


def _last_places(outline: Outline) -> dict[str, int]:
    places: dict[str, int] = {}
    for index, line in enumerate(outline.lines):
        if line.words and len(line.words) <= 120:
            places[title_key(line.words)] = index
    for candidate in outline.candidates:
        keys = _keys(candidate.mark, outline.lines[candidate.line].words)
        # Headings are also compared by their numbers, because a contents page may lack the titles.
        for key in (*keys, f"{candidate.mark.series} {candidate.mark.number}"):
            places[key] = max(candidate.line, places.get(key, 0))
    return places


def _keys(mark: HeadingMark, words: str) -> list[str]:
    keys = [title_key(without_leader(words))]
    title = title_key(without_leader(mark.title))
    if title:
        keys.append(title)
    if mark.number is not None:
        keys.append(f"{mark.series} {mark.number} {title}".strip())
    return keys


def _comes_again(candidate: Candidate, outline: Outline, last_seen: dict[str, int], *, beyond: int) -> bool:
    keys = _keys(candidate.mark, outline.lines[candidate.line].words)
    return any(last_seen.get(key, -1) >= beyond and last_seen[key] > candidate.line for key in keys if key)
