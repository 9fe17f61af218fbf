"""Checks of chapter numbers for gaps, repetitions and wrong order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from episodic.text.findings import Finding, FindingKind

_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Numbered:
    """The number and title of a chapter, with the kind of its heading (`family`) and the titles of the parts that
    contain the chapter.

    Only numbers of chapters with the same kind of heading are compared with each other.
    """

    number: int
    title: str
    family: str
    part: tuple[str, ...]


def numbering_findings(chapters: Sequence[Numbered]) -> tuple[Finding, ...]:
    """Return findings about gaps, repetitions and wrong order in the numbers of *chapters*, which must be in narrative
    order.

    The chapter numbers may start at any number. In a new part, the numbers may continue or start again at one. A new
    start of the numbers within one part is reported.
    """
    findings: list[Finding] = []
    for family in dict.fromkeys(one.family for one in chapters):
        for run, restarted in _runs([one for one in chapters if one.family == family]):
            if restarted:
                words = f"The numbering starts again at {run[0].number} ({run[0].title}) without a new part."
                findings.append(Finding(FindingKind.NUMBERS_OUT_OF_ORDER, words, (run[0].title,)))
            findings.extend(_of_run(run))
    return tuple(findings)


def _runs(chapters: Sequence[Numbered]) -> list[tuple[list[Numbered], bool]]:
    runs: list[tuple[list[Numbered], bool]] = []
    for index, one in enumerate(chapters):
        if not runs:
            runs.append(([one], False))
            continue
        run = runs[-1][0]
        other_part = one.part != run[-1].part
        again = one.number <= 1 and len(run) > 1 and run[-1].number > 1 and _goes_on(chapters[index : index + 2])
        if (other_part and one.number <= 1) or again:
            runs.append(([one], not other_part))
        else:
            run.append(one)
    return runs


def _goes_on(pair: Sequence[Numbered]) -> bool:
    return len(pair) < 2 or pair[1].number == pair[0].number + 1


def _of_run(run: Sequence[Numbered]) -> Iterable[Finding]:
    counts = Counter(one.number for one in run)
    repeated = sorted(number for number, count in counts.items() if count > 1)
    if repeated:
        titles = tuple(one.title for one in run if one.number in set(repeated))
        words = f"Several chapters bear the number {_listed(repeated)}: {'; '.join(titles[:_SHOWN])}."
        yield Finding(FindingKind.NUMBER_REPEATED, words, titles)
    missing = _missing(sorted(counts))
    if missing:
        words = f"Missing chapter numbers: {', '.join(missing[:_SHOWN])}{' ...' if len(missing) > _SHOWN else ''}."
        yield Finding(FindingKind.NUMBERS_MISSING, words, tuple(missing))
    early = _early(run)
    if early:
        words = f"Chapters stand behind one of a higher number: {'; '.join(one.title for one in early[:_SHOWN])}."
        yield Finding(FindingKind.NUMBERS_OUT_OF_ORDER, words, tuple(one.title for one in early))


def _missing(numbers: Sequence[int]) -> list[str]:
    gaps: list[str] = []
    for before, after in pairwise(numbers):
        if after == before + 2:
            gaps.append(str(before + 1))
        elif after > before + 2:
            gaps.append(f"{before + 1}-{after - 1}")
    return gaps


def _early(run: Sequence[Numbered]) -> list[Numbered]:
    """Return the chapters whose numbers are out of order. If one chapter has too high a number, only this chapter is
    returned, and not the chapters after it. For example, this chapter is 9 in 1, 9, 2, 3.
    """
    highest = -1
    early: list[Numbered] = []
    for index, one in enumerate(run):
        following = run[index + 1].number if index + 1 < len(run) else one.number
        if one.number < highest:
            early.append(one)
        elif highest < following < one.number:
            # The next chapter's number continues the numbers before this chapter, so that this chapter is out of order.
            early.append(one)
        else:
            highest = one.number
    return early


def _listed(numbers: Sequence[int]) -> str:
    shown = ", ".join(str(number) for number in numbers[:_SHOWN])
    return f"{shown} ..." if len(numbers) > _SHOWN else shown
