"""Converts values to JSON: a dataclass by its fields, or by a declared shape if the JSON differs from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, is_dataclass
from enum import Enum
from typing import Any, cast

from episodic.model.flat_json import json_fields

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]
Object = dict[str, Json]
Computed = Callable[[Any], object]


@dataclass(frozen=True, slots=True)
class Shape:
    """A description of how the JSON of a class differs from the fields of the class.

    A field that a shape does not mention is written under its own name. `names` maps names of fields to other JSON
    keys, and fields in `without` are not written. A field in `flat` contains another dataclass, whose keys are written
    among the keys of the outer object. `flat` maps the name of a field that contains a dataclass to the shape in which
    this inner dataclass is written. The value None means the usual shape of the inner dataclass. `computed` maps JSON
    keys to functions that compute the value of the key from the whole object. A function in `computed` whose key is the
    name of a field replaces this field.
    """

    names: Mapping[str, str] = field(default_factory=dict[str, str])
    without: frozenset[str] = frozenset()
    flat: Mapping[str, Shape | None] = field(default_factory=dict[str, "Shape | None"])
    computed: Mapping[str, Computed] = field(default_factory=dict[str, Computed])


DEFAULT_SHAPE = Shape()


def in_words(*names: str) -> Shape:
    """Return a shape that writes the fields *names* into one inner JSON object with the key "in_words". The fields
    under "in_words" contain texts in the language of the work.
    """
    return Shape(
        without=frozenset(names),
        computed={"in_words": lambda one: {name: getattr(one, name) for name in names}},
    )


@dataclass(frozen=True, slots=True)
class Serialiser:
    """A converter of values to JSON. `shapes` contains, for some classes, a `Shape` that says how the JSON of the class
    differs from its fields.
    """

    shapes: Mapping[type[Any], Shape]

    def extended(self, shapes: Mapping[type[Any], Shape]) -> Serialiser:
        """Return a copy of the converter with further shapes. A shape in *shapes* replaces an earlier shape of the same
        class.
        """
        return Serialiser({**self.shapes, **shapes})

    def object_of(self, value: object, shape: Shape | None = None) -> Object:
        """Return the JSON object of a dataclass instance. If *shape* is given, it is used instead of the shape of the
        class.
        """
        kind = type(value)
        found: Object = {}
        taken = shape or self.shapes.get(kind, DEFAULT_SHAPE)
        for one in json_fields(kind):
            if one.key in taken.without:
                continue
            if one.key in taken.flat:
                found.update(self.object_of(one.of(value), taken.flat[one.key]))
                continue
            made = taken.computed.get(one.key)
            found[taken.names.get(one.key, one.key)] = self.of(one.of(value) if made is None else made(value))
        own = {one.key for one in json_fields(kind)}
        found.update((key, self.of(made(value))) for key, made in taken.computed.items() if key not in own)
        return found

    def of(self, value: object) -> Json:
        """Return the JSON of a value. Raise TypeError if the type of the value cannot be converted to JSON."""
        if isinstance(value, Enum):
            return self.of(value.value)
        if value is None or isinstance(value, str | int | float):
            return value
        if isinstance(value, Mapping):
            entries = cast("Mapping[object, object]", value)
            return {str(self.of(key)): self.of(each) for key, each in entries.items()}
        if isinstance(value, list | tuple):
            return [self.of(each) for each in cast("list[object] | tuple[object, ...]", value)]
        if is_dataclass(value):
            return self.object_of(value)
        raise TypeError(f"a {type(value).__name__} cannot be converted to JSON")
