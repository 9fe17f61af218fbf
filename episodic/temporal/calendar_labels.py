"""How a stretch of days is written: the shortest true form, in the calendar's own names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from episodic.model.episodes import Language
from episodic.temporal.calendar_gregorian import civil, gregorian_span
from episodic.temporal.calendar_invented import InventedCalendar, Place

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_SEASONS = {
    Language.ENGLISH: ("spring", "summer", "autumn", "winter"),
    Language.CHINESE: ("春", "夏", "秋", "冬"),
}


@dataclass(frozen=True, slots=True)
class Written:
    """One whole part of a calendar (a year, a season, a month, a day) and how it is written."""

    first: int
    last: int
    words: str


Parts = Callable[[int], Sequence[Written]]
"""The parts of one calendar around a day, from the longest to the day itself."""


def label_of(earliest: int | None, latest: int | None, *, parts: Parts, language: Language) -> str | None:
    """The shortest true way to write the days from *earliest* to *latest*; None where both are open."""
    chinese = language is Language.CHINESE
    if earliest is None and latest is None:
        return None
    if earliest is None or latest is None:
        if latest is not None:
            words = next(part.words for part in parts(latest) if part.last == latest)
            return f"{words}或以前" if chinese else f"{words} or earlier"
        day = earliest if earliest is not None else 0
        words = next(part.words for part in parts(day) if part.first == day)
        return f"{words}或以后" if chinese else f"{words} or later"
    for part in parts(earliest):
        if (part.first, part.last) == (earliest, latest):
            return part.words
    # Both ends are written at the same precision, the coarsest that cuts exactly where the stretch begins and ends.
    for first, last in zip(parts(earliest), parts(latest), strict=True):
        if first.first == earliest and last.last == latest:
            return f"{first.words}至{last.words}" if chinese else f"{first.words} to {last.words}"
    return None


def day_parts(language: Language) -> Parts:
    """The parts of a plain count of days."""
    form = "第{}日" if language is Language.CHINESE else "day {}"
    return lambda number: (Written(number, number, form.format(number)),)


def gregorian_parts(language: Language, *, alone: bool) -> Parts:
    """The parts of the real world's calendar; where it does not stand *alone*, its years say that they are of it."""

    def parts(number: int) -> Sequence[Written]:
        year, month, day = civil(number)
        if language is Language.CHINESE:
            words = f"公元前{1 - year}年" if year < 1 else f"{year}年" if alone and year >= 1000 else f"公元{year}年"
            written = (words, f"{words}{month}月", f"{words}{month}月{day}日")
        else:
            words = f"{1 - year} BC" if year < 1 else f"{year}" if alone and year >= 1000 else f"AD {year}"
            written = (words, f"{_MONTHS[month - 1]} {words}", f"{day} {_MONTHS[month - 1]} {words}")
        spans = (gregorian_span(year), gregorian_span(year, month), (number, number))
        return tuple(Written(span[0], span[1], text) for span, text in zip(spans, written, strict=True) if span)

    return parts


def invented_parts(calendar: InventedCalendar, language: Language) -> Parts:
    """The parts of an invented calendar: year, season, month and day."""

    def parts(number: int) -> Sequence[Written]:
        place = calendar.place(number)
        start = calendar.year_start(place.index)
        length = calendar.year_days(place.index)
        quarter = next(q for q in range(4, 0, -1) if length * (q - 1) // 4 <= number - start)
        era, year = calendar.era_of(place.index)
        stretch = place.stretch
        spans = (
            calendar.within_year(place.index),
            calendar.within_year(place.index, season=quarter),
            calendar.within_year(place.index, month=stretch.number),
            (number - start,) * 2,
        )
        names = _Names(
            _name_for((era.name, *era.names), language), year, _name_for((stretch.name, *stretch.names), language)
        )
        written = _chinese if language is Language.CHINESE else _english
        texts = written(names, place, season=_SEASONS[language][quarter - 1], last=_alone(spans[2]))
        return tuple(
            Written(start + span[0], start + span[1], text) for span, text in zip(spans, texts, strict=True) if span
        )

    return parts


@dataclass(frozen=True, slots=True)
class _Names:
    """The era, the year in it, and the month of a day, in one language."""

    era: str
    year: int
    month: str


def _alone(span: tuple[int, int] | None) -> bool:
    return span is not None and span[0] == span[1]


def _chinese(names: _Names, place: Place, *, season: str, last: bool) -> tuple[str, ...]:
    year = f"{names.era}{names.year}年"
    if place.stretch.outside:
        month = f"{year}{names.month}"
        return year, f"{year}{season}", month, month if last else f"{month}{place.day}日"
    month = f"{year}{names.month}" if names.month.endswith("月") else f"{year}{names.month}月"
    return year, f"{year}{season}", month, f"{month}{place.day}日"


def _english(names: _Names, place: Place, *, season: str, last: bool) -> tuple[str, ...]:
    beside = names.era.casefold().startswith(("before ", "after ", "since "))
    year = f"year {names.year} {names.era}" if beside else f"year {names.year} of {_with_article(names.era)}"
    month = f"{names.month}, {year}"
    day = month if last and place.stretch.outside else f"{place.day} {month}"
    return year, f"{season} of {year}", month, day


def _with_article(name: str) -> str:
    return name if name.casefold().startswith("the ") else f"the {name}"


def _name_for(names: Iterable[str], language: Language) -> str:
    """The first of *names* in the script of *language*, else the first."""
    chinese = language is Language.CHINESE
    given = tuple(names)
    return next((name for name in given if any("\u3400" <= sign <= "\u9fff" for sign in name) is chinese), given[0])
