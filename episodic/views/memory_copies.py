"""In-memory stores with derived records of a work. The vectors of unchanged texts are taken from the work's own store."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from episodic.model.records import SEARCHED, Changes, Kind, Record, RecordKey
from episodic.ports import Embedder, GraphStore
from episodic.stores.sqlite import SQLiteStore


class MemoryCopies:
    """Creates in-memory stores with records of the work *group_id*, whose own store is *store*."""

    def __init__(self, group_id: str, store: GraphStore, embedder: Embedder) -> None:
        self._group_id, self._store, self._embedder = group_id, store, embedder

    async def of(self, records: Mapping[RecordKey, Record]) -> GraphStore:
        """Return a new in-memory store with *records* and their vectors. Raise StoreError or EmbeddingError if the
        vectors cannot be read or computed.
        """
        store = SQLiteStore(":memory:")
        await store.setup()
        await store.commit(await self._changes(records))
        return store

    async def _changes(self, told: Mapping[RecordKey, Record]) -> Changes:
        embedder = self._embedder
        vectors: dict[tuple[Kind, str], Record] = {}
        for kind in SEARCHED:
            ids = [uuid for one, uuid in told if one is kind]
            for record in await self._store.fetch(self._group_id, kind, ids=ids, vectors=True):
                vectors[kind, record.uuid] = record
        records: list[Record] = []
        fresh: list[int] = []
        for key, record in told.items():
            known = vectors.get(key)
            if known is not None and known.text == record.text:
                records.append(record.with_vector(known.vector))
            else:
                if record.kind in SEARCHED and record.text:
                    fresh.append(len(records))
                records.append(record)
        if fresh:
            rows = await embedder.embed([records[one].text or "" for one in fresh])
            for position, row in zip(fresh, rows, strict=True):
                records[position] = records[position].with_vector(row.astype("<f4").tobytes())
        return Changes(
            self._group_id,
            0,
            uuid.uuid4().hex,
            "",
            "told",
            tuple(records),
            (),
            embedder.name,
            embedder.dimension,
        )
