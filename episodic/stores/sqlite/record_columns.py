"""Keeps the row numbers, facets and scoring rows of all facts, entities and passages of a work in memory."""

import json
import sqlite3
from array import array
from collections import OrderedDict
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from episodic.model.records import Kind
from episodic.stores.sqlite import sql
from episodic.stores.sqlite.parameters import FacetSets
from episodic.text.scoring_rows import ScoringRow, stored_row

_MOST_COLUMNS = 12
"""The maximum number of columns in memory, which suffices for four works. The least recently used columns are removed
first.
"""
_MOST_SETS = 64
"""The maximum number of sets of facets whose records are kept in memory, with one byte for each record."""


class RecordColumns:
    """What searches read of all live records of one work and kind. The columns are valid until the file changes."""

    def __init__(self, connection: sqlite3.Connection, work: int, kind: Kind) -> None:
        self._work = work
        self._uuids: list[str] = []
        self._numbers = array("q")
        self._rows: list[bytes | None] = []
        facets, positions = array("i"), array("i")
        self._facets: dict[str, int] = {}
        for uuid, number, texts, row in connection.execute(sql.COLUMNS, (work, kind)):
            for facet in texts.split() if texts else ():
                facets.append(self._facets.setdefault(facet, len(self._facets)))
                positions.append(len(self._uuids))
            self._uuids.append(uuid)
            self._numbers.append(number)
            self._rows.append(row)
        self._positions = {uuid: position for position, uuid in enumerate(self._uuids)}
        by_facet = np.array(facets, np.int32)
        # The positions of the records with facet number n are those from _starts[n] to _starts[n + 1].
        self._with_facet = np.array(positions, np.int32)[np.argsort(by_facet, kind="stable")]
        self._starts = np.concatenate(([0], np.cumsum(np.bincount(by_facet, minlength=len(self._facets))))).tolist()
        self._having: dict[frozenset[str], NDArray[np.bool_]] = {}
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

    def latest(self, connection: sqlite3.Connection, entity: str, facets: FacetSets, *, most: int) -> list[str]:
        """Return the ids of the facts of an entity that have a facet of each set in *facets*, the last in narrative
        order first, and at most *most*.
        """
        positions = self._linked.get(entity)
        if positions is None:
            uuids = (uuid for (uuid,) in connection.execute(sql.LINKED, (self._work, entity)))
            positions = self._linked[entity] = np.fromiter(self._positions_of(uuids), np.int32)
        for one in facets:
            positions = positions[self._records_having(one)[positions]]
        return [self._uuids[one] for one in positions[:most].tolist()]

    def _positions_of(self, uuids: Iterable[str]) -> Iterator[int]:
        """Yield the positions of the records with these ids; unknown ids are left out."""
        known = self._positions
        return (known[uuid] for uuid in uuids if uuid in known)

    def _records_having(self, facets: frozenset[str]) -> NDArray[np.bool_]:
        known = self._having.get(facets)
        if known is None:
            known = np.zeros(len(self._uuids), np.bool_)
            for number in (self._facets[facet] for facet in facets if facet in self._facets):
                known[self._with_facet[self._starts[number] : self._starts[number + 1]]] = True
            if len(self._having) >= _MOST_SETS:
                self._having.clear()
            self._having[facets] = known
        return known


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
