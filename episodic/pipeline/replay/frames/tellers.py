"""Adds the teller of a letter or tale as holder to each claim in it for which the reader found no holder.

A model reads the windows of a chapter independently, and a window inside a letter or tale may not show who tells it.
Another window of the same letter or tale often shows the teller.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from episodic.model.episodes import FrameKind
from episodic.model.readings import StatementReading, StatementScope
from episodic.pipeline.replay.statement_sources import StatementSource
from episodic.pipeline.text_positions import FramedPassage, SpannedStatement

_TOLD: Final = (FrameKind.LETTER, FrameKind.TALE)


def with_tellers(
    sources: Sequence[StatementSource], framed: Sequence[FramedPassage], tellers: Mapping[int, tuple[int, str]]
) -> list[StatementSource]:
    """Return the statements of a chapter. If the reader found no holder for a claim in a letter or tale, the teller of
    this letter or tale becomes the holder of the claim. *tellers* is the result of `tellers_of`.
    """
    if not tellers:
        return list(sources)
    made: list[StatementSource] = []
    for source in sources:
        spanned, numbers, names = source
        teller = tellers.get(framed[spanned.passage].run)
        if teller is None or not _of_nobody(spanned):
            made.append(source)
            continue
        reading = replace(spanned.reading, holder=len(numbers))
        made.append((replace(spanned, reading=reading), (*numbers, teller[0]), (*names, teller[1])))
    return made


def is_of_teller(
    reading: StatementReading, numbers: Sequence[int], teller: int | None, *, root: Callable[[int], int]
) -> bool:
    """Return whether the narration, or the teller of a letter or tale, says what a statement tells, and nobody whom the
    teller quotes. *teller* is the cluster number of the teller, or None if the passage has no known teller. *numbers*
    and *root* are as in `tellers_of`.
    """
    if reading.core.scope is StatementScope.WORLD:
        return True
    if teller is None or reading.core.scope is not StatementScope.CLAIM or reading.tellers:
        return False
    return reading.holder is not None and root(numbers[reading.holder]) == teller


def _of_nobody(spanned: SpannedStatement) -> bool:
    return spanned.reading.core.scope is StatementScope.CLAIM and spanned.reading.holder is None


def tellers_of(
    sources: Sequence[StatementSource], framed: Sequence[FramedPassage], *, root: Callable[[int], int]
) -> Mapping[int, tuple[int, str]]:
    """Return the teller of each letter or tale whose teller is known, as the cluster number and the name of the teller.
    The keys of the result are the numbers (`run`) of the letters and tales.

    The teller is the entity whose claims are more than half of the statements of the letter or tale. Claims without a
    holder are not counted. *root* returns, for the number of a cluster of mentions, the number that all clusters of the
    same entity share.
    """
    holders: dict[int, Counter[int | None]] = {}
    names: dict[int, str] = {}
    for spanned, numbers, written in sources:
        passage, reading = framed[spanned.passage], spanned.reading
        if passage.frame not in _TOLD or _of_nobody(spanned):
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
