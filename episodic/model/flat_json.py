"""Flat JSON for dataclasses that contain other dataclasses, with optional omission of default values.

A field that contains a dataclass may have the metadata `embedded()`. The fields of the inner dataclass are then written
as if they were fields of the outer dataclass. A field with the metadata `OMITTED_AT_DEFAULT` is not written if it has
its default value. Stores, exports, the option `--json` and servers all use flat JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import reduce
from operator import getitem
from typing import Any, ClassVar, NamedTuple, cast, get_type_hints

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

_EMBEDDED = "episodic.embedded"
_OMITTED = "episodic.omitted"
OMITTED_AT_DEFAULT: Mapping[str, bool] = {_OMITTED: True}
"""The metadata of a field that is written to JSON only if its value differs from the default."""
_ALWAYS = object()


@dataclass(frozen=True, slots=True)
class _Embedding:
    names: Mapping[str, str]
    without: frozenset[str]


def embedded(*, names: Mapping[str, str] | None = None, without: Collection[str] = ()) -> dict[str, object]:
    """Return the metadata of a field whose dataclass is written flat, among the fields of the outer dataclass.

    *names* maps names of fields to other JSON keys, and fields in *without* are not written.
    """
    return {_EMBEDDED: _Embedding(names or {}, frozenset(without))}


class JsonField(NamedTuple):
    """One key of the flat JSON of a class, with the path of attributes that leads to the value of the key.

    The key is left out of the JSON if the value that would be written equals `unless`.
    """

    key: str
    path: tuple[str, ...]
    unless: object

    def of(self, value: object) -> object:
        """Return the attribute of *value* from which this JSON key gets its value. The attribute may belong to an inner
        object.
        """
        for name in self.path:
            value = getattr(value, name)
        return value


_FIELDS: dict[type[Any], tuple[JsonField, ...]] = {}


def json_fields(kind: type[Any]) -> tuple[JsonField, ...]:
    """Return the keys of the flat JSON of a dataclass, in the order in which they are written."""
    if kind not in _FIELDS:
        _FIELDS[kind] = _fields_of(kind)
    return _FIELDS[kind]


def _fields_of(kind: type[Any]) -> tuple[JsonField, ...]:
    found: list[JsonField] = []
    for one in fields(kind):
        embedding = one.metadata.get(_EMBEDDED)
        if isinstance(embedding, _Embedding):
            inner = json_fields(_embedded_class(kind, one.name))
            found.extend(
                JsonField(embedding.names.get(each.key, each.key), (one.name, *each.path), each.unless)
                for each in inner
                if each.key not in embedding.without
            )
        else:
            found.append(JsonField(one.name, (one.name,), one.default if one.metadata.get(_OMITTED) else _ALWAYS))
    order = {name: place for place, name in enumerate(cast("tuple[str, ...]", getattr(kind, "JSON_ORDER", ())))}
    return tuple(sorted(found, key=lambda each: order.get(each.key, len(order))))


def _embedded_class(kind: type[Any], name: str) -> type[Any]:
    found = get_type_hints(kind)[name]
    if not is_dataclass(found) or issubclass(cast("type[Any]", found), FlatJson):
        raise TypeError(f"{kind.__name__}.{name} must embed a plain dataclass, not {found!r}")
    return cast("type[Any]", found)


class FlatJson:
    """A base class for dataclasses whose JSON is flat, with the keys that `json_fields` returns."""

    __slots__ = ()
    JSON_ORDER: ClassVar[tuple[str, ...]] = ()
    """The order of the keys in the JSON of a class. The order of keys must never change, because stores compare values
    by their JSON text; new keys are added at the end.
    """

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type[Any], handler: GetCoreSchemaHandler) -> CoreSchema:
        schema = handler(source)
        if any(len(one.path) > 1 for one in json_fields(source)):
            schema = core_schema.no_info_before_validator_function(_nesting(source), schema)
        writing = core_schema.wrap_serializer_function_ser_schema(_flattening(source))
        return cast("CoreSchema", {**schema, "serialization": writing})


def _flattening(kind: type[Any]) -> Callable[[object, Callable[[object], dict[str, Any]]], dict[str, Any]]:
    """Return a function that converts JSON nested like the dataclass *kind* to its flat JSON."""
    holders = list(dict.fromkeys(one.path[:-1] for one in json_fields(kind)))
    every = [(key, holders.index(path[:-1]), path[-1], unless) for key, path, unless in json_fields(kind)]

    def flat(value: object, written: Callable[[object], dict[str, Any]]) -> dict[str, Any]:
        nested = written(value)
        parts = [reduce(getitem, path, nested) for path in holders]
        found: dict[str, Any] = {}
        for key, holder, name, unless in every:
            # The nested JSON lacks a field with its default value if the caller leaves out such fields
            # (`exclude_defaults`).
            if name in parts[holder] and (unless is _ALWAYS or parts[holder][name] != unless):
                found[key] = parts[holder][name]
        return found

    return flat


def _nesting(kind: type[Any]) -> Callable[[object], object]:
    """Return a function that converts the flat JSON of the dataclass *kind* to JSON nested like the dataclass.

    The returned function leaves input that is not a JSON object unchanged, because the later validation rejects such
    input.
    """
    inner = [one for one in json_fields(kind) if len(one.path) > 1]
    holders = {one.path[:-1] for one in inner}
    apart = {one.key for one in inner} | {path[0] for path in holders}

    def nested(raw: object) -> object:
        if not isinstance(raw, dict):
            return raw
        flat = cast("dict[str, Any]", raw)
        found: dict[str, Any] = {key: part for key, part in flat.items() if key not in apart}
        for path in holders:
            _at(found, path)
        for key, path, _ in inner:
            if key in flat:
                _at(found, path[:-1])[path[-1]] = flat[key]
        return found

    return nested


def _at(nested: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    for name in path:
        nested = nested.setdefault(name, {})
    return nested
