"""The entries of one `SharedDict` in a checkpoint, each of which is found and decoded when it is used."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from episodic.pipeline.checkpoint.changes import TAB, StoredChange, hash_of
from episodic.pipeline.checkpoint.codec import ValueCodec, compact_json
from episodic.pipeline.checkpoint.pages import OpenPages

_MISSING = -1
_HALF = np.uint64(32)
"""The number of bits of a hash, and of the number of a line."""
_SHARE = 4
"""All entries are decoded if more than this fraction (1/4) of the keys was looked up."""


class _Index(NamedTuple):
    """An index that finds the stored lines of a dictionary by the hashes of the keys with which the lines begin. If the
    keys of several lines have equal hashes, the lines stay in the order in which they were stored.
    """

    hashes: NDArray[np.uint32]
    lines: NDArray[np.uint32]


class StoredTable(Collection[object]):
    """The keys and values of a stored dictionary, read from the changes of each commit. All keys have the same class,
    and equal keys have equal JSON.

    A key is found by the hash of its JSON, so that no other entry is decoded. If the table is iterated over, all keys
    are decoded, but no values. All entries are decoded at once by `entries`, or if a quarter of the keys was looked up.
    """

    def __init__(self, changes: Sequence[StoredChange], codec: ValueCodec, opened: OpenPages) -> None:
        self._changes, self._codec, self._opened = changes, codec, opened
        self._size = changes[-1].size if changes else 0
        self._starts = list(accumulate((one.length for one in changes), initial=0))
        self._index: _Index | None = None
        self._found: dict[object, int] = {}
        """For each key that was looked up, the number of the line that stores the key's value, or _MISSING."""
        self._entries: dict[object, object] | None = None if changes else {}
        """All entries of the table by key, or None until all entries are decoded."""
        self._keys: list[object] | None = None
        """All keys in order, or None until they are decoded."""

    def __len__(self) -> int:
        return self._size

    def __contains__(self, key: object) -> bool:
        return self._line_of(key) != _MISSING if self._entries is None else key in self._entries

    def __iter__(self) -> Iterator[object]:
        if self._entries is not None:
            return iter(self._entries)
        if self._keys is None:
            self._keys = self._codec.read(b"[%b]" % b",".join(self._current_lines()))
        return iter(self._keys)

    def entries(self) -> Mapping[object, object]:
        """Return all entries in order. They are decoded at once, which takes less time than to decode most of them one
        by one.
        """
        return self._decoded()

    def value_of(self, key: object) -> object:
        """Return the value of the key. Two calls with the same key may return two objects, which are equal but not
        identical. Raises KeyError.
        """
        number = self._line_of(key) if self._entries is None else _MISSING
        if self._entries is not None:
            return self._entries[key]
        if number == _MISSING:
            raise KeyError(key)
        return self._codec.value(self._line(number).partition(TAB)[2])

    def last_keys(self, count: int) -> list[object]:
        """Return the last *count* keys in order. The changes are read from the newest back, until *count* keys are
        found.
        """
        found: dict[object, None] = {}
        for number in reversed(range(len(self._changes))):
            if len(found) >= count:
                break
            before = StoredTable(self._changes[:number], self._codec, self._opened)
            lines = [line.partition(TAB) for line in self._changes[number].lines()]
            removed = {text for text, tab, _ in lines if not tab}
            every = [(text, self._codec.value(text)) for text, tab, _ in lines if tab]
            there = (key for text, key in every if text in removed or key not in before)
            found = {**dict.fromkeys(key for key in there if key in self and key not in found), **found}
        return list(found)[-count:]

    def _line_of(self, key: object) -> int:
        """Return the number of the line of a key, or _MISSING."""
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._search(compact_json(self._codec.written(key)))
            if len(self._found) * _SHARE > self._size:
                self._decoded()
        return found

    def _search(self, key: bytes) -> int:
        index = self._index
        if index is None:
            # A hash and the number of its line are sorted as one number. Sorting these numbers takes a quarter of the
            # time of a stable `argsort` of the hashes.
            hashes = np.concatenate([one.hashes() for one in self._changes]).astype(np.uint64)
            order = np.sort((hashes << _HALF) | np.arange(len(hashes), dtype=np.uint64))
            index = self._index = _Index((order >> _HALF).astype(np.uint32), order.astype(np.uint32))
        wanted = np.uint32(hash_of(key))
        last = int(index.hashes.searchsorted(wanted, "right")) - 1
        entry = key + TAB
        while last >= 0 and index.hashes[last] == wanted:
            number = int(index.lines[last])
            line = self._line(number)
            if line.startswith(entry):
                return number
            if line == key:
                return _MISSING
            last -= 1
        return _MISSING

    def _line(self, number: int) -> bytes:
        part = bisect_right(self._starts, number) - 1
        change = self._changes[part]
        return self._opened.line(change.changed.lines, change.first + number - self._starts[part])

    def _decoded(self) -> dict[object, object]:
        if self._entries is None:
            found = self._current_lines()
            every = self._codec.read(b"[%b]" % b",".join(chain.from_iterable(found.items())))
            self._entries = dict(zip(every[::2], every[1::2], strict=True))
            self._index, self._keys, self._found = None, None, {}
        return self._entries

    def _current_lines(self) -> dict[bytes, bytes]:
        """Return the JSON of each value by the JSON of its key."""
        found: dict[bytes, bytes] = {}
        for line in chain.from_iterable(one.lines() for one in self._changes):
            key, tab, value = line.partition(TAB)
            if tab:
                found[key] = value
            else:
                del found[key]
        return found
