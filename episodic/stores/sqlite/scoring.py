"""Reads the scoring rows of records from the SQLite store, and keeps them in memory until the file changes."""

import sqlite3
from collections import defaultdict
from collections.abc import Collection

from episodic.model.records import Kind
from episodic.stores.sqlite import sql
from episodic.stores.sqlite.parameters import json_list
from episodic.text.scoring_rows import ScoringRow, stored_row

_MOST_ROWS = 1 << 13
"""The maximum number of scoring rows of one work and kind in memory. A scoring row takes about one kilobyte."""


class ScoringRows:
    """The scoring rows of facts, entities and passages, of which the recently read ones are kept in memory. A
    ScoringRows object belongs to one connection and its thread.

    Rows are kept because different searches often find the same records, such as the facts of a main character. When
    too many rows of a kind are in memory, the rows that were read first are removed, so that half of the maximum is
    left.
    """

    def __init__(self) -> None:
        self._rows: defaultdict[tuple[int, Kind], dict[str, ScoringRow]] = defaultdict(dict)

    def clear(self) -> None:
        """Remove all scoring rows from memory. `clear` must be called whenever the store file has changed."""
        self._rows.clear()

    def of(self, connection: sqlite3.Connection, work: int, kind: Kind, ids: Collection[str]) -> dict[str, ScoringRow]:
        """Return the scoring rows of the records of *kind* with these ids, by id, in the work with the row number
        *work*. A record without a scoring row is left out.

        The caller must have started a read transaction.
        """
        known = self._rows[work, kind]
        found = {uuid: known[uuid] for uuid in ids if uuid in known}
        if len(found) < len(ids):
            missing = json_list(uuid for uuid in ids if uuid not in found)
            for uuid, column in connection.execute(sql.SCORING_ROWS, (work, kind, missing)):
                found[uuid] = known[uuid] = stored_row(column)
            if len(known) > _MOST_ROWS:
                for old in list(known)[: len(known) - _MOST_ROWS // 2]:
                    del known[old]
        return found
