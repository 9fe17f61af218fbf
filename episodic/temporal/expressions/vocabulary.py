"""The names that a work's calendars give to eras and months, ready for patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from episodic.model.settings import CalendarDefinition
from episodic.temporal.calendar_invented import Stretch, stretches_of
from episodic.temporal.calendar_reigns import Reigns
from episodic.temporal.expressions.folding import folded, has_han


@dataclass(frozen=True, slots=True)
class Named:
    """Something that a calendar names: an era, or a month by its number; what has none is numbered from -1 downwards."""

    calendar: str
    era: str | None = None
    month: int | None = None


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Names of eras and months of one work, folded and without case; one that means two things is left out."""

    eras: tuple[tuple[str, Named], ...]
    months: tuple[tuple[str, Named], ...]
    only: Named | None
    """The calendar and era of a bare year or month, where the work leaves no choice."""
    definitions: tuple[CalendarDefinition, ...]
    """The calendars with months of their own."""
    week_days: tuple[str, ...]
    reigns: Reigns

    @property
    def invented(self) -> bool:
        """Whether the work has calendars of its own."""
        return bool(self.definitions)

    def era(self, words: str) -> Named | None:
        """The era that goes by *words*, if any."""
        return dict(self.eras).get(bare_name(words))

    def month(self, words: str) -> Named | None:
        """The month that goes by *words*, if any."""
        return dict(self.months).get(bare_name(words))

    def era_pattern(self, *, chinese: bool) -> str:
        """A pattern for the names of all eras in that script; matches nothing where there are none."""
        return _alternatives([name for name, _ in self.eras], chinese=chinese)

    def month_pattern(self, *, chinese: bool) -> str:
        """A pattern for the names of all months in that script; matches nothing where there are none."""
        return _alternatives([name for name, _ in self.months], chinese=chinese)

    def week_day_pattern(self, *, chinese: bool) -> str:
        """A pattern for the names of the days of the week in that script; matches nothing where there are none."""
        return _alternatives(list(self.week_days), chinese=chinese)

    def stretch(self, named: Named) -> Stretch | None:
        """The month or other days that a name means."""
        definition = next((one for one in self.definitions if one.name == named.calendar), None)
        found = () if definition is None else stretches_of(definition)
        return next((one for one in found if one.number == named.month), None)


def bare_name(words: str) -> str:
    """The form under which names of eras and months are looked up: folded, without case and article."""
    return re.sub(r"\s+", " ", folded(words).casefold().strip()).removeprefix("the ")


@lru_cache(maxsize=64)
def vocabulary_of(definitions: tuple[CalendarDefinition, ...]) -> Vocabulary:
    """The names that *definitions* give."""
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
        for part in stretches_of(one):
            months.extend((bare_name(name), Named(one.name, month=part.number)) for name in (part.name, *part.names))
        for day in () if one.week is None else one.week.days:
            week_days.update(bare_name(name) for name in (day.name, *day.names))
    only = None
    if len(invented) == 1 and len(invented[0].eras) <= 1:
        sole = invented[0].eras[0].name if invented[0].eras else invented[0].name
        only = Named(invented[0].name, sole)
    longest_first = tuple(sorted(week_days - {""}, key=lambda name: (-len(name), name)))
    return Vocabulary(_unshared(eras), _unshared(months), only, invented, longest_first, Reigns.of(definitions))


def _unshared(names: list[tuple[str, Named]]) -> tuple[tuple[str, Named], ...]:
    """Each name once, longest first, leaving out those that mean two different things."""
    meanings: dict[str, set[Named]] = {}
    for name, named in names:
        meanings.setdefault(name, set()).add(named)
    kept = [(name, next(iter(ones))) for name, ones in meanings.items() if len(ones) == 1 and name]
    return tuple(sorted(kept, key=lambda pair: (-len(pair[0]), pair[0])))


def _alternatives(names: list[str], *, chinese: bool) -> str:
    chosen = [re.escape(name) for name in names if has_han(name) is chinese]
    return f"(?:{'|'.join(chosen)})" if chosen else r"(?!)"
