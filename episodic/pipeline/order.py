"""Order keys and chapter keys: where a chapter stands in the telling, and what it goes by."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import chain, count

from episodic.model.episodes import ORDER_GAP, Chapter, Episode, Layer
from episodic.model.ids import Numbering, digest_of, identify
from episodic.text.language import language_of


def chapter_keys(chapters: Iterable[Chapter]) -> list[str]:
    """The key of each chapter: the caller's, else its headings with a number among equal ones, counted from 1."""
    numbers = Numbering()
    keys: list[str] = []
    for chapter in chapters:
        if chapter.key is not None:
            keys.append(chapter.key)
            continue
        headings = heading_of(chapter) or f"untitled {digest_of(chapter.text)[:8]}"
        number = numbers.next_of(headings)
        keys.append(headings if number == 0 else f"{headings} ({number + 1})")
    return keys


def free_key(chapter: Chapter, taken: Collection[str]) -> str:
    """The key that a chapter's headings make, with the next number that is free."""
    (wanted,) = chapter_keys([replace(chapter, key=None)])
    numbered = (f"{wanted} ({number})" for number in count(2))
    return next(key for key in chain([wanted], numbered) if key not in taken)


def heading_of(one: Chapter | Episode) -> str:
    """The headings above a chapter and its own, as keys name them; empty where it has none."""
    return "/".join(one.path) or one.title


def canon_id(group_id: str, key: str) -> str:
    """The id of the canon chapter of this key."""
    return identify("episode", group_id, key)


def episode_of(chapter: Chapter, key: str, *, group_id: str, order: int, layer: Layer, reader: str) -> Episode:
    """The chapter as an episode of the work; its id is made from work and key, and its layer where that is not canon."""
    return Episode(
        uuid=canon_id(group_id, key) if layer is Layer.CANON else identify("episode", group_id, key, layer),
        group_id=group_id,
        key=key,
        order=order,
        title=chapter.title or key,
        path=chapter.path,
        text=chapter.text,
        language=language_of(chapter.text),
        layer=layer,
        number=chapter.number,
        reader=reader,
        source_description=chapter.source_description,
        reference_time=chapter.reference_time,
    )


def between(before: int | None, after: int | None) -> int | None:
    """An order key between two neighbours (None: the end of the work); None if their gap is used up."""
    if before is None and after is None:
        return ORDER_GAP
    if after is None:
        return (before or 0) + ORDER_GAP
    middle = ((before or 0) + after) // 2
    return middle if (before or 0) < middle < after else None


def places(before: int | None, after: int | None, wanted: int) -> list[int] | None:
    """So many order keys in a row between two neighbours, evenly; None if their gap has no room."""
    if after is None:
        return [(before or 0) + ORDER_GAP * (number + 1) for number in range(wanted)]
    low = before or 0
    found = [low + (after - low) * (number + 1) // (wanted + 1) for number in range(wanted)]
    return found if after - low > wanted else None


def rising(values: Sequence[int]) -> frozenset[int]:
    """The places of a longest run of *values* that rises from left to right (patience sorting, Fredman 1975)."""
    tails: list[int] = []
    before: list[int | None] = []
    for place, value in enumerate(values):
        pile = bisect_left(tails, value, key=lambda one: values[one])
        before.append(tails[pile - 1] if pile else None)
        tails[pile : pile + 1] = [place]
    found: list[int] = []
    last = tails[-1] if tails else None
    while last is not None:
        found.append(last)
        last = before[last]
    return frozenset(found)
