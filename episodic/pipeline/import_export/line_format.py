"""The conversion of records to the JSON lines of the export format, as pure functions without I/O.

The export format is documented in docs/export.md. The lines of a full export contain all fields. The lines of a
canonical export refer to chapters by ordinal. A canonical export leaves out what depends on how the work was made. Left
out are, for example, revisions, history, redirects, chapter keys, order keys, and the authors and times of overrides. A
canonical export also leaves out the ranges of chapters in which facts may hold. Two works with the same name and
content therefore have the same canonical export.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import cast

from episodic.model.records import Kind, Record

FORMAT = "episodic-graph"
VERSION = 1

Value = dict[str, object]
"""A JSON object that is written as one line of an export."""

INNER_KIND = {
    Kind.FACT: "predicate_kind",
    Kind.ISSUE: "issue_kind",
    Kind.JUDGEMENT: "question_kind",
    Kind.ACT: "act_kind",
    Kind.REDIRECT: "of",
}
"""For kinds of values with a field `kind`, the key that exports write in place of `kind`. The key `kind` of a line
names the kind of its record and is therefore not free.
"""
_ORIGIN_FIELDS = frozenset({"uuid", "key", "source_description", "manuscript"})
"""The fields of a chapter that say where the chapter comes from; a canonical export leaves them out."""
_REVISION_FIELDS = frozenset(
    {"group_id", "order", "lo", "hi", "holdings", "revision", "reader", "at", "by", "failure", "key_order"}
)


def lines_of(record: Record, ordinals: Mapping[str, int], *, canonical: bool = False) -> Iterator[Value]:
    """Yield the lines of one record: a line for each mention of a mentions record, and one line for any other record.

    The mapping *ordinals* contains the numbers of the chapters in narrative order, from 1, by episode id.
    """
    value = cast("Value", json.loads(record.value))
    if record.kind is Kind.MENTION:
        episode = cast("str", value["episode"])
        for surface, span in cast("list[tuple[str, dict[str, int]]]", value["places"]):
            yield {
                "kind": "mention",
                "entity": value["entity"],
                "episode": ordinals.get(episode, episode) if canonical else episode,
                "surface": surface,
                "start": span["start"],
                "end": span["end"],
            }
        return
    line: Value = {"kind": record.kind.value}
    if record.kind is Kind.REPLAYED:
        line["episode"] = record.uuid
    inner = INNER_KIND.get(record.kind)
    for name, field in value.items():
        line[inner if name == "kind" and inner else name] = field
    if record.kind is Kind.EPISODE:
        line = {"kind": "episode", "uuid": line["uuid"], "ordinal": ordinals.get(record.uuid), **line}
        if canonical:
            line = {name: field for name, field in line.items() if name not in _ORIGIN_FIELDS}
    if record.kind is Kind.ENTITY:
        line["names"] = line["aliases"]
        line["aliases"] = [one["text"] for one in cast("list[dict[str, object]]", value["aliases"])]
    yield dict(_fields(line, ordinals, canonical=canonical))


def _with_ordinals(value: object, ordinals: Mapping[str, int], *, canonical: bool) -> object:
    """Return a value as an export contains it. A canonical export has ordinals in place of chapter ids, and no fields
    that depend on how the work was made.
    """
    if canonical and isinstance(value, str):
        return ordinals.get(value, value)
    if isinstance(value, list):
        return [_with_ordinals(one, ordinals, canonical=canonical) for one in cast("list[object]", value)]
    if not isinstance(value, dict):
        return value
    return dict(_fields(cast("Value", value), ordinals, canonical=canonical))


def _fields(fields: Value, ordinals: Mapping[str, int], *, canonical: bool) -> Iterator[tuple[str, object]]:
    for name, field in fields.items():
        place = _offset(field)
        if not canonical or (name not in _REVISION_FIELDS and name not in {"told", "told_at"}):
            yield name, _with_ordinals(field, ordinals, canonical=canonical)
        elif name == "told_at" and place is not None:
            yield name, {"ordinal": _ordinal_of_fact(fields, ordinals), "offset": place}


def _offset(place: object) -> int | None:
    return cast("dict[str, int]", place).get("offset") if isinstance(place, dict) else None


def _ordinal_of_fact(fact: Value, ordinals: Mapping[str, int]) -> int | None:
    evidence = cast("list[dict[str, str]]", fact.get("evidence") or fact.get("ends") or [])
    return ordinals.get(evidence[0]["episode"]) if evidence else None


def line_text(line: Value) -> str:
    """Return the line as JSON text. Fields keep their order, and non-ASCII characters are not escaped."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def sort_key(line: Value) -> str:
    return json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
