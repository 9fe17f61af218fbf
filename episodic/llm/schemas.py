"""Conversion of a reply class to a JSON schema that is accepted by endpoints with strict structured output."""

from __future__ import annotations

from pydantic import BaseModel, JsonValue

Schema = dict[str, JsonValue]

# The only JSON schema keywords, besides `additionalProperties`, that are supported by endpoints with strict structured
# output. Lengths, ranges, patterns and defaults can be left out of the schema, because pydantic checks every reply.
_KEPT = frozenset({"type", "properties", "required", "items", "enum", "const", "anyOf", "$ref", "$defs", "description"})


def strict_schema(reply: type[BaseModel]) -> Schema | None:
    """Return the JSON schema of *reply*, in which all fields are required and no other fields are allowed. Return None
    if strict output cannot express the schema.

    Strict output cannot express maps with arbitrary keys, tuples with a type for each place, or values of any type.
    """
    whole = reply.model_json_schema()
    definitions = _schemas(whole.get("$defs"))
    try:
        strict = _strict(whole, definitions, ())
        if definitions:
            strict["$defs"] = {name: _strict(one, definitions, (name,)) for name, one in definitions.items()}
    except _NotStrictError:
        return None
    return strict if strict.get("type") == "object" else None


class _NotStrictError(Exception):
    """Says that strict output cannot express the JSON schema."""


def _schemas(value: JsonValue) -> dict[str, Schema]:
    if not isinstance(value, dict):
        return {}
    return {name: one for name, one in value.items() if isinstance(one, dict)}


def _strict(schema: Schema, definitions: dict[str, Schema], inside: tuple[str, ...]) -> Schema:
    reference = schema.get("$ref")
    if isinstance(reference, str):
        return _referred(schema, reference.removeprefix("#/$defs/"), definitions, inside)
    if "prefixItems" in schema or not schema.keys() & {"type", "enum", "const", "anyOf", "oneOf"}:
        raise _NotStrictError
    kept: Schema = {key: value for key, value in schema.items() if key in _KEPT and key != "$defs"}
    alternatives = schema.get("anyOf", schema.get("oneOf"))
    if isinstance(alternatives, list):
        kept["anyOf"] = [_strict(one, definitions, inside) for one in alternatives if isinstance(one, dict)]
    if schema.get("type") == "object":
        if "properties" not in schema and schema.get("additionalProperties") is not False:
            raise _NotStrictError
        properties = _schemas(schema.get("properties"))
        kept["properties"] = {name: _strict(one, definitions, inside) for name, one in properties.items()}
        kept["required"] = list(properties)
        kept["additionalProperties"] = False
    if schema.get("type") == "array":
        items = schema.get("items")
        if not isinstance(items, dict):
            raise _NotStrictError
        kept["items"] = _strict(items, definitions, inside)
    return kept


def _referred(schema: Schema, name: str, definitions: dict[str, Schema], inside: tuple[str, ...]) -> Schema:
    """Return the strict schema of a reference (`$ref`) to the definition *name*. Strict output does not allow a
    description beside a `$ref`. A reference with a description is therefore replaced by a copy of its definition with
    this description. A recursive reference is not replaced and only loses its description. A recursive reference stands
    inside the definition to which it refers, so that a copy of the definition would contain itself.
    """
    description = schema.get("description")
    if description is None or name not in definitions or name in inside:
        return {"$ref": f"#/$defs/{name}"}
    return {**_strict(definitions[name], definitions, (*inside, name)), "description": description}
