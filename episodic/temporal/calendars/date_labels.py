"""Formats a range of days as the shortest date text that means exactly this range, with the calendar's own names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from episodic.languages.messages import message_text
from episodic.languages.registry import fits
from episodic.model.episodes import Language
from episodic.temporal.calendars.custom import CustomCalendar, DayInYear
from episodic.temporal.calendars.gregorian import civil, gregorian_span


@dataclass(frozen=True, slots=True)
class PeriodLabel:
    """The text of a whole calendar period (a year, season, month or day), with the first and the last day of the
    period.
    """

    first: int
    last: int
    words: str


PeriodLabels = Callable[[int], Sequence[PeriodLabel]]
"""A function that returns the calendar periods that contain a given day, from the longest period to the day itself."""


def label_of(
    earliest: int | None,
    latest: int | None,
    *,
    parts: PeriodLabels,
    language: Language,
    rough: tuple[bool, bool] = (False, False),
) -> str | None:
    """Return the shortest text that means exactly the days from *earliest* to *latest*. Return None if no date text
    means exactly these days, or if *earliest* and *latest* are both None. If only *latest* is None, the text ends with
    "or later". If only *earliest* is None, the text ends with "or earlier".

    *rough* contains a flag for *earliest* and a flag for *latest*. A flag is true if the text states the day only
    roughly, such as by a year. The flag is false for a date that names a day. If only one of *earliest* and *latest* is
    known and its flag is true, the text gives only the year of this day. However, if a month, season or year begins
    with *earliest* or ends with *latest*, the text gives the longest one of them. If both days are known, a day whose
    flag is true is written as its year, season or month.
    """
    if earliest is None and latest is None:
        return None
    if earliest is None or latest is None:
        if latest is not None:
            words = _shown(parts(latest), [part.last == latest for part in parts(latest)], rough=rough[1])
            return message_text("dates.or_earlier", language, date=words)
        day = earliest if earliest is not None else 0
        words = _shown(parts(day), [part.first == day for part in parts(day)], rough=rough[0])
        return message_text("dates.or_later", language, date=words)
    for part in parts(earliest):
        if (part.first, part.last) == (earliest, latest):
            return part.words
    # A range is written as two dates of the same precision: years, seasons, months or days. The coarsest precision is
    # used in which the dates begin and end exactly with the range.
    ends = zip(parts(earliest), parts(latest), strict=True)
    pair = next(((one, other) for one, other in ends if one.first == earliest and other.last == latest), None)
    if pair is not None and pair[0].first == pair[0].last and True in rough:
        pair = _rough_range(parts(earliest), parts(latest), rough=rough)
    if pair is None:
        return None
    first, last = pair
    return first.words if first == last else message_text("dates.range", language, first=first.words, last=last.words)


def _rough_range(
    first: Sequence[PeriodLabel], last: Sequence[PeriodLabel], *, rough: tuple[bool, bool]
) -> tuple[PeriodLabel, PeriodLabel]:
    """Return the two periods whose texts stand for the first and the last day of a range. A day whose flag in *rough*
    is true is written as its year, season or month. The longest suitable period of the day is chosen. A suitable period
    is at most a third longer than the range. If the flag of the other day is false, a suitable period does not contain
    the other day. *first* and *last* are the periods of the two days, from the year to the day.
    """
    days = last[-1].last - first[-1].first + 1
    for start, end in zip(first, last, strict=True):
        if 3 * (start.last - start.first + 1) <= 4 * days and (start != end or all(rough)):
            return (start if rough[0] else first[-1], end if rough[1] else last[-1])
    return first[-1], last[-1]


def _shown(periods: Sequence[PeriodLabel], ending: Sequence[bool], *, rough: bool) -> str:
    """Return the text of the first of *periods* whose flag in *ending* is true, where *periods* go from the year down
    to the day. A flag is true if the period begins or ends, as the caller asks, with the day. If only the flag of the
    day is true and *rough* is true, return the text of the year instead.
    """
    found = ending.index(True)
    return periods[0 if rough and found == len(periods) - 1 else found].words


def day_labels(language: Language) -> PeriodLabels:
    """Return the function that gives the label of a day in the plain day count, such as "day 103", where each period is
    one day.
    """
    return lambda number: (PeriodLabel(number, number, message_text("dates.day", language, day=number)),)


def gregorian_labels(language: Language, *, alone: bool) -> PeriodLabels:
    """Return the function that gives the labels of the year, month and day of a day on the Gregorian axis. If *alone*
    is true (the work has no custom calendar), the years from 1000 on are written without "AD".
    """

    def parts(number: int) -> Sequence[PeriodLabel]:
        year, month, day = civil(number)
        key = "dates.year_before" if year < 1 else "dates.year_alone" if alone and year >= 1000 else "dates.year_ad"
        words = message_text(key, language, year=1 - year if year < 1 else year)
        name = message_text(f"dates.month_{month}", language)
        written = (
            words,
            message_text("dates.month", language, year=words, month=name),
            message_text("dates.date", language, year=words, month=name, day=day),
        )
        spans = (gregorian_span(year), gregorian_span(year, month), (number, number))
        return tuple(PeriodLabel(span[0], span[1], text) for span, text in zip(spans, written, strict=True) if span)

    return parts


def custom_labels(calendar: CustomCalendar, language: Language) -> PeriodLabels:
    """Return the function that gives the labels of the year, season, month and day of a day in a custom calendar."""

    def parts(number: int) -> Sequence[PeriodLabel]:
        place = calendar.place(number)
        start = calendar.year_start(place.index)
        length = calendar.year_days(place.index)
        quarter = next(q for q in range(4, 0, -1) if length * (q - 1) // 4 <= number - start)
        era, year = calendar.era_of(place.index)
        segment = place.segment
        spans = (
            calendar.within_year(place.index),
            calendar.within_year(place.index, season=quarter),
            calendar.within_year(place.index, month=segment.number),
            (number - start,) * 2,
        )
        names = _DateNames(_name_for((era.name, *era.names), language), year, language)
        texts = names.texts(
            _name_for((segment.name, *segment.names), language), place, season=quarter, last=_alone(spans[2])
        )
        return tuple(
            PeriodLabel(start + span[0], start + span[1], text) for span, text in zip(spans, texts, strict=True) if span
        )

    return parts


@dataclass(frozen=True, slots=True)
class _DateNames:
    era: str
    year: int
    language: Language

    def texts(self, month_name: str, place: DayInYear, *, season: int, last: bool) -> tuple[str, ...]:
        language, outside = self.language, place.segment.outside
        suffix = message_text("dates.era_month_suffix", language)
        prepositions = tuple(filter(None, message_text("dates.era_prepositions", language).split("|")))
        if self.era.casefold().startswith(prepositions):
            year = message_text("dates.era_year_beside", language, era=self.era, year=self.year)
        else:
            article = message_text("dates.era_article", language)
            era = self.era if self.era.casefold().startswith(article) else f"{article}{self.era}"
            year = message_text("dates.era_year", language, era=era, year=self.year)
        name = month_name if outside or month_name.endswith(suffix) else f"{month_name}{suffix}"
        month = message_text("dates.era_month", language, year=year, month=name)
        day = month if last and outside else message_text("dates.era_day", language, month=month, day=place.day)
        named = message_text(f"dates.season_{season}", language)
        return year, message_text("dates.era_season", language, year=year, season=named), month, day


def _alone(span: tuple[int, int] | None) -> bool:
    return span is not None and span[0] == span[1]


def _name_for(names: Iterable[str], language: Language) -> str:
    given = tuple(names)
    return next((name for name in given if fits(name, language)), given[0])
