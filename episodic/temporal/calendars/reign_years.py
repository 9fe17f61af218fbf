"""Chinese reign years: finds reigns by their titles, and computes the Gregorian days between which a reign year lies.

A Chinese month is defined by a solar term. For example, the first month is the month in which the sun enters 雨水, near
19 February. Therefore the days of a month have bounds even if the new moons of the year are unknown. The bounds of a
month include a margin, because mean solar terms are used and old calendars contain errors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from pydantic import TypeAdapter

from episodic.model.settings import CalendarDefinition, Reign
from episodic.temporal.calendars.gregorian import civil, day_number, gregorian_span

REIGN: Final = "reign"
"""The name of the reign calendar in user input. Reign dates are counted on the Gregorian axis."""

_SLACK: Final = 7
_ABROAD: Final = frozenset({"日本"})
_SHORTEST: Final = 70
"""The minimum number of days between the lower and the upper bound of any part of a reign year."""
_MONTH: Final = 30
_OTHER_NAMES: Final = {
    "汉": ("西汉", "东汉", "蜀汉"), "前汉": ("西汉",), "后汉": ("东汉", "五代后汉"), "蜀": ("蜀汉",), "魏": ("曹魏", "北魏", "东魏", "西魏", "冉魏"),
    "吴": ("东吴",), "孙吴": ("东吴",), "晋": ("西晋", "东晋"), "宋": ("北宋", "南宋", "刘宋"), "齐": ("南齐", "北齐"), "周": ("武周", "后周", "北周"),
    "赵": ("汉赵", "后赵"), "秦": ("前秦", "后秦"), "燕": ("前燕", "后燕"),
}  # fmt: skip
"""Alternative and short names of dynasties, each with the names that the reign table uses for the dynasty."""


@dataclass(frozen=True, slots=True)
class ReignTable:
    """The reigns that a work can name: the reigns of the package's table, the reigns that the work's calendars add, and
    the dynasties that the work prefers.
    """

    added: tuple[Reign, ...] = ()
    dynasties: tuple[str, ...] = ()

    @classmethod
    def of(cls, definitions: Sequence[CalendarDefinition]) -> ReignTable:
        """Return the reign table of a work with the given calendars."""
        added = tuple(reign for one in definitions for reign in one.reigns)
        return cls(added, tuple(name for one in definitions for name in one.dynasties))

    def named(self, words: str) -> tuple[Reign, ...]:
        """Return the reigns that *words* may mean, where *words* is a reign title, optionally after the name of its
        dynasty.

        Reigns that the work adds take precedence over the package's table, and the work's dynasties take precedence
        over other dynasties.
        """
        key = title_key(words)
        own = [
            reign
            for reign in self.added
            if title_key(reign.dynasty + reign.name) == key or title_key(reign.name) == key
        ]
        if own:
            return tuple(own)
        found = list(_shipped_by_title().get(key, ()))
        if not found:
            splits = ((key[:place], key[place:]) for place in range(1, len(key)))
            found = [
                reign
                for dynasty, title in splits
                for reign in _shipped_by_title().get(title, ())
                if _same_dynasty(dynasty, reign.dynasty)
            ]
        if len(found) > 1:
            kept = [reign for reign in found if any(_same_dynasty(name, reign.dynasty) for name in self.dynasties)]
            return tuple(kept or found)
        return tuple(found)

    def unique(self, words: str | None, year: int) -> Reign | None:
        """Return the reign with this title if it has the given year, or None if no reign matches or the title is
        ambiguous.
        """
        found = self.named(words) if words else ()
        if len(found) != 1 or year < 1:
            return None
        last = found[0].last
        return found[0] if last is None or year <= _astronomical(last) - _astronomical(found[0].first) + 1 else None

    def years_at(self, first: int, last: int) -> tuple[tuple[Reign, int], ...]:
        """Return every reign year that may contain a day from *first* to *last*, in the order of the Gregorian years.

        Reigns outside China are included only if the work adds these reigns or names their dynasty.
        """
        found: list[tuple[Reign, int]] = []
        for year in range(civil(first)[0] - 1, civil(last)[0] + 2):
            for reign, number in self.in_year(year):
                days = reign_span(reign, number)
                if reign.dynasty in _ABROAD and reign.dynasty not in self.dynasties and reign not in self.added:
                    continue
                if days is not None and days[0] <= last and days[1] >= first:
                    found.append((reign, number))
        return tuple(found)

    def in_year(self, year: int) -> tuple[tuple[Reign, int], ...]:
        """Return the reign years that correspond to a Gregorian year, where year 0 is 1 BC."""
        numbered = ((reign, year - _astronomical(reign.first) + 1) for reign in (*self.added, *_shipped_in(year)))
        return tuple(
            (reign, number)
            for reign, number in numbered
            if number >= 1 and (reign.last is None or year <= _astronomical(reign.last))
        )

    def label(self, first: int, last: int) -> str | None:
        """Return the Chinese text of the reign year, season or month that has exactly the given bounds, or None if no
        period has these bounds.

        Return None also if two reigns have a period with these bounds and the work's dynasties do not decide between
        them.
        """
        if last - first < _SHORTEST:
            return None
        near = self.in_year(civil(first)[0])
        kept = [one for one in near if any(_same_dynasty(name, one[0].dynasty) for name in self.dynasties)] or near
        found = [
            f"{self.written(reign)}{'元' if number == 1 else number}年{words}"
            for reign, number in kept
            if reign.years == "lunar"
            for words, days in _parts(reign, number)
            if days == (first, last)
        ]
        return found[0] if len(found) == 1 else None

    def written(self, reign: Reign) -> str:
        """Return the title of a reign, after the name of its dynasty if several reigns have the same title."""
        return reign.name if len(self.named(reign.name)) == 1 else f"{reign.dynasty}{reign.name}"


def _parts(reign: Reign, number: int) -> Iterator[tuple[str, tuple[int, int] | None]]:
    """Yield the parts of a reign year (the year itself, seasons and months), each with its bounds in days."""
    yield "", reign_span(reign, number)
    for season, word in enumerate("春夏秋冬", 1):
        yield word, reign_span(reign, number, season=season)
    for month in range(1, 13):
        yield f"{month}月", reign_span(reign, number, month)


@cache
def _shipped_by_title() -> dict[str, tuple[Reign, ...]]:
    titles: dict[str, list[Reign]] = {}
    for reign in shipped_reigns():
        titles.setdefault(title_key(reign.name), []).append(reign)
    return {key: tuple(reigns) for key, reigns in titles.items()}


@cache
def _shipped_by_year() -> dict[int, tuple[Reign, ...]]:
    years: dict[int, list[Reign]] = {}
    for reign in shipped_reigns():
        if reign.last is not None:
            for year in range(_astronomical(reign.first), _astronomical(reign.last) + 1):
                years.setdefault(year, []).append(reign)
    return {year: tuple(reigns) for year, reigns in years.items()}


def _shipped_in(year: int) -> tuple[Reign, ...]:
    lasting = tuple(reign for reign in shipped_reigns() if reign.last is None)
    return (*_shipped_by_year().get(year, ()), *lasting)


@cache
def shipped_reigns() -> tuple[Reign, ...]:
    """Return all reigns in the table that the package contains."""
    raw = resources.files("episodic.temporal").joinpath("reigns.json").read_text(encoding="utf-8")
    return TypeAdapter(tuple[Reign, ...]).validate_json(raw)


def title_key(words: str) -> str:
    """Return the comparison key of a reign title, in which the variant characters 祐 and 佑 are equal."""
    return words.strip().replace("祐", "佑")


def titles(reigns: Iterable[Reign]) -> tuple[str, ...]:
    """Return all spellings of the reigns' titles. The longest titles come first, so that a title precedes its own
    prefixes.
    """
    names = {form for reign in reigns for form in (reign.name, reign.name.replace("祐", "佑"))}
    return tuple(sorted(names, key=lambda name: (-len(name), name)))


def _same_dynasty(words: str, dynasty: str) -> bool:
    bare = words if len(words) < 2 else words.removeprefix("大").removesuffix("朝")
    return bare == dynasty or dynasty in _OTHER_NAMES.get(bare, ())


def _astronomical(year: int) -> int:
    return year if year > 0 else year + 1


def reign_span(
    reign: Reign,
    year: int,
    month: int | None = None,
    *,
    day: int | None = None,
    season: int | None = None,
    leap: bool = False,
) -> tuple[int, int] | None:
    """Return the first and the last possible day of a reign date on the Gregorian axis, or None for a date that does
    not exist.

    The bounds of a reign date are never too narrow. The bounds of neighbouring months overlap, because the new moons of
    the year are unknown. If *leap* is true, the date is in the leap month after *month*, which has the same number
    (闰四月).
    """
    common = _astronomical(reign.first) + year - 1
    if reign.years == "solar":
        return None if leap else gregorian_span(common, month, day, season=season)
    if month is not None and not 1 <= month <= 12:
        return None
    if day is not None and not 1 <= day <= _MONTH:
        return None
    if season is not None and not 1 <= season <= 4:
        return None
    if reign.years == "any":
        return day_number(common - 1, 10, 15), day_number(common + 1, 2, 28)
    if month is not None:
        return _month(common, month, day, leap=leap)
    if season is not None:
        return _season(common, season)
    return _month(common, 1, None, leap=False)[0], _term(common, 13) + _SLACK


def year_begins(reign: Reign, year: int) -> tuple[int, int]:
    """Return the first and the last day on which a reign year can begin. Years of the kind "any" have wider bounds than
    lunar years.
    """
    common = _astronomical(reign.first) + year - 1
    if reign.years == "any":
        return day_number(common - 1, 10, 15), day_number(common, 3, 1)
    return month_begins(common, 1)


def month_begins(common: int, month: int, *, leap: bool = False) -> tuple[int, int]:
    """Return the first and the last day on which a lunar month of the given Gregorian year can begin.

    The upper bound is one day later than the last possible first day of the month, so that a date before the boundary
    can lie on the previous day.
    """
    first, last = _month(common, month, 1, leap=leap)
    return first, last + 1


def _term(year: int, month: int) -> int:
    """Return the approximate day of the solar term that defines a month."""
    return day_number(year, 2, 19) + (month - 1) * 487 // 16


def _month(year: int, month: int, day: int | None, *, leap: bool) -> tuple[int, int]:
    term = _term(year, month)
    # A leap month begins after the solar term of the previous month and ends before the solar term of the next month.
    first, start = (term, term + _SLACK + 3) if leap else (term - _MONTH, term)
    if day is None:
        return first - _SLACK, start + _SLACK + _MONTH - 1
    return first - _SLACK + day - 1, start + _SLACK + day - 1


def _season(year: int, season: int) -> tuple[int, int]:
    """Return the first and the last possible day of a season: three lunar months with a leap month, extended to the
    Gregorian season that newer texts mean.
    """
    first = _month(year, 3 * season - 2, None, leap=False)[0]
    last = _term(year, 3 * season + 1) + _SLACK
    common = gregorian_span(year, season=season)
    return first, max(last, common[1]) if common is not None else last
