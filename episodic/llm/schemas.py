"""The form of a reply as a JSON schema that endpoints with strict output accept."""

from __future__ import annotations

from pydantic import BaseModel, JsonValue

Schema = dict[str, JsonValue]

# What strict endpoints understand. Lengths, ranges, patterns and defaults are left out: pydantic checks them in the reply.
_KEPT = frozenset({"type", "properties", "required", "items", "enum", "const", "anyOf", "$ref", "$defs", "description"})


def strict_schema(reply: type[BaseModel]) -> Schema | None:
    """The schema of *reply* with every field required and no others allowed, or None where strict output cannot express it.

    It cannot express maps with free keys, tuples of unlike parts and values of any type.
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
    """Somewhere in the schema stands what strict output does not know."""


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
    """A reference, or what it refers to where the field has a description of its own: strict output takes only bare references."""
    description = schema.get("description")
    if description is None or name not in definitions or name in inside:
        return {"$ref": f"#/$defs/{name}"}
    return {**_strict(definitions[name], definitions, (*inside, name)), "description": description}
