"""Whom a node may be: known entities from three lists (names, vectors, nearness), interleaved, best first.

Ranked over answers that are equal on every store, ties by order of first telling: the graph must not depend on an engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from episodic.model.names import name_key

CANDIDATES = 5
"""How many known entities a question shows at most."""
NAME_FLOOR = 50.0
"""Names less alike than this (rapidfuzz ratio, 0 to 100) are no candidates by name."""
VECTOR_FLOOR = 0.35
"""Cosine under which a description is no candidate by meaning."""


@dataclass(slots=True)
class Known:
    """What candidate search sees of one cluster; `number` counts clusters by first telling."""

    number: int
    type: str
    keys: list[str] = field(default_factory=list[str])
    vectors: list[NDArray[np.float32]] = field(default_factory=list[NDArray[np.float32]])
    last_seen: int = -1
    """The count of the chapter in which it was told of last."""
    chapters: int = 0
    """In how many chapters it was told of."""


def interleaved(lists: Sequence[Sequence[int]], limit: int) -> tuple[int, ...]:
    """The first of each list, then the second of each, each thing once, until *limit*."""
    found: dict[int, None] = {}
    for rank in range(max((len(one) for one in lists), default=0)):
        for one in lists:
            if rank < len(one):
                found.setdefault(one[rank])
    return tuple(found)[:limit]


def by_name(keys: Iterable[str], known: Sequence[Known], limit: int) -> list[int]:
    """Numbers of the clusters whose names are most like any of *keys*: shared characters count, containment counts more."""
    names = [(one.number, key) for one in known for key in one.keys]
    scores: dict[int, float] = {}
    for key in keys:
        for _, _, position in process.extract(
            key, [name for _, name in names], scorer=fuzz.ratio, score_cutoff=NAME_FLOOR, limit=limit * 4
        ):
            number, name = names[position]
            scores[number] = max(scores.get(number, 0.0), likeness(key, name))
        for number, name in names:
            if len(key) > 1 and len(name) > 1 and (key in name or name in key):
                scores[number] = max(scores.get(number, 0.0), likeness(key, name))
    return [number for number, _ in sorted(scores.items(), key=lambda one: (-one[1], one[0]))][:limit]


def likeness(first: str, second: str) -> float:
    """0 to 100: the rapidfuzz ratio, and 90 at least where one name stands whole inside the other."""
    score = fuzz.ratio(first, second)
    return max(score, 90.0) if first in second or second in first else score


def by_vector(vector: NDArray[np.float32] | None, known: Sequence[Known], limit: int) -> list[int]:
    """Numbers of the clusters described most alike, by cosine to their first or latest description."""
    rows = [(one.number, row) for one in known for row in one.vectors]
    if vector is None or not rows:
        return []
    cosines = np.stack([row for _, row in rows]) @ vector
    best: dict[int, float] = {}
    for (number, _), cosine in zip(rows, cosines.tolist(), strict=True):
        if cosine >= VECTOR_FLOOR:
            best[number] = max(best.get(number, 0.0), round(cosine, 4))
    return [number for number, _ in sorted(best.items(), key=lambda one: (-one[1], one[0]))][:limit]


def by_nearness(known: Sequence[Known], chapter: int, limit: int) -> list[int]:
    """Numbers of the clusters told of most recently and most often: 30 to 55 % of Chinese aliases share no character."""
    ranked = sorted(known, key=lambda one: (chapter - one.last_seen, -one.chapters, one.number))
    return [one.number for one in ranked][:limit]


def candidates(
    names: Iterable[str],
    known: Sequence[Known],
    *,
    vector: NDArray[np.float32] | None,
    chapter: int,
    allowed: Callable[[Known], bool],
) -> tuple[int, ...]:
    """At most CANDIDATES numbers of known clusters that pass *allowed*, best first."""
    pool = [one for one in known if allowed(one)]
    keys = [name_key(name) for name in names]
    lists = (
        by_name(keys, pool, CANDIDATES),
        by_vector(vector, pool, CANDIDATES),
        by_nearness(pool, chapter, CANDIDATES),
    )
    return interleaved(lists, CANDIDATES)
