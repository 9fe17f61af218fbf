"""Keeps in memory what searches need of all facts, entities and passages of a work.

Searches need ids, row numbers, narrative positions, facets, and scoring rows (data such as the words of a record).
"""

import json
import sqlite3
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from episodic.model.paused_collector import paused_collector
from episodic.model.records import Kind
from episodic.ports import Bounds
from episodic.stores.facet_column import FacetColumn
from episodic.stores.sqlite import sql
from episodic.stores.sqlite.parameters import FacetSets
from episodic.stores.validation import KEY_LIMIT
from episodic.text.scoring_rows import ScoringRow, stored_row

SEARCHES_IN_FILE = 12
"""The number of searches of a work that read single records from the file after each change of the file. Only later
searches read the data that searches need of all records (columns) into memory.
"""
_MOST_COLUMNS = 12
"""The maximum number of `RecordColumns` in memory (one for each work and kind), which suffices for four works. The
least recently used `RecordColumns` are removed first.
"""

_NO_POSITIONS: NDArray[np.int32] = np.empty(0, np.int32)


class RecordColumns:
    """The data that searches need of all live records of one work and kind, without their texts and vectors. A
    `RecordColumns` object is valid until the file changes.

    The attributes `uuids`, `numbers`, `told`, `lo`, `hi` and `facets` are in the order of narrative position and id.
    `numbers` are the row numbers of the records, and `told` their narrative positions. `lo` and `hi` are the bounds
    (order keys) of the chapters at whose ends a fact may hold: `lo` <= key < `hi`. `facets` are joined with spaces. A
    missing lower bound `lo` is stored as -KEY_LIMIT, and a missing upper bound `hi` as KEY_LIMIT.
    """

    def __init__(self, connection: sqlite3.Connection, work: int, kind: Kind) -> None:
        self._work = work
        with paused_collector():
            read = connection.execute(sql.COLUMNS, (work, kind, KEY_LIMIT)).fetchall()
            rows = connection.execute(sql.SCORING_ROWS_IN_ORDER, (work, kind)).fetchall()
        uuids, numbers, told, lo, hi, facets = zip(*read, strict=True) if read else ((), (), (), (), (), ())
        # Python's garbage collector does not examine tuples of texts and numbers, but it would examine each item of a
        # list.
        self.uuids: tuple[str, ...] = uuids
        self.numbers: NDArray[np.int64] = np.array(numbers, np.int64)
        self.told: NDArray[np.int64] = np.array(told, np.int64)
        self.lo: NDArray[np.int64] = np.array(lo, np.int64)
        self.hi: NDArray[np.int64] = np.array(hi, np.int64)
        self.facets: tuple[str, ...] = facets
        self._rows: tuple[bytes | None, ...] = tuple(row for (row,) in rows)
        self._positions: dict[str, int] = dict(zip(uuids, range(len(read)), strict=True))
        # For each entity, the positions (indexes in `uuids`) of the facts read so far, and the entities of which all
        # facts have been read.
        self._linked: dict[str, NDArray[np.int32]] = {}
        self._all_linked: set[str] = set()

    def scoring_rows(self, uuids: Iterable[str]) -> dict[str, ScoringRow]:
        """Return, by id, the scoring rows (what a search reads of a record) of the records with these ids. A record
        that has no scoring row is left out.
        """
        stored = self._rows
        # A search keeps hundreds of new rows, which the garbage collector need not examine.
        with paused_collector():
            rows = [(uuid, stored[position]) for uuid, position in self._found(uuids)]
            return {uuid: stored_row(row) for uuid, row in rows if row is not None}

    def values(self, connection: sqlite3.Connection, uuids: Iterable[str]) -> dict[str, str]:
        """Return the values of the records with these ids, by id, read from the file."""
        wanted = {int(self.numbers[position]): uuid for uuid, position in self._found(uuids)}
        rows = connection.execute(sql.VALUES_OF_NUMBERS, (json.dumps(list(wanted)),))
        return {wanted[number]: value for number, value in rows}

    def within(self, bounds: Bounds) -> NDArray[np.bool_]:
        """Return for each record whether it is within the bounds (restrictions) of a search."""
        inside = np.ones(len(self.uuids), np.bool_)
        if bounds.told_by is not None:
            inside &= self.told <= bounds.told_by
        if bounds.at is not None:
            inside &= (self.lo <= bounds.at) & (self.hi > bounds.at)
        for facets in bounds.facets:
            inside &= self._facet_column.having(facets)
        return inside

    def latest_linked(self, connection: sqlite3.Connection, entity: str, *, limit: int, facets: FacetSets) -> list[str]:
        """Return the ids of at most *limit* facts of an entity, the last in narrative order first. Each returned fact
        has a facet of each set in *facets*.
        """
        number = limit
        while True:
            # A main character has thousands of facts, of which most searches need only the last.
            known = self._last_linked(connection, entity, number)
            found = known
            for wanted in facets:
                found = found[self._facet_column.having(wanted)[found]]
            if len(found) >= limit or len(known) < number:
                return [self.uuids[one] for one in found[:limit].tolist()]
            number = 2 * len(known)

    def _last_linked(self, connection: sqlite3.Connection, entity: str, number: int) -> NDArray[np.int32]:
        """Return the positions (indexes in `uuids`) of the facts of an entity, the last in narrative order first. At
        least *number* positions are returned, or all if the entity has fewer facts.
        """
        known = self._linked.get(entity, _NO_POSITIONS)
        if len(known) < number and entity not in self._all_linked:
            missing = number - len(known)
            rows = connection.execute(sql.LINKED, (self._work, entity, missing, len(known)))
            found = map(self._positions.get, chain.from_iterable(rows))
            more = [position for position in found if position is not None]
            known = self._linked[entity] = np.append(known, np.array(more, np.int32))
            if len(more) < missing:
                self._all_linked.add(entity)
        return known

    @cached_property
    def _facet_column(self) -> FacetColumn:
        return FacetColumn(self.facets)

    def _found(self, uuids: Iterable[str]) -> Iterator[tuple[str, int]]:
        """Yield the ids and positions (indexes in `uuids`) of the records with these ids; unknown ids are left out."""
        known = self._positions.get
        return ((uuid, position) for uuid in uuids if (position := known(uuid)) is not None)


class ColumnCache:
    """The record data (columns) of works that were searched many times. A ColumnCache belongs to one connection and its
    thread.

    The first searches of a work after a change of the file read single records from the file. Reading the data of all
    records (columns) takes as long as some twenty searches that read single records. A program that searches and writes
    by turns would have to repeat this reading after each commit. After SEARCHES_IN_FILE searches of a work, each
    further search reads the data of all records of the kinds that it needs. Data that is already in memory is not read
    again.
    """

    def __init__(self) -> None:
        self._searches = Counter[int]()
        self._columns: OrderedDict[tuple[int, Kind], RecordColumns] = OrderedDict()

    def clear(self) -> None:
        """Remove all columns. `clear` must be called whenever the store file has changed."""
        self._searches.clear()
        self._columns.clear()

    def note_search(self, work: int) -> None:
        """Record that a search of the work with this row number begins."""
        self._searches[work] += 1

    def of(self, connection: sqlite3.Connection, work: int, kind: Kind) -> RecordColumns | None:
        """Return the columns (record data in memory) of a work and kind. Return None if the columns are not in memory,
        and the work has not been searched often enough since the last change of the file. The caller must have started
        a read transaction.
        """
        often = self._searches[work] > SEARCHES_IN_FILE
        return self.read(connection, work, kind) if often or (work, kind) in self._columns else None

    def read(self, connection: sqlite3.Connection, work: int, kind: Kind) -> RecordColumns:
        """Return the columns (record data in memory) of a work and kind, which are read from the file if they are not
        in memory yet. The caller must have started a read transaction.
        """
        key = (work, kind)
        columns = self._columns.pop(key, None)
        self._columns[key] = columns = RecordColumns(connection, work, kind) if columns is None else columns
        while len(self._columns) > _MOST_COLUMNS:
            self._columns.popitem(last=False)
        return columns
