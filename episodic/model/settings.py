"""Settings of a work: entity types with attributes, predicates, calendars, and what the model is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from episodic.model.name_keys import name_key
from episodic.model.predicates import Predicate


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute that entities of a type may have.

    An attribute is read as statements whose predicate is the attribute's name.
    """

    name: str
    description: str = ""
    many: bool = False


@dataclass(frozen=True, slots=True)
class EntityType:
    """A type of entity; `names` are other names of the type, in any language."""

    name: str
    description: str = ""
    names: tuple[str, ...] = ()
    attributes: tuple[Attribute, ...] = ()


@dataclass(frozen=True, slots=True)
class Era:
    """A count of years within a calendar.

    The year `first_year` of the era begins `starts` years after the first year of the era `after`, or of the calendar.
    An era that counts `backwards` ends at that point instead: `first_year` is its last year in time, like 1 BC. `years`
    is the number of years, None if the era has no end. An era with `beside` is understood in texts, but never used to
    write dates.
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
    """A month and its length in days.

    `leap` names the leap rule that adds `leap_days` days to the month. If `leap_days` is 0, the whole month exists only
    in leap years of that rule.
    """

    name: str
    days: int
    names: tuple[str, ...] = ()
    leap_days: int = 0
    leap: str = ""


@dataclass(frozen=True, slots=True)
class Intercalary:
    """Days that belong to no month and follow the month or days named `after` (empty: the beginning of the year).

    With `leap`, the days exist only in the leap years of that rule.
    """

    name: str
    after: str = ""
    days: int = 1
    names: tuple[str, ...] = ()
    leap: str = ""


@dataclass(frozen=True, slots=True)
class LeapRule:
    """A rule for leap years: every `every` years, except every `except_every`, unless every `unless_every`; or a list
    `years`.

    With `cycle`, the list repeats after that many years. `first_year` is the number that the rule gives to the
    calendar's first year.
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
    """A day of the week."""

    name: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Week:
    """The days of the week; `first` is the position, counted from 1, of the calendar's first day in the week.

    With `anew`, every year begins with the same day of the week. With `outside`, intercalary days have no day of the
    week.
    """

    days: tuple[WeekDay, ...]
    first: int = 1
    anew: bool = False
    outside: bool = False


@dataclass(frozen=True, slots=True)
class Tie:
    """The link of a calendar to another calendar: the first day of the calendar is this date of the other calendar."""

    calendar: str
    date: str


@dataclass(frozen=True, slots=True)
class Reign:
    """A reign title.

    `first` and `last` are the common years that contain most of the reign's first and last year (-140 is 140 BC).
    `last` is None if the reign has no known end. `years` is "lunar" (a Chinese year), "solar" (the common year itself)
    or "any" (the year begins up to three months earlier).
    """

    name: str
    first: int
    last: int | None
    dynasty: str = ""
    years: str = "lunar"


@dataclass(frozen=True, slots=True)
class CalendarDefinition:
    """A calendar as data; docs/calendars.md describes the format. A definition without months only adds reigns or
    dynasties.

    `hours` is the length of a day in hours, 0 if unknown; `unit` is "day", or "hour" for a calendar with hours.
    `dynasties` decides which ruler is meant by a reign title that several rulers used.
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


class Density(StrEnum):
    """How much a model is asked to extract from the text."""

    ESSENTIAL = "essential"
    """What the plot depends on (salience 3)."""
    STANDARD = "standard"
    """Also what a writer would look up later (salience 2 and 3)."""
    EVERYTHING = "everything"
    """Also details (salience 1 to 3)."""


@dataclass(frozen=True, slots=True)
class WorkSettings:
    """Settings of one work. The defaults suit most fiction."""

    entity_types: tuple[EntityType, ...] = DEFAULT_ENTITY_TYPES
    predicates: tuple[Predicate, ...] = ()
    calendars: tuple[CalendarDefinition, ...] = ()
    instructions: str = ""
    density: Density = Density.STANDARD

    def entity_type(self, name: str) -> EntityType | None:
        """Returns the entity type with this name in any language, or None."""
        key = name_key(name)
        for one in self.entity_types:
            if key in {name_key(word) for word in (one.name, *one.names)}:
                return one
        return None
