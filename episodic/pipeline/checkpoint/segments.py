"""The text of a checkpoint, divided into segments, and the records that keep the segments.

Each commit adds one segment with the changes of the commit. Segments are combined to blocks, and a block is kept as
compressed text in one or more records. One more record, the index, lists the blocks that belong to the checkpoint.
Records that the index does not list were left behind by a process that ended before its commit.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from episodic.model.records import Kind, Record, RecordKey
from episodic.pipeline.checkpoint.codec import compact_json
from episodic.pipeline.checkpoint.objects import KeptObject

_PART = 256_000
"""The maximum number of characters of the text in one record."""
_END = b"\x1e"
"""The separator of segments in a block. JSON never contains this character."""
_GROWTH = 2
"""A block is combined with the next block unless the block is more than this many times as long."""


@dataclass(frozen=True, slots=True)
class SegmentHeader:
    """The conditions under which a checkpoint that ends with this segment is the state of a work.

    `program` identifies the code that derived the state, and `settings` the settings and the embedder. `revision` and
    `commit` are the revision of the work and the id of its commit. `follows` is the commit of the previous segment, or
    None if the segment contains the whole state.
    """

    program: str
    settings: str
    revision: int
    commit: str
    follows: str | None = None


@dataclass(frozen=True, slots=True)
class Segment:
    """The changes of one commit: new values, and lines with the changes of attributes that the checkpoint stores."""

    header: SegmentHeader
    objects: Sequence[KeptObject]
    tables: Sequence[bytes]

    def text(self) -> bytes:
        """Return the segment as lines of text."""
        return b"\n".join(self.lines())

    def lines(self) -> Iterator[bytes]:
        """Yield the lines of the segment."""
        head = self.header
        numbers, kinds = [one.number for one in self.objects], [one.kind for one in self.objects]
        yield compact_json([head.program, head.settings, head.revision, head.commit, head.follows])
        yield compact_json(numbers)
        yield compact_json(kinds)
        yield from (one.fields for one in self.objects)
        yield from self.tables


@dataclass(frozen=True, slots=True)
class StoredSegment:
    """A segment that was read from a store: the numbers, classes and fields of its values, and the changes of
    attributes.
    """

    header: SegmentHeader
    numbers: Sequence[int]
    kinds: Sequence[int]
    fields: Sequence[bytes]
    tables: Sequence[bytes]

    @classmethod
    def of(cls, text: bytes) -> StoredSegment:
        """Return the segment with this text."""
        first, numbers, kinds, *lines = text.split(b"\n")
        listed = cast("list[int]", json.loads(numbers))
        header = SegmentHeader(*json.loads(first))
        return cls(header, listed, json.loads(kinds), lines[: len(listed)], lines[len(listed) :])


@dataclass(frozen=True, slots=True)
class Block:
    """One or more consecutive segments as compressed text. `number` is greater than the numbers of earlier blocks.

    `writer` distinguishes the records of processes that write a block with the same number at the same time.
    """

    number: int
    content: bytes
    parts: int
    writer: str = ""

    @classmethod
    def of(cls, number: int, text: bytes, writer: str = "") -> Block:
        """Return a block that contains the text of segments."""
        return cls.of_content(number, zlib.compress(text, 1), writer)

    @classmethod
    def of_segment(cls, number: int, segment: Segment, writer: str = "") -> Block:
        """Return a block that contains one segment, without a copy of its whole text."""
        compressor = zlib.compressobj(1)
        found: list[bytes] = []
        for place, line in enumerate(segment.lines()):
            found.append(compressor.compress(b"\n" + line if place else line))
        found.append(compressor.flush())
        return cls.of_content(number, b"".join(found), writer)

    @classmethod
    def of_content(cls, number: int, content: bytes, writer: str) -> Block:
        """Return a block with this compressed text."""
        return cls(number, content, -(-len(content) * 4 // 3 // _PART) + 1, writer)

    def segments(self) -> list[bytes]:
        """Return the texts of the segments."""
        return zlib.decompress(self.content).split(_END)

    def records(self) -> Iterator[Record]:
        """Yield the records that keep the block."""
        # Three bytes become four characters, so that each part can be encoded by itself.
        size = _PART // 4 * 3
        for name, at in zip(self._names(), range(0, self.parts * size, size), strict=True):
            text = base64.b64encode(self.content[at : at + size]).decode("ascii")
            value = json.dumps({"parts": self.parts, "text": text})
            yield Record(Kind.CHECKPOINT, name, value, told=self.number)

    def record_keys(self) -> list[RecordKey]:
        """Return the keys of the records that keep the block."""
        return [(Kind.CHECKPOINT, name) for name in self._names()]

    def _names(self) -> list[str]:
        return [_name(self.number, part, self.writer) for part in range(self.parts)]


def _name(number: int, part: int, writer: str) -> str:
    return f"{number:08d}-{part:04d}-{writer}"


INDEX = "index"
"""The id of the record that lists the blocks of a checkpoint."""


def index_of(blocks: Iterable[Block]) -> Record:
    """Return the record that lists the blocks of a checkpoint."""
    listed = [[block.number, block.parts, block.writer] for block in blocks]
    return Record(Kind.CHECKPOINT, INDEX, compact_json(listed).decode())


def listed_names(index: Record) -> list[str]:
    """Return the ids of the records that keep the blocks in an index."""
    listed = cast("list[tuple[int, int, str]]", json.loads(index.value))
    return [_name(number, part, writer) for number, parts, writer in listed for part in range(parts)]


def blocks_of(records: Iterable[Record]) -> list[Block]:
    """Return the blocks that the records keep, in order. Return an empty list if a block is not complete."""
    parts: dict[int, list[dict[str, Any]]] = {}
    writers: dict[int, str] = {}
    for one in sorted(records, key=lambda record: record.uuid):
        parts.setdefault(one.told, []).append(json.loads(one.value))
        writers[one.told] = one.uuid.rpartition("-")[2]
    found = [
        Block(number, b"".join(base64.b64decode(one["text"]) for one in listed), listed[0]["parts"], writers[number])
        for number, listed in sorted(parts.items())
        if len(listed) == listed[0]["parts"]
    ]
    return found if len(found) == len(parts) else []


def block_number(key: RecordKey) -> int:
    """Return the number of the block to which a record with this key belongs, or 0 for the index."""
    return 0 if key[1] == INDEX else int(key[1].partition("-")[0])


def with_segment(blocks: Sequence[Block], segment: Segment, *, first: int = 1, writer: str = "") -> list[Block]:
    """Return the blocks with one more segment. The number of the first block is *first*.

    Short blocks at the end are combined, so that the number of blocks grows with the logarithm of their length.
    """
    kept = list(blocks)
    last = Block.of_segment(kept[-1].number + 1 if kept else first, segment, writer)
    joined: list[bytes] = []
    length = len(last.content)
    while kept and len(kept[-1].content) <= _GROWTH * length:
        length += len(kept[-1].content)
        joined = [*kept.pop().segments(), *joined]
    return [*kept, Block.of(last.number, _END.join((*joined, segment.text())), writer) if joined else last]
