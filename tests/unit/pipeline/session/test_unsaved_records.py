"""Tests of the differences between the records of a state and those in the store."""

from __future__ import annotations

from episodic.model.records import Kind, Record, RecordKey
from episodic.pipeline.session.unsaved_records import UnsavedRecords


def records(**values: str) -> dict[RecordKey, Record]:
    """Return records of entities with these ids and values."""
    return {(Kind.ENTITY, uuid): Record(Kind.ENTITY, uuid, value) for uuid, value in values.items()}


def digests(stored: dict[RecordKey, Record]) -> dict[RecordKey, str]:
    """Return the digests of records, and of a record of a checkpoint."""
    return {(Kind.CHECKPOINT, "index"): "digest", **{key: one.digest for key, one in stored.items()}}


def test_a_state_whose_records_are_stored_saves_only_changes() -> None:
    before = records(same="1", changed="1", gone="1")
    after = {**records(changed="2", new="1"), (Kind.ENTITY, "same"): before[Kind.ENTITY, "same"]}

    found = UnsavedRecords.of(before, digests(before)).changes(before, after)

    assert [one.uuid for one in found.put] == ["changed", "new"]
    assert found.retire == ((Kind.ENTITY, "gone"),)
    assert found.saved == before


def test_records_that_differ_from_the_store_are_saved_with_the_next_commit() -> None:
    """A program that derives other records than an older program saves them, and retires those that it does not have."""
    state = records(same="1", other="new", missing="1")
    unsaved = UnsavedRecords.of(state, digests(records(same="1", other="old", older="1")))

    found = unsaved.changes(state, state)

    assert unsaved.keys == {(Kind.ENTITY, "other"), (Kind.ENTITY, "missing")}
    assert {one.uuid for one in found.put} == {"other", "missing"}
    assert found.retire == ((Kind.ENTITY, "older"),)
    assert list(found.saved) == [(Kind.ENTITY, "same")]


def test_a_record_that_becomes_what_the_store_has_is_not_saved_again() -> None:
    before, stored = records(one="new"), records(one="old")

    found = UnsavedRecords.of(before, digests(stored)).changes(before, records(one="old"))

    assert found.put == []
    assert found.retire == ()
