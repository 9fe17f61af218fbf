"""Tests of strict JSON schemas of reply classes."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, Field, JsonValue

from episodic.llm.schemas import Schema, strict_schema


class Mood(StrEnum):
    CALM = "calm"
    ANGRY = "angry"


class Person(BaseModel):
    name: Annotated[str, Field(min_length=1, max_length=500)]
    mood: Mood = Mood.CALM
    kin: list[Person] = Field(default_factory=list["Person"])


class Scene(BaseModel):
    """A reply class with every feature that the strict schema must change."""

    kind: Literal["scene"] = "scene"
    hero: Person = Field(description="who it is about")
    others: list[Person] = Field(default_factory=list[Person], max_length=20)
    place: str | None = None
    count: Annotated[int, Field(ge=0)] = 0


class Loose(BaseModel):
    named: dict[str, str]


class Paired(BaseModel):
    pair: tuple[int, str]


def objects(value: JsonValue) -> list[Schema]:
    """Return every object schema inside a schema."""
    if isinstance(value, list):
        return [found for one in value for found in objects(one)]
    if not isinstance(value, dict):
        return []
    inner = [found for one in value.values() for found in objects(one)]
    return [value, *inner] if value.get("type") == "object" else inner


def keywords(schema: Schema) -> set[str]:
    """Return all keywords of a schema, without the names of properties and definitions."""
    used: set[str] = set()
    for key, value in schema.items():
        used.add(key)
        parts = list(value.values()) if key in {"properties", "$defs"} and isinstance(value, dict) else [value]
        for part in parts:
            for one in part if isinstance(part, list) else [part]:
                used |= keywords(one) if isinstance(one, dict) else set()
    return used


def test_every_object_requires_all_of_its_fields_and_no_others() -> None:
    """Strict schemas allow neither optional nor additional fields."""

    schema = strict_schema(Scene)

    assert schema is not None
    found = objects(schema)
    assert len(found) >= 3
    for one in found:
        properties = one["properties"]
        assert isinstance(properties, dict)
        assert one["required"] == list(properties)
        assert one["additionalProperties"] is False


def test_only_keywords_of_strict_schemas_are_left() -> None:
    """Lengths and ranges are not part of the schema, and are validated in the reply."""

    schema = strict_schema(Scene)

    assert schema is not None
    known = {
        "type",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "enum",
        "const",
        "anyOf",
        "$ref",
        "$defs",
        "description",
    }
    assert keywords(schema) <= known


def test_a_reference_with_a_description_is_expanded() -> None:
    """Strict schemas allow no description beside a reference, but descriptions guide the model."""

    schema = strict_schema(Scene)

    assert schema is not None
    properties = schema["properties"]
    assert isinstance(properties, dict)
    hero = properties["hero"]
    assert isinstance(hero, dict)
    assert hero["description"] == "who it is about"
    assert hero["type"] == "object"


def test_a_recursive_class_has_a_finite_schema() -> None:
    """A reference to the enclosing definition stays a reference."""

    schema = strict_schema(Person)

    assert schema is None or "$defs" in schema


def test_an_object_with_arbitrary_keys_has_no_strict_schema() -> None:
    """Strict schemas have no form for an object with arbitrary keys."""

    assert strict_schema(Loose) is None


def test_a_tuple_of_different_types_has_no_strict_schema() -> None:
    """Strict schemas have no form for a tuple whose elements have different types."""

    assert strict_schema(Paired) is None
