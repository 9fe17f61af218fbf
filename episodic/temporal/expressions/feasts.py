"""Feasts that have their day in a calendar: in the lunisolar year (中秋), in the real world's (Christmas Eve)."""

from __future__ import annotations

from typing import Final, NamedTuple


class Feast(NamedTuple):
    """Where in the year a feast lies, no nearer than its name surely says: without a day anywhere in the month."""

    month: int | None
    day: int | None = None
    season: int | None = None


LUNAR: Final[dict[str, Feast]] = {
    "元宵": Feast(1, 15), "端午": Feast(5, 5), "端阳": Feast(5, 5), "七夕": Feast(7, 7), "中秋": Feast(8, 15),
    "重阳": Feast(9, 9), "重九": Feast(9, 9), "腊八": Feast(12, 8), "除夕": Feast(12), "大年三十": Feast(12), "岁除": Feast(12),
}  # fmt: skip
"""Feasts of lunisolar years. The last day of the year is the twenty-ninth or the thirtieth, which nobody says."""

LUNAR_FEAST: Final = f"(?:{'|'.join(sorted(LUNAR, key=len, reverse=True))})"

SOLAR: Final[dict[str, Feast]] = {
    "christmas eve": Feast(12, 24), "christmas day": Feast(12, 25), "christmas": Feast(12), "boxing day": Feast(12, 26),
    "new year's eve": Feast(12, 31), "new year's day": Feast(1, 1), "candlemas": Feast(2, 2), "lady day": Feast(3, 25),
    "easter": Feast(None, season=1), "easter sunday": Feast(None, season=1), "midsummer eve": Feast(6, 23),
    "midsummer day": Feast(6, 24), "midsummer's day": Feast(6, 24), "michaelmas": Feast(9), "michaelmas day": Feast(9, 29),
    "hallowe'en": Feast(10, 31), "halloween": Feast(10, 31), "all hallows' eve": Feast(10, 31),
}  # fmt: skip
"""Feasts of the real world's year. Easter is a Sunday from 22 March to 25 April; Christmas by itself is some days long."""

_ALONE: Final = ("christmas", "easter", "michaelmas")
"""Names of feasts that also stand before other words (Christmas dinner)."""
_DAYS: Final = "|".join(
    name.replace(" ", "[ -]") for name in sorted(SOLAR, key=len, reverse=True) if name not in _ALONE
)
SOLAR_FEAST: Final = rf"(?:(?:{_DAYS})\b|(?:{'|'.join(_ALONE)})\b(?![ -](?!in |of )[a-z']))"
"""A feast as a pattern, to be matched whatever the case."""


def solar_feast(words: str) -> Feast:
    """The feast that words matching SOLAR_FEAST name."""
    return SOLAR[words.casefold().replace("-", " ")]
