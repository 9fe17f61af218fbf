"""Bytes that a store keeps as text, and that are decoded part by part when they are read."""

from __future__ import annotations

from binascii import a2b_base64
from collections.abc import Sequence
from typing import NamedTuple, Protocol, overload


class Content(Protocol):
    """A sequence of bytes from which parts are read. `bytes` is such a sequence."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, place: int, /) -> int: ...
    @overload
    def __getitem__(self, part: slice, /) -> bytes: ...


class Excerpt(NamedTuple):
    """A part of a content, which is read when it is used."""

    content: Content
    begin: int
    end: int

    def read(self) -> bytes:
        return self.content[self.begin : self.end]


class EncodedBytes:
    """Bytes that are kept as Base64 inside of texts. Reading a part of the bytes decodes only this part of the texts.

    In each text, the Base64 stands between *margins*, which are numbers of characters. Each text except the last
    contains *size* bytes, a multiple of three.
    """

    def __init__(self, texts: Sequence[str], size: int, margins: tuple[int, int] = (0, 0)) -> None:
        self._texts, self._size = texts, size
        self._begin, after = margins
        last = texts[-1]
        end = len(last) - after
        self._length = (
            size * (len(texts) - 1) + (end - self._begin) // 4 * 3 - last.count("=", max(self._begin, end - 2), end)
        )

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int, /) -> int: ...
    @overload
    def __getitem__(self, part: slice, /) -> bytes: ...
    def __getitem__(self, part: int | slice, /) -> int | bytes:
        """Return the byte at a place, or the bytes of a slice whose step is 1."""
        if isinstance(part, int):
            return self[part : part + 1][0]
        begin, end, _ = part.indices(self._length)
        size = self._size
        found: list[bytes] = []
        for number in range(begin // size, -(-end // size)):
            first, last = max(0, begin - number * size), min(size, end - number * size)
            # Three bytes are four characters, so that decoding starts at a multiple of three bytes.
            begin_at, end_at = self._begin + first // 3 * 4, self._begin - last // -3 * 4
            decoded = a2b_base64(self._texts[number][begin_at:end_at])
            found.append(decoded[first % 3 : first % 3 + last - first])
        return found[0] if len(found) == 1 else b"".join(found)
