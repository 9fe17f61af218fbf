"""The records of a work that the store has, and their differences from the records of a new state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from episodic.errors import InputError
from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.records import Changes, Kind, Record, RecordKey, Work
from episodic.pipeline.session.work_checkpoint import CheckpointRecords
from episodic.ports import GraphStore


class StoredRecords:
    """The keys and digests of the records in the store. The keys of the records of checkpoints are listed separately,
    in `blocks`.
    """

    def __init__(self, digests: Mapping[RecordKey, str]) -> None:
        self.blocks = {key for key in digests if key[0] is Kind.CHECKPOINT}
        """The keys of the records of checkpoints."""
        self._digests = {key: digest for key, digest in digests.items() if key[0] is not Kind.CHECKPOINT}
        self._unsaved: set[RecordKey] = set()
        self._stray: Sequence[RecordKey] = ()

    def compare(self, records: Mapping[RecordKey, Record]) -> None:
        """Find the records of a replayed work that differ from those in the store, and the records that only the store
        has. The next commit saves the records that differ, and removes the records that only the store has.
        """
        self._unsaved = {key for key, one in records.items() if self._digests.get(key) != one.digest}
        self._stray = missing_keys(self._digests, records)

    def lacks(self, key: RecordKey) -> bool:
        """Return whether the record of the replayed work differs from the record in the store."""
        return key in self._unsaved

    def kept(self, records: Mapping[RecordKey, Record], key: RecordKey) -> Record | None:
        """Return the record with this key among *records*, the records of the last state, if the store has it."""
        return records.get(key) if key in self._digests and key not in self._unsaved else None

    def fresh(self, before: Mapping[RecordKey, Record], after: Mapping[RecordKey, Record]) -> list[Record]:
        """Return the records among *after* that the store does not have. *before* contains the records of the last
        state.
        """
        others = dict.fromkeys(changed_keys(before, after))
        if self._unsaved:
            others.update(dict.fromkeys(filter(self._unsaved.__contains__, after)))
        changed = (after[key] for key in others)
        return [one for one in changed if self._digests.get((one.kind, one.uuid)) != one.digest]

    def retired(self, before: Mapping[RecordKey, Record], after: Mapping[RecordKey, Record]) -> tuple[RecordKey, ...]:
        """Return the keys of the records in the store that are missing from the records *after* of the new state."""
        gone = {*missing_keys(before, after), *self._stray}
        return tuple(sorted(key for key in gone if key in self._digests and key not in after))

    def note_saved(self, changes: Iterable[Changes], checkpoint: CheckpointRecords | None) -> None:
        """Update the keys and digests after a commit."""
        for one in changes:
            for key in one.retire:
                self._digests.pop(key, None)
            saved = (record for record in one.put if record.kind is not Kind.CHECKPOINT)
            self._digests.update(((record.kind, record.uuid), record.digest) for record in saved)
        if checkpoint is not None:
            self.blocks.difference_update(checkpoint.outdated)
            self.blocks.update(checkpoint.record_keys())
        self._unsaved, self._stray = set(), ()


async def stored_work(store: GraphStore, group_id: str) -> Work:
    """Return the work that the store has under this name. Raise InputError if it has none, and StoreError."""
    work = await store.work(group_id)
    if work is None:
        raise InputError(f"The store has no work {group_id!r}.", hint="`episodic works` lists those it has.")
    return work
