"""A record as the properties of a node or relationship, and back."""

from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np
from pydantic_core import from_json

from episodic.model.records import Kind, Link, Record
from episodic.stores.neo4j.columns import text_or_none, texts, whole
from episodic.stores.neo4j.shape import flat
from episodic.stores.neo4j.sparse import unpacked

OPEN = 1 << 62
"""Stands for a bound that is open; its negative for an open beginning."""

Value = str | int | bytes | list[str] | list[float] | None
Row = Mapping[str, Value]

RecordRow = tuple[str, int, int, int, str, str | None, list[str] | None, list[str] | None, bytes | None]
"""uuid, told, lo, hi, value, text, keys, links, vector."""

_LINKS = {link.value: link for link in Link}
_INDEXED = range(1, 4_097)
"""Lengths of vectors that the server can index."""


def record_of(kind: Kind, row: Sequence[object]) -> Record:
    """The record that stands in *row*, a `RecordRow`."""
    uuid, told, lo, hi, value, text, keys, links, vector = row
    return Record(
        kind=kind,
        uuid=str(uuid),
        value=str(value),
        text=text_or_none(text),
        keys=texts(keys),
        links=_links(texts(links)),
        told=whole(told),
        lo=None if lo == -OPEN else whole(lo),
        hi=None if hi == OPEN else whole(hi),
        vector=unpacked(vector),
    )


def fields_of(record: Record) -> dict[str, Value]:
    """The properties of *record* but for its revision and vector; None takes away what an older form of it had."""
    return {
        "uuid": record.uuid,
        "kind": record.kind.value,
        "told": record.told,
        "lo": -OPEN if record.lo is None else record.lo,
        "hi": OPEN if record.hi is None else record.hi,
        "value": record.value,
        "text": record.text,
        "keys": list(record.keys) or None,
        "links": flat(record.links) or None,
        "digest": record.digest,
        **readable(record),
    }


def numbers_of(vector: bytes) -> str | None:
    """The numbers of a vector as text, which costs far less to send than a list; None where the index can take none.

    An index takes none of length 0 or with numbers that are none.
    """
    numbers = np.frombuffer(vector, "<f4")
    with np.errstate(over="ignore", invalid="ignore"):
        length = float(np.linalg.norm(numbers))
    if not is_indexed(len(numbers)) or not np.isfinite(length) or length == 0.0:
        return None
    return ",".join([f"{number:.9g}" for number in numbers.tolist()])


def embedding(dimension: int) -> str:
    """The property that holds vectors of this length: one for each, as each has an index of its own."""
    return f"embedding_{dimension}"


def is_indexed(dimension: int) -> bool:
    """Whether the server can index vectors of this length."""
    return dimension in _INDEXED


def readable(record: Record) -> dict[str, Value]:
    """What people see who browse the graph; it is never read back."""
    match record.kind:
        case Kind.ENTITY:
            value = _fields(record.value)
            return {"name": _shown(value, "name"), "entity_type": _shown(value, "type")}
        case Kind.FACT:
            return _readable_fact(_fields(record.value), record.text)
        case Kind.EPISODE:
            value = _fields(record.value)
            name = _shown(value, "title") or _shown(value, "key")
            return {"name": name, "layer": _shown(value, "layer") or ""}
        case Kind.MOMENT | Kind.ISSUE | Kind.STATEMENT:
            return {"name": _shown(_fields(record.value), "text")}
        case _:
            return {}


def _readable_fact(value: Mapping[str, object], text: str | None) -> dict[str, Value]:
    return {
        "name": _shown(value, "predicate"),
        "fact": text,
        "valid_at": _date(value.get("valid_at")),
        "invalid_at": _date(value.get("invalid_at")),
    }


def _date(point: object) -> str | None:
    fields = _mapping(point)
    return _shown(fields, "label") or _shown(fields, "text")


def _fields(value: str) -> Mapping[str, object]:
    """The fields of a JSON object; none where it is anything else."""
    try:
        return _mapping(from_json(value))
    except ValueError:
        return {}


def _mapping(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        return {}
    # The names in a JSON object are text.
    return cast("dict[str, object]", value)


def _shown(fields: Mapping[str, object], name: str) -> str | None:
    value = fields.get(name)
    return value if isinstance(value, str) else None


def _links(parts: Sequence[str]) -> tuple[tuple[Link, str], ...]:
    return tuple([(_LINKS[name], target) for name, target in zip(parts[::2], parts[1::2], strict=True)])
