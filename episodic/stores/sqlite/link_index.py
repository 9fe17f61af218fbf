"""Finds the facts that link to given entities and have given facets."""

import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from episodic.ports import LinkSearch
from episodic.stores.sqlite import sql
from episodic.stores.sqlite.parameters import FacetSets, row_limit
from episodic.stores.sqlite.record_columns import RecordColumns
from episodic.stores.validation import KEY_LIMIT, is_storable

_MOST_ROWS = 1 << 16
"""The maximum number of links in memory; when there are more, all links are removed from memory. A link takes about 300
bytes.
"""

_FIRST_ROWS = 250
"""The number of facts of an entity that are read first. Each later query reads as many facts as all queries before it
together.
"""


@dataclass(slots=True)
class _Linked:
    """The id and the facets of each fact of an entity, the last in narrative order first, as far as they have been
    read. `next` is the narrative position and the id before which the other facts lie, or None if all have been read.
    """

    rows: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    next: tuple[int, str] | None = (KEY_LIMIT + 1, "")


class LinkIndex:
    """Keeps the links from entities to their facts in memory. A LinkIndex belongs to one connection and its thread.

    As long as the columns of a work's facts are not in memory, a search for facts with a facet looks through the last
    facts of an entity in the file until it has found enough. The links are kept in memory, because a traversal asks for
    main characters with thousands of facts again and again. The results of searches are kept as well.
    """

    def __init__(self) -> None:
        self._linked: dict[tuple[int, str], _Linked] = {}
        self._latest: dict[tuple[int, str, int, tuple[frozenset[str], ...]], Sequence[str]] = {}
        self._kept = 0

    def clear(self) -> None:
        """Remove all links. `clear` must be called whenever the store file has changed."""
        self._linked.clear()
        self._latest.clear()
        self._kept = 0

    def latest(
        self, connection: sqlite3.Connection, work: int, *, asked: LinkSearch, columns: RecordColumns | None
    ) -> list[str]:
        """Return the ids of facts of the entities of *asked* without repetition: for each entity, the `asked.limit`
        facts told last that have a facet of each set in `asked.facets`. The argument *work* is the row number of the
        work, and *columns* are the columns of its facts, if they are in memory. The caller must have started a read
        transaction.
        """
        most, facets, found = row_limit(asked.limit), asked.facets, dict[str, None]()
        for entity in filter(is_storable, dict.fromkeys(asked.entities)):
            if columns is not None:
                latest = columns.latest_linked(connection, entity, limit=most, facets=facets)
                found.update(dict.fromkeys(latest))
            else:
                found.update(dict.fromkeys(self._latest_of(connection, work, entity, most, facets)))
        return list(found)

    def _latest_of(
        self, connection: sqlite3.Connection, work: int, entity: str, most: int, facets: tuple[frozenset[str], ...]
    ) -> Sequence[str]:
        key = (work, entity, most, facets)
        known = self._latest.get(key)
        if known is None:
            if facets:
                known = list(islice(_having(self._rows_of(connection, work, entity), facets), most))
            else:
                known = [uuid for (uuid,) in connection.execute(sql.LATEST_LINKED, (work, entity, most))]
            self._make_room(len(known))
            self._latest[key] = known
        return known

    def _make_room(self, number: int) -> None:
        if self._kept + number > _MOST_ROWS:
            self.clear()
        self._kept += number

    def _rows_of(self, connection: sqlite3.Connection, work: int, entity: str) -> Iterator[tuple[str, str]]:
        """Yield the id and the facets of each fact of an entity, the last in narrative order first."""
        linked = self._linked.get((work, entity))
        if linked is None:
            linked = self._linked[work, entity] = _Linked()
        yield from linked.rows
        while linked.next is not None:
            limit = max(_FIRST_ROWS, len(linked.rows))
            found = connection.execute(sql.LINKED_FACETS, (work, entity, *linked.next, limit)).fetchall()
            rows = [(uuid, facets or "") for uuid, facets, _ in found]
            self._make_room(len(rows))
            linked.rows += rows
            linked.next = (found[-1][2], found[-1][0]) if len(found) == limit else None
            yield from rows


def _having(linked: Iterable[tuple[str, str]], sets: FacetSets) -> Iterator[str]:
    """Yield the ids of the facts with at least one facet of each of the given sets."""
    if not all(sets):
        return iter(())
    # A plain search in the joined facets of a fact finds a facet, because no facet is part of another one and none has
    # special characters.
    first, *others = [re.compile("|".join(facets)).search for facets in sets]
    found = (row for row in linked if first(row[1]))
    return (uuid for uuid, facets in found if all(has(facets) for has in others))
