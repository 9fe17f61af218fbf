"""A work as lines, read from its store one kind at a time."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import AsyncIterator

from episodic.model.records import ASSERTED, SEARCHED, Kind, Record
from episodic.pipeline.exchange.lines import FORMAT, VERSION, Value, lines_of, sort_key, written
from episodic.ports import GraphStore

CANONICAL_KINDS = (
    Kind.EPISODE,
    Kind.PASSAGE,
    Kind.ENTITY,
    Kind.MENTION,
    Kind.STATEMENT,
    Kind.MOMENT,
    Kind.FACT,
    Kind.ISSUE,
    Kind.JUDGEMENT,
    Kind.ACT,
)
"""What two works must share to be the same graph. Readings are left out: everything they say stands in statements and mentions."""


async def export_lines(store: GraphStore, group_id: str, *, canonical: bool = False) -> AsyncIterator[str]:
    """The work as JSON lines, each without its line end. Nothing if there is no such work. Raises StoreError.

    Full: a header, the commits, every live record with its vector, the history of what was asserted, and an end line with the
    digest of all lines before it, so that a file cut short is known. Canonical: sorted, the same for equal graphs.
    """
    work = await store.work(group_id)
    if work is None:
        return
    ordinals = await _ordinals(store, group_id)
    if canonical:
        lines = [
            line
            for kind in CANONICAL_KINDS
            async for record in store.stream(group_id, kind)
            for line in lines_of(record, ordinals, canonical=True)
        ]
        for line in sorted(lines, key=sort_key):
            yield sort_key(line)
        return
    digest = hashlib.sha256()
    async for line in _full(store, group_id, ordinals):
        text = written(line)
        digest.update(text.encode("utf-8") + b"\n")
        yield text
    yield written({"kind": "end", "sha256": digest.hexdigest()})


async def _full(store: GraphStore, group_id: str, ordinals: dict[str, int]) -> AsyncIterator[Value]:
    work = await store.work(group_id)
    if work is None:
        return
    yield {
        "kind": "header",
        "format": FORMAT,
        "version": VERSION,
        "group_id": group_id,
        "revision": work.revision,
        "readable_from": work.readable_from,
        "embedder": work.embedder,
        "dimension": work.dimension,
    }
    for commit in await store.commits(group_id):
        if commit.revision > work.revision:
            break
        yield {
            "kind": "commit",
            "revision": commit.revision,
            "commit_id": commit.commit_id,
            "at": commit.at,
            "action": commit.action,
        }
    for kind in Kind:
        async for record in store.stream(group_id, kind, vectors=kind in SEARCHED):
            for line in lines_of(record, ordinals):
                yield line
            if record.vector is not None:
                yield _vector(record)
    for kind in sorted(ASSERTED):
        for record, put, retired in await store.history(group_id, kind):
            if put > work.revision:
                # Saved while this was being written: the file is the work as its header says.
                continue
            yield {
                "kind": "history",
                "of": kind.value,
                "uuid": record.uuid,
                "told": record.told,
                "put": put,
                "retired": None if retired is None or retired > work.revision else retired,
                "value": record.value,
            }


def _vector(record: Record) -> Value:
    raw = base64.b64encode(record.vector or b"").decode("ascii")
    return {"kind": "vector", "of": record.kind.value, "uuid": record.uuid, "float32": raw}


async def _ordinals(store: GraphStore, group_id: str) -> dict[str, int]:
    """Chapters counted in telling order from 1, by episode id; chapters that are not read yet count too."""
    found = [(record.told, record.uuid) async for record in store.stream(group_id, Kind.EPISODE)]
    return {uuid: number for number, (_, uuid) in enumerate(sorted(found), start=1)}
