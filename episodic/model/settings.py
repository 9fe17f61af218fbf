"""What the caller decides for a work: entity types and their attributes, predicates, calendars, extra instructions."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.model.names import name_key
from episodic.model.predicates import Predicate


@dataclass(frozen=True, slots=True)
class Attribute:
    """Something that every entity of a type may have; read as statements whose predicate is its name."""

    name: str
    description: str = ""
    many: bool = False


@dataclass(frozen=True, slots=True)
class EntityType:
    """A kind of entity; `names` are other words for it, in any language."""

    name: str
    description: str = ""
    names: tuple[str, ...] = ()
    attributes: tuple[Attribute, ...] = ()


@dataclass(frozen=True, slots=True)
class Era:
    """A count of years. Its year `first_year` begins `starts` years after the first year of the era `after`, or of the calendar.

    One that counts `backwards` ends there instead: `first_year` is its last year in time, as 1 BC is. `years` is how many it
    has, None where it goes on. An era `beside` the others is read, and never written.
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

    `leap` names the leap rule that gives it `leap_days` more; without any, the whole month is only in leap years.
    """

    name: str
    days: int
    names: tuple[str, ...] = ()
    leap_days: int = 0
    leap: str = ""


@dataclass(frozen=True, slots=True)
class Intercalary:
    """Days that belong to no month: right after the month or days named `after`, empty for the beginning of the year.

    With `leap`, only in the leap years of that rule.
    """

    name: str
    after: str = ""
    days: int = 1
    names: tuple[str, ...] = ()
    leap: str = ""


@dataclass(frozen=True, slots=True)
class LeapRule:
    """Which years are leap years: every so many, `except_every`, `unless_every`; or a table of `years`, in each `cycle` if given.

    `first_year` is the number that the rule gives the calendar's own first year.
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
    """The days of the week; `first` is the place, from 1, of the calendar's first day (of every year's, if weeks begin `anew`).

    With `outside`, intercalary days have no week day.
    """

    days: tuple[WeekDay, ...]
    first: int = 1
    anew: bool = False
    outside: bool = False


@dataclass(frozen=True, slots=True)
class Tie:
    """What ties a calendar to another: its first day is this date of that calendar."""

    calendar: str
    date: str


@dataclass(frozen=True, slots=True)
class Reign:
    """A reign title: the common years in which its first and last year mostly lie, -140 for 140 BC; `last` None: goes on.

    `years` is "lunar" (a Chinese year), "solar" (the common year itself) or "any" (begins up to three months earlier).
    """

    name: str
    first: int
    last: int | None
    dynasty: str = ""
    years: str = "lunar"


@dataclass(frozen=True, slots=True)
class CalendarDefinition:
    """A calendar as data; docs/calendars.md describes the form. One without months only names reigns or dynasties.

    `hours` is the length of a day, 0 where nobody says; `unit` is "day", or "hour" where there are hours. `dynasties` are those
    of which a reign title that several rulers used is meant.
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


@dataclass(frozen=True, slots=True)
class WorkSettings:
    """The caller's decisions for one work; the defaults suit most fiction."""

    entity_types: tuple[EntityType, ...] = DEFAULT_ENTITY_TYPES
    predicates: tuple[Predicate, ...] = ()
    calendars: tuple[CalendarDefinition, ...] = ()
    instructions: str = ""

    def entity_type(self, name: str) -> EntityType | None:
        """The type that goes by this name in any language, or None."""
        key = name_key(name)
        for one in self.entity_types:
            if key in {name_key(word) for word in (one.name, *one.names)}:
                return one
        return None
