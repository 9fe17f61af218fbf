"""Renames works: an imported work before it is written, or a work in a store.

The name of a work is part of the ids of its chapters, entities and facts. The ids of chapters, entities and facts
therefore change with the name of the work. The old ids of entities and facts become redirects to the new ids.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from episodic.errors import InputError, StaleRevisionError
from episodic.model.decisions import Override
from episodic.model.episodes import Episode
from episodic.model.ids import identify
from episodic.model.json_shapes import Json
from episodic.model.name_keys import check_work_name
from episodic.model.records import Kind, Record, Redirect, from_json
from episodic.pipeline.import_export.exporting import export_lines
from episodic.pipeline.import_export.importing import Imported, parsed_export
from episodic.pipeline.import_export.restoring import Restored, derived_records, restore
from episodic.pipeline.import_export.spool import HistoryRecord
from episodic.pipeline.order_keys import canon_id
from episodic.pipeline.text_positions import VectorsOf
from episodic.ports import Embedder, GraphStore

_REDIRECTED = (Kind.ENTITY, Kind.FACT)


def under_name(found: Imported, name: str, *, vectors_of: VectorsOf) -> Imported:
    """Return an imported work under another name, with all commits, the whole history and all vectors.

    Raises InvalidNameError for a name that cannot be stored.
    """
    if check_work_name(name) == found.group_id:
        return found
    before = derived_records(found, vectors_of=vectors_of)
    ids = {one.record.uuid: new for one in found.dated if (new := _new_id(one.record, found.group_id, name))}
    renamed = Imported(name, found.readable_from, found.embedder, found.dimension, f"{found.digest} {name}")
    renamed.commits = found.commits
    for one in found.dated:
        renamed.add_input(_renamed(one, ids, name))
    # The derived records are derived again, because their ids depend on the work's name.
    renamed.fault = "it was renamed"
    after = derived_records(renamed, vectors_of=vectors_of)
    ids |= _derived_ids(before, after)
    for vector in found.vectors():
        renamed.loose_vectors.add(replace(vector, uuid=ids.get(vector.uuid, vector.uuid)))
    renamed.redirects = [
        *(Redirect(one.uuid, name, one.kind, ids.get(one.target, one.target)) for one in found.redirects),
        *(
            Redirect(one.uuid, name, one.kind, ids[one.uuid])
            for one in before
            if one.kind in _REDIRECTED and one.uuid in ids
        ),
    ]
    return renamed


async def rename_work(
    store: GraphStore,
    old: str,
    new: str,
    *,
    embedder: Embedder,
    vectors_of: VectorsOf,
    follow: Callable[[], Awaitable[None]] | None = None,
) -> Restored:
    """Give a work of the store another name. The work appears under its new name in one transaction, and is deleted
    under its old name only then. An interrupted call therefore loses nothing and can be repeated. The callback *follow*
    is called while the work has both names. Series can therefore refer to the new name before the old name is deleted.

    Raises InputError if the store has no work *old* or has another work *new*. Raises StaleRevisionError if the work
    was changed in the meantime. Raises InvalidNameError, EmbedderMismatchError, StoreError.
    """
    check_work_name(new)
    work = await store.work(old)
    if work is None:
        raise InputError(f"There is no work {old!r} in the store.", hint="`episodic works` lists the works.")
    if old == new:
        return Restored(work.revision, changed=False)
    found = under_name(await parsed_export(export_lines(store, old), group_id=old), new, vectors_of=vectors_of)
    restored = await restore(store, found, embedder=embedder, vectors_of=vectors_of)
    await _check_unchanged(store, old, restored.revision, copied_to=new)
    if follow is not None:
        await follow()
        await _check_unchanged(store, old, restored.revision, copied_to=new)
    await store.delete(old)
    return Restored(restored.revision, changed=True)


async def _check_unchanged(store: GraphStore, name: str, revision: int, *, copied_to: str) -> None:
    """If the work has another revision than *revision*, delete its copy and raise StaleRevisionError."""
    now = await store.work(name)
    if now is None or now.revision != revision:
        await store.delete(copied_to)
        raise StaleRevisionError(name, base=revision, current=0 if now is None else now.revision)


def _new_id(record: Record, old: str, new: str) -> str | None:
    """Return the id of a chapter or override under the work name *new*, or None if the id does not depend on the work's
    name.
    """
    if record.kind is Kind.ACT:
        number = from_json(Override, record.value).number
        return identify("act", new, number) if record.uuid == identify("act", old, number) else None
    if record.kind is not Kind.EPISODE:
        return None
    episode = from_json(Episode, record.value)
    if record.uuid == canon_id(old, episode.key):
        return canon_id(new, episode.key)
    if record.uuid == identify("episode", old, episode.key, episode.layer):
        return identify("episode", new, episode.key, episode.layer)
    return None


def _renamed(one: HistoryRecord, ids: Mapping[str, str], name: str) -> HistoryRecord:
    value: Json = json.loads(one.record.value)
    changed = _with_ids(value, ids)
    if isinstance(changed, dict) and "group_id" in changed:
        changed["group_id"] = name
    text = json.dumps(changed, ensure_ascii=False, separators=(",", ":"))
    record = one.record
    return replace(one, record=Record(record.kind, ids.get(record.uuid, record.uuid), text, told=record.told))


def _with_ids(value: Json, ids: Mapping[str, str]) -> Json:
    match value:
        case str():
            return ids.get(value, value)
        case list():
            return [_with_ids(one, ids) for one in value]
        case dict():
            return {key: _with_ids(one, ids) for key, one in value.items()}
        case _:
            return value


def _derived_ids(before: Sequence[Record], after: Sequence[Record]) -> dict[str, str]:
    """Return the new ids of derived records by old id. The records of each kind must be in the same order in *before*
    and *after*, and are paired by their position. A pair of records with different texts is left out.
    """
    found: dict[str, str] = {}
    for kind in {one.kind for one in after} - {Kind.REDIRECT}:
        pairs = zip(
            (one for one in before if one.kind is kind), (one for one in after if one.kind is kind), strict=True
        )
        found.update((old.uuid, new.uuid) for old, new in pairs if old.text == new.text)
    return found
