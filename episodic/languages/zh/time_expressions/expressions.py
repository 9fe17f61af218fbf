"""Parser for Chinese time expressions, which applies the rules for dates, durations and events."""

from __future__ import annotations

import re
from typing import Final

from episodic.languages.zh.time_expressions.dates import DAYPART, ChineseDates
from episodic.languages.zh.time_expressions.durations import AMOUNT, amount_of
from episodic.languages.zh.time_expressions.rules import chinese_rules
from episodic.model.moments import Anchor
from episodic.temporal.expressions.rule_syntax import Reading, after, before, from_date, longest, order

_LEAD: Final = re.compile(
    "(?:却说|话说|且说|再说|单说|如今|但是|但|可是|可|而|于是|于|在|到了|到|直到|直至|直|及至|至|等到|待到|就在|就|正是|时值|时|那是|这是|"
    "已是|又到|早在|大约在|约在|大约|说是|是|自从|自|从|打|,)+"
)
_BESIDE_DATE: Final = re.compile(rf"(?P<side>之前|以前|之后|以后|前|后)(?:的?(?:第)?{AMOUNT})?")


def read_chinese(words: str, dates: ChineseDates) -> Reading | None:
    """Return the meaning of the normalised time expression *words*, which has no surrounding spaces. Return None if no
    rule matches *words* as a whole. Introductory words at the start and a part of the day at the end may remain
    unmatched.
    """
    lead = _LEAD.match(words)
    for start in (0,) if lead is None else (0, lead.end()):
        for reading in (
            dates.at(words, start),
            _beside_date(words, start, dates),
            longest(chinese_rules(strict=False), words, start),
        ):
            if reading is not None and _over(words, reading[1]):
                return reading
    return None


def chinese_at(text: str, at: int, dates: ChineseDates) -> Reading | None:
    """Return the meaning of the longest time expression at the offset *at* of running text, and the offset of its end.
    Return None if no time expression begins at *at*.
    """
    found = (dates.at(text, at, running=True), longest(chinese_rules(strict=True), text, at))
    return max((one for one in found if one is not None), key=lambda one: one[1], default=None)


def _beside_date(words: str, at: int, dates: ChineseDates) -> Reading | None:
    """Return the meaning of a time expression relative to a date, such as 建安五年以前 ("before the fifth year of
    Jian'an"). Return None if no such expression begins at the offset *at*.
    """
    date = dates.at(words, at)
    match = _BESIDE_DATE.match(words, date[1]) if date else None
    if date is None or match is None:
        return None
    earlier = match["side"].endswith("前")
    if match["unit"] or match["whole"]:
        amount = amount_of(match)
        if amount is None:
            return None
        said = before(amount, Anchor.REFERENCE) if earlier else after(amount, Anchor.REFERENCE)
    else:
        said = order(Anchor.REFERENCE, earlier=earlier)
    return from_date(said, date[0]), match.end()


def _over(words: str, end: int) -> bool:
    rest = words[end:].strip(" ,，。的起")
    return not rest or re.fullmatch(DAYPART, rest) is not None
