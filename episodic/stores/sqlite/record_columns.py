"""Keeps the row numbers and scoring rows of all facts, entities and passages of a work in memory, and the facets of its
facts.
"""

import json
import sqlite3
from array import array
from collections import OrderedDict
from collections.abc import Iterable, Iterator

from episodic.model.records import Kind
from episodic.stores.sqlite import sql
from episodic.text.scoring_rows import ScoringRow, stored_row

_MOST_COLUMNS = 12
"""The maximum number of columns in memory, which suffices for four works. The least recently used columns are removed
first.
"""


class RecordColumns:
    """What searches read of all live records of one work and kind. The columns are valid until the file changes."""

    def __init__(self, connection: sqlite3.Connection, work: int, kind: Kind) -> None:
        self._work = work
        self._uuids: list[str] = []
        self._numbers = array("q")
        self._facets: list[str] = []
        self._rows: list[bytes | None] = []
        for uuid, number, facets, row in connection.execute(sql.COLUMNS, (work, kind)):
            self._uuids.append(uuid)
            self._numbers.append(number)
            self._facets.append(facets)
            self._rows.append(row)
        self._positions = {uuid: position for position, uuid in enumerate(self._uuids)}
        self._linked: dict[str, array[int]] = {}

    def scoring_rows(self, uuids: Iterable[str]) -> dict[str, ScoringRow]:
        """Return the scoring rows of the records with these ids, by id. A record without a scoring row is left out."""
        rows = ((self._uuids[one], self._rows[one]) for one in self._positions_of(uuids))
        return {uuid: stored_row(row) for uuid, row in rows if row is not None}

    def values(self, connection: sqlite3.Connection, uuids: Iterable[str]) -> dict[str, str]:
        """Return the values of the records with these ids, by id, read from the file."""
        wanted = {self._numbers[one]: self._uuids[one] for one in self._positions_of(uuids)}
        rows = connection.execute(sql.VALUES_OF_NUMBERS, (json.dumps(list(wanted)),))
        return {wanted[number]: value for number, value in rows}

    def linked(self, connection: sqlite3.Connection, entity: str) -> Iterator[tuple[str, str]]:
        """Yield the id and the facets of each fact of an entity, the last in narrative order first."""
        positions = self._linked.get(entity)
        if positions is None:
            uuids = (uuid for (uuid,) in connection.execute(sql.LINKED, (self._work, entity)))
            positions = self._linked[entity] = array("i", self._positions_of(uuids))
        return ((self._uuids[one], self._facets[one]) for one in positions)

    def _positions_of(self, uuids: Iterable[str]) -> Iterator[int]:
        """Yield the positions of the records with these ids; unknown ids are left out."""
        known = self._positions
        return (known[uuid] for uuid in uuids if uuid in known)


class ColumnCache:
    """The columns of works that were searched more than once. A ColumnCache belongs to one connection and its thread.

    The first search of a work after a change of the file reads single records from the file, because a command of the
    command line searches only once. Later searches read the columns of each kind when they need them.
    """

    def __init__(self) -> None:
        self._searched: set[int] = set()
        self._again: set[int] = set()
        self._columns: OrderedDict[tuple[int, Kind], RecordColumns] = OrderedDict()

    def clear(self) -> None:
        """Remove all columns. `clear` must be called whenever the store file has changed."""
        self._searched.clear()
        self._again.clear()
        self._columns.clear()

    def note_search(self, work: int) -> None:
        """Record that a search of the work with this row number begins."""
        (self._again if work in self._searched else self._searched).add(work)

    def of(self, connection: sqlite3.Connection, work: int, kind: Kind) -> RecordColumns | None:
        """Return the columns of a work and kind, or None if the work has not been searched more than once. The caller
        must have started a read transaction.
        """
        if work not in self._again:
            return None
        key = (work, kind)
        columns = self._columns.pop(key, None)
        self._columns[key] = columns = RecordColumns(connection, work, kind) if columns is None else columns
        while len(self._columns) > _MOST_COLUMNS:
            self._columns.popitem(last=False)
        return columns
