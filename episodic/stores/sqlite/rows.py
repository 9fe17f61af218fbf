"""Converts records to SQLite columns, and back."""

import json
from collections.abc import Sequence

from pydantic_core import from_json

from episodic.model.records import Kind, Link, Record

_LINKS = {link.value: link for link in Link}
_as_json = json.JSONEncoder(ensure_ascii=False).encode

RecordRow = tuple[str, int, int | None, int | None, str, str | None, str | None, str | None, bytes | None]
"""A row of the database for one record: uuid, narrative position (`told`), bounds of the order keys of the chapters at
whose ends a fact may hold (`lo` <= key < `hi`), value, text, name keys, links, vector.
"""


def record_of(kind: Kind, row: RecordRow) -> Record:
    """Return the record of *kind* that a row of the database contains."""
    uuid, told, lo, hi, value, text, keys, links, vector = row
    return Record(
        kind=kind,
        uuid=uuid,
        value=value,
        text=text,
        keys=keys_of(keys),
        links=links_of(links),
        told=told,
        lo=lo,
        hi=hi,
        vector=vector,
    )


def keys_of(column: str | None) -> tuple[str, ...]:
    """Return the name keys (normalised names) in a column that `keys_column` wrote, or an empty tuple for NULL."""
    return tuple(from_json(column)) if column else ()


def links_of(column: str | None) -> tuple[tuple[Link, str], ...]:
    """Return the links in a column that `links_column` wrote; an empty tuple for NULL."""
    return tuple([(_LINKS[name], target) for name, target in from_json(column)]) if column else ()


def keys_column(keys: Sequence[str]) -> str | None:
    """Return name keys (normalised names) as a JSON list for a column, or None if there are none."""
    return _as_json(keys) if keys else None


def links_column(links: Sequence[tuple[Link, str]]) -> str | None:
    """Return links as a JSON list of [role, id] pairs for a column, or None if there are none."""
    return _as_json(links) if links else None
