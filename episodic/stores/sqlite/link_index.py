"""Finds the facts that link to given entities and have given facets."""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from episodic.model.records import Kind
from episodic.ports import LinkSearch
from episodic.stores.sqlite import sql
from episodic.stores.sqlite.parameters import FacetSets, row_limit
from episodic.stores.sqlite.queries import WorkState
from episodic.stores.sqlite.record_columns import RecordColumns
from episodic.stores.sqlite.rows import links_of
from episodic.stores.validation import KEY_LIMIT, is_storable

_MOST_ROWS = 1 << 16
"""The maximum number of links in memory; when there are more, all links are removed from memory. A link takes about 300
bytes.
"""

_FIRST_ROWS = 250
"""The number of facts of an entity that are read first. Each later query reads as many facts as all earlier queries
together.
"""


_LinkRow = tuple[int, str, str]
"""The narrative position, the id and the facets of a fact."""


@dataclass(slots=True)
class _Linked:
    """The facts of an entity, the last in narrative order first, as far as they have been read. `next` is the narrative
    position and the id before which the unread facts lie, or None if all facts have been read.
    """

    rows: list[_LinkRow] = field(default_factory=list[_LinkRow])
    next: tuple[int, str] | None = (KEY_LIMIT + 1, "")

    def replace(self, changed: set[str], fresh: Iterable[_LinkRow]) -> None:
        """Remove the facts with the ids *changed*, and add those facts of *fresh* that lie among the facts that have
        been read already. Facts of *fresh* are left out if they lie in the part of the file that has not been read yet.
        The facts that are left out will be read later.
        """
        kept = [row for row in self.rows if row[1] not in changed]
        kept += (row for row in fresh if self.next is None or row[:2] >= self.next)
        self.rows = sorted(kept, reverse=True)


class LinkIndex:
    """Keeps the links from entities to their facts in memory. A LinkIndex belongs to one connection and its thread.

    If the columns (facets and narrative positions) of a work's facts are not in memory, a search with facets reads the
    facts of an entity from the file. The search begins with the facts told last, and stops when it has found enough.
    The links are kept in memory, because a traversal asks again and again for the facts of main characters, each of
    whom has thousands of facts. A LinkIndex also keeps the results of searches. After a commit, only the links of
    changed facts are read again, and kept search results are dropped.
    """

    def __init__(self) -> None:
        self._linked: dict[tuple[int, str], _Linked] = {}
        self._latest: dict[tuple[int, str, int, tuple[frozenset[str], ...]], Sequence[str]] = {}
        self._revisions: dict[int, int] = {}
        self._kept = 0

    def clear(self) -> None:
        """Remove all links from memory."""
        self._linked.clear()
        self._latest.clear()
        self._kept = 0

    def latest(
        self, connection: sqlite3.Connection, work: WorkState, *, asked: LinkSearch, columns: RecordColumns | None
    ) -> list[str]:
        """Return the ids of facts of the entities of *asked* without repetition. For each entity, return the
        `asked.limit` facts told last that have a facet of each set in `asked.facet_sets`. *columns* are the facets and
        narrative positions of the work's facts, if they are in memory. The caller must have started a read transaction.
        """
        self._follow(connection, work)
        most, facets, found = row_limit(asked.limit), asked.facet_sets, dict[str, None]()
        for entity in filter(is_storable, dict.fromkeys(asked.entities)):
            if columns is not None:
                latest = columns.latest_linked(connection, entity, limit=most, facets=facets)
                found.update(dict.fromkeys(latest))
            else:
                found.update(dict.fromkeys(self._latest_of(connection, work.number, entity, most, facets)))
        return list(found)

    def _follow(self, connection: sqlite3.Connection, work: WorkState) -> None:
        """Replace the links that commits have changed since the last revision of the work for which the links were
        brought up to date.
        """
        number, seen = work.number, self._revisions.get(work.number, work.revision)
        self._revisions[number] = work.revision
        if seen == work.revision:
            return
        self._latest = {key: ids for key, ids in self._latest.items() if key[0] != number}
        known = {entity: linked for (of, entity), linked in self._linked.items() if of == number}
        changed = {uuid for (uuid,) in connection.execute(sql.GONE_SINCE, (number, Kind.FACT, seen))}
        fresh: dict[str, list[_LinkRow]] = defaultdict(list)
        for told, uuid, facets, links in connection.execute(sql.LINKS_SINCE, (number, seen)) if known else ():
            changed.add(uuid)
            for entity in {target for _, target in links_of(links)} & known.keys():
                fresh[entity].append((told, uuid, facets))
        for entity, linked in known.items():
            linked.replace(changed, fresh[entity])
        self._kept = sum(map(len, self._latest.values())) + sum(len(one.rows) for one in self._linked.values())

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

    def _rows_of(self, connection: sqlite3.Connection, work: int, entity: str) -> Iterator[_LinkRow]:
        """Yield the facts of an entity, the last in narrative order first."""
        linked = self._linked.get((work, entity))
        if linked is None:
            linked = self._linked[work, entity] = _Linked()
        yield from linked.rows
        while linked.next is not None:
            limit = max(_FIRST_ROWS, len(linked.rows))
            rows = connection.execute(sql.LINKED_FACETS, (work, entity, *linked.next, limit)).fetchall()
            self._make_room(len(rows))
            linked.rows += rows
            linked.next = rows[-1][:2] if len(rows) == limit else None
            yield from rows


def _having(linked: Iterable[_LinkRow], sets: FacetSets) -> Iterator[str]:
    """Yield the ids of the facts with at least one facet of each of the given sets."""
    if not all(sets):
        return iter(())
    # A plain search in the joined facets of a fact is enough to find a facet. No facet is part of another one, and no
    # facet has special characters.
    first, *others = [re.compile("|".join(facets)).search for facets in sets]
    found = (row for row in linked if first(row[2]))
    return (uuid for _, uuid, facets in found if all(has(facets) for has in others))
