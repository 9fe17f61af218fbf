"""The replayed chapters of a work as the store keeps them, decoded once for all reads of a process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from episodic.model.paused_collector import paused_collector
from episodic.model.records import Kind
from episodic.pipeline.projection.told_chapters import StoredChapter, stored_chapter
from episodic.ports import GraphStore


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
    """A cache of the replayed chapters of one work. A chapter is read and decoded again only if the digest of its record
    changed since the last read.
    """

    def __init__(self, store: GraphStore, group_id: str) -> None:
        self._store, self._group_id = store, group_id
        self._decoded: dict[str, tuple[str, PlacedChapter | None]] = {}
        """By episode id, the digest of the chapter's record, and the chapter, or None if this version of the program
        cannot read it.
        """

    async def of(self, episodes: Sequence[str]) -> list[PlacedChapter] | None:
        """Return the replayed chapters among the chapters with the ids *episodes*, in narrative order.

        Return None if one of the chapters was saved in a form that this version of the program cannot read. Raises
        StoreError.
        """
        found: list[PlacedChapter] = []
        for one in await self._read(episodes):
            if one is None:
                return None
            found.append(one)
        return sorted(found, key=lambda one: (one.order, one.episode))

    async def _read(self, episodes: Sequence[str]) -> list[PlacedChapter | None]:
        work = await self._store.work(self._group_id)
        digests = await self._store.digests(self._group_id, Kind.REPLAYED)
        stored = {one: digest for one in episodes if (digest := digests.get((Kind.REPLAYED, one))) is not None}
        fresh = [one for one, digest in stored.items() if self._decoded.get(one, ("",))[0] != digest]
        records = await self._store.fetch(self._group_id, Kind.REPLAYED, ids=fresh) if fresh else ()
        if fresh and work != await self._store.work(self._group_id):
            return await self._read(episodes)  # Another process has committed since the digests were read.
        with paused_collector():
            for one in records:
                told = stored_chapter(one)
                placed = None if told is None else PlacedChapter(one.uuid, one.told, told)
                self._decoded[one.uuid] = (stored[one.uuid], placed)
        return [self._decoded[one][1] for one in stored]
