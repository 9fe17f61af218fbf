"""Chinese reign years: finds reigns by their titles, and computes the first and the last possible Gregorian day of a
reign date.

A Chinese lunar month is defined by a solar term: a fixed point of the sun's yearly path. For example, the first Chinese
month is the month in which the sun enters 雨水, near 19 February. Even if the new moons of the year are unknown, the
days of a Chinese month have bounds. The reason is that the days of solar terms are known. The bounds of a month include
a margin of a week, because mean solar terms are used and old calendars contain errors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from pydantic import TypeAdapter

from episodic.languages import lexicon
from episodic.model.settings import CalendarDefinition, Reign
from episodic.temporal.calendars.gregorian import civil, day_number, gregorian_span
from episodic.temporal.calendars.reign_labels import ReignLabels

REIGN: Final = "reign"
"""The name by which a user selects Chinese reign dates as a calendar. Reign dates are counted on the Gregorian axis."""

_SLACK: Final = 7
_SHORTEST: Final = 70
"""`ReignTable.label` returns None for a range whose first and last day are less than this number of days apart."""
_MONTH: Final = 30
_PARTS: Final = ((None, None), *((season, None) for season in range(1, 5)), *((None, month) for month in range(1, 13)))


@dataclass(frozen=True, slots=True)
class ReignTable:
    """The reigns that a work can name. A work can name the reigns of the package's table, and the reigns that the
    work's calendars add (`added`). `dynasties` are the dynasties that the work prefers, as its calendar definitions
    state.
    """

    added: tuple[Reign, ...] = ()
    dynasties: tuple[str, ...] = ()

    @classmethod
    def of(cls, definitions: Sequence[CalendarDefinition]) -> ReignTable:
        added = tuple(reign for one in definitions for reign in one.reigns)
        return cls(added, tuple(name for one in definitions for name in one.dynasties))

    def named(self, words: str) -> tuple[Reign, ...]:
        """Return the reigns that *words* may mean, where *words* is a reign title with or without the name of its
        dynasty before it.

        If *words* fits reigns that the work's own calendars add, only the added reigns are returned. If *words* fits
        several reigns of the package's table, only those of the dynasties that the work prefers are returned. If the
        work prefers none of the dynasties of these reigns, all fitting reigns are returned.
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
        """Return the only reign that the title *words* means. Return None if it means several reigns or none, or if the
        reign did not last until its year *year*.
        """
        found = self.named(words) if words else ()
        if len(found) != 1 or year < 1:
            return None
        last = found[0].last
        return found[0] if last is None or year <= _astronomical(last) - _astronomical(found[0].first) + 1 else None

    def years_at(self, first: int, last: int) -> tuple[tuple[Reign, int], ...]:
        """Return every reign with each of its year numbers that may contain a day from *first* to *last*, ordered by
        Gregorian year.

        Reigns of foreign dynasties (Japan, for example) are included only if the work adds these reigns or prefers
        their dynasty.
        """
        found: list[tuple[Reign, int]] = []
        foreign = lexicon.words("foreign_dynasties")
        for year in range(civil(first)[0] - 1, civil(last)[0] + 2):
            for reign, number in self.in_year(year):
                days = reign_span(reign, number)
                if reign.dynasty in foreign and reign.dynasty not in self.dynasties and reign not in self.added:
                    continue
                if days is not None and days[0] <= last and days[1] >= first:
                    found.append((reign, number))
        return tuple(found)

    def in_year(self, year: int) -> tuple[tuple[Reign, int], ...]:
        """Return the reigns of a Gregorian year, each with the number that the year has in the reign; year 0 is 1 BC."""
        numbered = ((reign, year - _astronomical(reign.first) + 1) for reign in (*self.added, *_shipped_in(year)))
        return tuple(
            (reign, number)
            for reign, number in numbered
            if number >= 1 and (reign.last is None or year <= _astronomical(reign.last))
        )

    def label(self, first: int, last: int, labels: ReignLabels) -> str | None:
        """Return the text of the lunar reign year, season or month whose bounds are exactly the days *first* and
        *last*. Return None if there is none.

        Return None also if several reign years, seasons or months have exactly the bounds *first* and *last*. If the
        work prefers dynasties that have a reign in the Gregorian year of the day *first*, only the reigns of these
        dynasties are considered.
        """
        if last - first < _SHORTEST:
            return None
        near = self.in_year(civil(first)[0])
        kept = [one for one in near if any(_same_dynasty(name, one[0].dynasty) for name in self.dynasties)] or near
        found = [
            labels.label(self.written(reign), number, season=season, month=month)
            for reign, number in kept
            if reign.years == "lunar"
            for season, month in _PARTS
            if reign_span(reign, number, month, season=season) == (first, last)
        ]
        return found[0] if len(found) == 1 else None

    def written(self, reign: Reign) -> str:
        """Return the title of a reign, with the name of its dynasty before it if the title alone may mean several
        reigns in this work.
        """
        return reign.name if len(self.named(reign.name)) == 1 else f"{reign.dynasty}{reign.name}"


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
    """Return the comparison key of a reign title, in which variants of a character such as 祐 and 佑 are equal."""
    return _without_variants(words.strip())


def titles(reigns: Iterable[Reign]) -> tuple[str, ...]:
    """Return the titles of the given reigns, each as written and with the usual variants of its characters. Longer
    titles come first, so that a title is matched before a shorter title with which it begins.
    """
    names = {form for reign in reigns for form in (reign.name, _without_variants(reign.name))}
    return tuple(sorted(names, key=lambda name: (-len(name), name)))


def _without_variants(title: str) -> str:
    for row in lexicon.words("reign_title_variants"):
        variant, usual = row.split()
        title = title.replace(variant, usual)
    return title


def _same_dynasty(words: str, dynasty: str) -> bool:
    bare = words
    if len(words) > 1:
        bare = _without_affixes(words, lexicon.words("dynasty_prefixes"), lexicon.words("dynasty_suffixes"))
    return bare == dynasty or dynasty in _other_names(lexicon.words("dynasty_names")).get(bare, ())


def _without_affixes(words: str, prefixes: frozenset[str], suffixes: frozenset[str]) -> str:
    prefix = next(filter(words.startswith, prefixes), "")
    rest = words.removeprefix(prefix)
    return rest.removesuffix(next(filter(rest.endswith, suffixes), ""))


@cache
def _other_names(rows: frozenset[str]) -> Mapping[str, tuple[str, ...]]:
    return {name: tuple(names) for name, *names in (row.split() for row in rows)}


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
    """Return the first and the last possible day of a reign date on the Gregorian axis. Return None if the month,
    season or day does not exist. The year is not checked: it may lie after the end of the reign.

    The true day of a reign date is always within the returned bounds. The bounds of neighbouring months overlap,
    because the new moons of the year are unknown. If *leap* is true, the date is in the leap month after *month*, which
    has the same number (闰四月).
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
    """Return the first day on which a reign year can begin, and a day after which it certainly does not begin. The
    bounds for a reign whose calendar is not known (`years` is "any") are wider than those for lunar years.
    """
    common = _astronomical(reign.first) + year - 1
    if reign.years == "any":
        return day_number(common - 1, 10, 15), day_number(common, 3, 1)
    return month_begins(common, 1)


def month_begins(common: int, month: int, *, leap: bool = False) -> tuple[int, int]:
    """Return the first day on which a lunar month can begin, and the day after the last day on which it can begin. The
    second returned day is one later than the last possible beginning of the month. On the last day on which this month
    can begin, a date of the previous month may still lie. *common* is the Gregorian year in which the lunar year
    begins.
    """
    first, last = _month(common, month, 1, leap=leap)
    return first, last + 1


def _term(year: int, month: int) -> int:
    """Return the approximate day number of the solar term that defines a lunar month."""
    return day_number(year, 2, 19) + (month - 1) * 487 // 16


def _month(year: int, month: int, day: int | None, *, leap: bool) -> tuple[int, int]:
    term = _term(year, month)
    # A leap month begins after the solar term of the previous month and ends before the solar term of the next month.
    first, start = (term, term + _SLACK + 3) if leap else (term - _MONTH, term)
    if day is None:
        return first - _SLACK, start + _SLACK + _MONTH - 1
    return first - _SLACK + day - 1, start + _SLACK + day - 1


def _season(year: int, season: int) -> tuple[int, int]:
    """Return the first and the last possible day of a season. The returned range contains the three lunar months of the
    season, a leap month among them, and the Gregorian season of the same name.
    """
    first = _month(year, 3 * season - 2, None, leap=False)[0]
    last = _term(year, 3 * season + 1) + _SLACK
    common = gregorian_span(year, season=season)
    return first, max(last, common[1]) if common is not None else last
