"""The content of a checkpoint, divided into segments, and the records that keep the segments.

Each saved checkpoint adds one segment with the changes since the segment before, or replaces all segments by one with
the whole state. The parts of a segment are compressed, so that a process decompresses only the parts that it uses. A
block is one or more consecutive segments, stored as text in one or more records. One more record, the index, lists the
blocks that belong to the checkpoint. Records that the index does not list are outdated, or were left behind by a
process that ended before its commit.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from episodic.model.records import Kind, Record, RecordKey
from episodic.pipeline.checkpoint.codec import compact_json
from episodic.pipeline.checkpoint.pages import Page

_PART = 256_000
"""The maximum number of characters of the text in one record."""
_FORMAT = "pages2"
"""The version of the format in which blocks are stored. A checkpoint in another format version is ignored."""
_LENGTH = 4
_GROWTH = 2
"""If a block is at most twice (`_GROWTH` times) as long as the segments added after the block, the block is joined with
these segments.
"""


@dataclass(frozen=True, slots=True)
class SegmentHeader:
    """The beginning of a segment, from which a process tells whether a checkpoint that ends with this segment is the
    current state of a work.

    `program` identifies the code that derived the state, and `settings` the settings and the embedder. `revision` and
    `commit` are the revision of the work and the id of its commit. `follows` is the commit of the previous segment, or
    None if the segment contains the whole state.
    """

    program: str
    settings: str
    revision: int
    commit: str
    follows: str | None = None


class StateChange(NamedTuple):
    """A change of the replay's history: the state after a number of chapters as compressed lines, or None if that state
    is removed.
    """

    chapters: int
    content: bytes | memoryview | None


@dataclass(frozen=True, slots=True)
class Segment:
    """The changes since the previous segment, or the whole state: pages of new values, compressed lines with changed
    attributes, and changes of the replay's history.
    """

    header: SegmentHeader
    pages: Sequence[Page]
    tables: bytes | memoryview
    history: Sequence[StateChange] = ()

    def lines(self) -> list[bytes]:
        """Return the lines of JSON with the changes of attributes."""
        return unpacked(self.tables)

    def written(self) -> bytes:
        """Return the segment as bytes: the header, the sizes of its pages and other contents, and then these contents."""
        head = self.header
        sizes = [one.sizes for one in self.pages]
        history = [[one.chapters, -1 if one.content is None else len(one.content)] for one in self.history]
        first = compact_json(
            [head.program, head.settings, head.revision, head.commit, head.follows, sizes, len(self.tables), history]
        )
        pages = (one.written() for one in self.pages)
        states = (one.content for one in self.history if one.content is not None)
        return b"".join((len(first).to_bytes(_LENGTH, "big"), first, *pages, self.tables, *states))

    @classmethod
    def read(cls, content: memoryview) -> tuple[Segment, int]:
        """Return the segment at the beginning of *content*, and the length of the segment. The parts of the segment are
        views of *content*, not copies.
        """
        at = _LENGTH + int.from_bytes(content[:_LENGTH], "big")
        *head, sizes, length, states = json.loads(bytes(content[_LENGTH:at]))
        pages: list[Page] = []
        for one in cast("list[list[int]]", sizes):
            page, size = Page.read(content[at:], one)
            pages.append(page)
            at += size
        tables = content[at : at + length]
        at += length
        history: list[StateChange] = []
        for count, size in cast("list[tuple[int, int]]", states):
            history.append(StateChange(count, None if size < 0 else content[at : at + size]))
            at += max(0, size)
        return cls(SegmentHeader(*head), pages, tables, history), at


def packed(lines: Iterable[bytes]) -> bytes:
    """Return the lines as compressed text, without building the whole uncompressed text in memory."""
    compressor = zlib.compressobj(1)
    found = [compressor.compress(b"\n" + line if place else line) for place, line in enumerate(lines)]
    return b"".join((*found, compressor.flush()))


def unpacked(content: bytes | memoryview) -> list[bytes]:
    text = zlib.decompress(content)
    return text.split(b"\n") if text else []


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a checkpoint that is stored as a whole: one or more consecutive segments. The `number` of a block is
    greater than the numbers of all earlier blocks of the checkpoint.

    `writer` distinguishes the records of processes that write a block with the same number at the same time.
    """

    number: int
    content: bytes
    parts: int
    writer: str = ""

    @classmethod
    def of(cls, number: int, content: bytes, writer: str = "") -> Block:
        """Return a new block from the bytes of one or more consecutive segments."""
        return cls(number, content, -(-len(content) * 4 // 3 // _PART) + 1, writer)

    def segments(self) -> list[Segment]:
        found: list[Segment] = []
        rest = memoryview(self.content)
        while rest:
            segment, length = Segment.read(rest)
            found.append(segment)
            rest = rest[length:]
        return found

    def records(self) -> Iterator[Record]:
        """Yield the records in which a store keeps the text of the block."""
        # Three bytes become exactly four characters in Base64, so that a text cut at a multiple of three bytes can be
        # encoded part by part.
        size = _PART // 4 * 3
        for name, at in zip(self._names(), range(0, self.parts * size, size), strict=True):
            text = base64.b64encode(self.content[at : at + size]).decode("ascii")
            value = json.dumps({"parts": self.parts, "text": text})
            yield Record(Kind.CHECKPOINT, name, value, told=self.number)

    def record_keys(self) -> list[RecordKey]:
        """Return the keys of the records in which a store keeps the text of the block."""
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
    return Record(Kind.CHECKPOINT, INDEX, compact_json([_FORMAT, listed]).decode())


def listed_names(index: Record) -> list[str]:
    """Return the ids of all records that store the blocks listed in an index, or an empty list if their format version
    differs.
    """
    form, *rest = cast("list[object]", json.loads(index.value)) or [None]
    if form != _FORMAT:
        return []
    listed = cast("list[tuple[int, int, str]]", rest[0])
    return [_name(number, part, writer) for number, parts, writer in listed for part in range(parts)]


def blocks_of(records: list[Record]) -> list[Block]:
    """Return the blocks that the records keep, in order. Return an empty list if a block is not complete.

    *records* is empty afterwards, so that the text of each record is freed as soon as it was read.
    """
    parts: dict[int, list[bytes]] = {}
    counts: dict[int, int] = {}
    writers: dict[int, str] = {}
    records.sort(key=lambda record: record.uuid, reverse=True)
    while records:
        one = records.pop()
        found = json.loads(one.value)
        parts.setdefault(one.told, []).append(base64.b64decode(found["text"]))
        counts[one.told], writers[one.told] = found["parts"], one.uuid.rpartition("-")[2]
    if any(len(listed) != counts[number] for number, listed in parts.items()):
        return []
    return [Block(number, b"".join(parts.pop(number)), counts[number], writers[number]) for number in sorted(parts)]


def block_number(key: RecordKey) -> int:
    """Return the number of the block to which a record with this key belongs, or 0 for the index."""
    return 0 if key[1] == INDEX else int(key[1].partition("-")[0])


def with_segment(blocks: Sequence[Block], segment: Segment, *, first: int = 1, writer: str = "") -> list[Block]:
    """Return the blocks of a checkpoint after a segment is added at the end. If *blocks* is empty, the new block gets
    the number *first*.

    Short blocks at the end are combined, so that the number of blocks grows with the logarithm of their total length.
    """
    kept = list(blocks)
    number = kept[-1].number + 1 if kept else first
    joined = [segment.written()]
    length = len(joined[0])
    while kept and len(kept[-1].content) <= _GROWTH * length:
        length += len(kept[-1].content)
        joined.insert(0, kept.pop().content)
    return [*kept, Block.of(number, b"".join(joined), writer)]
