"""Pages of a checkpoint: compressed values with increasing numbers, which are read when one of them is used."""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_PAGE = 1 << 14
"""The number of bytes of fields at which a page is full and the next value begins a new page."""
_OPEN_PAGES = 256
"""The maximum number of pages whose decompressed fields stay in memory."""
_NUMBER = np.dtype("<u4")
_KIND = np.dtype("<u2")


class KeptObject(NamedTuple):
    """A kept value: its number, the number of its class, and the JSON of its fields."""

    number: int
    kind: int
    fields: bytes


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """A page of values: the number of each value, the number of its class, and the compressed JSON of its fields, one
    line for each value.
    """

    numbers: NDArray[np.uint32]
    kinds: NDArray[np.uint16]
    content: bytes | memoryview

    @classmethod
    def of(cls, values: Sequence[KeptObject]) -> Page:
        """Return one page that contains the given values, which must be sorted by number."""
        return cls(
            np.array([one.number for one in values], dtype=_NUMBER),
            np.array([one.kind for one in values], dtype=_KIND),
            zlib.compress(b"\n".join(one.fields for one in values), 1),
        )

    def fields(self) -> list[bytes]:
        """Return the JSON of the fields of each value of the page, in order."""
        return zlib.decompress(self.content).split(b"\n")

    @property
    def sizes(self) -> tuple[int, int]:
        """Return two sizes: the count of values in the page, and the length in bytes of their compressed fields."""
        return len(self.numbers), len(self.content)

    def written(self) -> bytes:
        return b"".join((self.numbers.tobytes(), self.kinds.tobytes(), self.content))

    @classmethod
    def read(cls, content: memoryview, sizes: Sequence[int]) -> tuple[Page, int]:
        """Return the page that *content* begins with, and the page's length in bytes. *sizes* is what the property
        `sizes` of the page returned when the page was written.
        """
        count, length = sizes
        kinds = count * _NUMBER.itemsize
        fields = kinds + count * _KIND.itemsize
        found = cls(
            np.frombuffer(content, _NUMBER, count),
            np.frombuffer(content, _KIND, count, kinds),
            content[fields : fields + length],
        )
        return found, fields + length


def pages_of(values: Iterable[KeptObject]) -> Iterator[Page]:
    """Yield pages that together contain the given values, which must be sorted by number."""
    found: list[KeptObject] = []
    size = 0
    for one in values:
        found.append(one)
        size += len(one.fields)
        if size >= _PAGE:
            yield Page.of(found)
            found, size = [], 0
    if found:
        yield Page.of(found)


class PagedValues:
    """The stored values of all pages that were added, found by their number."""

    def __init__(self) -> None:
        self._pages: list[Page] = []
        self._first: list[int] = []
        self._open: OrderedDict[int, list[bytes]] = OrderedDict()

    @property
    def count(self) -> int:
        """Return the number that the next stored value gets: the number of the last value plus 1, or 0 without pages."""
        return int(self._pages[-1].numbers[-1]) + 1 if self._pages else 0

    def add(self, pages: Iterable[Page]) -> None:
        """Add pages whose numbers are greater than those of all known pages."""
        for one in pages:
            self._pages.append(one)
            self._first.append(int(one.numbers[0]))

    def kind_of(self, number: int) -> int:
        page, place = self._place(number)
        return int(self._pages[page].kinds[place])

    def get(self, number: int) -> KeptObject:
        page, place = self._place(number)
        return KeptObject(number, int(self._pages[page].kinds[place]), self._fields(page)[place])

    def _place(self, number: int) -> tuple[int, int]:
        page = bisect_right(self._first, number) - 1
        numbers = self._pages[page].numbers
        place = int(numbers.searchsorted(number))
        if place == len(numbers) or numbers[place] != number:
            raise KeyError(number)
        return page, place

    def _fields(self, page: int) -> list[bytes]:
        found = self._open.get(page)
        if found is None:
            found = self._open[page] = self._pages[page].fields()
            if len(self._open) > _OPEN_PAGES:
                self._open.popitem(last=False)
        return found
