"""Short JSON schemas of the arguments and answers of tools, with descriptions in a given language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import cast

from pydantic import BaseModel

from episodic.agents.inputs import SearchInput
from episodic.languages.messages import find_template
from episodic.model.episodes import Language
from episodic.model.json_shapes import Object

DESCRIBED_IN = "search"
"""The only tool whose schema describes the arguments that many tools share."""
_DROPPED = frozenset({"title", "description", "default", "frozen", "minLength"})


def input_schema(tool: str, model: type[BaseModel], language: Language) -> Object:
    """Return the JSON schema of a tool's arguments. The description of an argument is the message
    `agents.TOOL_ARGUMENT` (such as `agents.search_query`), if there is one. Arguments that many tools share are
    described only in the schema of the tool `search`, which keeps the list of tools small. The schema contains no
    references (`$ref`), because some clients cannot follow them.
    """
    raw = _derived_schema(model)
    definitions = cast("Mapping[str, Object]", raw.get("$defs", {}))
    return _object(raw, tool, definitions, language)


@cache
def _derived_schema(model: type[BaseModel]) -> Object:
    """Return the JSON schema that pydantic derives from *model*. The schema is cached, because a server lists all tools
    for each call of a tool.
    """
    return cast("Object", model.model_json_schema())


def output_schema(key: str, more: Mapping[str, str] | None = None) -> Object:
    """Return the JSON schema of a tool's answer: a list under *key*, and the keys of *more* with the types of their
    values.

    Every answer that is no error has the keys `truncated`, `left_out`, `revision` and `cursor`. The schema requires the
    keys that every answer has, but leaves out the types of their values, so that the list of tools stays small.
    """
    schema: Object = {"type": "object", "required": [key, *_LIST_KEYS]}
    if more:
        schema["properties"] = {name: {"type": kind} for name, kind in more.items()}
    return schema


def response_schema(key: str, more: Mapping[str, str] | None = None) -> Object:
    """Return the JSON schema of a tool's answer for OpenAPI. Unlike the schema from `output_schema`, this schema also
    has the types of the keys that every answer has.
    """
    schema = output_schema(key, more)
    properties = cast("Mapping[str, Object]", schema.get("properties", {}))
    items: Object = {"type": "array", "items": {"type": "object"}}
    return {**schema, "properties": {key: items, **_LIST_KEYS, **properties}}


_LIST_KEYS: Mapping[str, Object] = {
    "truncated": {"type": "boolean"},
    "left_out": {"type": "integer"},
    "revision": {"type": "integer"},
    "cursor": {"type": ["string", "null"]},
}


def _object(raw: Object, tool: str, definitions: Mapping[str, Object], language: Language) -> Object:
    properties = cast("Mapping[str, Object]", raw["properties"])
    made: Object = {
        "type": "object",
        "properties": {
            name: _described(
                _without_shared_default(_property(one, tool, definitions, language), tool, name), tool, name, language
            )
            for name, one in sorted(properties.items(), key=lambda pair: pair[0] == "max_tokens")
        },
    }
    if raw.get("required"):
        made["required"] = raw["required"]
    made["additionalProperties"] = False
    return made


def _described(schema: Object, tool: str, name: str, language: Language) -> Object:
    text = find_template(f"agents.{tool}_{name}", language)
    if text is None and tool == DESCRIBED_IN:
        text = find_template(f"agents.any_{name}", language)
    return {**schema, "description": text} if text else schema


def _without_shared_default(schema: Object, tool: str, name: str) -> Object:
    described = cast("Mapping[str, Object]", _derived_schema(SearchInput)["properties"]).get(name, {})
    if tool == DESCRIBED_IN or "default" not in schema or schema["default"] != described.get("default"):
        return schema
    return {key: one for key, one in schema.items() if key != "default"}


def _property(raw: Object, tool: str, definitions: Mapping[str, Object], language: Language) -> Object:
    schema: Object = {key: one for key, one in raw.items() if key not in _DROPPED}
    reference = schema.pop("$ref", None)
    if isinstance(reference, str):
        target = definitions[reference.rpartition("/")[2]]
        if "properties" in target:
            return _object(target, tool, definitions, language)
        schema |= {key: one for key, one in target.items() if key not in _DROPPED}
    choices = schema.pop("anyOf", None)
    if isinstance(choices, list):
        kinds = [one for one in choices if isinstance(one, dict) and one.get("type") != "null"]
        if len(kinds) == 1:
            schema |= _property(kinds[0], tool, definitions, language)
        else:
            schema["type"] = [one["type"] for one in kinds]
    items = schema.get("items")
    if isinstance(items, dict):
        schema["items"] = _property(items, tool, definitions, language)
    if "enum" in schema:
        schema.pop("type", None)
    default = raw.get("default")
    if isinstance(default, int | str) and default:
        schema["default"] = default
    return schema
