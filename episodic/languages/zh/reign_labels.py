"""Writes the Chinese text of a reign year, season or month, such as 建安13年冬, but does not parse such texts."""

from __future__ import annotations

from typing import Final

_SEASONS: Final = "春夏秋冬"


class ChineseReignLabels:
    def label(self, title: str, year: int, *, season: int | None = None, month: int | None = None) -> str:
        """Return the text of a reign year, season or month, such as 建安元年 or 建安13年冬."""
        part = _SEASONS[season - 1] if season is not None else "" if month is None else f"{month}月"
        return f"{title}{'元' if year == 1 else year}年{part}"


LABELS: Final = ChineseReignLabels()
