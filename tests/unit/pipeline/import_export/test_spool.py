"""Tests of values in temporary files."""

from __future__ import annotations

from pathlib import Path

import pytest

from episodic.errors import StoreFullError
from episodic.model.records import Kind, Link, Record
from episodic.pipeline.import_export import spool
from episodic.pipeline.import_export.spool import HistoryRecord, VectorOf, spool_of_history, spool_of_records

EVERYTHING = Record(
    Kind.FACT,
    "id",
    '{"text":"a\\nb"}',
    text="line\nbreak\r\x1e 名\ud800",
    keys=("one", "two"),
    links=((Link.SUBJECT, "a"), (Link.PARTICIPANT, "b")),
    told=-3,
    lo=5,
    hi=None,
    vector=b"\x00\xff12",
)
PLAIN = Record(Kind.MOMENT, "plain", "{}")


def test_values_are_read_in_the_order_in_which_they_were_added() -> None:
    """All fields of a record are kept."""
    kept = spool_of_records()
    for record in (EVERYTHING, PLAIN):
        kept.add(record)

    assert list(kept) == [EVERYTHING, PLAIN]
    assert len(kept) == 2


def test_a_value_is_found_at_its_position() -> None:
    """A value is found while other values are read, and values can be added afterwards."""
    kept = spool_of_history()
    values = [HistoryRecord(Record(Kind.ACT, str(number), "x" * 3_000), number, None) for number in range(1_000)]
    positions = [kept.add(one) for one in values]

    found = [(one, kept.at(positions[-1 - number])) for number, one in enumerate(kept)]
    last = kept.add(HistoryRecord(PLAIN, 1, 2))

    assert found == list(zip(values, reversed(values), strict=True))
    assert kept.at(last) == HistoryRecord(PLAIN, 1, 2)


def test_vectors_are_kept() -> None:
    """The bytes of a vector are the same."""
    kept = spool.spool_of_vectors()
    kept.add(VectorOf(Kind.ENTITY, "one", bytes(range(256))))

    assert list(kept) == [VectorOf(Kind.ENTITY, "one", bytes(range(256)))]


def test_a_full_disk_is_reported() -> None:
    """The message says how to use another folder."""
    with Path("/dev/full").open("r+b", buffering=0) as file:
        kept = spool.Spool[str](lambda text: [text], str, file=file)

        with pytest.raises(StoreFullError) as raised:
            kept.add("text")

        assert "TMPDIR" in raised.value.hint
