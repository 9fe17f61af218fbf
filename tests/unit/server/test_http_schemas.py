"""Tests of the schemas of requests."""

from __future__ import annotations

import json
from typing import cast

from episodic.model.json_shapes import Object
from episodic.server.http_edits import AddRequest
from episodic.server.http_reads import PassagesQuery, SearchQuery
from episodic.server.http_schemas import body_schema, list_names, query_parameters


def test_a_body_refers_to_no_other_schema_and_keeps_its_keys() -> None:
    schema = body_schema(AddRequest)
    properties = cast("dict[str, Object]", schema["properties"])

    assert "$ref" not in json.dumps(schema)
    assert "title" in properties
    assert properties["layer"]["enum"] == ["canon", "draft", "plan", "note"]
    assert schema["additionalProperties"] is False


def test_arguments_of_an_address_are_never_null() -> None:
    found = {str(one["name"]): one for one in query_parameters(SearchQuery)}

    assert found["query"]["required"]
    assert cast("Object", found["kind"]["schema"])["enum"] == ["fact", "entity", "passage"]
    assert cast("Object", found["limit"]["schema"])["default"] == 20
    assert "null" not in json.dumps([one["schema"] for one in found.values()])
    assert all(one["description"] for one in found.values())


def test_arguments_that_may_be_repeated_are_known() -> None:
    assert list_names(PassagesQuery) == {"ids"}
    assert list_names(SearchQuery) == {"chapters", "types", "scopes", "predicates"}
