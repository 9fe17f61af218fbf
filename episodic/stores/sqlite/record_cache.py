"""Records of a SQLite file that searches read again and again, kept in memory until the file changes."""

import sqlite3
from collections import OrderedDict
from collections.abc import Iterable

from episodic.model.records import Kind, Record
from episodic.stores.sqlite import queries

_MOST_RECORDS = 1 << 13
"""The maximum number of records of one kind of a work in memory. A record takes about three kilobytes."""
_MOST_KINDS = 12
"""The maximum number of kinds in memory, enough for four works. The least recently used kind is dropped."""


class RecordCache:
    """The facts, entities and passages that were read last. An instance belongs to one connection and its thread.

    The candidates of different searches are often the same records, such as the facts of a main character. When there
    are too many records of a kind, the half that was read first is removed.
    """

    def __init__(self) -> None:
        self._kinds: OrderedDict[tuple[int, Kind], dict[str, Record]] = OrderedDict()

    def clear(self) -> None:
        """Remove all records. This must be called when the file has changed."""
        self._kinds.clear()

    def fetch(self, connection: sqlite3.Connection, work: int, kind: Kind, ids: Iterable[str]) -> dict[str, Record]:
        """Return the existing records of *kind* with these *ids*, by id. *work* is the work's row number. The caller must
        have started a read transaction.
        """
        known = self._kinds.pop((work, kind), None) or {}
        self._kinds[work, kind] = known
        distinct = dict.fromkeys(ids)
        missing = [uuid for uuid in distinct if uuid not in known]
        if missing:
            known.update(queries.records_of(connection, work, kind, ids=missing))
        found = {uuid: known[uuid] for uuid in distinct if uuid in known}
        if len(known) > _MOST_RECORDS:
            for old in list(known)[: len(known) - _MOST_RECORDS // 2]:
                del known[old]
        if len(self._kinds) > _MOST_KINDS:
            self._kinds.popitem(last=False)
        return found
