"""Loads and edits the series of a store. Every edit that changes a series makes a revision, and the last edit of a
series can be undone.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping
from functools import partial

from episodic.errors import NothingToUndoError, StaleRevisionError
from episodic.model.episodes import Episode
from episodic.model.ids import identify
from episodic.model.records import Changes, Kind, Record, Redirect, from_json, to_json
from episodic.model.series import SERIES_GROUP, SeriesRecord, series_id
from episodic.pipeline.order_keys import canon_id
from episodic.pipeline.session.checkpoint_records import save
from episodic.ports import GraphStore

UNDONE = "undo"
RENAMED = "rename work "
"""The beginning of the text `action` of a commit that replaces the old name of a renamed work by its new name in a
series. The whole text `action` ends with the old and the new name of the work as JSON, as in "rename work ["old",
"new"]".
"""
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
    """Change a series and return the new state. If the series does not exist, it is created. An edit without effect
    makes no revision.

    If another process edits a series at the same time, the edit is tried again on the newer state, with five attempts
    in all. Raises StoreError, InvalidNameError and, after the last attempt, StaleRevisionError.
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

    Raises NothingToUndoError if no edit is left to undo, StaleRevisionError if another process edits a series at the
    same time, StoreError and InvalidNameError.
    """
    base = await _revision(store)
    actions = {one.revision: one.action for one in await store.commits(SERIES_GROUP)}
    history = await store.history(SERIES_GROUP, Kind.SETTING)
    versions = sorted((saved, record.value) for record, saved, _ in history if record.uuid == series_id(name))
    edits: list[str] = []
    for revision, value in versions:
        action = actions.get(revision, "")
        if action.startswith(RENAMED):
            # After a renaming, an undo returns only to states in which the work has its new name.
            old, new = json.loads(action.removeprefix(RENAMED))
            ids = await renamed_ids(store, old, new)
            edits = [to_json(from_json(SeriesRecord, one).with_renamed_work(old, new, ids)) for one in edits]
        elif action != UNDONE:
            edits.append(value)
        elif edits:
            edits.pop()
    if not edits:
        raise NothingToUndoError("undo")
    restored = from_json(SeriesRecord, edits[-2]) if len(edits) > 1 else SeriesRecord(name)
    await _save(store, restored, base=base, action=UNDONE, at=at)
    return restored


async def rename_in_series(store: GraphStore, old: str, new: str, *, at: str) -> None:
    """Let all series refer to a renamed work by its new name. During the call, the store may contain the renamed work
    under its old name as well as under its new name. Raises StoreError.
    """
    ids: Mapping[str, str] | None = None
    for one in await every_series(store):
        if old not in one.works:
            continue
        ids = await renamed_ids(store, old, new) if ids is None else ids
        renamed = partial(SeriesRecord.with_renamed_work, old=old, new=new, ids=ids)
        await edit_series(store, one.name, renamed, action=f"{RENAMED}{json.dumps([old, new])}", at=at)


async def renamed_ids(store: GraphStore, old: str, new: str) -> dict[str, str]:
    """Return the new ids of the chapters and entities of a work that was renamed, by the ids under its old name."""
    found: dict[str, str] = {}
    for record in await store.fetch(new, Kind.EPISODE):
        episode = from_json(Episode, record.value)
        for name in (canon_id(old, episode.key), identify("episode", old, episode.key, episode.layer)):
            found[name] = episode.uuid
    for record in await store.fetch(new, Kind.REDIRECT):
        redirect = from_json(Redirect, record.value)
        found[redirect.uuid] = redirect.target
    return found


async def _revision(store: GraphStore) -> int:
    work = await store.work(SERIES_GROUP)
    return 0 if work is None else work.revision


async def _save(store: GraphStore, series: SeriesRecord, *, base: int, action: str, at: str) -> None:
    record = Record(Kind.SETTING, series_id(series.name), to_json(series))
    await save(store, [Changes(SERIES_GROUP, base, uuid.uuid4().hex, at, action, put=(record,))])
