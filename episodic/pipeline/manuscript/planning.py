"""A manuscript read again: which of its chapters are the work's, and what became of each. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice, takewhile

from episodic.errors import DuplicateEpisodeError
from episodic.model.episodes import Chapter, Episode
from episodic.pipeline.manuscript.matching import Matching, body_of, match
from episodic.pipeline.order import chapter_keys, free_key, rising


@dataclass(frozen=True, slots=True)
class Extent:
    """What the chapters handed in are: those of the manuscript of this name ("": of none).

    `whole`: they are all of it, so that they are known by their text; else each is known by its key alone.
    `removing`: a chapter that the manuscript had and has no more is taken back.
    """

    manuscript: str = ""
    whole: bool = False
    removing: bool = False

    @classmethod
    def of(cls, manuscript: str, *, removing: bool | None = None) -> Extent:
        """Of a named manuscript the chapters are the whole, unless *removing* says otherwise; without a name they are a part."""
        whole = bool(manuscript) or bool(removing)
        return cls(manuscript, whole=whole, removing=whole if removing is None else removing)


PARTLY = Extent()
"""Chapters that belong to no manuscript: nothing is ever removed for them."""


@dataclass(frozen=True, slots=True)
class PlannedChapter:
    """A chapter of the manuscript and what becomes of it; `there` is the chapter of the work that it was (None: it is new).

    `edited`: other words (where it was renamed: below its heading); `renamed`: another title, path or number; `moved`: elsewhere in the telling.
    `part_of` was split, and this was in it; `takes_in` were joined with it.
    """

    chapter: Chapter
    key: str
    there: Episode | None = None
    edited: bool = False
    renamed: bool = False
    moved: bool = False
    part_of: Episode | None = None
    takes_in: tuple[Episode, ...] = ()

    @property
    def inserted(self) -> bool:
        """Whether the work has no such chapter yet."""
        return self.there is None

    @property
    def rewritten(self) -> bool:
        """Whether another text stands in the place of the old one, were it only its heading."""
        return self.there is not None and self.there.text != self.chapter.text

    @property
    def unchanged(self) -> bool:
        """Whether nothing becomes of it."""
        return self.there is not None and not (self.edited or self.renamed or self.moved)


@dataclass(frozen=True, slots=True)
class ManuscriptPlan:
    """What becomes of the manuscript's chapters, in its order, and of those that it has no more.

    `removed` are gone; `joined` stand in another chapter now; `kept` are gone from the manuscript and stay in the work.
    """

    extent: Extent
    chapters: tuple[PlannedChapter, ...]
    removed: tuple[Episode, ...] = ()
    joined: tuple[Episode, ...] = ()
    kept: tuple[Episode, ...] = ()
    resembles: str = ""
    """Another manuscript of the work that has most of the chapters word for word: perhaps this is that one under a new name."""

    @property
    def empty(self) -> bool:
        """Whether everything is there as it is."""
        return not self.removed and not self.joined and all(one.unchanged for one in self.chapters)

    @property
    def gone(self) -> tuple[Episode, ...]:
        """The chapters that are taken out of the work."""
        return (*self.removed, *self.joined)

    @property
    def in_place(self) -> bool:
        """Whether no chapter is taken out, moved or renamed."""
        return not self.gone and not any(one.moved or one.renamed for one in self.chapters)


def as_they_are(found: ManuscriptPlan) -> ManuscriptPlan:
    """The plan of chapters of which nothing that is there may change. Raises DuplicateEpisodeError for another text."""
    kept: list[PlannedChapter] = []
    for one in found.chapters:
        if one.there is None:
            kept.append(one)
            continue
        if one.rewritten:
            raise DuplicateEpisodeError(one.key)
        there = Chapter(one.there.text, title=one.there.title, path=one.there.path, key=one.key)
        kept.append(PlannedChapter(there, one.key, one.there))
    return replace(found, chapters=tuple(kept))


def plan(episodes: Sequence[Episode], chapters: Sequence[Chapter], *, extent: Extent = PARTLY) -> ManuscriptPlan:
    """What becomes of a work's *episodes* (of one layer) when *chapters* are read into it.

    Of a whole manuscript a chapter is known by the caller's key, by its exact text, by its text below the heading, by likeness,
    and where words say nothing by its heading, so that a chapter put in front of "Chapter 5" is new and the old one, now
    "Chapter 6", is renamed. As few as possible are moved. Only chapters of this manuscript can be found gone; those of a work that
    names no manuscripts are this one's if most of its chapters are found among them. A manuscript that shares no text and no
    heading with the one of its name is another, of the next name that is free. A part of a manuscript is known by keys, and
    nothing of it can be found gone.
    """
    if not extent.whole:
        return _by_keys(episodes, chapters, extent)
    names = _numbered(extent.manuscript)
    there = {one.manuscript for one in episodes}
    known = [extent.manuscript, *takewhile(there.__contains__, islice(names, 1, None))]
    tried = [_matched(episodes, chapters, name) for name in known]
    found, meant = max(tried, key=lambda one: len(one[0].pairs))
    if not found.pairs and extent.manuscript:
        free = next(name for name in _numbered(extent.manuscript) if name not in there)
        found.own, meant = set[int](), free
    return _planned(found, episodes, replace(extent, manuscript=meant))


def _matched(episodes: Sequence[Episode], chapters: Sequence[Chapter], manuscript: str) -> tuple[Matching, str]:
    keys = {one.key for one in chapters}
    old = [one for one in episodes if one.manuscript in {manuscript, ""} or one.key in keys]
    return match(old, chapters, manuscript=manuscript), manuscript


def _numbered(name: str) -> Iterator[str]:
    """The name, and those of further manuscripts that would have it."""
    yield name
    yield from (f"{name} ({number})" for number in count(2))


def _by_keys(episodes: Sequence[Episode], chapters: Sequence[Chapter], extent: Extent) -> ManuscriptPlan:
    found = Matching(episodes, chapters)
    known = {one.key: number for number, one in enumerate(episodes)}
    keys = chapter_keys(chapters)
    for number, key in enumerate(keys):
        if key in known and known[key] not in found.taken:
            found.pair(number, known[key])
    return ManuscriptPlan(extent, _chapters(found, keys))


def _planned(found: Matching, episodes: Sequence[Episode], extent: Extent) -> ManuscriptPlan:
    joined = tuple(found.old[one] for one in sorted(found.joined))
    missing = tuple(found.old[one] for one in found.old_left() if one in found.own)
    gone = {one.uuid for one in (*joined, *(missing if extent.removing else ()))}
    keys = _keys(found, {one.key for one in episodes if one.uuid not in gone})
    return ManuscriptPlan(
        extent,
        _chapters(found, keys),
        removed=missing if extent.removing else (),
        joined=joined,
        kept=() if extent.removing else missing,
        resembles=_resembled(found, episodes, extent.manuscript),
    )


def _resembled(found: Matching, episodes: Sequence[Episode], manuscript: str) -> str:
    fresh = {one.text for number, one in enumerate(found.new) if number not in found.pairs}
    others = Counter(one.manuscript for one in episodes if one.manuscript not in {manuscript, ""} and one.text in fresh)
    name, most = next(iter(others.most_common(1)), ("", 0))
    return name if 2 * most > len(found.new) else ""


def _keys(found: Matching, taken: set[str]) -> list[str]:
    """The key of each chapter: the one it has, else the caller's, else its headings with the next number that is free."""
    keys: list[str] = []
    for number, chapter in enumerate(found.new):
        if number in found.pairs:
            keys.append(found.old[found.pairs[number]].key)
            continue
        key = chapter.key or free_key(chapter, taken)
        taken.add(key)
        keys.append(key)
    return keys


def _chapters(found: Matching, keys: Sequence[str]) -> tuple[PlannedChapter, ...]:
    places = {number: place for place, number in enumerate(sorted(found.pairs))}
    steady = rising([found.old[found.pairs[number]].order for number in places])
    taken_in: defaultdict[int, list[Episode]] = defaultdict(list)
    for old, new in sorted(found.joined.items()):
        taken_in[new].append(found.old[old])
    made: list[PlannedChapter] = []
    for number, (chapter, key) in enumerate(zip(found.new, keys, strict=True)):
        there = found.old[found.pairs[number]] if number in found.pairs else None
        planned = PlannedChapter(
            chapter,
            key,
            there,
            moved=there is not None and places[number] not in steady,
            part_of=found.old[found.parts[number]] if number in found.parts else None,
            takes_in=tuple(taken_in.get(number, ())),
        )
        made.append(planned if there is None else _compared(planned, there))
    return tuple(made)


def _compared(one: PlannedChapter, there: Episode) -> PlannedChapter:
    """With what is told apart by comparing its words and its heading with those it had."""
    named = replace(one.chapter, title=one.chapter.title or there.key)
    renamed = (there.title, there.path, there.number) != (named.title, named.path, number_of(there, named))
    same = renamed and body_of(there) is not None and body_of(there) == body_of(one.chapter)
    return replace(one, renamed=renamed, edited=one.rewritten and not same)


def number_of(there: Episode, now: Chapter | Episode) -> int | None:
    """The number that a chapter states; the one it had where its heading is the same and states none."""
    return there.number if now.number is None and now.title == there.title else now.number
