"""Feasts: days of the year that have names, such as Christmas."""

from __future__ import annotations

from typing import NamedTuple


class Feast(NamedTuple):
    """The date of a feast within a year, only as precise as the name of the feast allows."""

    month: int | None
    day: int | None = None
    season: int | None = None
