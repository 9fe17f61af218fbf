"""The plan for synchronising a manuscript with a work: new, edited, moved, renamed and removed chapters."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile

from episodic.errors import DuplicateEpisodeError
from episodic.model.episodes import Chapter, Episode
from episodic.pipeline.order_keys import chapter_keys, free_key, longest_increasing_run, numbered_names
from episodic.pipeline.sync.chapter_matching import Matching, body_of, match
from episodic.text.line_ends import with_lf, with_line_ends_of


@dataclass(frozen=True, slots=True)
class Extent:
    """How the chapters of an ingestion relate to a manuscript.

    `manuscript` is the name of the manuscript, or "" if there is none. If `whole` is true, the chapters are the
    complete manuscript and are matched by key, text and heading. If `whole` is false, each chapter is matched by its
    key alone. If `removing` is true, chapters that the manuscript no longer contains are removed from the work.
    """

    manuscript: str = ""
    whole: bool = False
    removing: bool = False

    @classmethod
    def of(cls, manuscript: str, *, removing: bool | None = None) -> Extent:
        """Return whether an ingestion with this manuscript name contains the complete manuscript, and whether it
        removes missing chapters. The chapters count as the complete manuscript if *manuscript* is not empty or if
        *removing* is true.

        By default, missing chapters are removed if the manuscript is complete.
        """
        whole = bool(manuscript) or bool(removing)
        return cls(manuscript, whole=whole, removing=whole if removing is None else removing)


PARTIAL = Extent()
"""The extent for chapters that are ingested one by one and not as a manuscript. The ingestion of single chapters
removes no other chapter from the work.
"""


@dataclass(frozen=True, slots=True)
class PlannedChapter:
    """A chapter of the manuscript with its planned changes.

    `there` is the matched chapter of the work, or None for a new chapter. `edited` is true if the text changed. For a
    renamed chapter, `edited` is true only if the text below the heading changed. `renamed` is true if the title, path
    (headings above) or number changed. `moved` is true if the place in narrative order changed. `part_of` is the old
    chapter from which this chapter was split. `takes_in` are the old chapters that were joined with this chapter.
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
        return self.there is None

    @property
    def rewritten(self) -> bool:
        """Return whether the chapter's text differs from the old text, even if only the heading differs."""
        return self.there is not None and self.there.text != self.chapter.text

    @property
    def unchanged(self) -> bool:
        return self.there is not None and not (self.edited or self.renamed or self.moved)


@dataclass(frozen=True, slots=True)
class ManuscriptPlan:
    """The planned changes of the manuscript's chapters, in manuscript order, and of chapters that the manuscript lacks.

    `removed` chapters are deleted from the work, and so are `joined` chapters, whose text is now part of another
    chapter. `kept` chapters are no longer in the manuscript but stay in the work.
    """

    extent: Extent
    chapters: tuple[PlannedChapter, ...]
    removed: tuple[Episode, ...] = ()
    joined: tuple[Episode, ...] = ()
    kept: tuple[Episode, ...] = ()
    resembles: str = ""
    """The name of another manuscript of the work, which contains most of the ingested chapters verbatim, or an empty
    text. If `resembles` is not empty, the user may have renamed the manuscript.
    """

    @property
    def empty(self) -> bool:
        return not self.removed and not self.joined and all(one.unchanged for one in self.chapters)

    @property
    def gone(self) -> tuple[Episode, ...]:
        return (*self.removed, *self.joined)

    @property
    def in_place(self) -> bool:
        return not self.gone and not any(one.moved or one.renamed for one in self.chapters)


def forbid_replacements(found: ManuscriptPlan) -> ManuscriptPlan:
    """Return the plan in which chapters that are still in the manuscript keep their title, place and metadata. Planned
    removals, if there are any, stay in the plan.

    Raises DuplicateEpisodeError if the text of an existing chapter would change. DuplicateEpisodeError is also raised
    if an existing chapter would be removed because it is now part of another chapter. The plan *found* should have an
    extent whose `removing` is false, so that it has no planned removals.
    """
    kept: list[PlannedChapter] = []
    for planned in found.chapters:
        if planned.there is None:
            kept.append(planned)
            continue
        if planned.rewritten or planned.takes_in:
            raise DuplicateEpisodeError(planned.key)
        there = Chapter(planned.there.text, title=planned.there.title, path=planned.there.path, key=planned.key)
        kept.append(PlannedChapter(there, planned.key, planned.there))
    return replace(found, chapters=tuple(kept))


def plan(episodes: Sequence[Episode], chapters: Sequence[Chapter], *, extent: Extent = PARTIAL) -> ManuscriptPlan:
    """Plan the changes to the chapters *episodes* of one layer when *chapters* are ingested.

    Chapters of a complete manuscript are matched by the caller's key, by exact text, by the text below the heading, by
    similarity, and finally by heading. For example, a chapter is inserted before "Chapter 5", and the later chapters
    are renumbered. The plan says that the inserted chapter is new, and that the old "Chapter 5" is renamed to "Chapter
    6". As few chapters as possible are moved.

    Only chapters that belong to the ingested manuscript can be removed. Old chapters without a manuscript name belong
    to the ingested manuscript if most of its chapters match such old chapters. The ingested manuscript gets the next
    free name if its name is taken by an unrelated manuscript. A stored manuscript is unrelated if it shares no text and
    no heading with the ingested one. Chapters of an incomplete manuscript are matched by key, and no chapter is
    removed.
    """
    if not extent.whole:
        return _by_keys(episodes, chapters, extent)
    names = numbered_names(extent.manuscript)
    there = {one.manuscript for one in episodes}
    known = [extent.manuscript, *takewhile(there.__contains__, islice(names, 1, None))]
    tried = [_matched(episodes, chapters, name) for name in known]
    found, meant = max(tried, key=lambda one: len(one[0].pairs))
    if not found.pairs and extent.manuscript:
        free = next(name for name in numbered_names(extent.manuscript) if name not in there)
        found.own, meant = set[int](), free
    return _planned(found, episodes, replace(extent, manuscript=meant))


def _matched(episodes: Sequence[Episode], chapters: Sequence[Chapter], manuscript: str) -> tuple[Matching, str]:
    keys = {one.key for one in chapters}
    old = [one for one in episodes if one.manuscript in {manuscript, ""} or one.key in keys]
    return match(old, chapters, manuscript=manuscript), manuscript


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
    fresh = {with_lf(one.text) for number, one in enumerate(found.new) if number not in found.pairs}
    others = Counter(
        one.manuscript for one in episodes if one.manuscript not in {manuscript, ""} and with_lf(one.text) in fresh
    )
    name, most = next(iter(others.most_common(1)), ("", 0))
    return name if 2 * most > len(found.new) else ""


def _keys(found: Matching, taken: set[str]) -> list[str]:
    """Return the keys of the new chapters. A matched chapter keeps its existing key. An unmatched chapter gets the
    caller's key, or else a key made from its headings, with a number if the key is taken.
    """
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
    steady = longest_increasing_run([found.old[found.pairs[number]].order for number in places])
    taken_in: defaultdict[int, list[Episode]] = defaultdict(list)
    for old, new in sorted(found.joined.items()):
        taken_in[new].append(found.old[old])
    made: list[PlannedChapter] = []
    for number, (chapter, key) in enumerate(zip(found.new, keys, strict=True)):
        there = found.old[found.pairs[number]] if number in found.pairs else None
        # Editors and version control change line ends, so a chapter keeps the line ends of its stored text.
        text = chapter.text if there is None else with_line_ends_of(chapter.text, there.text)
        planned = PlannedChapter(
            replace(chapter, text=text),
            key,
            there,
            moved=there is not None and places[number] not in steady,
            part_of=found.old[found.parts[number]] if number in found.parts else None,
            takes_in=tuple(taken_in.get(number, ())),
        )
        made.append(planned if there is None else _compared(planned, there))
    return tuple(made)


def _compared(planned: PlannedChapter, there: Episode) -> PlannedChapter:
    named = replace(planned.chapter, title=planned.chapter.title or there.key)
    renamed = (there.title, there.path, there.number) != (named.title, named.path, number_of(there, named))
    same = renamed and body_of(there) is not None and body_of(there) == body_of(planned.chapter)
    return replace(planned, renamed=renamed, edited=planned.rewritten and not same)


def number_of(there: Episode, now: Chapter | Episode) -> int | None:
    """Return the chapter number that the new version of a chapter states.

    If the new version states no number and has the same title, the number of the old version is returned, if there is
    one.
    """
    return there.number if now.number is None and now.title == there.title else now.number
