"""Tests of the changes of attributes that a commit adds to a checkpoint."""

from __future__ import annotations

from episodic.pipeline.checkpoint.changes import WrittenChange, hash_of, packed, unpacked
from episodic.pipeline.checkpoint.encoded import Excerpt

CHANGES = [
    WrittenChange("first", 2, [b'"removed"', b'"a"\t1', b'"b"\t2']),
    WrittenChange("second", 0, [b"[[],[],[],-1]"]),
    WrittenChange("none", 0, []),
    WrittenChange("first", 3, [b'"c"\t3']),
]


def test_changes_come_back_in_order() -> None:
    found = unpacked(packed(CHANGES))

    assert [WrittenChange(one.name, one.size, list(one.lines())) for one in found] == CHANGES


def test_changes_are_read_from_the_middle_of_a_content() -> None:
    content = packed(CHANGES)

    found = unpacked(Excerpt(b"before" + content + b"after", 6, 6 + len(content)))

    assert [WrittenChange(one.name, one.size, list(one.lines())) for one in found] == CHANGES


def test_the_hash_of_an_entry_is_the_hash_of_its_key() -> None:
    first, *_ = unpacked(packed(CHANGES))

    assert first.hashes().tolist() == [hash_of(b'"removed"'), hash_of(b'"a"'), hash_of(b'"b"')]


def test_no_changes_come_back_as_no_changes() -> None:
    assert unpacked(packed([])) == []
