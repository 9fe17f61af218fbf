"""Reads scoring rows from the SQLite store, and keeps them in memory until the file changes.

A scoring row is what a search reads of a record, such as its words.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Collection

from episodic.model.records import Kind
from episodic.stores.kept_rows import keep_rows
from episodic.stores.sqlite import sql
from episodic.stores.sqlite.parameters import json_list
from episodic.stores.sqlite.record_columns import RecordColumns
from episodic.text.scoring_rows import ScoringRow, stored_row


class ScoringRows:
    """A cache in memory of scoring rows. A scoring row is what a search reads of a record. The cache keeps the most
    recently read rows of facts, entities and passages. A ScoringRows object belongs to one connection and its thread.

    Scoring rows are kept in memory, because different searches often find the same records. An example is the facts of
    a main character.
    """

    def __init__(self) -> None:
        self._rows: defaultdict[tuple[int, Kind], dict[str, ScoringRow]] = defaultdict(dict)

    def clear(self) -> None:
        """Remove all scoring rows (what searches have read of records) from memory. `clear` must be called whenever the
        store file has changed.
        """
        self._rows.clear()

    def of(
        self,
        connection: sqlite3.Connection,
        work: int,
        kind: Kind,
        *,
        ids: Collection[str],
        columns: RecordColumns | None,
    ) -> dict[str, ScoringRow]:
        """Return, by record id, the scoring rows of the records of *kind* with the ids *ids*. A scoring row is the data
        from which the score of a search hit is computed. *work* is the row number of the work in its table. The result
        leaves out a record for which the store has no scoring row. *columns* are the row numbers and other data of the
        records of the kind, if they are in memory.

        The caller must have started a read transaction.
        """
        known = self._rows[work, kind]
        found = {uuid: known[uuid] for uuid in ids if uuid in known}
        if len(found) < len(ids):
            missing = [uuid for uuid in ids if uuid not in found]
            if columns is None:
                rows = connection.execute(sql.SCORING_ROWS, (work, kind, json_list(missing)))
                read = {uuid: stored_row(row) for uuid, row in rows}
            else:
                read = columns.scoring_rows(missing)
            keep_rows(known, read)
            found |= read
        return found
