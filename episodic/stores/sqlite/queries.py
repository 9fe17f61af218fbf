"""Reads from the SQLite store: works, commits, records, history and names."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from episodic.model.records import ASSERTED, Commit, Kind, Record, RecordKey, Work, is_service_group
from episodic.ports import Bounds
from episodic.stores.sqlite import sql
from episodic.stores.sqlite.parameters import facet_parameters, having, json_list, padded
from episodic.stores.sqlite.rows import record_of
from episodic.stores.sqlite.transactions import reading
from episodic.stores.validation import is_storable

History = tuple[Record, int, int | None]


class WorkState(NamedTuple):
    """The state of a work: its row number, its revision, and the dimension of its vectors (None without vectors)."""

    number: int
    revision: int
    dimension: int | None


def works(connection: sqlite3.Connection) -> Sequence[Work]:
    """Return all visible works in the file, ordered by group name, without the program's own tables, which are stored
    like works.
    """
    found = [Work(*row) for row in connection.execute(sql.WORKS)]
    return [work for work in found if not is_service_group(work.group_id)]


def work(connection: sqlite3.Connection, group_id: str) -> Work | None:
    """Return the visible work with this group name, or None if there is none."""
    row = connection.execute(sql.WORK, (group_id,)).fetchone()
    return None if row is None else Work(*row)


def number_of(connection: sqlite3.Connection, group_id: str) -> int | None:
    """Return the row number of the visible work with this group name, or None if there is no such work."""
    row = connection.execute(sql.WORK_STATE, (group_id,)).fetchone()
    return None if row is None else row[0]


def state_of(connection: sqlite3.Connection, group_id: str) -> WorkState | None:
    """Return the state of the visible work with this group name, or None if there is no such work."""
    row = connection.execute(sql.WORK_STATE, (group_id,)).fetchone()
    return None if row is None else WorkState(*row)


def records_of(connection: sqlite3.Connection, number: int, kind: Kind, *, ids: Iterable[str]) -> Sequence[Record]:
    """Return those live records of *kind* that have one of the given ids, ordered by narrative position and id. The
    caller must have started a read transaction.
    """
    return _some(connection, number, kind, ids=ids, vectors=False)


def commits(connection: sqlite3.Connection, group_id: str) -> Sequence[Commit]:
    """Return the commits of the work in order of revision."""
    with reading(connection):
        return [Commit(*row) for row in connection.execute(sql.COMMITS, (number_of(connection, group_id),))]


def counts(connection: sqlite3.Connection, number: int) -> Mapping[Kind, int]:
    """Return the number of live (not retired) records of each kind in the work with this row number. A kind without
    records is left out. The caller must have started a read transaction.
    """
    return {Kind(kind): count for kind, count in connection.execute(sql.COUNTS, (number,))}


def counts_by_position(
    connection: sqlite3.Connection, group_id: str, kind: Kind, *, bounds: Bounds
) -> Mapping[int, int]:
    """Return, by narrative position (order key), the number of live (not retired) records of *kind* within *bounds*."""
    statement = sql.COUNTS_BY_POSITION.format(having=having(bounds.facets))
    with reading(connection):
        key = (number_of(connection, group_id), kind, bounds.told_by, bounds.at)
        return dict(connection.execute(statement, (*key, *facet_parameters(bounds.facets))))


def listing(connection: sqlite3.Connection, group_id: str, kind: Kind) -> Sequence[str]:
    """Return the listing rows (what a list or count reads of a record) of all live (not retired) records of *kind*,
    sorted.
    """
    with reading(connection):
        rows = connection.execute(sql.LISTING, (number_of(connection, group_id), kind)).fetchall()
    return [row for (row,) in rows]


def digests(connection: sqlite3.Connection, group_id: str, kind: Kind | None = None) -> Mapping[RecordKey, str]:
    """Return the digest (hash) of every live (not retired) record, or only of the records of *kind*, by kind and id."""
    with reading(connection):
        number = number_of(connection, group_id)
        if kind is not None:
            return {(kind, uuid): digest for uuid, digest in connection.execute(sql.DIGESTS_OF_KIND, (number, kind))}
        return {(Kind(of), uuid): digest for of, uuid, digest in connection.execute(sql.DIGESTS, (number,))}


def fetch_all(connection: sqlite3.Connection, group_id: str, kind: Kind, *, vectors: bool) -> Sequence[Record]:
    """Return all live (not retired) records of *kind*, ordered by narrative position (`told`) and id."""
    statement = sql.FETCH_ALL_WITH_VECTORS if vectors else sql.FETCH_ALL
    with reading(connection):
        rows = connection.execute(statement, (number_of(connection, group_id), kind))
        return [record_of(kind, row) for row in rows]


def fetch_some(
    connection: sqlite3.Connection, group_id: str, kind: Kind, *, ids: Sequence[str], vectors: bool
) -> Sequence[Record]:
    """Return those live records of *kind* that have one of the given ids, each once, ordered by narrative position and
    id.
    """
    with reading(connection):
        return _some(connection, number_of(connection, group_id), kind, ids=ids, vectors=vectors)


def begin(connection: sqlite3.Connection, group_id: str) -> int | None:
    """Start a read transaction that lasts until the connection is closed, and return the row number of the work, or
    None if there is none.
    """
    connection.execute("BEGIN")
    return number_of(connection, group_id)


def fetch_page(
    connection: sqlite3.Connection, number: int | None, kind: Kind, *, vectors: bool, after: Record | None, limit: int
) -> Sequence[Record]:
    """Return the first *limit* live records of *kind* after the record *after*, in the order of narrative position and
    id.

    If *after* is None, the result begins with the first record of the kind. The caller must have started a read
    transaction with `begin`.
    """
    statement = sql.FETCH_PAGE_WITH_VECTORS if vectors else sql.FETCH_PAGE
    start = (-(1 << 63), "") if after is None else (after.told, after.uuid)
    return [record_of(kind, row) for row in connection.execute(statement, (number, kind, *start, limit))]


def history(
    connection: sqlite3.Connection, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None
) -> Sequence[History]:
    """Return all stored versions of the records of *kind*, or of the records with the given ids. Each version comes
    with the revision that saved it and the revision that retired it (None for a live version).

    The versions are ordered by narrative position, id and revision. The result is empty for a kind whose history is not
    kept.
    """
    if kind not in ASSERTED:
        return []
    with reading(connection):
        key = (number_of(connection, group_id), kind)
        live, retired = (
            (sql.LIVE_HISTORY, sql.RETIRED_HISTORY)
            if ids is None
            else (sql.LIVE_HISTORY_OF_SOME, sql.RETIRED_HISTORY_OF_SOME)
        )
        rows = [
            row
            for batch in ([()] if ids is None else padded(ids))
            for statement in (live, retired)
            for row in connection.execute(statement, (*key, *batch))
        ]
    versions = [(record_of(kind, row[:9]), row[9], row[10]) for row in rows]
    return sorted(versions, key=lambda version: (*place_of(version[0]), version[1]))


def history_ids(connection: sqlite3.Connection, group_id: str, kind: Kind) -> Sequence[str]:
    """Return the ids of all records of *kind*, live and retired, ordered by their first narrative position and by id.
    The result is empty for a kind whose history is not kept.
    """
    if kind not in ASSERTED:
        return []
    with reading(connection):
        rows = connection.execute(sql.HISTORY_IDS, (number_of(connection, group_id), kind))
        return [uuid for (uuid,) in rows]


def named(connection: sqlite3.Connection, group_id: str, keys: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Return, for each of the given name keys (normalised names), the ids of the entities that have it.

    A name key that no entity has is left out of the result.
    """
    with reading(connection):
        return ids_of_names(connection, number_of(connection, group_id), keys)


def ids_of_names(
    connection: sqlite3.Connection, number: int | None, keys: Sequence[str]
) -> Mapping[str, tuple[str, ...]]:
    """Return, for each of the given name keys (normalised names), the ids of the entities that have it, in the work
    with this row number. The caller must have started a read transaction.
    """
    distinct = dict.fromkeys(keys)
    if not distinct:
        return {}
    # Keys with a NUL character are looked up one by one, because SQLite ends a text in a JSON list there.
    plain, others = [key for key in distinct if "\0" not in key], [key for key in distinct if "\0" in key]
    rows = connection.execute(sql.NAMED, (number, json_list(plain))).fetchall()
    for key in filter(is_storable, others):
        rows += connection.execute(sql.NAMED_ONE, (number, key))
    found: dict[str, list[str]] = {}
    for key, uuid in rows:
        found.setdefault(key, []).append(uuid)
    return {key: tuple(found[key]) for key in distinct if key in found}


def _some(
    connection: sqlite3.Connection, number: int | None, kind: Kind, *, ids: Iterable[str], vectors: bool
) -> Sequence[Record]:
    distinct = [uuid for uuid in dict.fromkeys(ids) if is_storable(uuid)]
    statement = sql.FETCH_SOME_WITH_VECTORS if vectors else sql.FETCH_SOME
    records = [
        record_of(kind, row)
        for batch in padded(distinct)
        for row in connection.execute(statement, (number, kind, *batch))
    ]
    return sorted(records, key=place_of)


def place_of(record: Record) -> tuple[int, str]:
    """Return the sort key of a record: its narrative position (`told`) and its id."""
    return record.told, record.uuid
