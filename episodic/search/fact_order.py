"""Keeps the story order of all facts of a work at its last revision, so that a page of facts can be read without all
others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from episodic.model.records import Kind
from episodic.ports import RecordSource
from episodic.search.nested_facts import containers_in_rows
from episodic.text.listing_rows import have_days, listed_fact, rows_of_entries


@dataclass(slots=True)
class FactOrders:
    """A cache of the story order of a work's facts at its last revision, and of which facts stand in the entry of another."""

    _revision: int = -1
    _rows: Sequence[str] = field(default=())
    _containers: Mapping[str, str] = field(default_factory=dict[str, str])

    async def at(self, store: RecordSource, group_id: str, revision: int) -> Sequence[str]:
        """Return the listing rows of all facts of a work in story order, read from the store only if *revision* is not
        that of the last call. Raises StoreError.
        """
        if revision != self._revision:
            self._rows = in_order_of_days(await store.listing(group_id, Kind.FACT))
            self._containers = containers_in_rows(map(listed_fact, rows_of_entries(self._rows)), complete=True)
            self._revision = revision
        return self._rows

    @property
    def containers(self) -> Mapping[str, str]:
        """The result of `containers_of` for the facts that `at` has last returned."""
        return self._containers


def in_order_of_days(rows: Sequence[str]) -> Sequence[str]:
    """Return the listing rows in story order; the given rows are sorted as texts, that is, without regard to days."""
    if not have_days(rows):
        return rows
    reached = -math.inf
    days: list[float] = []
    for row in rows:
        day = listed_fact(row).day
        reached = reached if day is None else max(reached, day)
        days.append(reached if day is None else day)
    # The sort is stable, so that facts with the same start day stay in the order of the given rows.
    return [rows[number] for number in sorted(range(len(rows)), key=days.__getitem__)]
