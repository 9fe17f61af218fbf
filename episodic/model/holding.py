"""Whether a fact holds at the ends of chapters: runs of chapters in which the answer is the same."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple


class Holding(StrEnum):
    """The three answers to the question whether a fact is true at a moment: it holds, possibly holds, or does not
    hold.
    """

    HOLDS = "holds"
    POSSIBLE = "possible"
    NO = "no"


FROM_THE_FIRST = 0
"""The `order` of a run that begins with the first chapter of the work. A run from the first chapter does not store the
order key of this chapter. With this order key, the run would begin too late after another chapter is inserted before
the first one.
"""


class HoldingRun(NamedTuple):
    """Consecutive chapters at whose ends a fact has the same `holding`: it holds, possibly holds or does not hold. The
    run begins with the chapter of the main line that has the order key `order`. If `order` is 0, the run begins with
    the first chapter. A run goes on to the next run of the fact.
    """

    order: int
    holding: Holding


def holding_at(runs: Sequence[HoldingRun], order: int) -> Holding:
    """Return whether a fact holds at the end of the chapter with the order key *order*. *runs* contains all runs of the
    fact (consecutive chapters with the same answer). At the end of a chapter before the first run, the fact does not
    hold.
    """
    number = bisect_right(runs, order, key=lambda one: one.order)
    return runs[number - 1].holding if number else Holding.NO
