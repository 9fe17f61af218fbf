"""The replayed chapters of a work as the store keeps them, decoded once for all reads of a process."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

from episodic.model.paused_collector import paused_collector
from episodic.model.records import Kind, Record
from episodic.pipeline.projection.told_chapters import StoredChapter, stored_chapter
from episodic.ports import RecordSource


class PlacedChapter(NamedTuple):
    """A replayed chapter, as stored, with its episode id and order key."""

    episode: str
    order: int
    told: StoredChapter


def entities_agree(first: Sequence[PlacedChapter], second: Sequence[PlacedChapter]) -> bool:
    """Return whether the entities of the common chapters have the same ids in two versions of a work. The result is
    true if the shorter version consists of the first chapters of the longer one, and the further chapters of the longer
    one merge no entities.
    """
    shorter, longer = sorted((first, second), key=len)
    same = all(one.told is other.told for one, other in zip(shorter, longer, strict=False))
    return same and not any(one.told.moved for one in longer[len(shorter) :])


class ToldChapters:
    """A cache of the replayed chapters of one work. A chapter is decoded again only if its record changed since the
    last read.
    """

    def __init__(self, store: RecordSource, group_id: str) -> None:
        self._store, self._group_id = store, group_id
        self._decoded: dict[str, tuple[tuple[bytes, int], StoredChapter | None]] = {}

    async def of(self, episodes: Sequence[str]) -> list[PlacedChapter] | None:
        """Return the replayed chapters among the chapters with the ids *episodes*, in narrative order.

        Return None if one of the chapters was saved in a form that this version of the program cannot read. Raises
        StoreError.
        """
        records = await self._store.fetch(self._group_id, Kind.REPLAYED, ids=episodes)
        found: list[PlacedChapter] = []
        with paused_collector():
            for one in records:
                told = self._chapter(one)
                if told is None:
                    return None
                found.append(PlacedChapter(one.uuid, one.told, told))
        return found

    def _chapter(self, record: Record) -> StoredChapter | None:
        known = self._decoded.get(record.uuid)
        # The cache compares digests and not texts, because a digest takes much less memory. The cache also compares the
        # order key of the chapter, because the decoded passages contain this key, and it changes when the chapter moves
        # to another place in the work.
        own = (blake2b(record.value.encode("utf-8"), digest_size=16).digest(), record.told)
        if known is None or known[0] != own:
            known = self._decoded[record.uuid] = (own, stored_chapter(record))
        return known[1]
