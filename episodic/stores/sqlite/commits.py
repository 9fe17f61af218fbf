"""Commits to the SQLite store, and deletion of works and of history.

A commit first finds out which rows change, and then writes them in bulk.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from episodic.model.records import ASSERTED, ENDS, SEARCHED, Changes, Kind, Link, Record, RecordKey
from episodic.stores.derived_columns import derived_columns
from episodic.stores.idempotency import made_before
from episodic.stores.sqlite import full_text, sql
from episodic.stores.sqlite.parameters import padded
from episodic.stores.sqlite.rows import keys_column, keys_of, links_column, links_of
from episodic.stores.sqlite.transactions import writing
from episodic.stores.validation import check_commits, dimension_of, refuse_staged


@dataclass(frozen=True, slots=True)
class _StoredRow:
    number: int
    told: int
    digest: str
    text: str | None
    keys: str | None
    links: str | None


@dataclass(frozen=True, slots=True)
class CommitTarget:
    work: int
    revision: int


@dataclass(slots=True)
class _WritePlan:
    """What a commit writes: new, changed and retired records, and `touched` records of which only the vector changes."""

    new: list[tuple[int, Record]] = field(default_factory=list[tuple[int, Record]])
    changed: list[tuple[_StoredRow, Record]] = field(default_factory=list[tuple[_StoredRow, Record]])
    touched: list[tuple[_StoredRow, Record]] = field(default_factory=list[tuple[_StoredRow, Record]])
    retired: list[tuple[_StoredRow, RecordKey]] = field(default_factory=list[tuple[_StoredRow, RecordKey]])


def commit(connection: sqlite3.Connection, row: Sequence[Changes]) -> int:
    """Save the group of commits *row* in one transaction, and return the revision of the last commit.

    A group of commits that was saved before is not written again. A record that one commit both puts and retires is
    saved. If a commit has two records with the same kind and id, the last is saved. Raise StaleRevisionError,
    EmbeddingDimensionError, InvalidNameError, StoreRefusedError or ValueError without saving anything.
    """
    check_commits(row)
    first, last = row[0], row[-1]
    with writing(connection):
        work, revision, dimension = _state(connection, first.group_id)
        made = made_before(row, _made(connection, work, row), revision=revision)
        if made is not None:
            return made
        if first.replaces_vectors and work is not None:
            _remove_vectors(connection, work, revision=revision + 1)
            dimension = None
        for changes in row:
            found = dimension_of(changes, dimension)
            target = _move(connection, work, changes.base_revision + 1, changes)
            work = target.work
            if found is not None and dimension is None:
                connection.execute(sql.FIRST_VECTORS, (changes.embedder, found, work))
                dimension = found
            save(connection, changes, target)
    return last.base_revision + 1


def _remove_vectors(connection: sqlite3.Connection, work: int, *, revision: int) -> None:
    """Remove all vectors of the work, and give its searched records a new revision, so that vectors in memory are
    dropped.
    """
    connection.execute(sql.FIRST_VECTORS, (None, None, work))
    connection.execute(sql.DROP_VECTORS, (work,))
    connection.execute(sql.TOUCH_SEARCHED, (revision, work))


def _made(connection: sqlite3.Connection, work: int | None, row: Sequence[Changes]) -> dict[str, int]:
    """Return the revisions of those commits in *row* that are stored already, by commit id."""
    ids = [changes.commit_id for changes in row]
    found = ((commit_id, connection.execute(sql.COMMIT_MADE, (work, commit_id)).fetchone()) for commit_id in ids)
    return {commit_id: int(revision[0]) for commit_id, revision in found if revision is not None}


def delete(connection: sqlite3.Connection, group_id: str) -> bool:
    """Delete all rows of a work, and remove its text from the full-text index for good.

    Return whether there was a work of this name.
    """
    with writing(connection):
        row = connection.execute(sql.ANY_WORK, (group_id,)).fetchone()
        if row is None:
            return False
        for index in sql.FULL_TEXT.values():
            connection.execute(index.drop_work, (row[0],))
            # The full-text index keeps the words of a deleted row until the index is merged (`optimize`).
            connection.execute(index.optimise)
        for statement in sql.DELETE_WORK:
            connection.execute(statement, (row[0],))
    return True


def compact(connection: sqlite3.Connection, group_id: str, *, keep: int) -> int:
    """Delete all record versions of a work that revision *keep* or an earlier one retired, and return their number (0
    for an unknown work).
    """
    with writing(connection):
        work, revision, _ = _state(connection, group_id)
        if work is None:
            return 0
        first = min(keep, revision)
        connection.execute(sql.READABLE_FROM, (first, work))
        return connection.execute(sql.DROP_HISTORY, (work, first)).rowcount


def purge(connection: sqlite3.Connection, group_id: str) -> int:
    """Delete all history of a work, and remove replaced text from the full-text index for good.

    Return the number of deleted record versions, which is 0 for an unknown work.
    """
    with writing(connection):
        work, revision, _ = _state(connection, group_id)
        if work is None:
            return 0
        for index in sql.FULL_TEXT.values():
            # The full-text index keeps the old words of a changed row until the index is merged (`optimize`).
            connection.execute(index.optimise)
        connection.execute(sql.READABLE_FROM, (revision, work))
        return connection.execute(sql.DROP_HISTORY, (work, revision)).rowcount


def _state(connection: sqlite3.Connection, group_id: str) -> tuple[int | None, int, int | None]:
    row = connection.execute(sql.WORK_STATE, (group_id,)).fetchone()
    return (None, 0, None) if row is None else row


def _move(connection: sqlite3.Connection, work: int | None, revision: int, changes: Changes) -> CommitTarget:
    number = add_work(connection, changes) if work is None else work
    connection.execute(sql.SET_REVISION, (revision, changes.at, number))
    connection.execute(sql.ADD_COMMIT, (number, revision, changes.commit_id, changes.at, changes.action))
    return CommitTarget(number, revision)


def add_work(connection: sqlite3.Connection, changes: Changes) -> int:
    """Add a work that has no commits yet, and return its row number. Raise StoreRefusedError if an import is still
    saving a work of the same name. The caller has checked that no visible work has this name.
    """
    if connection.execute(sql.ANY_WORK, (changes.group_id,)).fetchone() is not None:
        refuse_staged(changes.group_id)
    ((number,),) = connection.execute(sql.NEW_WORK, (changes.group_id, changes.at, changes.at)).fetchall()
    return int(number)


def _plan(connection: sqlite3.Connection, changes: Changes, target: CommitTarget) -> _WritePlan:
    plan = _WritePlan()
    put = {(record.kind, record.uuid): record for record in changes.put}
    there = _stored(connection, target.work, dict.fromkeys((*put, *changes.retire)))
    made: list[Record] = []
    for key, record in put.items():
        stored = there.get(key)
        if stored is None:
            made.append(record)
        elif stored.digest != record.digest:
            plan.changed.append((stored, record))
        elif record.vector is not None and record.vector != _vector(connection, stored.number):
            plan.touched.append((stored, record))
    plan.retired = [(there[key], key) for key in dict.fromkeys(changes.retire) if key in there and key not in put]
    (last,) = connection.execute(sql.LAST_ID).fetchone()
    # New rows are written in the order in which queries read them, because they are then read and written faster.
    plan.new = list(enumerate(sorted(made, key=lambda record: (record.kind, record.told, record.uuid)), last + 1))
    return plan


def _stored(connection: sqlite3.Connection, work: int, keys: Iterable[RecordKey]) -> dict[RecordKey, _StoredRow]:
    asked: defaultdict[Kind, list[str]] = defaultdict(list)
    for kind, uuid in keys:
        asked[kind].append(uuid)
    return {
        (kind, row[0]): _StoredRow(*row[1:])
        for kind, ids in asked.items()
        for batch in padded(ids)
        for row in connection.execute(sql.STORED, (work, kind, *batch))
    }


def _vector(connection: sqlite3.Connection, number: int) -> bytes | None:
    row = connection.execute(sql.STORED_VECTOR, (number,)).fetchone()
    return None if row is None else row[0]


def save(connection: sqlite3.Connection, changes: Changes, target: CommitTarget) -> None:
    """Write the changes of records in *changes* to the database, in the commit with the revision of *target*."""
    plan = _plan(connection, changes, target)
    _save_history(connection, plan, target)
    _save_rows(connection, plan, target)
    _save_vectors(connection, plan)
    _save_ends(connection, plan, target)
    for kind in SEARCHED:
        _save_words(connection, plan, kind, work=target.work)


def _save_history(connection: sqlite3.Connection, plan: _WritePlan, target: CommitTarget) -> None:
    replaced = [(stored, (record.kind, record.uuid)) for stored, record in plan.changed]
    connection.executemany(
        sql.ADD_HISTORY,
        (
            (target.work, kind, uuid, target.revision, old.number)
            for old, (kind, uuid) in (*replaced, *plan.retired)
            if kind in ASSERTED
        ),
    )
    connection.executemany(
        sql.ADD_GONE,
        ((target.work, kind, uuid, target.revision) for _, (kind, uuid) in plan.retired if kind in SEARCHED),
    )


def _save_rows(connection: sqlite3.Connection, plan: _WritePlan, target: CommitTarget) -> None:
    work, revision = target.work, target.revision
    new = [(number, r, derived_columns(r.kind, r.value)) for number, r in plan.new]
    changed = [(old.number, r, derived_columns(r.kind, r.value)) for old, r in plan.changed]
    touched = [(old.number, r, derived_columns(r.kind, r.value)) for old, r in plan.touched]
    gone = [(old.number,) for old, _ in plan.retired]
    connection.executemany(sql.DROP_RECORD, gone)
    connection.executemany(sql.DROP_BODY, gone)
    connection.executemany(
        sql.ADD_RECORD,
        (
            (number, work, r.kind, r.uuid, r.told, r.lo, r.hi, r.digest, revision, made.facets, made.listing)
            for number, r, made in new
        ),
    )
    connection.executemany(
        sql.ADD_BODY,
        ((number, r.value, r.text, keys_column(r.keys), links_column(r.links)) for number, r in plan.new),
    )
    connection.executemany(
        sql.SET_RECORD,
        (
            (r.told, r.lo, r.hi, r.digest, revision, made.facets, made.listing, number)
            for number, r, made in (*changed, *touched)
        ),
    )
    connection.executemany(
        sql.SET_BODY,
        ((r.value, r.text, keys_column(r.keys), links_column(r.links), old.number) for old, r in plan.changed),
    )
    connection.executemany(sql.DROP_SCORING_ROW, ((old.number,) for old, _ in (*plan.changed, *plan.retired)))
    scoring = ((number, made.scoring) for number, _, made in (*new, *changed) if made.scoring is not None)
    connection.executemany(sql.SET_SCORING_ROW, scoring)


def _save_vectors(connection: sqlite3.Connection, plan: _WritePlan) -> None:
    outdated = [old.number for old, r in plan.changed if r.vector is None and r.text != old.text]
    retired = [old.number for old, _ in plan.retired]
    connection.executemany(sql.DROP_VECTOR, ((number,) for number in (*retired, *outdated)))
    kept = ((old.number, r) for old, r in (*plan.changed, *plan.touched))
    connection.executemany(
        sql.SET_VECTOR, ((number, r.vector) for number, r in (*plan.new, *kept) if r.vector is not None)
    )


def _save_ends(connection: sqlite3.Connection, plan: _WritePlan, target: CommitTarget) -> None:
    """Update the table of entities by name key (normalised name), and the table of facts by the entities that they link
    to.
    """
    moved = [(old, r) for old, r in plan.changed if _has_other_keys(old, r)]
    old_rows = [(old, r.kind, r.uuid) for old, r in moved] + [(old, *key) for old, key in plan.retired]
    new_rows = [r for _, r in plan.new] + [r for _, r in moved]
    work = target.work
    connection.executemany(
        sql.DROP_NAME,
        (
            (work, key, old.told, uuid)
            for old, kind, uuid in old_rows
            if kind is Kind.ENTITY
            for key in keys_of(old.keys)
        ),
    )
    connection.executemany(
        sql.DROP_LINK,
        (
            (work, target, old.told, uuid)
            for old, kind, uuid in old_rows
            if kind is Kind.FACT
            for target in _ends(links_of(old.links))
        ),
    )
    connection.executemany(
        sql.ADD_NAME, ((work, key, r.told, r.uuid) for r in new_rows if r.kind is Kind.ENTITY for key in r.keys)
    )
    connection.executemany(
        sql.ADD_LINK,
        ((work, target, r.told, r.uuid) for r in new_rows if r.kind is Kind.FACT for target in _ends(r.links)),
    )


def _has_other_keys(old: _StoredRow, record: Record) -> bool:
    return (old.told, old.keys, old.links) != (record.told, keys_column(record.keys), links_column(record.links))


def _ends(links: Iterable[tuple[Link, str]]) -> Iterable[str]:
    return (target for link, target in links if link in ENDS)


def _save_words(connection: sqlite3.Connection, plan: _WritePlan, kind: Kind, *, work: int) -> None:
    changed = [(old, r.text) for old, r in plan.changed if r.kind is kind and r.text != old.text]
    gone = [old.number for old, (of, _) in plan.retired if of is kind and old.text is not None]
    full_text.drop(connection, kind, gone + [old.number for old, text in changed if text is None])
    full_text.replace(
        connection, kind, ((old.number, text) for old, text in changed if text is not None and old.text is not None)
    )
    full_text.add(
        connection,
        kind,
        [(number, work, r.text) for number, r in plan.new if r.kind is kind and r.text is not None]
        + [(old.number, work, text) for old, text in changed if text is not None and old.text is None],
    )
