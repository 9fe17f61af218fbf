"""Order keys and chapter keys: where a chapter stands in the telling, and what it goes by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
        headings = "/".join(chapter.path) or chapter.title or f"untitled {digest_of(chapter.text)[:8]}"
        number = numbers.next_of(headings)
        keys.append(headings if number == 0 else f"{headings} ({number + 1})")
    return keys


def episode_of(chapter: Chapter, key: str, *, group_id: str, order: int, layer: Layer, reader: str) -> Episode:
    """The chapter as an episode of the work; its id is made from work and key."""
    return Episode(
        uuid=identify("episode", group_id, key, *(() if layer is Layer.CANON else (layer,))),
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


def spread(orders: Sequence[int]) -> dict[int, int]:
    """New keys with full gaps for all of a work's order keys."""
    return {order: (number + 1) * ORDER_GAP for number, order in enumerate(sorted(orders))}
