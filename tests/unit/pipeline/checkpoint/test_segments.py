"""Tests of the segments, blocks and records of a checkpoint."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from episodic.errors import StoreDamagedError
from episodic.model.records import Kind, Record
from episodic.pipeline.checkpoint.changes import WrittenChange, packed
from episodic.pipeline.checkpoint.encoded import EncodedBytes, Excerpt, TextFile
from episodic.pipeline.checkpoint.pages import KeptObject, ValuePages
from episodic.pipeline.checkpoint.segments import (
    INDEX,
    Block,
    Segment,
    SegmentHeader,
    StateChange,
    block_number,
    encoded_text,
    index_of,
    listed_blocks,
    with_segment,
)

HEADER = SegmentHeader("program", "settings", 3, "commit", "before")


def segment_of(text: bytes) -> Segment:
    """Return a segment with this text as its lines of changes."""
    return Segment(HEADER, None, text)


def text_of(content: bytes | Excerpt | None) -> bytes | None:
    """Return a part of a segment as bytes."""
    return content.read() if isinstance(content, Excerpt) else content


def contents_of(blocks: list[Block]) -> list[tuple[int, bytes, int, str]]:
    """Return the blocks with their contents as bytes."""
    return [(one.number, one.content[:], one.parts, one.writer) for one in blocks]


def read(index: Record, records: Iterable[Record]) -> list[Block]:
    """Return the blocks that an index lists, with the content that their records keep."""
    texts, file = {one.uuid: encoded_text(one) for one in records}, TextFile()
    found: list[Block] = []
    for one in listed_blocks(index):
        begin = len(file)
        for name in one.names():
            file.add(texts[name])
        found.append(one.block(EncodedBytes(file, begin, len(file))))
    return found


def test_a_segment_comes_back_equal() -> None:
    values = [KeptObject(4, 1, b'["a"]'), KeptObject(7, 0, b"[]")]
    changes = [WrittenChange("t", 0, [b"[[],[],[],-1]", b"second"]), WrittenChange("u", 1, [b"third"])]
    history = [StateChange(3, packed(changes[1:])), StateChange(4, None), StateChange(5, b"state")]
    written = Segment(HEADER, ValuePages.of(values), packed(changes), history).written()

    found, end = Segment.read(b"before" + written + b"next segment", 6)

    assert (found.header, end) == (HEADER, 6 + len(written))
    assert found.pages is not None
    assert found.pages.written() == ValuePages.of(values).written()
    assert [(one.name, one.size, list(one.lines())) for one in found.changes()] == changes
    assert [(one.chapters, text_of(one.content)) for one in found.history] == history


def test_a_segment_without_values_comes_back() -> None:
    found, _ = Segment.read(segment_of(packed([])).written())

    assert (found.pages, found.changes(), found.history) == (None, [], [])


def test_an_index_of_another_form_lists_nothing() -> None:
    """Older versions of the program wrote compressed text."""
    assert listed_blocks(Record(Kind.CHECKPOINT, INDEX, '[[1,2,"writer"]]')) == []
    assert listed_blocks(Record(Kind.CHECKPOINT, INDEX, "[]")) == []


def test_blocks_come_back_from_their_index_and_records() -> None:
    noise = random.Random(1).randbytes(600_000).hex().encode()
    blocks = with_segment(with_segment([], segment_of(noise), writer="a"), segment_of(b"second"), writer="b")

    records = [one for block in blocks for one in block.records()]
    index = index_of(blocks)

    assert [name for one in listed_blocks(index) for name in one.names()] == [one.uuid for one in records]
    assert block_number((index.kind, index.uuid)) == 0
    assert len(records) > len(blocks)
    assert contents_of(read(index, records)) == contents_of(blocks)
    assert [(one.kind, one.uuid) for one in records] == [key for block in blocks for key in block.record_keys()]
    assert {block_number((one.kind, one.uuid)) for one in records} == {block.number for block in blocks}


def test_the_number_of_blocks_grows_with_the_logarithm_of_the_segments() -> None:
    blocks: list[Block] = []
    for number in range(200):
        blocks = with_segment(blocks, segment_of(random.Random(number).randbytes(500).hex().encode()))

    texts = [text_of(one.tables) for block in blocks for one in block.segments()]

    assert texts == [random.Random(number).randbytes(500).hex().encode() for number in range(200)]
    assert len(blocks) < 12
    assert [block.number for block in blocks] == sorted({block.number for block in blocks})


def test_two_writers_of_the_same_block_write_different_records() -> None:
    one, other = (with_segment([], segment_of(b"text"), writer=writer)[0] for writer in ("a", "b"))

    assert not {record.uuid for record in one.records()} & {record.uuid for record in other.records()}
    assert contents_of(read(index_of([one]), one.records())) == contents_of([one])


def test_the_first_block_follows_outdated_blocks() -> None:
    (block,) = with_segment([], segment_of(b"text"), first=9)

    assert block.number == 9


def test_a_damaged_record_is_refused() -> None:
    (block,) = with_segment([], segment_of(b"text"))
    (record,), index = block.records(), index_of([block])

    for damaged in (record.value.replace("A", "B"), record.value[:-3], "", "[]"):
        with pytest.raises(StoreDamagedError):
            encoded_text(replace(record, value=damaged))
    with pytest.raises(StoreDamagedError):
        listed_blocks(replace(index, value=index.value.replace("[1,1,", "[1,2,")))
