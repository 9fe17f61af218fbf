"""The records of a work that the store has, and their differences from the records of a new state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from episodic.errors import InputError
from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.records import Record, RecordKey, Work
from episodic.pipeline.session.work_checkpoint import CheckpointRecords
from episodic.ports import GraphStore


class StoredRecords:
    """The differences between the records in the store and the records of the last state of a work. After a commit, and
    after the work was restored from its checkpoint, there are none. *blocks* are the keys of the records of
    checkpoints.
    """

    def __init__(self, blocks: Iterable[RecordKey] = ()) -> None:
        self.blocks = set(blocks)
        """The keys of the records of checkpoints."""
        self._unsaved: dict[RecordKey, str | None] = {}
        self._stray: dict[RecordKey, str] = {}
        """The records of the last state that differ from those in the store, with the digests that the store has, and
        the digests of the records that only the store has.
        """

    def compare(self, records: Mapping[RecordKey, Record], digests: Mapping[RecordKey, str]) -> None:
        """Find the records of a replayed work that differ from those in the store, whose digests are given, and the
        records that only the store has. The next commit saves the records that differ, and removes the records that
        only the store has.
        """
        self._unsaved = {key: digests.get(key) for key, one in records.items() if digests.get(key) != one.digest}
        self._stray = {key: digests[key] for key in missing_keys(digests, records) if key not in self.blocks}

    def lacks(self, key: RecordKey) -> bool:
        """Return whether the record of the replayed work differs from the record in the store."""
        return key in self._unsaved

    def kept(self, records: Mapping[RecordKey, Record], key: RecordKey) -> Record | None:
        """Return the record with this key among *records*, the records of the last state, if the store has it."""
        return None if key in self._unsaved else records.get(key)

    def fresh(self, before: Mapping[RecordKey, Record], after: Mapping[RecordKey, Record]) -> list[Record]:
        """Return the records among *after* that the store does not have. *before* contains the records of the last
        state.
        """
        others = dict.fromkeys(changed_keys(before, after))
        others.update(dict.fromkeys(filter(after.__contains__, self._unsaved)))
        return [after[key] for key in others if self._digest(before, key) != after[key].digest]

    def _digest(self, before: Mapping[RecordKey, Record], key: RecordKey) -> str | None:
        if key in self._unsaved or key not in before:
            return self._unsaved.get(key, self._stray.get(key))
        return before[key].digest

    def retired(self, before: Mapping[RecordKey, Record], after: Mapping[RecordKey, Record]) -> tuple[RecordKey, ...]:
        """Return the keys of the records in the store that are missing from the records *after* of the new state."""
        gone = {*missing_keys(before, after), *self._stray}
        return tuple(sorted(key for key in gone if key not in after and self._unsaved.get(key, "") is not None))

    def note_saved(self, checkpoint: CheckpointRecords | None) -> None:
        """Note that the store has the records of the last state, after a commit."""
        if checkpoint is not None:
            self.blocks.difference_update(checkpoint.outdated)
            self.blocks.update(checkpoint.record_keys())
        self._unsaved, self._stray = {}, {}


async def stored_work(store: GraphStore, group_id: str) -> Work:
    """Return the work that the store has under this name. Raise InputError if it has none, and StoreError."""
    work = await store.work(group_id)
    if work is None:
        raise InputError(f"The store has no work {group_id!r}.", hint="`episodic works` lists those it has.")
    return work
