"""Limits that all stores share: checks of what is saved, and limits for the parameters of searches."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NoReturn

from episodic.errors import EmbeddingDimensionError, StoreRefusedError
from episodic.model.name_keys import check_name
from episodic.model.records import SEARCHED, Changes, Kind, Record
from episodic.ports import Bounds

KEY_LIMIT = 1 << 62
"""All order keys in a store (integers that place chapters in narrative order) must lie between -KEY_LIMIT and
KEY_LIMIT, both excluded. In indexes, KEY_LIMIT stands for a missing upper bound, and -KEY_LIMIT for a missing lower
bound.
"""
ANYWHERE = Bounds()
_NUMBER_BYTES = 4


def is_storable(text: str) -> bool:
    """Return whether *text* can be written as UTF-8; a text with a lone surrogate cannot."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def clamped(bounds: Bounds) -> Bounds:
    """Return *bounds* with their order keys limited to KEY_LIMIT, so that a store can compare them as 64-bit integers."""
    if bounds.told_by is None and bounds.at is None:
        return bounds
    return replace(bounds, told_by=_clamped(bounds.told_by), at=_clamped(bounds.at))


def _clamped(key: int | None) -> int | None:
    return None if key is None else max(-KEY_LIMIT, min(key, KEY_LIMIT))


def check_searched(kind: Kind) -> None:
    """Raise StoreRefusedError if *kind* is not a searched kind (fact, entity or passage)."""
    if kind not in SEARCHED:
        raise StoreRefusedError(
            f"Records of kind {kind} have neither full text nor vectors.", hint="Search facts, entities or passages."
        )


def check_commits(row: Sequence[Changes]) -> None:
    """Check that a store can save the commits *row* in one transaction.

    Raise InvalidNameError for an invalid `group_id`. Raise ValueError if the commits are not successive commits of one
    work, or if two of them have the same commit id. ValueError is also raised if any commit but the first replaces the
    vectors. Raise StoreRefusedError for a text, vector or order key that cannot be stored.
    """
    first = row[0]
    for number, changes in enumerate(row):
        if changes.group_id != first.group_id or changes.base_revision != first.base_revision + number:
            raise ValueError(
                f"Commit {number + 1} of {len(row)} follows revision {changes.base_revision} of {changes.group_id!r}, "
                f"not revision {first.base_revision + number} of {first.group_id!r}."
            )
    if len({changes.commit_id for changes in row}) < len(row):
        raise ValueError(f"Two of {len(row)} commits to {first.group_id!r} have the same commit id.")
    if any(changes.replaces_vectors for changes in row[1:]):
        raise ValueError(f"Only the first of {len(row)} commits to {first.group_id!r} can replace the vectors.")
    check_name(first.group_id, "group name")
    for changes in row:
        _check_one(changes)


def check_staged(row: Sequence[Changes]) -> None:
    """Check that a store can save the changes *row* as one part of a staged work (an import saves it part by part).

    Raise InvalidNameError, StoreRefusedError, and ValueError if the changes replace vectors, belong to different works,
    or are not successive commits. Neighbouring changes with the same base revision (the one before the commit) and
    commit id belong to one commit.
    """
    first = row[0]
    check_name(first.group_id, "group name")
    for before, after in pairwise(row):
        continued = after.base_revision == before.base_revision and after.commit_id == before.commit_id
        follows = after.base_revision == before.base_revision + 1 and after.commit_id != before.commit_id
        if after.group_id != first.group_id or not (continued or follows):
            raise ValueError(f"The changes of {first.group_id!r} are not in order at revision {after.base_revision}.")
    if any(changes.replaces_vectors for changes in row):
        raise ValueError(f"The staged work {first.group_id!r} has no vectors that could be replaced.")
    for changes in row:
        _check_one(changes)


def check_kept(records: Sequence[Record]) -> None:
    """Raise StoreRefusedError for a record that is not of the kind CHECKPOINT, or that cannot be stored."""
    for record in records:
        if record.kind is not Kind.CHECKPOINT:
            raise StoreRefusedError(f"A record of kind {record.kind} is saved by a commit only.")
    _check_records(records)


def dimension_of(changes: Changes, dimension: int | None) -> int | None:
    """Return the dimension of the vectors in a commit, or None if it has no vectors.

    Raise EmbeddingDimensionError if the vectors differ in dimension from each other, or from the dimension that the
    commit states. EmbeddingDimensionError is also raised if the vectors differ from *dimension*, the dimension of the
    work's vectors.
    """
    expected, found = dimension, None
    if changes.dimension is not None:
        expected = _agreed(expected, changes.dimension)
    for record in changes.put:
        if record.vector is not None:
            expected = found = _agreed(expected, -(-len(record.vector) // _NUMBER_BYTES))
    return found


def _agreed(expected: int | None, length: int) -> int:
    if length == 0 or (expected is not None and length != expected):
        raise EmbeddingDimensionError(expected or 1, length)
    return length


def refuse_staged(group_id: str) -> NoReturn:
    """Raise StoreRefusedError, because an import is still saving the work, so that no commit can change it."""
    raise StoreRefusedError(
        f"An import of the work {group_id!r} is not complete.",
        hint="Import the same file again to complete it, or delete the work (`episodic delete`).",
    )


def _check_one(changes: Changes) -> None:
    for what, text in (
        ("commit id", changes.commit_id),
        ("time", changes.at),
        ("action", changes.action),
        ("embedder", changes.embedder or ""),
    ):
        _check_text(text, f"The commit's {what}")
    _check_records(changes.put)


def _check_records(records: Sequence[Record]) -> None:
    """Raise StoreRefusedError if a text, vector or order key of one of the records cannot be stored."""
    if not is_storable("".join([part for record in records for part in _texts(record)])):
        for record in records:
            _check_text("".join(_texts(record)), f"The text of {record.kind} {record.uuid[:60]!r}")
    keys = [key for record in records for key in (record.told, record.lo, record.hi) if key is not None]
    keep = min(keys, default=0) > -KEY_LIMIT and max(keys, default=0) < KEY_LIMIT
    if not keep or any(len(record.vector) % _NUMBER_BYTES for record in records if record.vector is not None):
        for record in records:
            _check_record(record)


def _texts(record: Record) -> tuple[str, ...]:
    return (record.uuid, record.value, record.text or "", *record.keys, *[target for _, target in record.links])


def _check_record(record: Record) -> None:
    if record.vector is not None and len(record.vector) % _NUMBER_BYTES:
        raise StoreRefusedError(
            f"The vector of {record.kind} {record.uuid[:60]!r} is truncated.", hint="Nothing was saved; embed it again."
        )
    keys = (record.told, record.lo, record.hi)
    if not all(-KEY_LIMIT < key < KEY_LIMIT for key in keys if key is not None):
        raise StoreRefusedError(
            f"The order keys {keys} of {record.kind} {record.uuid[:60]!r} are too large.", hint="Nothing was saved."
        )


def _check_text(text: str, what: str) -> None:
    if not is_storable(text):
        raise StoreRefusedError(
            f"{what} contains a lone surrogate.", hint="Nothing was saved; correct the text and try again."
        )
