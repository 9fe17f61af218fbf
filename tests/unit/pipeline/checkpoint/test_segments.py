"""Tests of the segments, blocks and records of a checkpoint."""

from __future__ import annotations

import random

from episodic.model.records import Kind, Record
from episodic.pipeline.checkpoint.pages import KeptObject, Page
from episodic.pipeline.checkpoint.segments import (
    INDEX,
    Block,
    Segment,
    SegmentHeader,
    StateChange,
    block_number,
    blocks_of,
    index_of,
    listed_names,
    packed,
    unpacked,
    with_segment,
)

HEADER = SegmentHeader("program", "settings", 3, "commit", "before")


def segment_of(text: bytes) -> Segment:
    """Return a segment with this text as its lines of changes."""
    return Segment(HEADER, [], text)


def test_a_segment_comes_back_equal() -> None:
    values = [KeptObject(4, 1, b'["a"]'), KeptObject(7, 0, b"[]")]
    history = [StateChange(3, packed([b"state"])), StateChange(4, None)]
    written = Segment(HEADER, [Page.of(values)], packed([b'["t",[],[],[],-1]', b"second"]), history).written()

    found, length = Segment.read(memoryview(written + b"next segment"))

    assert (found.header, length) == (HEADER, len(written))
    assert [one.fields() for one in found.pages] == [[b'["a"]', b"[]"]]
    assert found.lines() == [b'["t",[],[],[],-1]', b"second"]
    assert found.history == history


def test_no_lines_come_back_as_no_lines() -> None:
    assert unpacked(packed([])) == []


def test_an_index_of_another_form_lists_nothing() -> None:
    """Older versions of the program wrote compressed text."""
    assert listed_names(Record(Kind.CHECKPOINT, INDEX, '[[1,2,"writer"]]')) == []
    assert listed_names(Record(Kind.CHECKPOINT, INDEX, "[]")) == []


def test_blocks_come_back_from_their_records_in_any_order() -> None:
    noise = random.Random(1).randbytes(600_000).hex().encode()
    blocks = with_segment(with_segment([], segment_of(noise), writer="a"), segment_of(b"second"), writer="b")

    records = [one for block in blocks for one in block.records()]
    index = index_of(blocks)

    assert listed_names(index) == [one.uuid for one in records]
    assert block_number((index.kind, index.uuid)) == 0
    assert len(records) > len(blocks)
    assert blocks_of(list(reversed(records))) == blocks
    assert [(one.kind, one.uuid) for one in records] == [key for block in blocks for key in block.record_keys()]
    assert {block_number((one.kind, one.uuid)) for one in records} == {block.number for block in blocks}


def test_a_block_with_a_missing_part_makes_the_checkpoint_unusable() -> None:
    block = Block.of(1, random.Random(1).randbytes(600_000))

    assert blocks_of(list(block.records())[1:]) == []


def test_the_number_of_blocks_grows_with_the_logarithm_of_the_segments() -> None:
    blocks: list[Block] = []
    for number in range(200):
        blocks = with_segment(blocks, segment_of(random.Random(number).randbytes(500).hex().encode()))

    texts = [bytes(one.tables) for block in blocks for one in block.segments()]

    assert texts == [random.Random(number).randbytes(500).hex().encode() for number in range(200)]
    assert len(blocks) < 12
    assert [block.number for block in blocks] == sorted({block.number for block in blocks})


def test_two_writers_of_the_same_block_write_different_records() -> None:
    one, other = (with_segment([], segment_of(b"text"), writer=writer)[0] for writer in ("a", "b"))

    assert not {record.uuid for record in one.records()} & {record.uuid for record in other.records()}
    assert blocks_of(list(one.records())) == [one]


def test_the_first_block_follows_outdated_blocks() -> None:
    (block,) = with_segment([], segment_of(b"text"), first=9)

    assert block.number == 9
