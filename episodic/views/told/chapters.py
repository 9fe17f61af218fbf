"""The replayed chapters of a work as the store keeps them, decoded once for all reads of a process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from episodic.model.records import Kind, Record
from episodic.pipeline.projection.told_chapters import StoredChapter, stored_chapter
from episodic.ports import GraphStore
from episodic.views.decoded_records import DecodedRecords


class PlacedChapter(NamedTuple):
    """A replayed chapter, as stored, with its episode id and order key."""

    episode: str
    order: int
    told: StoredChapter


def entities_agree(first: Sequence[PlacedChapter], second: Sequence[PlacedChapter]) -> bool:
    """Return whether the entities of the common chapters have the same ids in two versions of a work. The result is
    true under two conditions. The shorter version must consist of the first chapters of the longer one. The further
    chapters of the longer one must merge no entities.
    """
    shorter, longer = sorted((first, second), key=len)
    same = all(one.told is other.told for one, other in zip(shorter, longer, strict=False))
    return same and not any(one.told.moved for one in longer[len(shorter) :])


class ToldChapters:
    """A cache of the replayed chapters of one work. A chapter is read and decoded again only if the digest of its record
    changed since the last read.
    """

    def __init__(self, store: GraphStore, group_id: str) -> None:
        self._decoded = DecodedRecords(store, group_id, Kind.REPLAYED, _placed)

    async def of(self, episodes: Sequence[str]) -> list[PlacedChapter] | None:
        """Return the replayed chapters among the chapters with the ids *episodes*, in narrative order.

        Return None if one of the chapters was saved in a form that this version of the program cannot read. Raises
        StoreError.
        """
        found: list[PlacedChapter] = []
        for one in await self._decoded.of(episodes):
            if one is None:
                return None
            found.append(one)
        return sorted(found, key=lambda one: (one.order, one.episode))


def _placed(record: Record) -> PlacedChapter | None:
    told = stored_chapter(record)
    return None if told is None else PlacedChapter(record.uuid, record.told, told)
