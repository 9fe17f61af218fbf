"""Writes to SQLite without making a revision: parts of an import that no read sees yet, and records of a checkpoint."""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace

from episodic.errors import StaleRevisionError
from episodic.model.records import Changes, Kind, Record, Staged
from episodic.stores.sqlite import sql
from episodic.stores.sqlite.commits import CommitTarget, add_work, save
from episodic.stores.sqlite.transactions import writing
from episodic.stores.validation import check_kept, check_staged, dimension_of


def staged(connection: sqlite3.Connection, group_id: str) -> Staged | None:
    """Return the source (an id of what is imported) and the number of saved parts of a staged work. A work is staged
    while an import saves it part by part. Return None if there is no staged work with this name.
    """
    row = connection.execute(sql.STAGED, (group_id,)).fetchone()
    return None if row is None else Staged(*row[3:])


def stage(connection: sqlite3.Connection, part: Staged, row: Sequence[Changes]) -> None:
    """Save a group of changes as the next part of a staged work (an import saves it part by part), in one transaction.

    If the given part was the last one saved, nothing is written again. Nothing is saved if an error is raised.
    StaleRevisionError means that *part* does not follow on the parts saved so far. EmbeddingDimensionError,
    InvalidNameError, StoreRefusedError and ValueError mean that the changes are invalid.
    """
    check_staged(row)
    group_id = row[0].group_id
    with writing(connection):
        found = connection.execute(sql.STAGED, (group_id,)).fetchone()
        state = None if found is None else Staged(*found[3:])
        if state == replace(part, parts=part.parts + 1):
            return
        visible = connection.execute(sql.WORK_STATE, (group_id,)).fetchone()
        if visible is not None or state != (part if part.parts else None):
            current = visible or found
            raise StaleRevisionError(group_id, base=row[0].base_revision, current=0 if current is None else current[1])
        work, dimension = (add_work(connection, row[0]), None) if found is None else (found[0], found[2])
        for changes in row:
            vectors = dimension_of(changes, dimension)
            if vectors is not None and dimension is None:
                connection.execute(sql.FIRST_VECTORS, (changes.embedder, vectors, work))
                dimension = vectors
            save(connection, changes, _target(connection, work, changes))
        connection.execute(sql.SET_STAGED, (part.source, part.parts + 1, work))


def publish(connection: sqlite3.Connection, group_id: str, *, readable_from: int) -> int:
    """Make a staged work visible to reads after its import. Return the revision of the work with this name, or 0 if
    there is no such work.
    """
    with writing(connection):
        row = connection.execute(sql.STAGED, (group_id,)).fetchone()
        if row is not None:
            connection.execute(sql.PUBLISH, (row[0], readable_from))
        found = connection.execute(sql.WORK_STATE, (group_id,)).fetchone()
    return 0 if found is None else int(found[1])


def keep(connection: sqlite3.Connection, group_id: str, *, put: Sequence[Record], remove: Sequence[str]) -> None:
    """Save and delete records of a checkpoint in one transaction, without a commit. Do nothing for a work that is
    unknown, or staged (an import is still saving it part by part).
    """
    check_kept(put)
    with writing(connection):
        found = connection.execute(sql.WORK_STATE, (group_id,)).fetchone()
        if found is not None:
            work, revision, _ = found
            retire = tuple((Kind.CHECKPOINT, uuid) for uuid in remove)
            changes = Changes(group_id, revision, "", "", "", put=tuple(put), retire=retire)
            save(connection, changes, CommitTarget(work, revision))


def _target(connection: sqlite3.Connection, work: int, changes: Changes) -> CommitTarget:
    """Return the work's row number and the revision of the commit to which *changes* belong. Insert the commit unless
    an earlier part of the import has inserted it.
    """
    revision = changes.base_revision + 1
    if connection.execute(sql.HAS_COMMIT, (work, revision, changes.commit_id)).fetchone() is None:
        connection.execute(sql.SET_REVISION, (revision, changes.at, work))
        connection.execute(sql.ADD_COMMIT, (work, revision, changes.commit_id, changes.at, changes.action))
    return CommitTarget(work, revision)
