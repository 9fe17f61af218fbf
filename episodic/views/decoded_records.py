"""Values that are decoded from the records of a work, and decoded again only if their records have changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from episodic.model.paused_collector import paused_collector
from episodic.model.records import Kind, Record
from episodic.ports import GraphStore

Value = TypeVar("Value")


class DecodedRecords(Generic[Value]):
    """A cache of the values that the function *decode* makes of one work's records of the kind *kind*. A record is read
    and decoded again only if its digest changed since the last read.
    """

    def __init__(self, store: GraphStore, group_id: str, kind: Kind, decode: Callable[[Record], Value]) -> None:
        self._store, self._group_id, self._kind, self._decode = store, group_id, kind, decode
        self._decoded: dict[str, tuple[str, Value]] = {}
        """The digest and the value of each record, by the record's id."""

    async def of(self, ids: Sequence[str] | None = None) -> list[Value]:
        """Return the values of the records with the ids *ids*, or of all records of the kind if *ids* is None. All
        values are of the same revision of the work. Unknown ids are ignored. Raises StoreError.
        """
        work = await self._store.work(self._group_id)
        digests = {uuid: one for (_, uuid), one in (await self._store.digests(self._group_id, self._kind)).items()}
        stored = digests if ids is None else {one: digests[one] for one in ids if one in digests}
        fresh = [one for one, digest in stored.items() if self._decoded.get(one, ("",))[0] != digest]
        wanted = None if len(fresh) == len(digests) else fresh
        records = await self._store.fetch(self._group_id, self._kind, ids=wanted) if fresh else ()
        if fresh and work != await self._store.work(self._group_id):
            return await self.of(ids)  # Another process has committed since the digests were read.
        with paused_collector():
            for one in records:
                self._decoded[one.uuid] = (stored[one.uuid], self._decode(one))
        return [self._decoded[one][1] for one in stored]
