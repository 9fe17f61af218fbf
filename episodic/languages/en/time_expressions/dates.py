"""Parser for dates in English text: numbered days ("day 12"), dates of the work's calendars and of the real world."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from episodic.languages.en.time_expressions.feasts import SOLAR_FEAST, solar_feast
from episodic.languages.en.time_expressions.numerals import CARDINAL, ORDINAL, english_number, english_ordinal
from episodic.model.moments import TimeExpression, TimeKind
from episodic.model.settings import CalendarDefinition
from episodic.temporal.calendars.gregorian import BEFORE_CHRIST, GREGORIAN
from episodic.temporal.expressions.calendar_names import Named, Vocabulary, vocabulary_of
from episodic.temporal.expressions.rule_syntax import Reading, alternatives

_HOURS: Final = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_PART: Final = alternatives(
    """
    mornings? forenoon noon noontide noonday high~noon midday afternoon evening night nightfall midnight dawn daybreak
    sunrise sunset sundown dusk twilight first~light cock-?crow daylight dark small~hours candle-?light moonrise
    bedtime breakfast dinner supper lunch luncheon tea tea-time dinner-time supper-time breakfast-time
    """
)
DAYPART: Final = (
    r"(?:(?:(?:very )?(?:late|early|long|just) )?(?:(?:on|in|at|by|before|after|about|towards?|upon) )?"
    r"(?:the )?(?:(?:late|early|same|very) )?"
    rf"(?:{_PART}|(?:(?:half|a quarter) past )?(?:\d{{1,2}}|{_HOURS}) o'clock)\b)"
)
"""Pattern of a part of the day, such as "in the morning", which does not identify the day."""

SEASONS: Final = {
    "spring": 1,
    "springtime": 1,
    "summer": 2,
    "summertime": 2,
    "autumn": 3,
    "fall": 3,
    "winter": 4,
    "wintertime": 4,
}
SEASON: Final = r"(?:springtime|spring|summertime|summer|autumn|fall|wintertime|winter)\b"

_MONTHS: Final = (
    ("January", "Jan"), ("February", "Feb"), ("March", "Mar"), ("April", "Apr"), ("May",), ("June", "Jun"),
    ("July", "Jul"), ("August", "Aug"), ("September", "Sept", "Sep"), ("October", "Oct"), ("November", "Nov"),
    ("December", "Dec"),
)  # fmt: skip
_WEEKDAY: Final = r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\b"
_UNKNOWN_ERA: Final = (
    r"(?-i:(?:(?:reign|rule|age|era|time|days) of (?:the )?)?[A-Z][\w'\-]*(?:(?: of)?(?: the)? [A-Z][\w'\-]*)*)"
)
_FIGURES: Final = r"\d(?:[\d,]{0,15}\d)?"
_JOINT: Final = re.compile(r"(?:,? +|, *)(?:(?:of|in|on|at|from|during) +)?(?:the +)?", re.IGNORECASE)
_LEAD: Final = re.compile(
    r"(?:(?:on|in|at|by|during|upon|about|around|as early as|as late as|since|from) +)*"
    r"(?:the +)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _DatePart:
    """A part of a date, with the date that results from all parts so far.

    `core` is true if the part, such as a month, can be a date by itself.
    """

    said: TimeExpression
    core: bool = True


def _patterns(vocabulary: Vocabulary) -> Iterator[str]:
    real = "|".join(name for names in _MONTHS for name in names)
    month = rf"(?P<month>{vocabulary.month_pattern()}|(?-i:{real})\b\.?)"
    named_era = rf"(?P<era>{vocabulary.era_pattern()})\b"
    any_era = rf"(?P<era>{vocabulary.era_pattern()}\b|{_UNKNOWN_ERA})"
    year = rf"(?P<year>-?{_FIGURES}|{CARDINAL})"
    part = r"(?:(?:early|late|mid|(?:the )?(?:end|beginning|middle|month) of)[ -])?"
    # The pattern for the day after a month must not match a number that is a year, such as 44 in "June 44 BC". The
    # pattern for the day must match 12 in "Moss 12, year 3".
    day_after = rf"(?:(?P<ordinal>{ORDINAL})|(?P<number>\d{{1,2}})(?![\d,:]*\d)\b)(?! year| ?BC| ?B\.|,? ?AD)"
    yield r"(?P<iso>[+-]?\d{4,9}-\d{2}(?:-\d{2})?)(?![\w-])"
    yield rf"day (?:number |no\. )?(?P<count>-?{_FIGURES}|{CARDINAL})(?! of\b| after\b|[\w-])"
    yield rf"(?:(?P<ordinal>{ORDINAL})|(?P<number>\d{{1,2}}))(?: day)?(?: of|,)? (?:the )?(?:month of )?{month}"
    yield rf"(?P<last>last) day of (?:the month of )?{month}"
    yield rf"{part}{month}(?:,? (?:the )?{day_after})?"
    yield rf"year {year}(?:(?:,? (?:of|in) |, )(?:the )?{any_era})?"
    yield rf"(?P<yearth>{ORDINAL}) year (?:of|in) (?:the )?{any_era}"
    yield rf"{named_era},? (?:year )?{year}"
    yield rf"year {year},? {named_era}"
    yield rf"(?P<year>{_FIGURES}),? (?:of |in )?(?:the )?{named_era}"
    yield r"(?P<year>\d{1,6}),? ?(?P<bc>BCE?\b|B\. ?C\.(?: ?E\.)?)"
    yield r"(?:AD|A\. ?D\.) ?(?P<ad>\d{1,6})\b|(?P<ad2>\d{1,6}) ?(?:AD\b|CE\b|A\. ?D\.)"
    yield rf"(?P<feast>(?-i:(?=[A-Z])){SOLAR_FEAST})"
    yield rf"(?:early |late |mid-?)?(?P<season>{SEASON})"
    yield rf"(?P<weekday>{_WEEKDAY}|{vocabulary.week_day_pattern()}\b)"
    yield rf"(?P<daypart>{DAYPART})(?: of\b)?"
    yield r"(?P<bare>\d{4})(?![\w,]*\d)\b"


_FIGURE_ALONE: Final = re.compile(
    r"(?P<on>on )?the (?P<figure>\d{1,2})(?:st|nd|rd|th)(?P<mark>(?= *[,;.]))?", re.IGNORECASE
)
"""Pattern of a day without its month in figures, such as "on the 15th"."""
_WORD_ALONE: Final = re.compile(rf"on the (?P<ordinal>{ORDINAL})", re.IGNORECASE)
"""Pattern of a day without its month in words, such as "on the fifteenth"."""


class EnglishDates:
    """A parser for English dates that knows the names of months, days and eras in the calendars of one work."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._patterns = tuple(re.compile(pattern, re.IGNORECASE) for pattern in _patterns(vocabulary))

    def at(self, text: str, at: int, *, running: bool = False) -> Reading | None:
        """Return the date that begins at the offset *at* of a normalised text, and the offset of its end. Return None
        if no date begins at *at*.

        *running* is true if *text* contains more than a date, so that stricter rules apply. In running text, the name
        of a month must begin with a capital letter if it does so in the calendar. A month alone needs a preposition
        before it ("in May"). A year without a month needs a preposition, too, unless the year has another era than AD.
        """
        lead = _LEAD.match(text, at)
        start = place = lead.end() if lead else at
        said = TimeExpression(TimeKind.CALENDAR)
        core = False
        while True:
            best = self._piece(text, place, said, running=running)
            if best is None:
                break
            piece, place = best
            said, core = piece.said, core or piece.core
            joint = _JOINT.match(text, place)
            if joint is None or self._piece(text, joint.end(), said, running=running) is None:
                break
            place = joint.end()
        if not core:
            return self._day_alone(text, at, running=running)
        if running and text[at:start].strip().casefold() in ("", "the") and said.day is None and _alone(said):
            return None
        return self._settled(said), place

    def _day_alone(self, text: str, at: int, *, running: bool) -> Reading | None:
        """Return a day without its month, such as "on the 15th", and the offset of its end. Return None if no such day
        begins at *at*, or if the work has an invented calendar. In running text, a figure and a punctuation mark after
        it are required. The month follows later from a date elsewhere in the text.
        """
        figure = None if self._vocabulary.invented else _FIGURE_ALONE.match(text, at)
        day: int | None = None
        end = at
        if figure is not None and (not running or (figure["on"] and figure["mark"] is not None)):
            day, end = int(figure["figure"]), figure.end()
        else:
            word = None if running or self._vocabulary.invented else _WORD_ALONE.match(text, at)
            if word is not None:
                day, end = english_ordinal(word["ordinal"]), word.end()
        if not day or day > 31 or (not running and text[end:].strip(" ,.;")):
            return None
        return TimeExpression(TimeKind.CALENDAR, day=day), end

    def _piece(self, text: str, at: int, said: TimeExpression, *, running: bool) -> tuple[_DatePart, int] | None:
        """Return the longest part of a date that begins at the offset *at*, with the offset of its end. The part must
        be one that can follow the parts before it, which make up the date *said*. Return None if no such part begins at
        *at*.
        """
        best: tuple[_DatePart, int] | None = None
        for pattern in self._patterns:
            match = pattern.match(text, at)
            if match is None or match.end() == at or (best is not None and match.end() <= best[1]):
                continue
            piece = self._read(match, said, running=running)
            if piece is not None:
                best = piece, match.end()
        return best

    def _read(self, match: re.Match[str], said: TimeExpression, *, running: bool) -> _DatePart | None:
        found = {name: value for name, value in match.groupdict().items() if value is not None}
        if "daypart" in found or "weekday" in found:
            return _DatePart(said, core=False)
        if "season" in found:
            return (
                _DatePart(replace(said, season=SEASONS[found["season"].casefold()]), core=False)
                if said.season is None
                else None
            )
        if "feast" in found:
            return self._feast(found["feast"], said)
        if "iso" in found:
            return _iso(found["iso"]) if said == TimeExpression(TimeKind.CALENDAR) else None
        if "count" in found:
            number = _number(found["count"])
            plain = said == TimeExpression(TimeKind.CALENDAR) and number is not None
            return _DatePart(replace(said, calendar="day", day=number)) if plain else None
        if "month" in found:
            return self._month(found, said, running=running)
        return self._year(found, said)

    def _month(self, found: dict[str, str], said: TimeExpression, *, running: bool) -> _DatePart | None:
        if said.month is not None or said.day is not None:
            return None
        word = found["month"]
        named = self._vocabulary.month(word)
        if named is None:
            number = next(place for place, names in enumerate(_MONTHS, 1) if word.rstrip(".") in names)
            named = Named(GREGORIAN, month=number)
        elif running and word[0].islower() and not self._lower(named):
            return None
        if said.calendar is not None and said.calendar != named.calendar:
            return None
        day = english_ordinal(found["ordinal"]) if "ordinal" in found else None
        day = int(found["number"]) if "number" in found else day
        if "last" in found:
            day = self._last_day(named)
            if day is None:
                return None
        if ("ordinal" in found or "number" in found) and day is None:
            return None
        return _DatePart(replace(said, calendar=named.calendar, month=named.month, day=day))

    def _feast(self, words: str, said: TimeExpression) -> _DatePart | None:
        """Return the date *said*, completed by the date of the feast that *words* name, such as Christmas. Return None
        if the date already has a month, a season or a calendar other than the Gregorian one. Return None also if the
        work has an invented calendar.
        """
        if (
            self._vocabulary.invented
            or said.calendar not in (None, GREGORIAN)
            or said.month is not None
            or said.season is not None
        ):
            return None
        feast = solar_feast(words)
        return _DatePart(replace(said, calendar=GREGORIAN, month=feast.month, day=feast.day, season=feast.season))

    def _year(self, found: dict[str, str], said: TimeExpression) -> _DatePart | None:
        if said.year is not None or said.calendar == "day":
            return None
        if "bc" in found:
            return self._real(said, int(found["year"]), era=BEFORE_CHRIST)
        if "ad" in found or "ad2" in found:
            return self._real(said, int(found.get("ad") or found["ad2"]))
        if "bare" in found:
            year = int(found["bare"])
            known = said.calendar == GREGORIAN or (said.calendar is None and not self._vocabulary.invented)
            return self._real(said, year) if known and 1000 <= year <= 2999 else None
        year_words = found.get("year")
        number = _number(year_words) if year_words is not None else english_ordinal(found["yearth"])
        if number is None:
            return None
        if "era" in found:
            named = self._vocabulary.era(found["era"])
            if named is None:
                # In a work with its own eras, the year of an undefined era is not read as a Gregorian year. The name of
                # a Gregorian month beside the year does not change this.
                if said.calendar not in (None, GREGORIAN):
                    return None
                return _DatePart(replace(said, calendar=None, era=found["era"].strip(), year=number))
            if said.calendar not in (None, GREGORIAN, named.calendar):
                return None
            if said.calendar == GREGORIAN != named.calendar:
                # If the work's calendar lacks the month of a date, only the year of the date is kept.
                said = replace(said, month=None, day=None)
            return _DatePart(replace(said, calendar=named.calendar, era=named.era, year=number))
        return self._bare_year(said, number)

    def _bare_year(self, said: TimeExpression, number: int) -> _DatePart | None:
        only = self._vocabulary.only
        if only is not None and said.calendar in (None, only.calendar):
            return _DatePart(replace(said, calendar=only.calendar, era=only.era, year=number))
        if not self._vocabulary.invented and 1000 <= number <= 2999 and said.calendar in (None, GREGORIAN):
            return self._real(said, number)
        return _DatePart(replace(said, year=number)) if said.calendar is None else None

    @staticmethod
    def _real(said: TimeExpression, year: int, *, era: str | None = None) -> _DatePart | None:
        if said.calendar not in (None, GREGORIAN):
            return None
        return _DatePart(replace(said, calendar=GREGORIAN, era=era, year=year))

    def _lower(self, named: Named) -> bool:
        found = self._vocabulary.stretch(named)
        return found is not None and found.name[:1].islower()

    def _last_day(self, named: Named) -> int | None:
        """Return the number of the last day of a month of the work's calendars. Return None if the month's last day
        differs between years, or if the month is one of the real world, such as January.
        """
        found = self._vocabulary.stretch(named)
        return None if found is None or found.more else found.days

    def _settled(self, said: TimeExpression) -> TimeExpression:
        """Return the date *said*, without its season if it has a month or is a numbered day ("day 12"), because a month
        or day is more exact.
        """
        return replace(said, season=None) if said.month is not None or said.calendar == "day" else said


def _alone(said: TimeExpression) -> bool:
    return (said.year is None) is not (said.month is None) and said.era is None


def _iso(words: str) -> _DatePart | None:
    match = re.fullmatch(r"([+-]?\d+)-(\d{2})(?:-(\d{2}))?", words)
    if match is None:
        return None
    year, month, day = int(match[1]), int(match[2]), int(match[3]) if match[3] else None
    return _DatePart(TimeExpression(TimeKind.CALENDAR, calendar=GREGORIAN, year=year, month=month, day=day))


def _number(words: str) -> int | None:
    plain = words.replace(",", "")
    return int(plain) if re.fullmatch(r"-?\d+", plain) else english_number(words)


@lru_cache(maxsize=64)
def english_dates_of(definitions: tuple[CalendarDefinition, ...]) -> EnglishDates:
    """Return the parser for English dates in a work with the given calendars."""
    return EnglishDates(vocabulary_of(definitions))
