"""Feasts: days of the year that have names, such as Christmas."""

from __future__ import annotations

from typing import NamedTuple


class Feast(NamedTuple):
    """The month and day of a feast, only as precise as the name allows; a feast without a day can be on any day of its
    month.
    """

    month: int | None
    day: int | None = None
    season: int | None = None
