"""The first and the last day on which a moment can lie, chosen from the days that several calendars give."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class DayBounds(NamedTuple):
    """The first and the last possible day of a moment on a calendar axis. An unknown bound is None. UNDATED, which has
    no axis, stands for a moment without any bound.

    `rough_earliest` is true if the first day follows only from a year, a month or the like, and from no date that names
    a day. For example, "a night after the beginning of 1812" contains no date that names a day. `rough_latest` is true
    if the last day follows only from a year, a month or the like.
    """

    earliest: int | None
    latest: int | None
    axis: str | None
    rough_earliest: bool = False
    rough_latest: bool = False

    @property
    def rough(self) -> tuple[bool, bool]:
        """Two flags, for the first and the last day: whether the text gives the day only roughly, such as by a year."""
        return self.rough_earliest, self.rough_latest


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


def bounds_from(earliest: int | None, latest: int | None, axis: str | None, *, days: Iterable[DayBounds]) -> DayBounds:
    """Return the bounds *earliest* and *latest*, each of which was taken from an element of *days*."""
    known = tuple(days)
    rough_earliest = earliest is not None and all(one.rough_earliest for one in known if one.earliest == earliest)
    rough_latest = latest is not None and all(one.rough_latest for one in known if one.latest == latest)
    return DayBounds(earliest, latest, axis, rough_earliest, rough_latest)
