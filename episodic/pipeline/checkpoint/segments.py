"""The text of a checkpoint, divided into segments, and the records that keep the segments.

Each commit adds one segment with the changes of the commit. Segments are combined to blocks, and a block is kept as
compressed text in one or more records.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable, Sequence
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
        head = self.header
        numbers, kinds = [one.number for one in self.objects], [one.kind for one in self.objects]
        first = [head.program, head.settings, head.revision, head.commit, head.follows]
        heads = (compact_json(one) for one in (first, numbers, kinds))
        return b"\n".join((*heads, *(one.fields for one in self.objects), *self.tables))


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
    """One or more consecutive segments as compressed text. `number` is greater than the numbers of earlier blocks."""

    number: int
    content: bytes
    parts: int

    @classmethod
    def of(cls, number: int, text: bytes) -> Block:
        """Return a block that contains the text of segments."""
        content = zlib.compress(text, 1)
        return cls(number, content, -(-len(content) * 4 // 3 // _PART) + 1)

    def segments(self) -> list[bytes]:
        """Return the texts of the segments."""
        return zlib.decompress(self.content).split(_END)

    def records(self) -> list[Record]:
        """Return the records that keep the block."""
        text = base64.b64encode(self.content).decode("ascii")
        return [
            Record(
                Kind.CHECKPOINT,
                name,
                json.dumps({"parts": self.parts, "text": text[at : at + _PART]}),
                told=self.number,
            )
            for name, at in zip(self._names(), range(0, self.parts * _PART, _PART), strict=True)
        ]

    def record_keys(self) -> list[RecordKey]:
        """Return the keys of the records that keep the block."""
        return [(Kind.CHECKPOINT, name) for name in self._names()]

    def _names(self) -> list[str]:
        return [f"{self.number:08d}-{part:04d}" for part in range(self.parts)]


def blocks_of(records: Iterable[Record]) -> list[Block]:
    """Return the blocks that the records keep, in order. Return an empty list if a block is not complete."""
    parts: dict[int, list[dict[str, Any]]] = {}
    for one in sorted(records, key=lambda record: record.uuid):
        parts.setdefault(one.told, []).append(json.loads(one.value))
    found = [
        Block(number, base64.b64decode("".join(one["text"] for one in listed)), listed[0]["parts"])
        for number, listed in sorted(parts.items())
        if len(listed) == listed[0]["parts"]
    ]
    return found if len(found) == len(parts) else []


def block_number(key: RecordKey) -> int:
    """Return the number of the block to which a record with this key belongs."""
    return int(key[1].partition("-")[0])


def with_segment(blocks: Sequence[Block], text: bytes, *, first: int = 1) -> list[Block]:
    """Return the blocks with one more segment. The number of the first block is *first*. Short blocks at the end are combined, so that the number of blocks grows
    with the logarithm of their length.
    """
    kept = list(blocks)
    last = Block.of(kept[-1].number + 1 if kept else first, text)
    joined, length = [text], len(last.content)
    while kept and len(kept[-1].content) <= _GROWTH * length:
        length += len(kept[-1].content)
        joined = [*kept.pop().segments(), *joined]
    return [*kept, last if len(joined) == 1 else Block.of(last.number, _END.join(joined))]
