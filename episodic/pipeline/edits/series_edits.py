"""Loads and edits the series of a store. Every edit is a revision, and the last edit can be undone."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from episodic.errors import NothingToUndoError, StaleRevisionError
from episodic.model.records import Changes, Kind, Record, from_json, to_json
from episodic.model.series import SERIES_ID, SeriesRecord, series_group
from episodic.ports import GraphStore

UNDONE = "undo"
_ATTEMPTS = 5

Edit = Callable[[SeriesRecord], SeriesRecord]


async def load_series(store: GraphStore, name: str) -> SeriesRecord | None:
    """Return the stored series with this name, or None. Raises StoreError and InvalidNameError."""
    records = await store.fetch(series_group(name), Kind.SETTING, ids=[SERIES_ID])
    return from_json(SeriesRecord, records[0].value) if records else None


async def edit_series(store: GraphStore, name: str, edit: Edit, *, action: str, at: str) -> SeriesRecord:
    """Change a series and return the new state. A series that does not exist is created; an edit without effect makes no
    revision.

    If another process edits the series at the same time, the edit is applied to the newer state. Raises StoreError.
    """
    for attempt in range(_ATTEMPTS):
        work = await store.work(series_group(name))
        known = await load_series(store, name)
        changed = edit(known or SeriesRecord(name))
        if changed == known:
            return changed
        try:
            await _save(store, changed, base=0 if work is None else work.revision, action=action, at=at)
        except StaleRevisionError:
            if attempt == _ATTEMPTS - 1:
                raise
            continue
        return changed
    raise AssertionError("unreachable")


async def undo_series(store: GraphStore, name: str, *, at: str) -> SeriesRecord:
    """Undo the last edit that is not undone yet, in a new revision, and return the state before that edit.

    Raises NothingToUndoError.
    """
    group = series_group(name)
    versions = {saved: record for record, saved, _ in await store.history(group, Kind.SETTING)}
    edits: list[int] = []
    for commit in await store.commits(group):
        if commit.action != UNDONE:
            edits.append(commit.revision)
        elif edits:
            edits.pop()
    if not edits:
        raise NothingToUndoError("undo")
    before = versions.get(edits[-2]) if len(edits) > 1 else None
    restored = SeriesRecord(name) if before is None else from_json(SeriesRecord, before.value)
    work = await store.work(group)
    await _save(store, restored, base=0 if work is None else work.revision, action=UNDONE, at=at)
    return restored


async def _save(store: GraphStore, series: SeriesRecord, *, base: int, action: str, at: str) -> None:
    record = Record(Kind.SETTING, SERIES_ID, to_json(series))
    await store.commit(Changes(series_group(series.name), base, uuid.uuid4().hex, at, action, put=(record,)))
