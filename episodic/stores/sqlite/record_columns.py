"""Keeps the row numbers and scoring rows of all facts, entities and passages of a work in memory, and the facets of its
facts.
"""

import json
import sqlite3
from array import array
from collections import OrderedDict
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from episodic.model.records import Kind
from episodic.stores.facet_column import FacetColumn
from episodic.stores.sqlite import sql
from episodic.stores.sqlite.parameters import FacetSets
from episodic.text.scoring_rows import ScoringRow, stored_row

_MOST_COLUMNS = 12
"""The maximum number of columns in memory, which suffices for four works. The least recently used columns are removed
first.
"""


class RecordColumns:
    """What searches read of all live records of one work and kind. The columns are valid until the file changes."""

    def __init__(self, connection: sqlite3.Connection, work: int, kind: Kind) -> None:
        self._work = work
        read = connection.execute(sql.COLUMNS, (work, kind)).fetchall()
        self._uuids: list[str] = [uuid for uuid, _, _, _ in read]
        self._numbers = array("q", [number for _, number, _, _ in read])
        self._facet_texts: list[str] = [facets for _, _, facets, _ in read]
        self._facets: FacetColumn | None = None
        self._rows: list[bytes | None] = [row for _, _, _, row in read]
        self._positions = dict(zip(self._uuids, range(len(read)), strict=True))
        self._linked: dict[str, NDArray[np.int32]] = {}

    def scoring_rows(self, uuids: Iterable[str]) -> dict[str, ScoringRow]:
        """Return the scoring rows of the records with these ids, by id. A record without a scoring row is left out."""
        rows = ((self._uuids[one], self._rows[one]) for one in self._positions_of(uuids))
        return {uuid: stored_row(row) for uuid, row in rows if row is not None}

    def values(self, connection: sqlite3.Connection, uuids: Iterable[str]) -> dict[str, str]:
        """Return the values of the records with these ids, by id, read from the file."""
        wanted = {self._numbers[one]: self._uuids[one] for one in self._positions_of(uuids)}
        rows = connection.execute(sql.VALUES_OF_NUMBERS, (json.dumps(list(wanted)),))
        return {wanted[number]: value for number, value in rows}

    def latest_linked(self, connection: sqlite3.Connection, entity: str, *, limit: int, facets: FacetSets) -> list[str]:
        """Return the ids of at most *limit* facts of an entity that have a facet of each set in *facets*, the last in
        narrative order first.
        """
        positions = self._linked.get(entity)
        if positions is None:
            uuids = (uuid for (uuid,) in connection.execute(sql.LINKED, (self._work, entity)))
            positions = self._linked[entity] = np.fromiter(self._positions_of(uuids), np.int32)
        for wanted in facets:
            positions = positions[self._having(wanted)[positions]]
        return [self._uuids[one] for one in positions[:limit].tolist()]

    def _having(self, facets: frozenset[str]) -> NDArray[np.bool_]:
        if self._facets is None:
            self._facets, self._facet_texts = FacetColumn(self._facet_texts), []
        return self._facets.having(facets)

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
