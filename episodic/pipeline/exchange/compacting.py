"""Lets go of what a work no longer needs to remember: history before a revision, or every text that is not live."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.errors import InputError, UnknownRevisionError
from episodic.model.records import Work
from episodic.ports import GraphStore


@dataclass(frozen=True, slots=True)
class Compacted:
    """What a work's history came down to: its revision, the first that can still be read, and how many old records went."""

    revision: int
    readable_from: int
    dropped: int


async def compact(
    store: GraphStore, group_id: str, *, before: int | None = None, keep_revisions: int | None = None
) -> Compacted:
    """Let go of the history before revision *before*, or of all but the newest *keep_revisions* revisions (1: the present one).

    The live work and its revision stay as they are; `at_revision` and undo reach back to `readable_from`. Asked again it changes
    nothing. Raises InputError unless one of the two is given, UnknownRevisionError, StoreError.
    """
    if (before is None) is (keep_revisions is None):
        raise InputError("How much history is kept is not said.", hint="Name a revision, or how many are kept.")
    if keep_revisions is not None and keep_revisions < 1:
        raise InputError(
            f"{keep_revisions} revisions cannot be kept.", hint="The present one always is: keep 1 or more."
        )
    work = await _work(store, group_id)
    if before is not None and not 1 <= before <= work.revision:
        raise UnknownRevisionError(before, newest=work.revision)
    keep = before if before is not None else max(1, work.revision + 1 - (keep_revisions or 1))
    dropped = await store.compact(group_id, keep=keep)
    return await _compacted(store, group_id, dropped)


async def purge(store: GraphStore, group_id: str) -> Compacted:
    """Let go of all history, so that nothing the store reaches holds a text that was deleted or replaced.

    Author's acts are live: the sentence that one holds on to stays with it. Raises InputError, StoreError.
    """
    await _work(store, group_id)
    dropped = await store.purge(group_id)
    return await _compacted(store, group_id, dropped)


async def _compacted(store: GraphStore, group_id: str, dropped: int) -> Compacted:
    work = await _work(store, group_id)
    return Compacted(work.revision, work.readable_from, dropped)


async def _work(store: GraphStore, group_id: str) -> Work:
    work = await store.work(group_id)
    if work is None:
        raise InputError(f"The store has no work {group_id!r}.", hint="`episodic works` lists those it has.")
    return work
