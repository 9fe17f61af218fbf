"""Loads and edits the series of a store. Every edit is a revision, and the last edit of a series can be undone."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from episodic.errors import NothingToUndoError, StaleRevisionError
from episodic.model.records import Changes, Kind, Record, from_json, to_json
from episodic.model.series import SERIES_GROUP, SeriesRecord, series_id
from episodic.ports import GraphStore

UNDONE = "undo"
_ATTEMPTS = 5

Edit = Callable[[SeriesRecord], SeriesRecord]


async def every_series(store: GraphStore) -> tuple[SeriesRecord, ...]:
    """Return all series of a store, ordered by name. A series without works is left out. Raises StoreError."""
    records = await store.fetch(SERIES_GROUP, Kind.SETTING)
    found = [from_json(SeriesRecord, one.value) for one in records]
    return tuple(sorted((one for one in found if one.works), key=lambda one: one.name))


async def load_series(store: GraphStore, name: str) -> SeriesRecord | None:
    """Return the stored series with this name, or None. Raises StoreError and InvalidNameError."""
    records = await store.fetch(SERIES_GROUP, Kind.SETTING, ids=[series_id(name)])
    return from_json(SeriesRecord, records[0].value) if records else None


async def edit_series(store: GraphStore, name: str, edit: Edit, *, action: str, at: str) -> SeriesRecord:
    """Change a series and return the new state. A series that does not exist is created; an edit without effect makes no
    revision.

    If another process edits a series at the same time, the edit is applied to the newer state. Raises StoreError.
    """
    left = _ATTEMPTS
    while True:
        base = await _revision(store)
        known = await load_series(store, name)
        changed = edit(known or SeriesRecord(name))
        if changed == known:
            return changed
        left -= 1
        try:
            await _save(store, changed, base=base, action=action, at=at)
        except StaleRevisionError:
            if not left:
                raise
            continue
        return changed


async def undo_series(store: GraphStore, name: str, *, at: str) -> SeriesRecord:
    """Undo the last edit of a series that is not undone yet, in a new revision, and return the state before that edit.

    Raises NothingToUndoError.
    """
    base = await _revision(store)
    actions = {one.revision: one.action for one in await store.commits(SERIES_GROUP)}
    history = await store.history(SERIES_GROUP, Kind.SETTING)
    versions = sorted((saved, record.value) for record, saved, _ in history if record.uuid == series_id(name))
    edits: list[str] = []
    for revision, value in versions:
        if actions.get(revision) != UNDONE:
            edits.append(value)
        elif edits:
            edits.pop()
    if not edits:
        raise NothingToUndoError("undo")
    restored = from_json(SeriesRecord, edits[-2]) if len(edits) > 1 else SeriesRecord(name)
    await _save(store, restored, base=base, action=UNDONE, at=at)
    return restored


async def _revision(store: GraphStore) -> int:
    work = await store.work(SERIES_GROUP)
    return 0 if work is None else work.revision


async def _save(store: GraphStore, series: SeriesRecord, *, base: int, action: str, at: str) -> None:
    record = Record(Kind.SETTING, series_id(series.name), to_json(series))
    await store.commit(Changes(SERIES_GROUP, base, uuid.uuid4().hex, at, action, put=(record,)))
