"""The matching of a manuscript's chapters to a work's chapters by key, text, text similarity and heading."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from episodic.model.episodes import Chapter, Episode
from episodic.model.ids import digest_of
from episodic.pipeline.order_keys import heading_of
from episodic.pipeline.sync.similarity import Similarity, compare_texts
from episodic.text.line_ends import with_lf

MIN_SHARED = 0.2
"""The minimum fraction of the longer text that two texts must share to be matched as the same chapter."""
MIN_CONTAINED = 0.5
"""The minimum fraction of a text that must occur in another text, so that the first text counts as a part of the second
text.
"""

_LETTERS = re.compile(r"[^\W_]+")
_ROMAN = re.compile(r"[ivxlc]+")
_HEAD_LINES = 8


@dataclass(slots=True)
class Matching:
    """A matching of the chapters of a manuscript (`new`) with chapters of a work (`old`).

    `pairs` maps the index of each matched new chapter to the index of its old chapter.
    """

    old: Sequence[Episode]
    new: Sequence[Chapter]
    pairs: dict[int, int] = field(default_factory=dict[int, int])
    taken: set[int] = field(default_factory=set[int])
    parts: dict[int, int] = field(default_factory=dict[int, int])
    """The new chapters that were part of an old chapter, as a map from new index to old index."""
    joined: dict[int, int] = field(default_factory=dict[int, int])
    """The old chapters that are part of a new chapter, as a map from old index to new index."""
    own: set[int] = field(default_factory=set[int])
    """The indexes of the old chapters that belong to the manuscript. An old chapter of the manuscript that has no match
    was removed from the manuscript.
    """

    def pair(self, new: int, old: int) -> None:
        self.pairs[new] = old
        self.taken.add(old)

    def new_left(self) -> list[int]:
        return [one for one in range(len(self.new)) if one not in self.pairs and one not in self.parts]

    def old_left(self) -> list[int]:
        return [one for one in range(len(self.old)) if one not in self.taken and one not in self.joined]


def match(old: Sequence[Episode], chapters: Sequence[Chapter], *, manuscript: str) -> Matching:
    """Match the chapters of a complete manuscript to the chapters *old* of a work.

    The matching also says which of the old chapters belong to the manuscript with the name *manuscript*.
    """
    found = Matching(old, chapters)
    _pair_by(found, lambda chapter: chapter.key, lambda episode: episode.key)
    _pair_by(found, _unkeyed(_text_digest), _text_digest, prefer_heading=True)
    _pair_by(found, _unkeyed(body_of), body_of, prefer_heading=True)
    _pair_alike(found)
    found.own = _chapters_of_manuscript(found, manuscript)
    _pair_by_heading(found)
    return found


def _text_digest(one: Chapter | Episode) -> str:
    """Return a digest of the text, which is the same for texts that differ only in line ends."""
    return digest_of(with_lf(one.text))


def _unkeyed(name: Callable[[Chapter], Hashable]) -> Callable[[Chapter], Hashable | None]:
    """Return a function that returns what *name* returns for a chapter, or None if the caller gave the chapter a key. A
    chapter with a key from the caller is matched only by this key.
    """
    return lambda chapter: name(chapter) if chapter.key is None else None


def _pair_by(
    found: Matching,
    of_chapter: Callable[[Chapter], Hashable | None],
    of_episode: Callable[[Episode], Hashable | None],
    *,
    prefer_heading: bool = False,
) -> None:
    """Match a new and an old chapter if *of_chapter* and *of_episode* return equal values for them, such as the same
    digest of the text. A chapter for which *of_chapter* or *of_episode* returns None is not matched.

    If *of_chapter* and *of_episode* return the same value for several chapters, these chapters are matched in order. If
    *prefer_heading* is true, chapters that also have the same heading are matched first.
    """
    there: defaultdict[Hashable, list[int]] = defaultdict(list)
    for old in found.old_left():
        name = of_episode(found.old[old])
        if name is not None:
            there[name].append(old)
    wanted = [(new, of_chapter(found.new[new])) for new in found.new_left()]
    named = [(new, name) for new, name in wanted if name is not None and name in there]
    for new, name in named if prefer_heading else ():
        heading = heading_of(found.new[new])
        same = next((old for old in there[name] if heading_of(found.old[old]) == heading), None)
        if same is not None:
            there[name].remove(same)
            found.pair(new, same)
    for new, name in named:
        if new not in found.pairs and there[name]:
            found.pair(new, there[name].pop(0))


def _pair_alike(found: Matching) -> None:
    """Match similar chapters, and then find the chapters that were split off or joined. Two chapters can match if they
    share at least MIN_SHARED of the longer text. The most similar pairs are matched first. New chapters to which the
    caller gave a key are left out.
    """
    old, new = found.old_left(), [one for one in found.new_left() if found.new[one].key is None]
    if not old or not new:
        return
    olds, news = [_words(found.old[one]) for one in old], [_words(found.new[one]) for one in new]
    alike = compare_texts(olds, news, least=min(MIN_SHARED, MIN_CONTAINED))
    pairs = sorted(alike.shared)
    ranked = sorted(
        (-alike.of(one, other), heading_of(found.new[new[one]]) != heading_of(found.old[old[other]]), one, other)
        for one, other in pairs
        if alike.of(one, other) >= MIN_SHARED
    )
    for _, _, one, other in ranked:
        if new[one] not in found.pairs and old[other] not in found.taken:
            found.pair(new[one], old[other])
    _find_parts(found, alike, old, new, pairs)


def _find_parts(
    found: Matching, alike: Similarity, old: Sequence[int], new: Sequence[int], pairs: Sequence[tuple[int, int]]
) -> None:
    from_old = sorted((-alike.share_of_new(one, other), one, other) for one, other in pairs)
    for share, one, other in from_old:
        if -share >= MIN_CONTAINED and old[other] in found.taken and new[one] not in found.pairs:
            found.parts.setdefault(new[one], old[other])
    into_new = sorted((-alike.share_of_old(one, other), other, one) for one, other in pairs)
    for share, other, one in into_new:
        if -share >= MIN_CONTAINED and new[one] in found.pairs and old[other] not in found.taken:
            found.joined.setdefault(old[other], new[one])


def _chapters_of_manuscript(found: Matching, manuscript: str) -> set[int]:
    """Return the indexes of the old chapters that belong to the manuscript. Old chapters without a manuscript name
    belong to the manuscript if most chapters of the manuscript match such old chapters.
    """
    named = {number for number, one in enumerate(found.old) if one.manuscript == manuscript}
    nameless = {number for number, one in enumerate(found.old) if not one.manuscript}
    there = sum(old in nameless for old in found.pairs.values())
    return named | nameless if 2 * there > len(found.new) else named


def _pair_by_heading(found: Matching) -> None:
    """Match new chapters with old chapters by their headings.

    Only new chapters without a match and without a key from the caller are matched by heading. A new chapter is matched
    with the first unmatched old chapter of the manuscript that has the same heading. If there is none, the new chapter
    is matched with an old chapter whose key equals the heading of the new chapter. Old chapters outside the manuscript
    are not matched by heading.
    """
    for name in (heading_of, _first_known_as):
        there: defaultdict[str, list[int]] = defaultdict(list)
        for old in found.old_left():
            if old in found.own:
                there[name(found.old[old])].append(old)
        for new in found.new_left():
            same = there.get(name(found.new[new]))
            if same and found.new[new].key is None:
                found.pair(new, same.pop(0))


def _first_known_as(one: Chapter | Episode) -> str:
    return one.key if isinstance(one, Episode) else heading_of(one)


def _words(one: Chapter | Episode) -> str:
    return body_of(one) or one.text


def body_of(chapter: Chapter | Episode) -> str | None:
    """Return the text below the heading, without surrounding white space and with LF as line end.

    Return None if the chapter has only a heading.
    """
    text = with_lf(chapter.text)
    names = {_letters(name) for name in (chapter.title, *chapter.path)} - {""}
    start = 0
    for line in _first_lines(text):
        if _is_heading_line(line, names):
            start += len(line)
        else:
            break
    return text[start:].strip() or None


def _first_lines(text: str) -> Iterable[str]:
    counted = 0
    start = 0
    while start < len(text) and counted < _HEAD_LINES:
        end = text.find("\n", start) + 1 or len(text)
        line = text[start:end]
        counted += bool(line.strip())
        yield line
        start = end


def _is_heading_line(line: str, names: set[str]) -> bool:
    letters = _letters(line)
    return not letters or letters.isdecimal() or bool(_ROMAN.fullmatch(letters)) or any(letters in one for one in names)


def _letters(text: str) -> str:
    return "".join(_LETTERS.findall(text.casefold()))
