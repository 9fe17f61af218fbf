"""The content of a checkpoint, divided into segments (a whole state, then the changes of each save), and the records
that keep them.

Each saved checkpoint adds one segment with the changes since the segment before, or replaces all segments by one
segment with the whole state. The parts of a segment are compressed, so that a process decompresses only the parts that
it uses. A block is one or more consecutive segments (changes that saved checkpoints added), stored together as text in
one or more records. One more record, the index, lists the blocks that belong to the checkpoint. Records that the index
does not list are outdated, or were left behind by a process that ended before its commit.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast
from zlib import crc32

from episodic.errors import StoreDamagedError
from episodic.model.records import Kind, Record, RecordKey
from episodic.pipeline.checkpoint.changes import StoredChange, unpacked
from episodic.pipeline.checkpoint.codec import compact_json
from episodic.pipeline.checkpoint.encoded import Content, Excerpt
from episodic.pipeline.checkpoint.pages import ValuePages

_PART_BYTES = 192_000
"""The maximum number of bytes in one record, a multiple of three: a text of 256,000 characters in Base64."""
_TEXT = re.compile(r'\{"checksum":(\d+),"parts":\d+,"text":"')
"""The beginning of the value of a record, before the text in Base64. The Base64 text contains no characters that JSON
escapes.
"""
_END = '"}'
"""The last characters of the value of a record, after the text in Base64."""
_FORMAT = "rows2"
"""The version of the format in which the parts (blocks) of a checkpoint are stored. A checkpoint in another format
version is ignored.
"""
_INDEX = re.compile(rf'\["{_FORMAT}",(\d+),(.*)\]')
"""The value of the record that lists the blocks: the format, the checksum of the JSON of the list, and this JSON."""
_LENGTH = 4
_GROWTH = 2
"""A block of the checkpoint (saved states and changes that are stored together) can be joined with everything that was
added after it. The block is joined if it is at most twice (`_GROWTH` times) as long as everything that was added after
it.
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
    """The addition or removal of one of the stored states of a replay. `content` is the state after `chapters`
    chapters, as bytes (see `packed`), or None if this state is removed.
    """

    chapters: int
    content: bytes | Excerpt | None


@dataclass(frozen=True, slots=True)
class Segment:
    """The changes since the previous segment, or the whole state. `pages` contains new large values, `tables` the
    changes of attributes (see `packed`), and `history` the changes of the stored states of the replay.
    """

    header: SegmentHeader
    pages: ValuePages | None
    tables: bytes | Excerpt
    history: Sequence[StateChange] = ()

    def changes(self) -> list[StoredChange]:
        """Return the changes of stored attributes that this segment of the checkpoint contains."""
        return unpacked(self.tables)

    def written(self) -> bytes:
        """Return the segment as bytes: the header, the sizes of its contents, and then these contents."""
        head, values, tables = self.header, self.pages, _bytes_of(self.tables)
        pages = b"" if values is None else values.written()
        numbers = None if values is None else (values.first, values.last)
        states = [None if one.content is None else _bytes_of(one.content) for one in self.history]
        history = [
            [one.chapters, -1 if state is None else len(state)] for one, state in zip(self.history, states, strict=True)
        ]
        first = compact_json(
            [
                head.program,
                head.settings,
                head.revision,
                head.commit,
                head.follows,
                numbers,
                len(pages),
                len(tables),
                history,
            ]
        )
        return b"".join((len(first).to_bytes(_LENGTH, "big"), first, pages, tables, *filter(None, states)))

    @classmethod
    def read(cls, content: Content, begin: int = 0) -> tuple[Segment, int]:
        """Return the segment at the place *begin* of *content*, and the place at which the segment ends. The parts of
        the segment are read from *content* when they are used.
        """
        at = begin + _LENGTH
        end = at + int.from_bytes(content[begin:at], "big")
        *head, numbers, size, length, states = json.loads(content[at:end])
        pages = None if numbers is None else ValuePages(numbers[0], numbers[1], content, end)
        tables = Excerpt(content, end + size, end + size + length)
        at = tables.end
        history: list[StateChange] = []
        for count, size in cast("list[tuple[int, int]]", states):
            history.append(StateChange(count, None if size < 0 else Excerpt(content, at, at + size)))
            at += max(0, size)
        return cls(SegmentHeader(*head), pages, tables, history), at


def _bytes_of(content: bytes | Excerpt) -> bytes:
    return content if isinstance(content, bytes) else content.read()


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a checkpoint that is stored as a whole: one or more consecutive segments. The `number` of a block is
    greater than the numbers of all earlier blocks of the checkpoint.

    `writer` distinguishes the records of processes that write a block with the same number at the same time.
    """

    number: int
    content: Content
    parts: int
    writer: str = ""

    @classmethod
    def of(cls, number: int, content: bytes, writer: str = "") -> Block:
        """Return a new block from the bytes of one or more consecutive segments."""
        return cls(number, content, max(1, -(-len(content) // _PART_BYTES)), writer)

    def segments(self) -> list[Segment]:
        found: list[Segment] = []
        at = 0
        while at < len(self.content):
            segment, at = Segment.read(self.content, at)
            found.append(segment)
        return found

    def records(self) -> Iterator[Record]:
        """Yield the records in which a store keeps the text of the block."""
        size = _PART_BYTES
        for name, at in zip(self._names(), range(0, self.parts * size, size), strict=True):
            text = base64.b64encode(self.content[at : at + size])
            value = f'{{"checksum":{crc32(text)},"parts":{self.parts},"text":"{text.decode("ascii")}{_END}'
            yield Record(Kind.CHECKPOINT, name, value, told=self.number)

    def record_keys(self) -> list[RecordKey]:
        """Return the keys of the records in which a store keeps the text of the block."""
        return [(Kind.CHECKPOINT, name) for name in self._names()]

    def _names(self) -> list[str]:
        return ListedBlock(self.number, self.parts, self.writer).names()


def _name(number: int, part: int, writer: str) -> str:
    return f"{number:08d}-{part:04d}-{writer}"


INDEX = "index"
"""The id of the record that lists the blocks of a checkpoint."""


def index_of(blocks: Iterable[Block]) -> Record:
    """Return the record that lists the blocks of a checkpoint."""
    listed = compact_json([[block.number, block.parts, block.writer] for block in blocks]).decode()
    return Record(Kind.CHECKPOINT, INDEX, f'["{_FORMAT}",{crc32(_utf8(listed))},{listed}]')


class ListedBlock(NamedTuple):
    """A block that an index lists: its number, the number of its records, and its writer."""

    number: int
    parts: int
    writer: str

    def names(self) -> list[str]:
        """Return the ids of the records in which a store keeps the text of the block, in order."""
        return [_name(self.number, part, self.writer) for part in range(self.parts)]

    def block(self, content: Content) -> Block:
        return Block(self.number, content, self.parts, self.writer)


def listed_blocks(index: Record) -> list[ListedBlock]:
    """Return the blocks that an index lists, or an empty list if another version of the format was used to write the
    index. Raises StoreDamagedError if the index was changed after it had been written.
    """
    found = _INDEX.fullmatch(index.value)
    if found is None:
        return []
    _check(_utf8(found[2]), found[1])
    return [ListedBlock(*one) for one in cast("list[tuple[int, int, str]]", json.loads(found[2]))]


def encoded_text(record: Record) -> bytes:
    """Return the Base64 text that a record of a block contains, as ASCII. Raises StoreDamagedError if the record was
    changed after it had been written.
    """
    begin = _TEXT.match(record.value)
    text = _utf8("" if begin is None else record.value[begin.end() : -len(_END)])
    _check(text, "" if begin is None else begin[1])
    return text


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _check(text: bytes, checksum: str) -> None:
    """Raise StoreDamagedError unless *text* has the checksum with which it was written."""
    if str(crc32(text)) != checksum:
        raise StoreDamagedError("The stored state of the work is damaged.", hint="The work is replayed without it.")


def block_number(key: RecordKey) -> int:
    """Return the number of the block to which a record with this key belongs, or 0 for the index."""
    return 0 if key[1] == INDEX else int(key[1].partition("-")[0])


def with_segment(blocks: Sequence[Block], segment: Segment, *, first: int = 1, writer: str = "") -> list[Block]:
    """Return the blocks of a checkpoint that contains everything in *blocks* and then *segment*, the latest changes. If
    *blocks* is empty, the new block gets the number *first*.

    Short blocks at the end are combined, so that the number of blocks grows with the logarithm of their total length.
    """
    kept = list(blocks)
    number = kept[-1].number + 1 if kept else first
    joined = [segment.written()]
    length = len(joined[0])
    while kept and len(kept[-1].content) <= _GROWTH * length:
        length += len(kept[-1].content)
        joined.insert(0, kept.pop().content[:])
    return [*kept, Block.of(number, b"".join(joined), writer)]
