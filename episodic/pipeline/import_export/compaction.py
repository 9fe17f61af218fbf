"""The deletion of a work's history, either before a given revision or completely."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.errors import InputError, UnknownRevisionError
from episodic.pipeline.session.checkpoint_records import remove_checkpoint
from episodic.pipeline.session.stored_records import stored_work
from episodic.ports import GraphStore


@dataclass(frozen=True, slots=True)
class Compacted:
    """The result of a compaction. `readable_from` is the first readable revision.

    `dropped` is the number of deleted records.
    """

    revision: int
    readable_from: int
    dropped: int


async def compact(
    store: GraphStore, group_id: str, *, before: int | None = None, keep_revisions: int | None = None
) -> Compacted:
    """Delete the history before revision *before*, or all revisions except the newest *keep_revisions* revisions.

    *keep_revisions* includes the current revision. Compaction changes neither the current records of the work nor its
    revision. After a compaction, reads with `at_revision` and undo can go back to the revision `readable_from`. A
    second compaction with the same arguments changes nothing. Raises InputError unless exactly one of *before* and
    *keep_revisions* is given, for *keep_revisions* below 1, and for an unknown work. Raises UnknownRevisionError,
    StoreError.
    """
    if (before is None) is (keep_revisions is None):
        raise InputError(
            "Exactly one of the two limits of history must be given.",
            hint="Give a revision, or the number of revisions to keep.",
        )
    if keep_revisions is not None and keep_revisions < 1:
        raise InputError(
            f"{keep_revisions} revisions cannot be kept.", hint="The current revision is always kept: give 1 or more."
        )
    work = await stored_work(store, group_id)
    if before is not None and not 1 <= before <= work.revision:
        raise UnknownRevisionError(before, newest=work.revision)
    keep = before if before is not None else max(1, work.revision + 1 - (keep_revisions or 1))
    dropped = await store.compact(group_id, keep=keep)
    return await _compacted(store, group_id, dropped)


async def purge(store: GraphStore, group_id: str) -> Compacted:
    """Delete all history of a work, so that its records no longer contain any text that was deleted or replaced.

    Overrides are part of the current work, so the sentences in their anchors are not deleted. The checkpoint of the
    work is deleted, because it contains earlier states. Raises InputError, StoreError.
    """
    await stored_work(store, group_id)
    await remove_checkpoint(store, group_id)
    dropped = await store.purge(group_id)
    return await _compacted(store, group_id, dropped)


async def _compacted(store: GraphStore, group_id: str, dropped: int) -> Compacted:
    work = await stored_work(store, group_id)
    return Compacted(work.revision, work.readable_from, dropped)
