"""Reads parts of a checkpoint's bytes, which stores keep as Base64 text.

The text is copied to a temporary file, and a part of the text is decoded only when the bytes of this part are read.
"""

from __future__ import annotations

import tempfile
from binascii import a2b_base64
from typing import NamedTuple, Protocol, overload

from episodic.errors import StoreFullError

_IN_MEMORY = 1 << 20
"""The number of characters up to which texts stay in memory."""


class Content(Protocol):
    """A sequence of bytes from which parts are read, for example a `bytes` object."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, place: int, /) -> int: ...
    @overload
    def __getitem__(self, part: slice, /) -> bytes: ...


class Excerpt(NamedTuple):
    """A part of a `Content`, which is read only when it is used."""

    content: Content
    begin: int
    end: int

    def read(self) -> bytes:
        return self.content[self.begin : self.end]


class TextFile:
    """Base64 texts one after another in a temporary file, which is deleted together with this object. Base64 texts of
    at most _IN_MEMORY characters in all stay in memory.
    """

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - closed by `__del__`
        self._end = 0

    def __del__(self) -> None:
        self._file.close()

    def __len__(self) -> int:
        return self._end

    def add(self, text: bytes) -> None:
        """Add *text* at the end of the file. Raises StoreFullError if there is no room for temporary files."""
        try:
            self._file.seek(self._end)
            self._file.write(text)
        except OSError as error:
            raise StoreFullError(
                f"A temporary file with the state of the work cannot be written ({error.strerror or error}).",
                hint="Free some disk space in the temporary folder; the variable TMPDIR names another one.",
            ) from error
        self._end += len(text)

    def read(self, begin: int, end: int) -> bytes:
        self._file.seek(begin)
        return self._file.read(end - begin)


class EncodedBytes:
    """The bytes that are encoded in the text from *begin* to *end* of a file. Reading a part of the bytes decodes only
    the text of this part.
    """

    def __init__(self, file: TextFile, begin: int, end: int) -> None:
        self._file, self._begin = file, begin
        padding = file.read(max(begin, end - 2), end).count(b"=")
        self._length = (end - begin) // 4 * 3 - padding

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int, /) -> int: ...
    @overload
    def __getitem__(self, part: slice, /) -> bytes: ...
    def __getitem__(self, part: int | slice, /) -> int | bytes:
        """Return the byte at an index, or the bytes of a slice whose step is 1."""
        if isinstance(part, int):
            return self[part : part + 1][0]
        begin, end, _ = part.indices(self._length)
        if begin >= end:
            return b""
        # In Base64, three bytes are four characters, so decoding must start at a multiple of three bytes.
        decoded = a2b_base64(self._file.read(self._begin + begin // 3 * 4, self._begin - end // -3 * 4))
        return decoded[begin % 3 : begin % 3 + end - begin]
