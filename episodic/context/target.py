"""The chapter for which a context pack is made: a chapter of canon, or the next chapter, which is not written yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from episodic.errors import UnknownEpisodeError
from episodic.model.episodes import Layer
from episodic.search.chapter_lookup import find_episode
from episodic.search.chapter_refs import ChapterRef

_DIGITS = 9
_PLANS = (Layer.PLAN, Layer.NOTE)


@dataclass(frozen=True, slots=True)
class TargetChapter:
    """The chapter for which a context pack is made, with the chapters before it and its plans.

    `ref` is the target chapter if canon contains it, or None if it is not written yet. `number` is the number of the
    target chapter. `before` are the chapters of canon before the target chapter, in narrative order. `plans` are the
    plans and notes for the target chapter, followed by the plans and notes without a number.
    """

    ref: ChapterRef | None
    number: int
    before: tuple[ChapterRef, ...]
    plans: tuple[ChapterRef, ...]

    @property
    def shown(self) -> int:
        """Return the number that output shows. If chapters of canon have equal numbers, it is the ordinal."""
        if self.ref is not None:
            return self.number if self.ref.shown is None else self.ref.shown
        return self.number if self.last is None or self.last.shown is None else self.last.shown + 1

    @property
    def last(self) -> ChapterRef | None:
        """Return the last chapter before the target chapter, or None if the target chapter is the first chapter."""
        return self.before[-1] if self.before else None


def target_chapter(chapters: Mapping[str, ChapterRef], asked: str | int | None) -> TargetChapter:
    """Return the chapter that *asked* names by number, ordinal, title, part of a heading, key or id. If *asked* is None,
    return the next chapter.

    The number after canon's last chapter means the next chapter, and so does a draft or plan that canon does not
    contain yet. A draft or plan with the number of a canon chapter means this canon chapter. Raises
    UnknownEpisodeError.
    """
    canon = _layer(chapters, Layer.CANON)
    upcoming = _upcoming_number(canon)
    if asked is None:
        return _target(chapters, None, upcoming, canon)
    text = str(asked).strip()
    ref = _named(canon, text)
    if ref is not None:
        before = tuple(one for one in canon if one.order < ref.order)
        return _target(chapters, ref, ref.number or ref.ordinal, before)
    drafted = _named(_layer(chapters, Layer.DRAFT), text) or _named(_layer(chapters, *_PLANS), text)
    same = None if drafted is None or drafted.number is None else _named(canon, str(drafted.number))
    if same is not None:
        before = tuple(one for one in canon if one.order < same.order)
        return _target(chapters, same, same.number or same.ordinal, before)
    if drafted is None and _parsed(text) not in (upcoming, len(canon) + 1):
        raise UnknownEpisodeError(text)
    return _target(chapters, None, upcoming, canon)


def _target(
    chapters: Mapping[str, ChapterRef], ref: ChapterRef | None, number: int, before: Sequence[ChapterRef]
) -> TargetChapter:
    plans = _layer(chapters, *_PLANS)
    own = [one for one in plans if one.number == number or (ref is not None and ref.key and one.key == ref.key)]
    general = [one for one in plans if one.number is None and one not in own]
    return TargetChapter(ref, number, tuple(before), (*own, *general))


def _layer(chapters: Mapping[str, ChapterRef], *layers: Layer) -> tuple[ChapterRef, ...]:
    found = (one for one in chapters.values() if one.layer in layers)
    return tuple(sorted(found, key=lambda one: (layers.index(one.layer), one.order, one.uuid)))


def _upcoming_number(canon: Sequence[ChapterRef]) -> int:
    return (canon[-1].number or canon[-1].ordinal) + 1 if canon else 1


def _named(chapters: Sequence[ChapterRef], text: str) -> ChapterRef | None:
    for one in chapters:
        if text in (one.uuid, one.key):
            return one
    number = _parsed(text)
    if number is not None:
        stated = [one for one in chapters if one.number == number]
        if len(stated) == 1:
            return stated[0]
        # The ordinal of a chapter whose own number is shown does not name it: it may be the number of the next chapter.
        return next((one for one in chapters if number == (one.ordinal if one.number is None else one.shown)), None)
    try:
        return find_episode(chapters, text)
    except UnknownEpisodeError:
        return None


def _parsed(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _DIGITS else None
