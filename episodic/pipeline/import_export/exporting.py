"""The export of a work as JSON lines. Records are read from the store one kind at a time."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import AsyncIterator

from episodic.model.episodes import Layer
from episodic.model.records import ASSERTED, SEARCHED, Kind, Record, Work, page_of
from episodic.pipeline.import_export.line_format import FORMAT, VERSION, Value, line_text, lines_of, sort_key
from episodic.pipeline.session.work_checkpoint import program_digest
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
"""The kinds of records that a canonical export contains. A canonical export contains no readings, because its
statements and mentions already contain what the readings say.
"""

EXPORTED_KINDS: tuple[Kind, ...] = tuple(kind for kind in Kind if kind is not Kind.CHECKPOINT)
"""The kinds of records that a full export contains. Checkpoints are not exported, because an import can derive the
state again.
"""

_PLACES = {Layer.CANON: (0, 0), Layer.DRAFT: (0, 1), Layer.PLAN: (1, 0), Layer.NOTE: (2, 0)}
"""For each layer, two numbers by which chapters are sorted before they are numbered. Chapters are sorted by the first
number of their layer, then by order key, then by the second number of their layer. The second number of the draft layer
is greater than that of canon. A draft therefore comes after the canon chapter with the same order key.
"""


async def export_lines(store: GraphStore, group_id: str, *, canonical: bool = False) -> AsyncIterator[str]:
    """Yield the work as JSON lines without line ends. If the work does not exist, no line is yielded.

    A full export has a header, the commits, every current record with its vector, the history of the inputs, and an end
    line. The end line has the digest of all earlier lines, so that an import detects a truncated file. A canonical
    export is sorted, so that equal graphs have equal canonical exports. Raises StoreError.
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
        text = line_text(line)
        digest.update(text.encode("utf-8") + b"\n")
        yield text
    yield line_text({"kind": "end", "sha256": digest.hexdigest()})


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
        "program": program_digest(),
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
    for kind in EXPORTED_KINDS:
        async for record in store.stream(group_id, kind, vectors=kind in SEARCHED):
            for line in lines_of(record, ordinals):
                yield line
            if record.vector is not None:
                yield _vector(record)
    for kind in sorted(ASSERTED):
        async for line in _history(store, work, kind):
            yield line


async def _history(store: GraphStore, work: Work, kind: Kind) -> AsyncIterator[Value]:
    ids = await store.history_ids(work.group_id, kind)
    size = page_of(kind)
    for begin in range(0, len(ids), size):
        for record, put, retired in await store.history(work.group_id, kind, ids=ids[begin : begin + size]):
            if put > work.revision:
                # A record that was saved during the export is left out, because the file contains only the revision
                # that its header names.
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
    """Return the number of each chapter in narrative order, from 1, by episode id.

    Plans follow all canon chapters and drafts, and notes follow the plans. Chapters that could not be read yet are
    counted as well.
    """
    found = [
        (*_PLACES[Layer(json.loads(record.value)["layer"])], record.told, record.uuid)
        async for record in store.stream(group_id, Kind.EPISODE)
    ]
    ordered = sorted(found, key=lambda one: (one[0], one[2], one[1], one[3]))
    return {uuid: number for number, (*_, uuid) in enumerate(ordered, start=1)}
