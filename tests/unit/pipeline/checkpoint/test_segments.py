"""Tests of the segments, blocks and records of a checkpoint."""

from __future__ import annotations

import random
from collections.abc import Iterable

from episodic.model.records import Kind, Record
from episodic.pipeline.checkpoint.entries import EntryChunks, entry_chunks
from episodic.pipeline.checkpoint.objects import KeptObjects
from episodic.pipeline.checkpoint.pages import KeptObject, Page
from episodic.pipeline.checkpoint.segments import (
    INDEX,
    Block,
    BlockReader,
    Segment,
    SegmentHeader,
    StateChange,
    block_number,
    index_of,
    packed,
    unpacked,
    with_segment,
)

HEADER = SegmentHeader("program", "settings", 3, "commit", "before")


def segment_of(text: bytes) -> Segment:
    """Return a segment with this text as its lines of changes."""
    return Segment(HEADER, [], text)


def read(records: Iterable[Record]) -> list[Block]:
    """Return the blocks that a reader of these records finds."""
    reader = BlockReader()
    for one in sorted(records, key=lambda record: (record.told, record.uuid)):
        reader.add(one)
    return reader.blocks()


def test_a_segment_comes_back_equal() -> None:
    values = [KeptObject(4, 1, b'["a"]'), KeptObject(7, 0, b"[]")]
    history = [StateChange(3, packed([b"state"])), StateChange(4, None)]
    codec = KeptObjects((), omitted={}, external={}).codec
    chunks = entry_chunks("d", length=99, gone=["gone"], keys=list(range(99)), values=list(range(99)), codec=codec)
    lines = [b'["t",[],[],[],-1]', b"second"]
    written = Segment.of(HEADER, [Page.of(values)], [lines[0], chunks, lines[1]], history).written()

    found, length = Segment.read(memoryview(written + b"next segment"))

    assert (found.header, length) == (HEADER, len(written))
    assert [one.fields() for one in found.pages] == [[b'["a"]', b"[]"]]
    first, between, last = found.changes()
    assert [first, last] == lines
    assert isinstance(between, EntryChunks)
    assert (between.head, list(between.texts())) == (chunks.head, list(chunks.texts()))
    assert found.history == history


def test_no_lines_come_back_as_no_lines() -> None:
    assert unpacked(packed([])) == []


def test_an_index_of_another_form_lists_nothing() -> None:
    """Older versions of the program wrote compressed text."""
    (block,) = with_segment([], segment_of(b"text"), writer="writer")
    for text in ('[[1,1,"writer"]]', "[]", '["pages",[[1,1,"writer"]]]'):
        assert read([Record(Kind.CHECKPOINT, INDEX, text), *block.records()]) == []


def test_blocks_come_back_from_their_records_in_any_order() -> None:
    noise = random.Random(1).randbytes(600_000).hex().encode()
    blocks = with_segment(with_segment([], segment_of(noise), writer="a"), segment_of(b"second"), writer="b")

    records = [one for block in blocks for one in block.records()]
    index = index_of(blocks)

    assert block_number((index.kind, index.uuid)) == 0
    assert len(records) > len(blocks)
    assert read([index, *reversed(records)]) == blocks
    assert [(one.kind, one.uuid) for one in records] == [key for block in blocks for key in block.record_keys()]
    assert {block_number((one.kind, one.uuid)) for one in records} == {block.number for block in blocks}


def test_a_block_with_a_missing_part_makes_the_checkpoint_unusable() -> None:
    block = Block.of(1, random.Random(1).randbytes(600_000))

    assert read([index_of([block]), *list(block.records())[1:]]) == []


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
    assert read([index_of([one]), *one.records(), *other.records()]) == [one]


def test_the_first_block_follows_outdated_blocks() -> None:
    (block,) = with_segment([], segment_of(b"text"), first=9)

    assert block.number == 9
