"""Converts records to the properties of nodes and relationships, and back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from pydantic_core import from_json

from episodic.model.records import SEARCHED, Kind, Record, Work
from episodic.ports import Bounds
from episodic.stores.derived_columns import derived_columns
from episodic.stores.neo4j.connection import ResultRow, Rows, complete
from episodic.stores.neo4j.graph_model import flat, links_of
from episodic.stores.validation import KEY_LIMIT

Row = dict[str, object]
"""A row of a query parameter, or the properties of a node or relationship. In `SET n += row.properties`, a property
with the value None is removed.
"""

COUNTED = {Kind.PASSAGE: "passages", Kind.ENTITY: "entities", Kind.FACT: "facts"}
"""By kind of searchable record, the property of the work's node that contains the number of records of the kind."""

_DISPLAYED = frozenset({Kind.EPISODE, Kind.ENTITY, Kind.FACT, Kind.MOMENT, Kind.ISSUE, Kind.STATEMENT})


@dataclass(frozen=True, slots=True)
class WorkNode:
    """The properties of a work's node. `dimension` is the length of the work's vectors, or None without vectors.
    `counts` contains the number of the work's records of each searched kind. `birth` changes if the work is deleted and
    created again.
    """

    revision: int
    dimension: int | None
    birth: str
    counts: Mapping[Kind, int]


def work_node(row: ResultRow) -> WorkNode:
    """Return the properties of a work's node in a result row."""
    revision, dimension, birth, *counts = row
    return WorkNode(revision, dimension, birth, {kind: count or 0 for kind, count in zip(COUNTED, counts, strict=True)})


def works_of(rows: Rows) -> list[Work]:
    """Return the visible works in the result rows of the Cypher statement `WORK` or `WORKS`."""
    return [
        Work(group_id, revision, embedder, dimension, created_at, changed_at, readable_from)
        for group_id, revision, created_at, changed_at, embedder, dimension, readable_from in complete(rows, 4)
    ]


def properties_of(record: Record) -> Row:
    """Return the properties by which a record is stored, without its revision and its embedding."""
    return {
        "uuid": record.uuid,
        "kind": record.kind.value,
        "told": record.told,
        # A missing bound is stored as a number too (see `bounds_parameters`).
        "lo": -KEY_LIMIT if record.lo is None else record.lo,
        "hi": KEY_LIMIT if record.hi is None else record.hi,
        "value": record.value,
        "text": record.text,
        "keys": list(record.keys) or None,
        "links": flat(record.links) or None,
        "digest": record.digest,
        **derived_properties(record.kind, record.value),
        **display_properties(record),
    }


def derived_properties(kind: Kind, value: str) -> Row:
    """Return the properties of a record with its derived columns, or none if records of *kind* are not searched."""
    if kind not in SEARCHED:
        return {}
    made = derived_columns(kind, value)
    return {"facets": made.facets, "predicate": made.predicate, "row": made.scoring, "listing": made.listing}


def record_of(kind: Kind, row: ResultRow) -> Record:
    """Return the record in a result row: uuid, told, lo, hi, value, text, keys, links and embedding."""
    uuid, told, lo, hi, value, text, keys, links, embedding = row
    return Record(
        kind=kind,
        uuid=uuid,
        value=value,
        text=text,
        keys=tuple(keys or ()),
        links=links_of(links),
        told=told,
        lo=None if lo == -KEY_LIMIT else lo,
        hi=None if hi == KEY_LIMIT else hi,
        vector=vector_of(embedding),
    )


def records_of(kind: Kind, rows: Iterable[ResultRow]) -> list[Record]:
    """Return the records in a list of result rows, sorted, because Cypher's collect() does not guarantee an order."""
    return sorted((record_of(kind, row) for row in complete(rows, 5)), key=lambda one: (one.told, one.uuid))


def embedding_of(vector: bytes) -> list[float]:
    """Return the numbers of a vector, given as float32 bytes, as a list of floats, which Neo4j stores and indexes."""
    numbers: list[float] = np.frombuffer(vector, "<f4").tolist()
    return numbers


def vector_of(embedding: Sequence[float] | None) -> bytes | None:
    """Return an embedding, a list of floats or null, as float32 bytes or None."""
    return None if embedding is None else np.asarray(embedding, "<f4").tobytes()


def embedding_property(dimension: int) -> str:
    """Return the name of the property for embeddings of one dimension. Each dimension has a property of its own,
    because a vector index is for one property and one dimension.
    """
    return f"embedding_{int(dimension)}"


def bounds_parameters(bounds: Bounds) -> dict[str, object]:
    """Return bounds as query parameters, with numbers for missing bounds, so that queries need no null checks."""
    told_by = KEY_LIMIT if bounds.told_by is None else bounds.told_by
    begun, ended = (KEY_LIMIT, -KEY_LIMIT) if bounds.at is None else (bounds.at, bounds.at)
    return {"told_by": told_by, "from": begun, "until": ended, "facets": [sorted(facets) for facets in bounds.facets]}


def display_properties(record: Record) -> Row:
    """Return the properties of a record that are stored for people who browse the graph. The store itself reads only
    one of these properties, the `layer` of an episode.
    """
    if record.kind not in _DISPLAYED:
        return {}
    try:
        value: object = from_json(record.value)
    except ValueError:
        value = None
    match record.kind:
        case Kind.EPISODE:
            return {"name": _text(value, "title", "key"), "layer": _text(value, "layer") or ""}
        case Kind.ENTITY:
            return {"name": _text(value, "name"), "entity_type": _text(value, "type")}
        case Kind.FACT:
            times = {name: _text(value, f"{name}.label", f"{name}.text") for name in ("valid_at", "invalid_at")}
            return {"name": _text(value, "predicate"), "fact": record.text, **times}
        case _:
            return {"name": _text(value, "text")}


def _text(value: object, *paths: str) -> str | None:
    """Return the first text at one of the paths (names with dots) in nested JSON objects, or None if there is none."""
    for path in paths:
        found = value
        for name in path.split("."):
            found = cast("dict[str, object]", found).get(name) if isinstance(found, dict) else None
        if found and isinstance(found, str):
            return found
    return None
