"""Finds and parses time expressions (dates, offsets, orders) by rules, and never returns a date that the text does not
give.

The wording of a time expression alone decides from which moment (anchor) the expression counts. For example, "three
days later", 次日 and 后来 go on from the text before. These words count from the moment that the same run told before
(PREVIOUS). A run is the main line, or one flashback, letter or tale. The words "ago", "before", 前, "yesterday", 明日
and "now" refer to the moment of the sentence that contains them, and count from HERE.
"""

from __future__ import annotations

from dataclasses import replace

from episodic.languages.registry import codes
from episodic.model.episodes import Language
from episodic.model.moments import UNKNOWN_TIME, Anchor, ClockTime, TimeExpression, TimeKind
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.expressions.events import event_key
from episodic.temporal.expressions.language_rules import rules_for_words
from episodic.temporal.expressions.normalisation import folded
from episodic.temporal.expressions.orientation import placing_of
from episodic.temporal.expressions.passage_scan import inner_words, opening_words
from episodic.temporal.expressions.rule_syntax import ClockReading, after, in_days

__all__ = [
    "event_key",
    "parse_moment",
    "passage_time",
    "placing_of",
    "read_clock",
    "read_duration",
    "read_time",
    "statement_time",
]

_LONGEST = 120
"""The maximum length of a time expression in characters. Texts with more characters are whole clauses, and are not
parsed as time expressions.
"""
_AROUND = ' \t\r\n,.;:!?"，。；：！？、'
_RANK = {TimeKind.CALENDAR: 0, TimeKind.OFFSET: 1, TimeKind.ORDER: 2, TimeKind.UNKNOWN: 3}


def read_time(words: str, *, language: Language, calendars: Calendars) -> TimeExpression | None:
    """Return the meaning of *words* as a time expression.

    Return UNKNOWN_TIME if *words* certainly give no date or order, and None if the rules cannot decide.

    A vague expression such as "some days later" becomes an offset with a lower and an upper bound. A year of an era or
    reign that the work does not know is returned, too, although no days are known for it. If *words* have several parts
    between commas ("years later, after the war"), the most specific part counts: a date, then an offset, then an order.
    A time of day ("at eight twenty", 酉时) is returned together with the date, offset or order. Words that give only a
    time of day have the kind UNKNOWN, because they do not say which day is meant.
    """
    plain = folded(words).strip(_AROUND)
    if not plain or len(plain) > _LONGEST:
        return None
    clock = _clock_reading(plain, language)
    said = _without_clock(plain, language, calendars)
    if clock is None:
        return said
    rest = clock[1].strip(_AROUND)
    if not rest:
        # Words such as "after ten o'clock" name no event from which they count.
        said = UNKNOWN_TIME
    elif said is None:
        said = _without_clock(rest, language, calendars)
    return None if said is None else replace(said, clock=clock[0])


def _without_clock(plain: str, language: Language, calendars: Calendars) -> TimeExpression | None:
    whole = _read(plain, language, calendars)
    if whole is not None or "," not in plain:
        return whole
    parts = [said for part in plain.split(",") if (said := _read(part.strip(), language, calendars)) is not None]
    return min(parts, key=lambda said: _RANK[said.kind]) if any(said != UNKNOWN_TIME for said in parts) else None


def read_clock(words: str, *, language: Language) -> ClockTime | None:
    """Return the time of day that *words* name ("at eight twenty", 酉时), or None."""
    found = _clock_reading(folded(words).strip(_AROUND), language) if len(words) <= _LONGEST else None
    return None if found is None else found[0]


def _clock_reading(plain: str, language: Language) -> ClockReading | None:
    found = (rules.clock(plain) for rules in rules_for_words(plain, language))
    return next((one for one in found if one is not None), None)


def _read(plain: str, language: Language, calendars: Calendars) -> TimeExpression | None:
    if not plain:
        return None
    readings = (rules.read(plain, calendars.definitions) for rules in rules_for_words(plain, language))
    reading = next((one for one in readings if one is not None), None)
    if reading is None:
        return None
    return reading[0] if calendars.counts_hours else in_days(reading[0])


def read_duration(words: str, *, language: Language, calendars: Calendars) -> TimeExpression | None:
    """Return the meaning of *words* as a duration ("for eighteen years"): the offset from the start to the end of the
    duration. Return None if *words* are not a duration.
    """
    plain = folded(words).strip(_AROUND)
    amounts = (rules.duration(plain) for rules in rules_for_words(plain, language))
    amount = next((one for one in amounts if one is not None), None)
    if amount is None:
        return None
    said = after(amount, Anchor.HERE)
    return said if calendars.counts_hours else in_days(said)


def passage_time(text: str, *, language: Language, calendars: Calendars) -> str | None:
    """Return the time words at the beginning of the first or second sentence of a passage, as written, or None if there
    are none.

    Time expressions in speech and headings, parts of the day ("at dusk") and durations are skipped, because they set no
    current moment.
    """
    found = opening_words(text, language=language, definitions=calendars.definitions)
    return None if found is None else found[0]


def statement_time(sentence: str, *, language: Language, calendars: Calendars) -> str | None:
    """Return, as written, the first time expression that gives a date or a time order for what a sentence says, or
    None. Time expressions in speech count, too.

    *sentence* must be the text of a single statement. An order without a distance, such as "later", is returned only if
    it opens a clause.
    """
    found = inner_words(sentence, language=language, definitions=calendars.definitions)
    return None if found is None else found[0]


def parse_moment(words: str, *, calendars: Calendars) -> tuple[str, int, int] | None:
    """Return the axis, the first and the last day (or hour) of a date that a user typed. Examples of such dates are
    "day 15", 第15日, 1812-06-03 and "Year 2 of the Third Tide".

    Return None if *words* are not a date, or if no calendar of the work can convert the date to days.
    """
    for language in codes():
        said = read_time(words, language=language, calendars=calendars)
        if said is not None and said.kind is TimeKind.CALENDAR:
            place = calendars.range_of(said)
            if place is not None:
                return calendars.axis_of(said), *place
    return None
