"""Pages of a checkpoint: compressed lines, which are read when one of them is used."""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import zstandard
from numpy.typing import NDArray

from episodic.pipeline.checkpoint.encoded import Content

_PAGE = 1 << 12
"""The number of bytes of lines at which a page is full and the next line begins a new page."""
_OPEN_PAGES = 4096
"""The maximum number of pages whose decompressed lines stay in memory."""
NUMBER = np.dtype("<u4")
"""The type of the numbers in the arrays of a checkpoint: unsigned integers of four bytes, little-endian."""
_KIND = np.dtype("<u2")


class _Compression(threading.local):
    """The Zstandard (RFC 8878) compressor and decompressor of one thread. Making them takes longer than compressing a
    page. Two threads must not use the same compressor at the same time.
    """

    def __init__(self) -> None:
        self.compressor = zstandard.ZstdCompressor()
        self.decompressor = zstandard.ZstdDecompressor()


_COMPRESSION = _Compression()


class PagedLines:
    """A sequence of lines (bytes without line breaks), which are stored in compressed blocks of lines (pages). The data
    of the lines begin at the index *begin* of *content*. The data are the number of pages, the number of lines in each
    page, the length of each compressed page, and the pages.
    """

    def __init__(self, content: Content, begin: int = 0) -> None:
        self._content, self._begin = content, begin

    @classmethod
    def of(cls, lines: Iterable[bytes]) -> PagedLines:
        return cls(_written(lines))

    @cached_property
    def _ends(self) -> tuple[list[int], list[int]]:
        """Two lists with an entry for each page. A page's entry in the first list is the number of lines up to the end
        of the page. A page's entry in the second list is the index in the content at which the page ends. Before the
        entries for the pages, each of the two lists has an entry for the beginning of the first page.
        """
        at = self._begin + NUMBER.itemsize
        (count,) = np.frombuffer(self._content[self._begin : at], NUMBER).tolist()
        sizes = np.frombuffer(self._content[at : at + 2 * count * NUMBER.itemsize], NUMBER).tolist()
        pages = at + 2 * count * NUMBER.itemsize
        return list(accumulate(sizes[:count], initial=0)), list(accumulate(sizes[count:], initial=pages))

    @property
    def end(self) -> int:
        """The index in the bytes *content* at which the last page of lines ends."""
        return self._ends[1][-1]

    def __len__(self) -> int:
        return self._ends[0][-1]

    def written(self) -> bytes:
        """Return the pages of lines as bytes, in the format of the argument *content* of this class."""
        return self._content[self._begin : self.end]

    def place_of(self, number: int) -> tuple[int, int]:
        """Return the page of the line with the index *number*, and the index of the line in this page."""
        first = self._ends[0]
        page = bisect_right(first, number) - 1
        return page, number - first[page]

    def page(self, page: int) -> list[bytes]:
        """Return the lines of a page."""
        ends = self._ends[1]
        return _COMPRESSION.decompressor.decompress(self._content[ends[page] : ends[page + 1]]).split(b"\n")

    def between(self, begin: int, end: int) -> Iterator[bytes]:
        """Yield the lines from the index *begin* to the index before *end*."""
        while begin < end:
            page, place = self.place_of(begin)
            found = self.page(page)[place : place + end - begin]
            yield from found
            begin += len(found)


def _written(lines: Iterable[bytes]) -> bytes:
    compressor = _COMPRESSION.compressor
    pages: list[bytes] = []
    counts: list[int] = []
    page: list[bytes] = []
    size = 0
    for line in lines:
        page.append(line)
        size += len(line)
        if size >= _PAGE:
            pages.append(compressor.compress(b"\n".join(page)))
            counts.append(len(page))
            page, size = [], 0
    if page:
        pages.append(compressor.compress(b"\n".join(page)))
        counts.append(len(page))
    return b"".join((np.array([len(pages), *counts, *map(len, pages)], dtype=NUMBER).tobytes(), *pages))


class OpenPages:
    """A cache of the decompressed pages that were used most recently."""

    def __init__(self) -> None:
        self._pages: OrderedDict[tuple[PagedLines, int], list[bytes]] = OrderedDict()

    def line(self, lines: PagedLines, number: int) -> bytes:
        """Return the line with the index *number*."""
        page, place = lines.place_of(number)
        key = (lines, page)
        found = self._pages.get(key)
        if found is None:
            found = self._pages[key] = lines.page(page)
            if len(self._pages) > _OPEN_PAGES:
                self._pages.popitem(last=False)
        else:
            self._pages.move_to_end(key)
        return found[place]


class KeptObject(NamedTuple):
    """A large value that a checkpoint stores: its number, the number of its class, and the JSON of its fields."""

    number: int
    kind: int
    fields: bytes


class ValuePages:
    """Large values of a checkpoint, sorted by number. Each value is read when it is used. From the index *begin* on,
    *content* contains three parts. The first part of *content* is the JSON of the fields of each value (lines in
    compressed pages). The other parts are the number of each value, and a number for its Python class.
    *first* and *last* are the numbers of the first and the last value.
    """

    def __init__(self, first: int, last: int, content: Content, begin: int = 0) -> None:
        self.first, self.last = first, last
        self._content, self._begin = content, begin
        self.lines = PagedLines(content, begin)

    @classmethod
    def of(cls, values: Sequence[KeptObject]) -> ValuePages:
        """Return pages of the given values, of which there is at least one, sorted by number."""
        numbers = np.array([one.number for one in values], dtype=NUMBER).tobytes()
        kinds = np.array([one.kind for one in values], dtype=_KIND).tobytes()
        return cls(
            values[0].number, values[-1].number, b"".join((_written(one.fields for one in values), numbers, kinds))
        )

    @cached_property
    def numbers(self) -> NDArray[np.uint32]:
        at = self.lines.end
        return np.frombuffer(self._content[at : at + len(self.lines) * NUMBER.itemsize], NUMBER)

    @cached_property
    def kinds(self) -> NDArray[np.uint16]:
        at = self.lines.end + len(self.lines) * NUMBER.itemsize
        return np.frombuffer(self._content[at : at + len(self.lines) * _KIND.itemsize], _KIND)

    def written(self) -> bytes:
        """Return the pages of values as bytes, in the format of the argument *content* of this class."""
        end = self.lines.end + len(self.lines) * (NUMBER.itemsize + _KIND.itemsize)
        return self._content[self._begin : end]

    def place_of(self, number: int) -> int:
        """Return the index of the value with the given number, or raise KeyError."""
        place = int(self.numbers.searchsorted(np.uint32(number)))
        if place == len(self.numbers) or self.numbers[place] != number:
            raise KeyError(number)
        return place


class PagedValues:
    """The stored values of all pages that were added, found by their number."""

    def __init__(self, opened: OpenPages) -> None:
        self._opened = opened
        self._parts: list[ValuePages] = []
        self._first: list[int] = []

    @property
    def count(self) -> int:
        """Return the number that the next stored value gets: the number of the last value plus 1, or 0 if there is no
        value.
        """
        return self._parts[-1].last + 1 if self._parts else 0

    def add(self, values: ValuePages) -> None:
        """Add values whose numbers are greater than the numbers of all values added before."""
        self._parts.append(values)
        self._first.append(values.first)

    def kind_of(self, number: int) -> int:
        part = self._part(number)
        return int(part.kinds[part.place_of(number)])

    def get(self, number: int) -> KeptObject:
        part = self._part(number)
        place = part.place_of(number)
        return KeptObject(number, int(part.kinds[place]), self._opened.line(part.lines, place))

    def _part(self, number: int) -> ValuePages:
        return self._parts[bisect_right(self._first, number) - 1]
