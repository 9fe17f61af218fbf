"""JSON schemas of requests for the description in OpenAPI, from the pydantic classes that check the requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from pydantic import BaseModel, TypeAdapter

from episodic.model.json_shapes import Json, Object

_DROPPED = frozenset({"title", "discriminator"})


def body_schema(kind: type[BaseModel] | TypeAdapter[Any]) -> Object:
    """Return the JSON schema of a request's body without references to other schemas."""
    raw = kind.json_schema() if isinstance(kind, TypeAdapter) else kind.model_json_schema()
    definitions = cast("dict[str, Object]", raw.pop("$defs", {}))
    return cast("Object", _inlined(raw, definitions))


def query_parameters(kind: type[BaseModel]) -> tuple[Object, ...]:
    """Return the OpenAPI descriptions of the query parameters that are the fields of *kind*. The schema of an optional
    parameter does not allow null, which a URL cannot contain.
    """
    schema = body_schema(kind)
    required = cast("list[str]", schema.get("required", []))
    properties = cast("Mapping[str, Object]", schema.get("properties", {}))
    return tuple(
        {
            "name": name,
            "in": "query",
            "required": name in required,
            "schema": _without_null(one),
            "description": cast("str", one.get("description", "")),
        }
        for name, one in properties.items()
    )


def list_names(kind: type[BaseModel]) -> frozenset[str]:
    """Return the names of the query parameters that may be repeated, because their values are lists."""
    return frozenset(
        str(one["name"]) for one in query_parameters(kind) if cast("Object", one["schema"]).get("type") == "array"
    )


def _without_null(schema: Object) -> Object:
    kept: Object = {key: value for key, value in schema.items() if key not in {"description", "anyOf", "default"}}
    if schema.get("default") is not None:
        kept["default"] = schema["default"]
    choices = [one for one in cast("list[Object]", schema.get("anyOf", [])) if one.get("type") != "null"]
    if len(choices) == 1:
        return {**kept, **choices[0]}
    return {**kept, "anyOf": cast("list[Json]", choices)} if choices else kept


def _inlined(value: object, definitions: Mapping[str, Object]) -> object:
    if isinstance(value, list):
        return [_inlined(one, definitions) for one in cast("list[object]", value)]
    if not isinstance(value, dict):
        return value
    fields = cast("dict[str, object]", value)
    reference = fields.get("$ref")
    if isinstance(reference, str):
        more = {key: one for key, one in fields.items() if key != "$ref"}
        return _inlined({**definitions[reference.rpartition("/")[2]], **more}, definitions)
    # A string under "title" only describes the schema and is dropped, but an object under "title" is the schema of a
    # property named "title".
    return {
        key: _inlined(one, definitions)
        for key, one in fields.items()
        if key not in _DROPPED or (key == "title" and not isinstance(one, str))
    }
