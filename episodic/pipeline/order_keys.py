"""Makes order keys, the numbers that put chapters in narrative order, and chapter keys.

A chapter key is made of the chapter's headings if the caller gives no key.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from episodic.model.episodes import ORDER_GAP, Chapter, Episode, Layer
from episodic.model.ids import digest_of, identify
from episodic.text.language import language_of


def chapter_keys(chapters: Iterable[Chapter]) -> list[str]:
    """Return the key of each chapter, which is the caller's key if given. If the caller gives no key, the key is made
    from the chapter's headings, or from its text if it has no heading.

    A key made from headings or text is unique. A number is added to the key if another chapter already has the key,
    from the caller or from equal headings.
    """
    told = tuple(chapters)
    taken = {one.key for one in told if one.key is not None}
    numbered: dict[str, Iterator[str]] = {}
    keys: list[str] = []
    for chapter in told:
        if chapter.key is not None:
            keys.append(chapter.key)
            continue
        headings = heading_of(chapter) or f"untitled {digest_of(chapter.text)[:8]}"
        names = numbered.setdefault(headings, numbered_names(headings))
        keys.append(next(name for name in names if name not in taken))
        taken.add(keys[-1])
    return keys


def free_key(chapter: Chapter, taken: Collection[str]) -> str:
    """Return the key made from a chapter's headings, or from its text if it has no heading. If the key made from the
    headings or text is in *taken*, a number is added, as in "Chapter 1 (2)". The added number is the smallest number
    from 2 that makes the key unique.
    """
    (wanted,) = chapter_keys([replace(chapter, key=None)])
    return next(key for key in numbered_names(wanted) if key not in taken)


def numbered_names(name: str) -> Iterator[str]:
    """Yield *name*, then *name* with each number from 2 on."""
    yield name
    yield from (f"{name} ({number})" for number in count(2))


def heading_of(one: Chapter | Episode) -> str:
    """Return the headings above a chapter and its own heading as chapter keys use them, such as "Part I/Chapter 2".

    For a chapter without headings, return the chapter's title, which is empty if the chapter is a `Chapter` without a
    heading.
    """
    return "/".join(one.path) or one.title


def canon_id(group_id: str, key: str) -> str:
    """Return the id that a canon chapter with the given key has in the work."""
    return identify("episode", group_id, key)


def episode_of(chapter: Chapter, key: str, *, group_id: str, order: int, layer: Layer, reader: str) -> Episode:
    """Return the chapter as an episode.

    The episode's id is made from the work and the key. The id of an episode outside canon is also made from the layer.
    """
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


def order_key_between(before: int | None, after: int | None) -> int | None:
    """Return an order key between two neighbours, or None if no integer is free.

    If *before* is None, the order key is for the beginning of the work. If *after* is None, the order key is for the
    end of the work.
    """
    if before is None and after is None:
        return ORDER_GAP
    if after is None:
        return (before or 0) + ORDER_GAP
    middle = ((before or 0) + after) // 2
    return middle if (before or 0) < middle < after else None


def order_keys_between(before: int | None, after: int | None, wanted: int) -> list[int] | None:
    """Return *wanted* evenly spaced order keys between two neighbours, or None if the gap has too few free integers."""
    if after is None:
        return [(before or 0) + ORDER_GAP * (number + 1) for number in range(wanted)]
    low = before or 0
    found = [low + (after - low) * (number + 1) // (wanted + 1) for number in range(wanted)]
    return found if after - low > wanted else None


def longest_increasing_run(values: Sequence[int]) -> frozenset[int]:
    """Return the positions of a longest strictly increasing subsequence of *values* (patience sorting, Fredman 1975)."""
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
