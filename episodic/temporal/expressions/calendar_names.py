"""The names of eras, months and week days in a work's calendars, and regular expressions that match them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from episodic.model.settings import CalendarDefinition
from episodic.temporal.calendars.custom import YearSegment, segments_of
from episodic.temporal.calendars.reign_years import ReignTable
from episodic.temporal.expressions.normalisation import folded


@dataclass(frozen=True, slots=True)
class Named:
    """What a name in a calendar means: an era, a month, or a group of intercalary days. `month` is the number of a
    month, or a negative number for a leap month or a group of intercalary days.
    """

    calendar: str
    era: str | None = None
    month: int | None = None


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The era, month and week-day names of a work's calendars, normalised for comparison. A name of an era or month
    that has several meanings is left out.
    """

    eras: tuple[tuple[str, Named], ...]
    months: tuple[tuple[str, Named], ...]
    only: Named | None
    """The calendar and era of a year or month without an era name, or None if this is ambiguous. `only` is set if the
    work has exactly one custom calendar with months and this calendar has at most one era.
    """
    definitions: tuple[CalendarDefinition, ...]
    """The custom calendars of the work that define months."""
    week_days: tuple[str, ...]
    reigns: ReignTable

    @property
    def invented(self) -> bool:
        """True if the work has custom calendars that define months."""
        return bool(self.definitions)

    def era(self, words: str) -> Named | None:
        """Return what the era name *words* means, or None if no era has this name."""
        return dict(self.eras).get(bare_name(words))

    def month(self, words: str) -> Named | None:
        """Return which month or group of intercalary days the name *words* means, or None if none has this name."""
        return dict(self.months).get(bare_name(words))

    def era_pattern(self) -> str:
        """Return a regular expression for the names of all eras, which matches nothing if the work has no eras."""
        return _alternatives(name for name, _ in self.eras)

    def month_pattern(self) -> str:
        """Return a regular expression for the names of all months, which matches nothing if the work has no months."""
        return _alternatives(name for name, _ in self.months)

    def week_day_pattern(self) -> str:
        """Return a regular expression for the names of all week days, which matches nothing if the work has no names
        of week days.
        """
        return _alternatives(self.week_days)

    def stretch(self, named: Named) -> YearSegment | None:
        """Return the segment of the year that a name means, or None if its calendar has no such segment. A segment is a
        month, a leap month or a group of intercalary days.
        """
        definition = next((one for one in self.definitions if one.name == named.calendar), None)
        found = () if definition is None else segments_of(definition)
        return next((one for one in found if one.number == named.month), None)


def bare_name(words: str) -> str:
    """Return the lookup key of an era or month name: the normalised text in lower case without a leading "the"."""
    return re.sub(r"\s+", " ", folded(words).casefold().strip()).removeprefix("the ")


@lru_cache(maxsize=64)
def vocabulary_of(definitions: tuple[CalendarDefinition, ...]) -> Vocabulary:
    """Return the names of eras, months and week days in the given calendar definitions."""
    eras: list[tuple[str, Named]] = []
    months: list[tuple[str, Named]] = []
    week_days: set[str] = set()
    invented = tuple(one for one in definitions if one.months)
    for one in invented:
        for era in one.eras:
            eras.extend((bare_name(name), Named(one.name, era.name)) for name in (era.name, *era.names))
        if len(one.eras) <= 1:
            sole = one.eras[0].name if one.eras else one.name
            eras.append((bare_name(one.name), Named(one.name, sole)))
        for part in segments_of(one):
            months.extend((bare_name(name), Named(one.name, month=part.number)) for name in (part.name, *part.names))
        for day in () if one.week is None else one.week.days:
            week_days.update(bare_name(name) for name in (day.name, *day.names))
    only = None
    if len(invented) == 1 and len(invented[0].eras) <= 1:
        sole = invented[0].eras[0].name if invented[0].eras else invented[0].name
        only = Named(invented[0].name, sole)
    longest_first = tuple(sorted(week_days - {""}, key=lambda name: (-len(name), name)))
    return Vocabulary(_unshared(eras), _unshared(months), only, invented, longest_first, ReignTable.of(definitions))


def _unshared(names: list[tuple[str, Named]]) -> tuple[tuple[str, Named], ...]:
    meanings: dict[str, set[Named]] = {}
    for name, named in names:
        meanings.setdefault(name, set()).add(named)
    kept = [(name, next(iter(ones))) for name, ones in meanings.items() if len(ones) == 1 and name]
    return tuple(sorted(kept, key=lambda pair: (-len(pair[0]), pair[0])))


def _alternatives(names: Iterable[str]) -> str:
    chosen = "|".join(map(re.escape, names))
    return f"(?i:{chosen})" if chosen else r"(?!)"
