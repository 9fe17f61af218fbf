"""The records of a work that the store has, and their differences from the records of a new state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from episodic.errors import InputError
from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.records import Record, RecordKey, Work
from episodic.pipeline.session.checkpoint_records import CheckpointRecords
from episodic.ports import GraphStore


class StoredRecords:
    """How the records in the store differ from the records of the work's state in this process. After a commit, and
    after the state was restored from a checkpoint, the records in the store equal those of the state. *blocks* are the
    keys of checkpoint records.
    """

    def __init__(self, blocks: Iterable[RecordKey] = ()) -> None:
        self.blocks = set(blocks)
        """The keys of the checkpoint records that the store has, also of records that a crash left behind."""
        self._unsaved: dict[RecordKey, str | None] = {}
        self._stray: dict[RecordKey, str] = {}
        """The digests of records that are in the store, but not in the state of this process."""

    def compare(self, records: Mapping[RecordKey, Record], digests: Mapping[RecordKey, str]) -> None:
        """Compare *records*, the records of a replayed work, with *digests*, the digests of the records in the store.
        The next commit saves the records whose digests differ from those in the store, and removes records that only
        the store has.
        """
        self._unsaved = {key: digests.get(key) for key, one in records.items() if digests.get(key) != one.digest}
        self._stray = {key: digests[key] for key in missing_keys(digests, records) if key not in self.blocks}

    def lacks(self, key: RecordKey) -> bool:
        """Return whether the store lacks the record, or has another version of it."""
        return key in self._unsaved

    def kept(self, records: Mapping[RecordKey, Record], key: RecordKey) -> Record | None:
        """Return the record with this key from *records* if the store has the same record, otherwise None."""
        return None if key in self._unsaved else records.get(key)

    def fresh(self, before: Mapping[RecordKey, Record], after: Mapping[RecordKey, Record]) -> list[Record]:
        """Return the records of *after*, the new state, that the store lacks or has in another version. *before*
        contains the records of the last state.
        """
        others = dict.fromkeys(changed_keys(before, after))
        others.update(dict.fromkeys(filter(after.__contains__, self._unsaved)))
        return [after[key] for key in others if self._digest(before, key) != after[key].digest]

    def _digest(self, before: Mapping[RecordKey, Record], key: RecordKey) -> str | None:
        if key in self._unsaved or key not in before:
            return self._unsaved.get(key, self._stray.get(key))
        return before[key].digest

    def retired(self, before: Mapping[RecordKey, Record], after: Mapping[RecordKey, Record]) -> tuple[RecordKey, ...]:
        """Return the keys of records in the store that *after*, the new state, does not have."""
        gone = {*missing_keys(before, after), *self._stray}
        return tuple(sorted(key for key in gone if key not in after and self._unsaved.get(key, "") is not None))

    def note_saved(self, checkpoint: CheckpointRecords | None) -> None:
        """After a commit, remember that the store has all records of the committed state."""
        if checkpoint is not None:
            self.blocks.difference_update(checkpoint.outdated)
            self.blocks.update(checkpoint.record_keys())
        self._unsaved, self._stray = {}, {}


async def stored_work(store: GraphStore, group_id: str) -> Work:
    """Return the work with this name in the store. Raises StoreError, and InputError if the store has no work with this
    name.
    """
    work = await store.work(group_id)
    if work is None:
        raise InputError(f"The store has no work {group_id!r}.", hint="`episodic works` lists those it has.")
    return work
