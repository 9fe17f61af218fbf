"""The exchange form: one JSON record a line, each with its `kind`, documented in docs/export.md. Pure.

Full lines hold everything; canonical lines leave out the record axis, history, redirects, keys, order keys and coarse bounds, and
name chapters by ordinal, so that two works that say the same are the same text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import cast

from episodic.model.records import Kind, Record

FORMAT = "episodic-graph"
VERSION = 1

Value = dict[str, object]
"""A JSON object on its way to a line."""

_INNER_KIND = {
    Kind.FACT: "predicate_kind",
    Kind.ISSUE: "issue_kind",
    Kind.JUDGEMENT: "question_kind",
    Kind.ACT: "act_kind",
    Kind.REDIRECT: "of",
}
_CAME_ABOUT = frozenset({"uuid", "key", "source_description", "manuscript"})
"""Of a chapter: what hangs on how it came into the work, not on what it says."""
_RECORD_AXIS = frozenset({"group_id", "order", "lo", "hi", "revision", "reader", "at", "by", "failure", "key_order"})


def lines_of(record: Record, ordinals: Mapping[str, int], *, canonical: bool = False) -> Iterator[Value]:
    """The lines that stand for one record; `ordinals` counts chapters in telling order from 1, by episode id."""
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
    inner = _INNER_KIND.get(record.kind)
    for name, field in value.items():
        line[inner if name == "kind" and inner else name] = field
    if record.kind is Kind.EPISODE:
        line = {"kind": "episode", "uuid": line["uuid"], "ordinal": ordinals.get(record.uuid), **line}
        if canonical:
            line = {name: field for name, field in line.items() if name not in _CAME_ABOUT}
    if record.kind is Kind.ENTITY:
        line["names"] = line["aliases"]
        line["aliases"] = [one["text"] for one in cast("list[dict[str, object]]", value["aliases"])]
    yield dict(_fields(line, ordinals, canonical=canonical))


def _counted(value: object, ordinals: Mapping[str, int], *, canonical: bool) -> object:
    """The value with places in the telling counted by ordinal; canonical without what hangs on how the work came about."""
    if canonical and isinstance(value, str):
        return ordinals.get(value, value)
    if isinstance(value, list):
        return [_counted(one, ordinals, canonical=canonical) for one in cast("list[object]", value)]
    if not isinstance(value, dict):
        return value
    return dict(_fields(cast("Value", value), ordinals, canonical=canonical))


def _fields(fields: Value, ordinals: Mapping[str, int], *, canonical: bool) -> Iterator[tuple[str, object]]:
    for name, field in fields.items():
        place = _offset(field)
        if not canonical or (name not in _RECORD_AXIS and name not in {"told", "told_at"}):
            yield name, _counted(field, ordinals, canonical=canonical)
        elif name == "told_at" and place is not None:
            yield name, {"ordinal": _ordinal_of_fact(fields, ordinals), "offset": place}


def _offset(place: object) -> int | None:
    """The offset of a place in the telling, None for any other value."""
    return cast("dict[str, int]", place).get("offset") if isinstance(place, dict) else None


def _ordinal_of_fact(fact: Value, ordinals: Mapping[str, int]) -> int | None:
    evidence = cast("list[dict[str, str]]", fact.get("evidence") or fact.get("ends") or [])
    return ordinals.get(evidence[0]["episode"]) if evidence else None


def written(line: Value) -> str:
    """The line as text: fields in order, characters as they are, lone surrogates never."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def sort_key(line: Value) -> str:
    """Canonical lines are sorted by their own text."""
    return json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
