"""BM25 search in memory: an index of a work's facts, entities or passages, read word by word from the FTS5 tables.

If SQLite searches the file, it reads, for each word of the query, the text length of every row that contains the word.
A frequent word of the query may be in a tenth of all rows or more. Reading the text lengths of so many rows is slow. In
memory, the postings of a word (the records that contain it) are read once, and all scores are computed with numpy. The
scores of the index in memory are equal to those of SQLite's bm25().
"""

import math
import re
import sqlite3
from collections.abc import Iterable, Sequence
from heapq import nsmallest
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from episodic.model.paused_collector import paused_collector
from episodic.model.records import Kind
from episodic.ports import Bounds, Scored
from episodic.stores.sqlite import full_text, sql
from episodic.stores.sqlite.record_columns import RecordColumns
from episodic.stores.validation import ANYWHERE
from episodic.text.tokens import QueryToken

_LIKE_WORK = re.compile(r"w\d+")
"""Matches a word such as "w12" that may also be in the column in which the full-text tables keep the work's number."""
_K1 = 1.2
_B = 0.75
_LEAST_WEIGHT = 1e-6
"""The weight of a word that half of all rows or more contain, as in SQLite's bm25()."""
_MOST_POSTINGS = 2_000_000
"""If more postings than this are in memory, all postings but those of the word read last are removed. A posting takes
twelve bytes.
"""
_MOST_READ = 16
"""The postings of all terms of a query with at most this many terms are read at once, because reading the postings also
counts the rows.
"""


class _Postings(NamedTuple):
    """The postings of a word. `positions` are the indexes of the work's records with the word (0 for the first in
    narrative order), and `scores` the word's BM25 scores in these records. `rows` is the number of records with the
    word in all works.
    """

    positions: NDArray[np.int32]
    scores: NDArray[np.float64]
    rows: int


_NO_POSTINGS = _Postings(np.empty(0, np.int32), np.empty(0, np.float64), 0)


class _Positions:
    """The positions of a work's records (0 for the first in narrative order) by their row numbers, in a table with one
    place for each number from the lowest to the highest. Looking up many rows in the table is several times as fast as
    a binary search.
    """

    def __init__(self, numbers: NDArray[np.int64]) -> None:
        """*numbers* are the row numbers of the records, in the order of the records."""
        self._first = int(numbers.min()) if len(numbers) else 0
        # The table begins and ends with -1, to which the row numbers outside of the table are mapped.
        self._table = np.full(int(numbers.max()) - self._first + 3 if len(numbers) else 1, -1, np.int32)
        self._table[numbers - self._first + 1] = np.arange(len(numbers), dtype=np.int32)

    def of(self, numbers: NDArray[np.int64]) -> NDArray[np.int32]:
        """Return the position of the record with each of these row numbers (an index in narrative order), or -1 for a
        row of another work.
        """
        positions: NDArray[np.int32] = self._table.take(numbers - self._first + 1, mode="clip")
        return positions


class TermIndex:
    """A full-text index in memory: the text lengths of one work's records of one kind, and the postings of the words
    searched so far. *columns* are the ids, row numbers and other data of the records that the index covers.

    A term index is valid until the file changes, and belongs to one connection and its thread. The function `prepare`
    must have been called for the connection.
    """

    def __init__(self, connection: sqlite3.Connection, kind: Kind, columns: RecordColumns) -> None:
        self._kind, self._sql, self._columns = kind, sql.FULL_TEXT[kind], columns
        with paused_collector():
            lengths = connection.execute(self._sql.lengths).fetchall()
        (averages,) = connection.execute(self._sql.averages).fetchone() or (b"",)
        self._all_rows, *tokens = _integers(averages) or [0]
        tokens_of = _sums_of_integers([sizes for _, sizes in lengths])
        average = sum(tokens) / self._all_rows if self._all_rows else 1.0
        self._positions = _Positions(columns.numbers)
        # The table of lengths has the rows of all works, so that the rows of this work must be selected.
        positions = self._positions.of(np.array([row for row, _ in lengths], np.int64))
        own = positions >= 0
        self._lengths = np.zeros(len(columns.numbers), np.float64)
        # The operations are in the order of SQLite's bm25(), so that scores are equal to the last bit.
        self._lengths[positions[own]] = _K1 * (1.0 - _B + _B * tokens_of[own] / average)
        self._postings: dict[QueryToken, _Postings] = {}
        self._counts: dict[str, int] = {}
        self._kept = 0

    def search(
        self, connection: sqlite3.Connection, query: Iterable[QueryToken], *, limit: int, bounds: Bounds
    ) -> list[Scored]:
        """Return the records within *bounds* with the highest BM25 scores for the words of *query*, best first and at
        most *limit*. Records with equal scores are in the order of their ids.
        """
        scores = np.zeros(len(self._lengths), np.float64)
        for token in query:
            postings = self._postings_of(connection, token)
            scores[postings.positions] += postings.scores
        # `nonzero` is several times as fast on the result of a comparison as on numbers. Each score is above 0.
        found = (scores > 0).nonzero()[0]
        if bounds != ANYWHERE:
            found = found[self._columns.within(bounds)[found]]
        if not len(found) or limit <= 0:
            return []
        scores = scores[found]
        if limit >= len(found):
            return self._sorted(found, scores)
        least = np.partition(scores, len(found) - limit)[len(found) - limit]
        better = scores > least
        hits = self._sorted(found[better], scores[better])
        # A query of one frequent word gives thousands of records the same score, so that only the first are sorted.
        equal = self._uuids_of(found[scores == least])
        return hits + Scored.each((uuid, float(least)) for uuid in nsmallest(limit - len(hits), equal))

    def _sorted(self, found: NDArray[np.intp], scores: NDArray[np.float64]) -> list[Scored]:
        uuids = self._uuids_of(found)
        return Scored.each((uuid, -score) for score, uuid in sorted(zip((-scores).tolist(), uuids, strict=True)))

    def _uuids_of(self, positions: NDArray[np.intp]) -> list[str]:
        uuids = self._columns.uuids
        return [uuids[one] for one in positions.tolist()]

    def row_counts(self, connection: sqlite3.Connection, terms: Sequence[str]) -> dict[str, int]:
        """Return in how many rows of all works each term occurs; terms that never occur are left out.

        If there are more than 16 terms, only the number of rows is read for each term, and not the postings. A long
        query leaves out the terms with the most rows, so that their postings are never needed.
        """
        unknown = [term for term in terms if term not in self._counts]
        if len(terms) <= _MOST_READ:
            for term in unknown:
                self._postings_of(connection, QueryToken(term))
        elif unknown:
            self._counts.update(dict.fromkeys(unknown, 0))
            self._counts.update(full_text.row_counts(connection, self._kind, unknown))
        return {term: rows for term in terms if (rows := self._counts[term])}

    def _postings_of(self, connection: sqlite3.Connection, token: QueryToken) -> _Postings:
        known = self._postings.get(token)
        if known is None:
            known = self._read(connection, token)
            self._kept += len(known.positions)
            if self._kept > _MOST_POSTINGS:
                self._postings, self._kept = {}, len(known.positions)
            self._postings[token] = known
            if not token.prefix:
                self._counts[token.text] = known.rows
        return known

    def _read(self, connection: sqlite3.Connection, token: QueryToken) -> _Postings:
        # If the word may also be a work's number (such as "w12"), the query checks that its occurrences are in the
        # column `words`. Other words are not checked, because the check takes a third to a half of the query's time. A
        # prefix is a Han character, with which no work's number begins.
        statement = self._sql.instances_in_words if _LIKE_WORK.fullmatch(token.text) else self._sql.instances
        after = token.text
        if token.prefix:
            # The text `after` sorts after all words with the prefix.
            statement, after = self._sql.prefix_instances, token.text[:-1] + chr(ord(token.text[-1]) + 1)
        # SQLite joins the row numbers of all occurrences to one text, because this saves time. Reading one result row
        # for each number would take twice as long as reading this text.
        (found,) = connection.execute(statement, (token.text, after)).fetchone()
        if found is None:
            return _NO_POSTINGS
        rows, counts = _counted(np.fromstring(found, np.int64, sep=","))
        weight = math.log((self._all_rows - len(rows) + 0.5) / (len(rows) + 0.5))
        weight = weight if weight > 0 else _LEAST_WEIGHT
        positions = self._positions.of(rows)
        own = positions >= 0
        positions, counts = positions[own], counts[own].astype(np.int32)
        scores = weight * (counts * (_K1 + 1.0) / (counts + self._lengths[positions]))
        return _Postings(positions, scores, len(rows))


def prepare(connection: sqlite3.Connection) -> None:
    """Create the temporary tables that list where each word occurs, unless the connection has them already."""
    for index in sql.FULL_TEXT.values():
        connection.execute(index.create_instances)


def _counted(numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the distinct numbers in rising order, and how often each occurs."""
    if (numbers[1:] < numbers[:-1]).any():
        numbers = np.sort(numbers)
    ends = np.ones(len(numbers), np.bool_)
    np.not_equal(numbers[1:], numbers[:-1], out=ends[:-1])
    last = ends.nonzero()[0]
    counts = last + 1
    counts[1:] -= counts[:-1].copy()
    return numbers[last], counts


def _integers(blob: bytes) -> list[int]:
    """Return the integers in a blob of SQLite's full-text tables. Each byte of an integer holds seven bits of it, the
    highest bits first, and only the last byte is below 128.
    """
    found: list[int] = []
    value = 0
    for byte in blob:
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            found.append(value)
            value = 0
    return found


def _sums_of_integers(blobs: Sequence[bytes]) -> NDArray[np.float64]:
    """Return for each blob the sum of the integers in it, which are coded as in `_integers`."""
    coded = np.frombuffer(b"".join(blobs), np.uint8)
    last = (coded < 0x80).nonzero()[0]
    # For each byte, the number of further bytes of the same coded integer.
    following = np.repeat(last, np.diff(last, prepend=-1)) - np.arange(len(coded))
    sums = np.concatenate(([0], np.cumsum((coded & 0x7F).astype(np.int64) << 7 * following)))
    ends = np.cumsum([len(one) for one in blobs], dtype=np.int64)
    return np.diff(sums[ends], prepend=0).astype(np.float64)
