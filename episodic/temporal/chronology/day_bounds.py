"""The first and the last day on which a moment can lie, and the choice between several calendar axes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class DayBounds(NamedTuple):
    """The first and the last possible day of a moment on a calendar axis. An unknown bound is None. UNDATED, which has
    no axis, stands for a moment without any bound.
    """

    earliest: int | None
    latest: int | None
    axis: str | None


UNDATED = DayBounds(None, None, None)


def best_known(bounds: Iterable[DayBounds]) -> DayBounds:
    """Return the first of *bounds* in which both days are known. If none of *bounds* has both a known first and a known
    last day, return the first one with one known day, or else UNDATED.
    """
    half = UNDATED
    for found in bounds:
        if found.earliest is not None and found.latest is not None:
            return found
        if half is UNDATED and (found.earliest is not None or found.latest is not None):
            half = found
    return half
