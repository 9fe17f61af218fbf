"""The names that a work's calendars give to eras and months, ready for patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from episodic.model.settings import CalendarDefinition
from episodic.temporal.expressions.folding import folded, has_han


@dataclass(frozen=True, slots=True)
class Named:
    """Something that a calendar names: an era, or a month by its number from 1."""

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


def bare_name(words: str) -> str:
    """The form under which names of eras and months are looked up: folded, without case and article."""
    return re.sub(r"\s+", " ", folded(words).casefold().strip()).removeprefix("the ")


@lru_cache(maxsize=64)
def vocabulary_of(definitions: tuple[CalendarDefinition, ...]) -> Vocabulary:
    """The names that *definitions* give."""
    eras: list[tuple[str, Named]] = []
    months: list[tuple[str, Named]] = []
    for one in definitions:
        for era in one.eras:
            eras.extend((bare_name(name), Named(one.name, era.name)) for name in (era.name, *era.names))
        if len(one.eras) <= 1:
            sole = one.eras[0].name if one.eras else one.name
            eras.append((bare_name(one.name), Named(one.name, sole)))
        for number, month in enumerate(one.months, 1):
            months.extend((bare_name(name), Named(one.name, month=number)) for name in (month.name, *month.names))
    only = None
    if len(definitions) == 1 and len(definitions[0].eras) <= 1:
        sole = definitions[0].eras[0].name if definitions[0].eras else definitions[0].name
        only = Named(definitions[0].name, sole)
    return Vocabulary(_unshared(eras), _unshared(months), only, definitions)


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
