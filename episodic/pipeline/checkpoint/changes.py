"""The changes that one commit adds to a checkpoint, as lines in compressed pages. A checkpoint stores attributes of the
program's objects, such as the replay.

Each entry of a `SharedDict` has its own line, so that a single entry can be read. The line of an entry is the JSON of
the key, a tab, and the JSON of the value. The line of a removed entry is only the JSON of its key. If a stored
attribute is no `SharedDict`, all its changes are together one line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate, chain
from typing import NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from episodic.pipeline.checkpoint.codec import compact_json
from episodic.pipeline.checkpoint.encoded import Content, Excerpt
from episodic.pipeline.checkpoint.pages import NUMBER, PagedLines

TAB = b"\t"
"""Separates the key and the value of an entry. JSON contains no tabs, because a tab in text is escaped."""


class WrittenChange(NamedTuple):
    """The changes of one attribute in a checkpoint, as lines. `size` is the number of entries of a `SharedDict` after
    the changes.
    """

    name: str
    size: int
    lines: list[bytes]


class ChangeSet:
    """The changes of several attributes in a checkpoint. In *content*, at the index *begin*, there are the lines of all
    attributes, and then the hash of each line. The first line in *content* lists the attributes: the name, the size and
    the number of lines of each.
    """

    def __init__(self, content: Content, begin: int = 0) -> None:
        self.lines = PagedLines(content, begin)
        self._content = content

    @cached_property
    def hashes(self) -> NDArray[np.uint32]:
        """The hash of each line, see `hash_of`."""
        at = self.lines.end
        return np.frombuffer(self._content[at : at + len(self.lines) * NUMBER.itemsize], NUMBER)

    def changes(self) -> list[StoredChange]:
        """Return the changes of each attribute, in the order in which they were written."""
        listed = json.loads(self.lines.page(0)[0])
        ends = accumulate((count for _, _, count in listed), initial=1)
        return [
            StoredChange(name, size, self, at, count) for (name, size, count), at in zip(listed, ends, strict=False)
        ]


class StoredChange(NamedTuple):
    """The changes of one attribute in a checkpoint: the `length` lines of a `ChangeSet` from the index `first` on."""

    name: str
    size: int
    changed: ChangeSet
    first: int
    length: int

    def lines(self) -> Iterator[bytes]:
        return self.changed.lines.between(self.first, self.first + self.length)

    def hashes(self) -> NDArray[np.uint32]:
        return self.changed.hashes[self.first : self.first + self.length]


def hash_of(line: bytes) -> int:
    """Return a hash of the key with which a line begins. *line* may also be only a key, for a search by key."""
    return crc32(line.partition(TAB)[0])


def packed(changes: Iterable[WrittenChange]) -> bytes:
    """Return the bytes from which a `ChangeSet` reads the changes."""
    every = list(changes)
    first = compact_json([[one.name, one.size, len(one.lines)] for one in every])
    lines = [first, *chain.from_iterable(one.lines for one in every)]
    hashes = np.fromiter(map(hash_of, lines), dtype=NUMBER, count=len(lines))
    return PagedLines.of(lines).written() + hashes.tobytes()


def unpacked(content: bytes | Excerpt) -> list[StoredChange]:
    """Return the changes that `packed` returned as bytes."""
    found = ChangeSet(content) if isinstance(content, bytes) else ChangeSet(content.content, content.begin)
    return found.changes()
