"""Parser for English durations, which returns a lower and an upper bound that are never more exact than the text."""

from __future__ import annotations

import re
from typing import Final

from episodic.languages.en.time_expressions.numerals import CARDINAL, english_number
from episodic.temporal.expressions.rule_syntax import Amount

FEW: Final = (2, 9)
"""The lower and upper bound of the number that "a few", "several" or "some" means."""

_UNITS: Final = {
    "day": ("day", 1), "night": ("day", 1), "morning": ("day", 1), "evening": ("day", 1),
    "week": ("week", 1), "se'nnight": ("week", 1), "sennight": ("week", 1), "fortnight": ("day", 14),
    "month": ("month", 1), "moon": ("month", 1),
    "year": ("year", 1), "winter": ("year", 1), "summer": ("year", 1), "twelvemonth": ("year", 1),
    "decade": ("year", 10), "century": ("year", 100), "centurie": ("year", 100),
}  # fmt: skip
_HOURS: Final = {"second": 0, "instant": 0, "moment": 0, "minute": 0, "hour": 1}

UNIT: Final = rf"(?:(?:{'|'.join(sorted(set(_UNITS) | set(_HOURS), key=len, reverse=True))})s?)\b"
_VAGUE: Final = (
    r"a few|a good few|quite a few|some few|several|a good many|a great many|many|a number of|a couple of|a couple|"
    r"a pair of|"
    r"some|half a dozen|half an?|the|countless|untold|a"
)
_QUALIFIER: Final = (
    r"about|around|approximately|roughly|nearly|almost|close to|close on|over|more than|upwards of|less than|"
    r"fewer than|under|"
    r"at least|at most|no more than|not more than|not|just|only|exactly|precisely|full|fully|a full|barely|hardly|"
    r"scarcely|"
    r"some|another|quite|perhaps|maybe|but|well over|just over|just under|a good|these|those"
)
AMOUNT: Final = (
    rf"(?:(?P<qualifier>{_QUALIFIER}) )?"
    rf"(?:(?:(?P<low>{CARDINAL}|an?)(?: or | to |-to-)(?P<high>{CARDINAL})|(?P<count>{CARDINAL})(?P<odd>[ -]odd)?|"
    rf"(?P<vague>{_VAGUE}|an))(?P<half> and a half)? )?"
    rf"(?:(?:short|long|whole|more|full|further|weary|dreary|happy|good) )?(?P<unit>{UNIT})'?(?P<tail> or two|"
    rf" or three| or so| and a half)?"
)
"""Pattern of an English duration, whose groups the function `amount_of` interprets."""


_DURATION: Final = re.compile(
    rf"(?:(?:for|during|over|through|throughout) )?(?:the next )?{AMOUNT}(?: long| running| together| on end)?",
    re.IGNORECASE,
)


def english_duration(words: str) -> Amount | None:
    """Return the bounds of the duration *words* ("for eighteen years"), or None if the text is not a duration."""
    found = _DURATION.fullmatch(words)
    return None if found is None else amount_of(found)


def amount_of(match: re.Match[str]) -> Amount | None:
    """Return the bounds of the duration in a match of AMOUNT, or None if the match states no bounds, as in "the day"."""
    word = match["unit"].casefold()
    single = word.removesuffix("s") if word not in _UNITS else word
    plural = word.endswith("s")
    bounds = _count(match, plural=plural)
    if bounds is None:
        return None
    low, high = _qualified(bounds, (match["qualifier"] or "").casefold())
    if single in _HOURS:
        if (match["vague"] or "").casefold() in ("half a", "half an"):
            low = max(low - 1, 0)
        half = bool(match["half"]) or match["tail"] == " and a half"
        return _within_hours(low, high, whole=bool(_HOURS[single]), half=half)
    unit, times = _UNITS[single]
    if (match["vague"] or "").casefold() in ("half a", "half an"):
        return _half(unit, times)
    if match["half"] or match["tail"] == " and a half":
        return _and_a_half(low, unit, times)
    return Amount(low * times, high * times if high is not None else None, unit)


def _count(match: re.Match[str], *, plural: bool) -> tuple[int, int | None] | None:
    tail = (match["tail"] or "").strip()
    if match["low"]:
        low = 1 if match["low"].casefold() in ("a", "an") else english_number(match["low"])
        high = english_number(match["high"])
        return (low, high) if low is not None and high is not None and low <= high else None
    if match["count"]:
        number = english_number(match["count"])
        if number is None:
            return None
        return (number, number + 9) if match["odd"] else _with_tail(number, tail)
    vague = (match["vague"] or "").casefold()
    if vague in ("a", "an"):
        return None if plural else _with_tail(1, tail)
    if vague.startswith("half a"):
        return (6, 6) if vague == "half a dozen" else (1, 1)
    if vague in ("a couple of", "a couple", "a pair of"):
        return 2, 3
    if vague in ("many", "a good many", "a great many", "countless", "untold", "a number of"):
        return 2, None
    if vague == "the" or (not vague and not plural):
        return (1, 1) if (match["qualifier"] or "").casefold() in ("another", "a full", "a good") else None
    return FEW if vague or (match["qualifier"] or "").casefold() == "some" else (2, None)


def _with_tail(number: int, tail: str) -> tuple[int, int]:
    if tail in ("or two", "or three"):
        return number, max(number, 2 if tail == "or two" else 3)
    return (max(number - 1, 0), number + 1 + number // 4) if tail == "or so" else (number, number)


def _qualified(bounds: tuple[int, int | None], qualifier: str) -> tuple[int, int | None]:
    low, high = bounds
    slack = max(1, low // 4)
    if qualifier in ("about", "around", "approximately", "roughly", "perhaps", "maybe", "some") and low == high:
        # Durations such as "some twenty years" may deviate by a quarter in both directions, and at least by one unit.
        return max(low - slack, 0), low + slack
    if qualifier in ("nearly", "almost", "close to", "close on", "just under"):
        return max(low - slack, 0), high
    if qualifier in ("over", "more than", "upwards of", "at least", "well over", "just over"):
        return low, None
    if qualifier in ("less than", "fewer than", "under", "at most", "no more than", "not more than", "not"):
        return 0, high
    if qualifier in ("barely", "hardly", "scarcely"):
        return max(low - slack, 0), high
    return low, high


def _within_hours(low: int, high: int | None, *, whole: bool, half: bool) -> Amount:
    """Return the bounds in hours of a duration in hours, minutes or moments.

    Durations in minutes or moments are between zero and one hour. If *half* is true, as for "two hours and a half",
    half an hour is added to the bounds. The bounds with the added half hour are rounded to the whole hours below and
    above them.
    """
    if not whole:
        return Amount(0, 1, "hour")
    return Amount(low, high + 1 if half and high is not None else high, "hour")


def _half(unit: str, times: int) -> Amount:
    if unit == "year":
        return Amount(6, 6, "month") if times == 1 else Amount(times // 2, times // 2, "year")
    if unit == "month":
        return Amount(14, 16, "day")
    return Amount(3, 4, "day") if unit == "week" else Amount(times // 2, -(-times // 2), "day")


def _and_a_half(low: int, unit: str, times: int) -> Amount:
    if unit == "year":
        months = 12 * low + 6
        years = low * times + times // 2
        return Amount(months, months, "month") if times == 1 else Amount(years, years, "year")
    if unit == "month":
        return Amount(28 * low + 14, 31 * low + 16, "day")
    if unit == "week":
        return Amount(7 * low + 3, 7 * low + 4, "day")
    return Amount(low * times, (low + 1) * times, "day")
