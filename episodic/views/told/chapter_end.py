"""The records of a work for a read that tells of each fact whether it holds at the end of a chapter."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

from episodic.model.graph import Fact
from episodic.model.holding import Holding, holding_at
from episodic.model.records import Kind, Record, Work
from episodic.ports import Bounds, IndexHits, IndexSearch, RecordSource
from episodic.search.view import HoldingOf

_ANYWHERE = Bounds()
_KEY = '"holdings":'
"""A text that the JSON of a fact contains only if the fact has holding runs (chapters at whose ends it holds). No quote
in the JSON of a fact can contain the text _KEY, because JSON escapes the quotation marks in a quote.
"""


class ChapterEndRecords:
    """The records from the source *records*, for a read at the end of the chapter with the order key *order*.

    The holding runs of a fact are the list of the chapters at whose ends it holds. A stored fact has no holding runs if
    an older version of the program saved the work, or if the order of the chapter ends is uncertain. When a stored fact
    without holding runs is read for the first time, *folded* is called. The record of such a fact does not say at which
    chapter ends it holds. The result of *folded* is a function that says of each fact whether it holds.
    """

    def __init__(self, records: RecordSource, order: int, *, folded: Callable[[], Awaitable[HoldingOf | None]]) -> None:
        self._records, self._order, self._folded = records, order, folded
        self._by_fold: HoldingOf | None = None

    def holding(self, fact: Fact) -> Holding:
        """Return whether a fact, which must have been read with a method of this object, holds at the end of the
        chapter.
        """
        if fact.holdings is not None:
            return holding_at(fact.holdings, self._order)
        if self._by_fold is None:
            raise ValueError(f"fact {fact.uuid} was not read from these records")
        return self._by_fold(fact)

    async def work(self, group_id: str) -> Work | None:
        return await self._records.work(group_id)

    async def fetch(
        self, group_id: str, kind: Kind, *, ids: Sequence[str] | None = None, vectors: bool = False
    ) -> Sequence[Record]:
        found = await self._records.fetch(group_id, kind, ids=ids, vectors=vectors)
        if kind is Kind.FACT:
            await self._fold_if_needed(one.value for one in found)
        return found

    async def counts(self, group_id: str) -> Mapping[Kind, int]:
        return await self._records.counts(group_id)

    async def counts_by_position(self, group_id: str, kind: Kind, *, bounds: Bounds = _ANYWHERE) -> Mapping[int, int]:
        return await self._records.counts_by_position(group_id, kind, bounds=bounds)

    async def listing(self, group_id: str, kind: Kind) -> Sequence[str]:
        return await self._records.listing(group_id, kind)

    async def named(self, group_id: str, keys: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        return await self._records.named(group_id, keys)

    async def search(self, group_id: str, searches: Sequence[IndexSearch]) -> Sequence[IndexHits]:
        found = await self._records.search(group_id, searches)
        for search, hits in zip(searches, found, strict=True):
            if search.kind is Kind.FACT:
                await self._fold_if_needed(hits.values.values())
        return found

    async def neighbours(
        self, group_id: str, entities: Sequence[str], *, limit: int, facets: tuple[frozenset[str], ...] = ()
    ) -> Sequence[Record]:
        found = await self._records.neighbours(group_id, entities, limit=limit, facets=facets)
        await self._fold_if_needed(one.value for one in found)
        return found

    async def _fold_if_needed(self, values: Iterable[str]) -> None:
        if self._by_fold is None and any(_KEY not in one for one in values):
            self._by_fold = await self._folded()
