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
"""Feasts of the real world's year.

Easter is a Sunday from 22 March to 25 April; Christmas without a day lasts several days.
"""

_ALONE: Final = ("christmas", "easter", "michaelmas")
"""Names of feasts that also precede other nouns (Christmas dinner)."""
_DAYS: Final = "|".join(
    name.replace(" ", "[ -]") for name in sorted(SOLAR, key=len, reverse=True) if name not in _ALONE
)
SOLAR_FEAST: Final = rf"(?:(?:{_DAYS})\b|(?:{'|'.join(_ALONE)})\b(?![ -](?!in |of )[a-z']))"
"""Pattern of a feast; callers match the pattern without regard to case."""


def solar_feast(words: str) -> Feast:
    """Return the feast that a match of SOLAR_FEAST names."""
    return SOLAR[words.casefold().replace("-", " ")]
