"""How the records of a work's state differ from those in the store, and what a commit therefore saves and retires."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.records import Kind, Record, RecordKey


@dataclass(frozen=True, slots=True)
class RecordChanges:
    """The records that a commit saves, and the keys of those that it retires. `saved` are the records that the store has
    before the commit.
    """

    put: list[Record]
    retire: tuple[RecordKey, ...]
    saved: Mapping[RecordKey, Record]


@dataclass(frozen=True, slots=True)
class UnsavedRecords:
    """The keys of the records of a state that the store does not have, and the digests of the stored records that the
    state does not have, or has with another content. Records of checkpoints are left out.
    """

    keys: frozenset[RecordKey] = frozenset()
    outdated: Mapping[RecordKey, str] = field(default_factory=dict[RecordKey, str])

    @classmethod
    def of(cls, records: Mapping[RecordKey, Record], stored: Mapping[RecordKey, str]) -> UnsavedRecords:
        """Compare the records of a state with the digests of all stored records."""
        keys = frozenset(key for key, one in records.items() if stored.get(key) != one.digest)
        others = ((key, one) for key, one in stored.items() if key in keys or key not in records)
        return cls(keys, {key: one for key, one in others if key[0] is not Kind.CHECKPOINT})

    def changes(self, before: Mapping[RecordKey, Record], after: Mapping[RecordKey, Record]) -> RecordChanges:
        """Return what a commit saves and retires. *before* are the records of the state of these unsaved records, and
        *after* those of the state after the commit.
        """
        saved = {key: one for key, one in before.items() if key not in self.keys} if self.keys else before
        others = map(after.__getitem__, changed_keys(saved, after))
        put = [one for one in others if self._stored_digest(saved, (one.kind, one.uuid)) != one.digest]
        return RecordChanges(
            put, tuple(sorted((*missing_keys(saved, after), *missing_keys(self.outdated, after)))), saved
        )

    def _stored_digest(self, saved: Mapping[RecordKey, Record], key: RecordKey) -> str | None:
        known = self.outdated.get(key)
        return saved[key].digest if known is None and key in saved else known
