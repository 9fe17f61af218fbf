"""The entries of the large dictionaries of a checkpoint, in chunks that are read when one of their keys is used."""

from __future__ import annotations

import hashlib
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from episodic.pipeline.checkpoint.codec import ValueCodec, compact_json

_CHUNK = 64
"""The number of entries of a chunk."""
_NUMBER = np.dtype("<u4")
_HASH_BYTES = 4
_SHARE = 4
"""All chunks are read at once when more than one in so many was read, because a lookup of each key would cost more."""
_GONE: Any = object()
"""The value of a key that a change deleted."""


def hash_of(key: object, codec: ValueCodec) -> int:
    """Return a number that is the same for equal keys, in every process. Keys are text, numbers, tuples of these, and
    dataclasses and enums of the codec.
    """
    if isinstance(key, int):
        return key & 0xFFFFFFFF
    if isinstance(key, str):
        text = key.encode("utf-8", "surrogatepass")
    else:
        text = b"\0" + compact_json(codec.rows(key) if isinstance(key, tuple) else codec.written(key))
    return int.from_bytes(hashlib.blake2b(text, digest_size=_HASH_BYTES).digest(), "little")


@dataclass(frozen=True, slots=True, eq=False)
class EntryChunks:
    """A change of a dictionary: its name, its length after the change, the number of deleted keys, the hashes of the
    deleted keys and of the keys that were set, and the compressed chunks of these keys and of the values.
    """

    name: str
    length: int
    gone: int
    hashes: NDArray[np.uint32]
    sizes: NDArray[np.uint32]
    content: bytes | memoryview

    @property
    def head(self) -> tuple[object, ...]:
        """Return the values from which `read` finds the parts."""
        return (self.name, self.length, self.gone, len(self.hashes), len(self.sizes), len(self.content))

    def written(self) -> bytes:
        """Return the change as bytes."""
        return b"".join((self.hashes.tobytes(), self.sizes.tobytes(), self.content))

    @classmethod
    def read(cls, content: memoryview, head: Sequence[Any]) -> tuple[EntryChunks, int]:
        """Return the change with which *content* begins, and its length in bytes."""
        name, length, gone, hashes, sizes, size = head
        at = hashes * _NUMBER.itemsize
        begin = at + sizes * _NUMBER.itemsize
        known = np.frombuffer(content, _NUMBER, hashes), np.frombuffer(content, _NUMBER, sizes, at)
        return cls(name, length, gone, *known, content[begin : begin + size]), begin + size

    def chunks(self) -> Iterator[bytes | memoryview]:
        """Yield the compressed chunks."""
        at = 0
        for size in self.sizes.tolist():
            yield self.content[at : at + size]
            at += size

    def texts(self) -> Iterator[bytes]:
        """Yield the text of each chunk."""
        return map(zlib.decompress, self.chunks())

    def chunk_numbers(self) -> NDArray[np.int64]:
        """Return the number of the chunk of each hash."""
        gone = np.arange(self.gone) // _CHUNK
        return np.concatenate((gone, np.arange(len(self.hashes) - self.gone) // _CHUNK + -(-self.gone // _CHUNK)))


def entry_chunks(
    name: str,
    *,
    length: int,
    gone: Sequence[object],
    keys: Sequence[object],
    values: Sequence[object],
    codec: ValueCodec,
) -> EntryChunks:
    """Return the change of the dictionary *name*, which has *length* entries after it."""
    parts = [[codec.column(gone[at : at + _CHUNK])] for at in range(0, len(gone), _CHUNK)]
    parts += [
        [codec.column(keys[at : at + _CHUNK]), codec.column(values[at : at + _CHUNK])]
        for at in range(0, len(keys), _CHUNK)
    ]
    chunks = [zlib.compress(compact_json(one), 1) for one in parts]
    hashes = [hash_of(key, codec) for key in (*gone, *keys)]
    sizes = np.array([len(one) for one in chunks], dtype=_NUMBER)
    return EntryChunks(name, length, len(gone), np.array(hashes, dtype=_NUMBER), sizes, b"".join(chunks))


class ChangedEntries:
    """The entries of a dictionary after several changes. A change is given in chunks or as a line of JSON, as
    `TableChange` writes it.
    """

    def __init__(self, codec: ValueCodec, changes: Iterable[EntryChunks | bytes]) -> None:
        self._codec = codec
        self._changes = tuple(changes)
        self._parts: list[EntryChunks | list[Any]] = []
        """The changes, after the lines were read."""
        self._chunks: list[bytes | memoryview] = []
        self._read: dict[int, dict[Any, Any]] = {}
        """The chunks that were read, by number."""
        self._lines: dict[Any, tuple[int, Any]] = {}
        """The keys that lines change, with the number of chunks before the last of these lines, and the value."""
        self._hashes: NDArray[np.uint32] = np.zeros(0, dtype=_NUMBER)
        self._where: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        """The chunk of each hash."""
        self._indexed = False
        self._all: dict[Any, Any] | None = None

    def __len__(self) -> int:
        last = self._read_parts()[-1]
        return last.length if isinstance(last, EntryChunks) else cast("int", last[-1])

    def find(self, key: object) -> Any:  # noqa: ANN401 - a value of any class
        """Return the value of a key. Raise KeyError if there is no such entry."""
        if self._all is not None:
            return self._all[key]
        if not self._indexed:
            self._index()
        value = self._found(key)
        if len(self._read) * _SHARE > len(self._chunks) > _SHARE:
            self.every()
        if value is _GONE:
            raise KeyError(key)
        return value

    def every(self) -> dict[Any, Any]:
        """Return all entries in order. The caller must not change the result."""
        if self._all is None:
            self._all = self._read_all()
            # Everything is in one dictionary now.
            self._parts, self._chunks, self._read, self._lines = self._parts[-1:], [], {}, {}
        return self._all

    def _found(self, key: object) -> Any:  # noqa: ANN401 - a value of any class
        after, value = self._lines.get(key, (0, _GONE))
        sought = hash_of(key, self._codec)
        for place in range(int(self._hashes.searchsorted(np.uint32(sought), "right")) - 1, -1, -1):
            chunk = int(self._where[place])
            if self._hashes[place] != sought or chunk < after:
                break
            found = self._chunk(chunk).get(key, self)
            if found is not self:
                return found
        return value

    def _read_parts(self) -> list[EntryChunks | list[Any]]:
        if not self._parts:
            self._parts = [one if isinstance(one, EntryChunks) else self._codec.read(one)[1:] for one in self._changes]
            self._changes = ()
        return self._parts

    def _index(self) -> None:
        hashes, where = [self._hashes], [self._where]
        for one in self._read_parts():
            before = len(self._chunks)
            if isinstance(one, EntryChunks):
                hashes.append(one.hashes)
                where.append(one.chunk_numbers() + before)
                self._chunks.extend(one.chunks())
            else:
                keys, values, gone, _ = one
                self._lines.update((key, (before, _GONE)) for key in gone)
                self._lines.update((key, (before, value)) for key, value in zip(keys, values, strict=True))
        every = np.concatenate(hashes)
        # Equal hashes stay in the order of the changes, so that the last one belongs to the present entry.
        order = every.argsort(kind="stable")
        self._hashes, self._where = every[order], np.concatenate(where)[order]
        self._indexed = True

    def _chunk(self, number: int) -> dict[Any, Any]:
        found = self._read.get(number)
        if found is None:
            found = self._read[number] = self._entries_in(self._chunks[number])
        return found

    def _entries_in(self, chunk: bytes | memoryview) -> dict[Any, Any]:
        keys, *values = self._codec.read(zlib.decompress(chunk))
        return dict(zip(keys, values[0], strict=True)) if values else dict.fromkeys(keys, _GONE)

    def _read_all(self) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        count = 0
        for one in self._read_parts():
            if isinstance(one, EntryChunks):
                gone = -(-one.gone // _CHUNK)
                for number, chunk in enumerate(one.chunks()):
                    # A value that was read is the same object in all dictionaries.
                    entries = self._read.get(count + number)
                    entries = self._entries_in(chunk) if entries is None else entries
                    if number < gone:
                        deque(map(found.pop, entries), maxlen=0)
                    else:
                        found.update(entries)
                count += len(one.sizes)
            else:
                keys, values, dropped, _ = one
                deque(map(found.pop, dropped), maxlen=0)
                found.update(zip(keys, values, strict=True))
        return found
