"""Feasts of the Gregorian year, such as Christmas Eve."""

from __future__ import annotations

from typing import Final

from episodic.temporal.expressions.feasts import Feast

SOLAR: Final[dict[str, Feast]] = {
    "christmas eve": Feast(12, 24), "christmas day": Feast(12, 25), "christmas": Feast(12), "boxing day": Feast(12, 26),
    "new year's eve": Feast(12, 31), "new year's day": Feast(1, 1), "candlemas": Feast(2, 2), "lady day": Feast(3, 25),
    "easter": Feast(None, season=1), "easter sunday": Feast(None, season=1), "midsummer eve": Feast(6, 23),
    "midsummer day": Feast(6, 24), "midsummer's day": Feast(6, 24), "michaelmas": Feast(9), "michaelmas day": Feast(9, 29),
    "hallowe'en": Feast(10, 31), "halloween": Feast(10, 31), "all hallows' eve": Feast(10, 31),
}  # fmt: skip
"""The English names of feasts, with their dates in the Gregorian year.

The feasts "easter" and "easter sunday" have only a season, because the date of Easter differs between years. The feasts
"christmas" and "michaelmas" have only a month, because the words can also mean the days around the feast.
"""

_ALONE: Final = ("christmas", "easter", "michaelmas")
"""Names of feasts that often stand before another noun, as in "Christmas dinner"."""
_DAYS: Final = "|".join(
    name.replace(" ", "[ -]") for name in sorted(SOLAR, key=len, reverse=True) if name not in _ALONE
)
SOLAR_FEAST: Final = rf"(?:(?:{_DAYS})\b|(?:{'|'.join(_ALONE)})\b(?![ -](?!in |of )[a-z']))"
"""Pattern of a feast, which must be matched without regard to case."""


def solar_feast(words: str) -> Feast:
    """Return the feast that *words*, a match of SOLAR_FEAST, names."""
    return SOLAR[words.casefold().replace("-", " ")]
