"""Parser for English time expressions, which applies the rules for dates, durations and events."""

from __future__ import annotations

import re
from typing import Final

from episodic.languages.en.time_expressions.dates import DAYPART, EnglishDates
from episodic.languages.en.time_expressions.durations import AMOUNT, amount_of
from episodic.languages.en.time_expressions.rules import english_rules
from episodic.model.moments import Anchor
from episodic.temporal.expressions.rule_syntax import Reading, after, before, from_date, longest, order

_LEAD: Final = re.compile(
    r"(?:(?:it was|this was|that was|and|but|then|so|now|only|just|even|till|at|on|in|by|upon|about|early|late|"
    rf"{DAYPART} (?:of|on|in)|perhaps|maybe)\b,? +)",
    re.IGNORECASE,
)
_BESIDE_DATE: Final = re.compile(rf"(?:{AMOUNT} )?(?P<side>after|before|since|until|till)\b ", re.IGNORECASE)


def read_english(words: str, dates: EnglishDates) -> Reading | None:
    """Return the meaning of the normalised time expression *words*, which has no surrounding spaces. Return None if no
    rule matches all words, apart from introductory words and a part of the day.
    """
    for start in _starts(words):
        for reading in (
            dates.at(words, start),
            _beside_date(words, start, dates),
            longest(english_rules(strict=False), words, start),
        ):
            if reading is not None and _over(words, reading[1]):
                return reading
    return None


def english_at(text: str, at: int, dates: EnglishDates) -> Reading | None:
    """Return the meaning of the longest time expression at the offset *at* of running text, and the offset of its end.
    Return None if no time expression begins at *at*.
    """
    found = (dates.at(text, at, running=True), longest(english_rules(strict=True), text, at))
    return max((one for one in found if one is not None), key=lambda one: one[1], default=None)


def _starts(words: str) -> list[int]:
    """Return the offsets at which a time expression may begin in *words*. A time expression may begin at the offset 0,
    and after each introductory word, such as "on", at the beginning of *words*.
    """
    starts = [0]
    while (lead := _LEAD.match(words, starts[-1])) is not None:
        starts.append(lead.end())
    return starts


def _beside_date(words: str, at: int, dates: EnglishDates) -> Reading | None:
    """Return the meaning of a time expression that is relative to a date, such as "three days after 3 June 1812".
    Return None if no such expression begins at the offset *at*. The expression "since 3 June" has the same meaning as
    "3 June".
    """
    match = _BESIDE_DATE.match(words, at)
    date = dates.at(words, match.end()) if match else None
    if match is None or date is None:
        return None
    side = match["side"].casefold()
    earlier = side in ("before", "until", "till")
    if match["unit"]:
        amount = amount_of(match)
        if amount is None:
            return None
        said = before(amount, Anchor.REFERENCE) if earlier else after(amount, Anchor.REFERENCE)
    elif side == "since":
        return date
    else:
        said = order(Anchor.REFERENCE, earlier=earlier)
    return from_date(said, date[0]), date[1]


def _over(words: str, end: int) -> bool:
    """Return whether the text after the offset *end* is empty or only names a part of the day."""
    rest = words[end:].strip(" ,.;:")
    return not rest or re.fullmatch(DAYPART, rest, re.IGNORECASE) is not None
