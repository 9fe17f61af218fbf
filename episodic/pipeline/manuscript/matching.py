"""Chapters of two readings of a manuscript that are one and the same: by key, exact text, likeness, heading. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from episodic.model.episodes import Chapter, Episode
from episodic.model.ids import digest_of
from episodic.pipeline.manuscript.likeness import Likeness, likeness
from episodic.pipeline.order import heading_of

SAME = 0.2
"""Two texts are one chapter if they share this much of the longer one."""
PART = 0.5
"""A text is part of another if this much of it stands there."""

_LETTERS = re.compile(r"[^\W_]+")
_ROMAN = re.compile(r"[ivxlc]+")
_HEAD_LINES = 8


@dataclass(slots=True)
class Matching:
    """Pairs found so far: new chapter (position) to old one (position), and what is left of both."""

    old: Sequence[Episode]
    new: Sequence[Chapter]
    pairs: dict[int, int] = field(default_factory=dict[int, int])
    taken: set[int] = field(default_factory=set[int])
    parts: dict[int, int] = field(default_factory=dict[int, int])
    """New chapters that were part of an old one."""
    joined: dict[int, int] = field(default_factory=dict[int, int])
    """Old chapters that are part of a new one."""
    own: set[int] = field(default_factory=set[int])
    """Old chapters that are the manuscript's: those it has no more are gone."""

    def pair(self, new: int, old: int) -> None:
        """The new chapter is the old one."""
        self.pairs[new] = old
        self.taken.add(old)

    def new_left(self) -> list[int]:
        """The new chapters that are none of the old ones yet."""
        return [one for one in range(len(self.new)) if one not in self.pairs and one not in self.parts]

    def old_left(self) -> list[int]:
        """The old chapters that are none of the new ones yet."""
        return [one for one in range(len(self.old)) if one not in self.taken and one not in self.joined]


def match(old: Sequence[Episode], chapters: Sequence[Chapter], *, manuscript: str) -> Matching:
    """Which of a whole manuscript's chapters are which of the old ones: those that may be its, of its name or of none."""
    found = Matching(old, chapters)
    _pair_by(found, lambda chapter: chapter.key, lambda episode: episode.key)
    _pair_by(found, _unkeyed(lambda one: digest_of(one.text)), lambda one: digest_of(one.text), prefer_heading=True)
    _pair_by(found, _unkeyed(body_of), body_of, prefer_heading=True)
    _pair_alike(found)
    found.own = _own(found, manuscript)
    _pair_by_heading(found)
    return found


def _unkeyed(name: Callable[[Chapter], Hashable]) -> Callable[[Chapter], Hashable | None]:
    """A chapter that the caller gave a key is known by that alone."""
    return lambda chapter: name(chapter) if chapter.key is None else None


def _pair_by(
    found: Matching,
    of_chapter: Callable[[Chapter], Hashable | None],
    of_episode: Callable[[Episode], Hashable | None],
    *,
    prefer_heading: bool = False,
) -> None:
    """Pair what has the same name by these functions (None: no name): of several first those of one heading, then in order."""
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
    """Pair what shares most of its text, the likest first; then see which texts were split, and which joined."""
    old, new = found.old_left(), [one for one in found.new_left() if found.new[one].key is None]
    if not old or not new:
        return
    olds, news = [_words(found.old[one]) for one in old], [_words(found.new[one]) for one in new]
    alike = likeness(olds, news, least=min(SAME, PART))
    pairs = sorted(alike.shared)
    ranked = sorted(
        (-alike.of(one, other), heading_of(found.new[new[one]]) != heading_of(found.old[old[other]]), one, other)
        for one, other in pairs
        if alike.of(one, other) >= SAME
    )
    for _, _, one, other in ranked:
        if new[one] not in found.pairs and old[other] not in found.taken:
            found.pair(new[one], old[other])
    _find_parts(found, alike, old, new, pairs)


def _find_parts(
    found: Matching, alike: Likeness, old: Sequence[int], new: Sequence[int], pairs: Sequence[tuple[int, int]]
) -> None:
    """Texts without a fellow that stand in one that has a fellow: split from it, or joined with it."""
    from_old = sorted((-alike.taken_from(one, other), one, other) for one, other in pairs)
    for share, one, other in from_old:
        if -share >= PART and old[other] in found.taken and new[one] not in found.pairs:
            found.parts.setdefault(new[one], old[other])
    into_new = sorted((-alike.taken_in(one, other), other, one) for one, other in pairs)
    for share, other, one in into_new:
        if -share >= PART and new[one] in found.pairs and old[other] not in found.taken:
            found.joined.setdefault(old[other], new[one])


def _own(found: Matching, manuscript: str) -> set[int]:
    """The old chapters that are this manuscript's: of its name; those without one where most of its chapters are among them."""
    named = {number for number, one in enumerate(found.old) if one.manuscript == manuscript}
    nameless = {number for number, one in enumerate(found.old) if not one.manuscript}
    there = sum(old in nameless for old in found.pairs.values())
    return named | nameless if 2 * there > len(found.new) else named


def _pair_by_heading(found: Matching) -> None:
    """Pair what words do not tell apart by heading, the n-th with the n-th; then by the key that the heading would make."""
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


def body_of(one: Chapter | Episode) -> str | None:
    """The text below its heading, without the white space around it; None where there is no more than a heading."""
    names = {_letters(name) for name in (one.title, *one.path)} - {""}
    start = 0
    for line in _first_lines(one.text):
        if _says(line, names):
            start += len(line)
        else:
            break
    return one.text[start:].strip() or None


def _first_lines(text: str) -> Iterable[str]:
    """The first lines with their line ends, up to a few that are not empty."""
    counted = 0
    start = 0
    while start < len(text) and counted < _HEAD_LINES:
        end = text.find("\n", start) + 1 or len(text)
        line = text[start:end]
        counted += bool(line.strip())
        yield line
        start = end


def _says(line: str, names: set[str]) -> bool:
    """Whether a line says no more than part of the headings, or is their number alone."""
    letters = _letters(line)
    return not letters or letters.isdecimal() or bool(_ROMAN.fullmatch(letters)) or any(letters in one for one in names)


def _letters(text: str) -> str:
    return "".join(_LETTERS.findall(text.casefold()))
