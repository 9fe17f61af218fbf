"""Settings of a work: entity types, predicates, calendars, instructions for the model, and level of detail."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from episodic.model.name_keys import name_key
from episodic.model.predicates import Predicate
from episodic.model.readings import LEAST_SALIENCE, MOST_SALIENCE, USUAL_SALIENCE, Salience


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute that entities of an entity type may have, such as the age of a person.

    The LLM-based reader extracts an attribute as statements whose predicate is the name of the attribute.
    """

    name: str
    description: str = ""
    many: bool = False


@dataclass(frozen=True, slots=True)
class EntityType:
    """A type of entity, where `names` contains other names of the type in any language."""

    name: str
    description: str = ""
    names: tuple[str, ...] = ()
    attributes: tuple[Attribute, ...] = ()


@dataclass(frozen=True, slots=True)
class Era:
    """An era: a numbering of the years of a calendar, such as BC and AD.

    The year `first_year` of an era begins `starts` years after the first year of another era, which the field `after`
    names. If the field `after` is empty, `starts` counts from the first year of the calendar. If `backwards` is true,
    the era ends where it would otherwise begin, and its years count backwards like the years BC. `years` is the number
    of years in the era. `years` is None if the era ends when the next era begins, or has no end. If `beside` is true,
    the era is understood in texts but is never used to write dates.
    """

    name: str
    first_year: int = 1
    starts: int = 0
    names: tuple[str, ...] = ()
    after: str = ""
    years: int | None = None
    backwards: bool = False
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Month:
    """A month of a calendar, with its length in days.

    `leap` is the name of a leap rule: in its leap years, the month has `leap_days` more days. If `leap` is set and
    `leap_days` is 0, the whole month exists only in the leap years of the rule `leap`.
    """

    name: str
    days: int
    names: tuple[str, ...] = ()
    leap_days: int = 0
    leap: str = ""


@dataclass(frozen=True, slots=True)
class Intercalary:
    """Intercalary days, which belong to no month. Intercalary days follow the month or the intercalary days that the
    field `after` names, or begin the year if this field is empty.

    If `leap` is the name of a leap rule, the intercalary days exist only in the leap years of this rule.
    """

    name: str
    after: str = ""
    days: int = 1
    names: tuple[str, ...] = ()
    leap: str = ""


@dataclass(frozen=True, slots=True)
class LeapRule:
    """A rule that decides which years are leap years.

    A year is a leap year if it is divisible by `every`, except if it is divisible by `except_every` and not by
    `unless_every`. Instead of `every`, a rule may have `years`, a list of the leap years.

    If `cycle` is set, the list of leap years repeats after `cycle` years. `first_year` is the number that the
    calendar's first year has in the year count of the leap rule.
    """

    name: str = "leap"
    every: int = 0
    except_every: int = 0
    unless_every: int = 0
    cycle: int = 0
    years: tuple[int, ...] = ()
    first_year: int = 1


@dataclass(frozen=True, slots=True)
class WeekDay:
    """A day of the week of a calendar, with its names."""

    name: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Week:
    """The week of a calendar.

    `days` contains the days of the week, and `first` is the position in the week (from 1) of the calendar's first day.

    If `anew` is true, every year of the calendar begins with the same day of the week. If `outside` is true,
    intercalary days have no day of the week.
    """

    days: tuple[WeekDay, ...]
    first: int = 1
    anew: bool = False
    outside: bool = False


@dataclass(frozen=True, slots=True)
class Tie:
    """Says that the first day of the calendar which has this tie is the day `date` of the calendar named `calendar`."""

    calendar: str
    date: str


@dataclass(frozen=True, slots=True)
class Reign:
    """A reign of a ruler, or a part of it, with the title by which its years are numbered.

    `first` and `last` are the years AD that contain most of the reign's first and last year, where -140 means 140 BC.
    `last` is None if the reign has no known end. `years` is "lunar" for years of the Chinese calendar, and "solar" for
    years of the Western calendar. `years` is "any" if it is not known which calendar is meant.
    """

    name: str
    first: int
    last: int | None
    dynasty: str = ""
    years: str = "lunar"


@dataclass(frozen=True, slots=True)
class CalendarDefinition:
    """The definition of a calendar by an author, in the form that docs/calendars.md describes. A definition without
    months defines no calendar, and only adds reigns or dynasties to the calendar of Chinese reign years, which every
    work has.

    `hours` is the length of a day in hours, or 0 if unknown. `unit` is "day", or "hour" for a calendar that counts
    hours. `dynasties` contains the dynasties of the story, which decide whose reign is meant if several rulers used the
    same title.
    """

    name: str
    eras: tuple[Era, ...]
    months: tuple[Month, ...]
    unit: str = "day"
    intercalary: tuple[Intercalary, ...] = ()
    leap: tuple[LeapRule, ...] = ()
    week: Week | None = None
    hours: int = 0
    anchor: Tie | None = None
    reigns: tuple[Reign, ...] = ()
    dynasties: tuple[str, ...] = ()


DEFAULT_ENTITY_TYPES: tuple[EntityType, ...] = (
    EntityType(
        "Person", "somebody who acts, speaks or is spoken of, human or not", ("人物", "人", "character", "角色")
    ),
    EntityType("Place", "a spot, building, town, country or world", ("地点", "地方", "location", "场所")),
    EntityType(
        "Organization",
        "a group that outlives its members: order, army, family, company",
        ("组织", "organisation", "group", "势力", "门派"),
    ),
    EntityType(
        "Item", "a thing that matters or changes hands, also without a proper name", ("物品", "object", "thing", "道具")
    ),
    EntityType("Ability", "a power, art or spell that can be learned or lost", ("能力", "skill", "技能", "功法")),
    EntityType("Creature", "an animal or monster, or a species of them", ("生物", "monster", "animal", "动物", "妖兽")),
    EntityType("Concept", "an idea, law, title or custom that the story treats as a thing", ("概念", "idea", "观念")),
)
LIVING = ("Person", "Creature")
"""The names of the default entity types of living beings."""


class Density(StrEnum):
    """Which statements readers are to extract, by their salience."""

    ESSENTIAL = "essential"
    """Only statements that the plot depends on (salience 3)."""
    STANDARD = "standard"
    """Statements that the plot depends on or that a writer would look up later (salience 2 and 3)."""
    EVERYTHING = "everything"
    """All statements, including details (salience 1 to 3)."""

    @property
    def least_salience(self) -> Salience:
        """Return the least salience of the statements that are wanted at this density: 3, 2 or 1."""
        return {Density.ESSENTIAL: MOST_SALIENCE, Density.STANDARD: USUAL_SALIENCE}.get(self, LEAST_SALIENCE)


@dataclass(frozen=True, slots=True)
class WorkSettings:
    """The settings of one work, whose defaults suit most fiction."""

    entity_types: tuple[EntityType, ...] = DEFAULT_ENTITY_TYPES
    predicates: tuple[Predicate, ...] = ()
    calendars: tuple[CalendarDefinition, ...] = ()
    instructions: str = ""
    density: Density = Density.STANDARD

    def entity_type(self, name: str) -> EntityType | None:
        """Return the entity type that is called *name* in any language, or None if the settings have no such type."""
        key = name_key(name)
        for one in self.entity_types:
            if key in {name_key(word) for word in (one.name, *one.names)}:
                return one
        return None
