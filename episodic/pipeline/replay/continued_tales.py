"""Makes the statements of a letter or tale claims of its teller, also in windows that do not show who tells it.

A model reads the windows of a chapter independently. In a window that begins inside a letter or tale, the model cannot
know the teller, and reads the content as narration or as a claim of nobody. The other windows of the same letter or tale
show the teller.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from episodic.model.episodes import FrameKind
from episodic.model.readings import StatementScope
from episodic.pipeline.text_positions import FramedPassage, SpannedStatement

StatementSource = tuple[SpannedStatement, Sequence[int], Sequence[str]]
"""A statement reading, the cluster numbers of its window's nodes, and the names of these nodes."""

_TOLD: Final = (FrameKind.LETTER, FrameKind.TALE)


def with_tellers(
    sources: Sequence[StatementSource], framed: Sequence[FramedPassage], *, root: Callable[[int], int]
) -> list[StatementSource]:
    """Return the statements of a chapter, in which statements of a letter or tale with a known teller become claims of
    the teller. Statements about the world become claims if their passage continues a letter or tale from before its
    window, and claims without a holder become claims of the teller in every letter or tale.

    A letter or tale has a known teller if most of its statements, apart from passages that continue it from before
    their window, are claims of one entity. *root* returns the number that all clusters of one entity have in common.
    """
    if not any(one.frame in _TOLD for one in framed):
        return list(sources)
    continued = _continued(framed)
    tellers = _tellers(sources, framed, continued, root)
    made: list[StatementSource] = []
    for source in sources:
        spanned, numbers, names = source
        teller = tellers.get(framed[spanned.passage].run)
        narrated = spanned.passage in continued and spanned.reading.core.scope is StatementScope.WORLD
        if teller is None or not (narrated or _of_nobody(spanned)):
            made.append(source)
            continue
        core = replace(spanned.reading.core, scope=StatementScope.CLAIM)
        reading = replace(spanned.reading, core=core, holder=len(numbers))
        made.append((replace(spanned, reading=reading), (*numbers, teller[0]), (*names, teller[1])))
    return made


def _of_nobody(spanned: SpannedStatement) -> bool:
    """Return whether a statement is a claim whose holder the reader did not find."""
    return spanned.reading.core.scope is StatementScope.CLAIM and spanned.reading.holder is None


def _continued(framed: Sequence[FramedPassage]) -> frozenset[int]:
    """Return the indexes of the passages of letters and tales that a window read as continued from the text before."""
    found: set[int] = set()
    for index, one in enumerate(framed):
        if one.frame in _TOLD and one.reading.kind is FrameKind.CONTINUED:
            found.add(index)
    return frozenset(found)


def _tellers(
    sources: Sequence[StatementSource],
    framed: Sequence[FramedPassage],
    continued: frozenset[int],
    root: Callable[[int], int],
) -> Mapping[int, tuple[int, str]]:
    """Return the cluster number and the name of the teller of each run of a letter or tale that has a known teller."""
    holders: dict[int, Counter[int | None]] = {}
    names: dict[int, str] = {}
    for spanned, numbers, written in sources:
        passage, reading = framed[spanned.passage], spanned.reading
        if passage.frame not in _TOLD or spanned.passage in continued or _of_nobody(spanned):
            continue
        holder = None
        if reading.holder is not None and reading.core.scope is StatementScope.CLAIM:
            holder = root(numbers[reading.holder])
            names.setdefault(holder, written[reading.holder])
        holders.setdefault(passage.run, Counter())[holder] += 1
    found: dict[int, tuple[int, str]] = {}
    for run, counted in holders.items():
        ((holder, count),) = counted.most_common(1)
        if holder is not None and 2 * count > counted.total():
            found[run] = (holder, names[holder])
    return found
