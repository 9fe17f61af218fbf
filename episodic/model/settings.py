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
    """A count of years; `first_year` of the era is `starts` years after the calendar's own first year."""

    name: str
    first_year: int = 1
    starts: int = 0
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Month:
    """A month of an invented calendar and its length in days."""

    name: str
    days: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CalendarDefinition:
    """A calendar as data: eras and months, counted in days."""

    name: str
    eras: tuple[Era, ...]
    months: tuple[Month, ...]
    unit: str = "day"


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
