"""Keeps the story order of all facts of a work at its last revision.

Thanks to the stored order, a page of facts can be read without decoding the facts of other pages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from episodic.model.paused_collector import paused_collector
from episodic.model.records import Kind
from episodic.ports import RecordSource
from episodic.search.nested_facts import containers_in_rows
from episodic.search.story_order import days_of_order
from episodic.text.listing_rows import (
    Listed,
    have_days,
    id_of_row,
    listed_fact,
    rows_of_entries,
    shown_of,
    shown_rows,
    standings,
)


@dataclass(frozen=True, slots=True)
class ListedRows:
    """The listing rows of facts (stored short forms that lists read) in story order. `within` maps the id of a fact to
    the ids of the facts that are listed inside its entry.
    """

    rows: Sequence[str]
    within: Mapping[str, Sequence[str]]


@dataclass(slots=True)
class FactOrders:
    """A cache for the last revision of a work: the story order of all facts, and the lists that were made from it.
    Reads that may see different facts, for example facts that have ended or facts of drafts, get different lists.
    """

    _revision: int = -1
    _rows: Sequence[str] = field(default=())
    _containers: Mapping[str, str] = field(default_factory=dict[str, str])
    _standings: frozenset[str] = frozenset()
    _lists: dict[frozenset[str], ListedRows] = field(default_factory=dict[frozenset[str], ListedRows])

    async def at(self, store: RecordSource, group_id: str, revision: int) -> Sequence[str]:
        """Return the listing row (a stored short form that lists read) of each fact of a work, in story order. The
        store is read only if *revision* differs from the revision of the last call. Raises StoreError.
        """
        if revision != self._revision:
            listed = await store.listing(group_id, Kind.FACT)
            with paused_collector():
                self._rows = in_order_of_days(listed)
                self._containers = containers_in_rows(map(listed_fact, rows_of_entries(self._rows)), complete=True)
                self._standings = standings(self._rows)
            self._lists = {}
            self._revision = revision
        return self._rows

    def listed(self, lists: Callable[[Listed], bool]) -> ListedRows:
        """Return a list of the visible facts, from the rows that the last call of `at` returned. A fact that follows
        from another fact, or says the same, is inside the entry of the other fact. A fact is visible if *lists* returns
        true. The argument of *lists* says which layer the fact has, whether it has ended, and whether it is a setup.
        """
        shown = shown_of(self._standings, lists)
        if shown not in self._lists:
            with paused_collector():
                self._lists[shown] = _in_entries(shown_rows(self._rows, lists), self._containers)
        return self._lists[shown]


def _in_entries(rows: Sequence[str], containers: Mapping[str, str]) -> ListedRows:
    ids = list(map(id_of_row, rows))
    shown = set(ids)
    among = {uuid: other for uuid, other in containers.items() if uuid in shown and other in shown}
    within: dict[str, list[str]] = {}
    for uuid in filter(among.__contains__, ids):
        within.setdefault(among[uuid], []).append(uuid)
    return ListedRows([row for row, uuid in zip(rows, ids, strict=True) if uuid not in among], within)


def in_order_of_days(rows: Sequence[str]) -> Sequence[str]:
    """Return the listing rows of facts (stored short forms that lists read) in story order. The given *rows* must be
    sorted alphabetically. The alphabetical order is the story order of facts without known days. A fact with a known
    start day is moved to its place among the days.
    """
    if not have_days(rows):
        return rows
    days = days_of_order(listed_fact(row).days for row in rows)
    # The sort is stable, so that facts with the same start day stay in the order of the given rows.
    return [rows[number] for number in sorted(range(len(rows)), key=days.__getitem__)]
