"""Reader for ZIP archives such as EPUB and DOCX files, with limits against archives that unpack to huge sizes."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from lxml import etree

from episodic.errors import ArchiveLimitError, UnreadableFileError
from episodic.text.file_names import name_of
from episodic.text.xml import Element, safe_parser

_CHUNK = 1 << 16
_SMALL = 1 << 20


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """The limits for an archive. `members` is the largest number of files, and `unpacked` the largest unpacked size of
    all files in bytes. `read` is the largest number of bytes that are read, and `ratio` the largest compression ratio
    of each file.

    Files that unpack to at most one megabyte are exempt from the limit on the compression ratio.
    """

    members: int = 20_000
    unpacked: int = 1 << 30
    read: int = 96 << 20
    ratio: int = 200


class Archive:
    """An open ZIP archive.

    The limit `ArchiveLimits.read` counts the bytes of all reads from the archive together.
    """

    def __init__(self, archive: zipfile.ZipFile, *, source: str, limits: ArchiveLimits) -> None:
        self._archive = archive
        self._source = source
        self._limits = limits
        self._read = 0
        self._members = {member.filename: member for member in archive.infolist()}
        self._check()

    def names(self) -> tuple[str, ...]:
        return tuple(self._members)

    def read(self, name: str) -> bytes | None:
        """Return the bytes of a file in the archive, or None if the archive has no such file.

        Raise ArchiveLimitError if the sum of all bytes read from the archive exceeds `ArchiveLimits.read`. Raise
        UnreadableFileError if the file is damaged or encrypted.
        """
        member = self._members.get(name)
        if member is None:
            return None
        if member.flag_bits & 1:
            raise UnreadableFileError(
                self._source, f"its file {name} is encrypted", hint="Remove the protection and try again."
            )
        chunks: list[bytes] = []
        try:
            with self._archive.open(member) as opened:
                while chunk := opened.read(_CHUNK):
                    self._read += len(chunk)
                    if self._read > self._limits.read:
                        raise ArchiveLimitError(self._source, f"more than {self._limits.read:,} bytes of text")
                    chunks.append(chunk)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, RuntimeError) as error:
            raise UnreadableFileError(self._source, f"its file {name} is damaged ({error})") from error
        return b"".join(chunks)

    def xml(self, name: str) -> Element | None:
        """Return the root element of an XML file in the archive, or None if the archive has no such file.

        Raise UnreadableFileError if the XML in the file is invalid, and also the errors that `read` raises.
        """
        raw = self.read(name)
        if raw is None:
            return None
        try:
            return etree.fromstring(raw, safe_parser())
        except etree.XMLSyntaxError as error:
            raise UnreadableFileError(self._source, f"its file {name} is invalid XML ({error.msg})") from error

    def _check(self) -> None:
        limits = self._limits
        members = self._archive.infolist()
        if len(members) > limits.members:
            raise ArchiveLimitError(
                self._source, f"it contains {len(members):,} files, the limit is {limits.members:,}"
            )
        total = sum(member.file_size for member in members)
        if total > limits.unpacked:
            raise ArchiveLimitError(self._source, f"it unpacks to {total:,} bytes, the limit is {limits.unpacked:,}")
        for member in members:
            if member.file_size > max(_SMALL, member.compress_size * limits.ratio):
                times = member.file_size // max(1, member.compress_size)
                raise ArchiveLimitError(
                    self._source, f"its file {member.filename!r} unpacks to {times:,} times its size"
                )


class _ArchiveErrors:
    def __init__(self, source: str) -> None:
        self._source = source

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, (zipfile.BadZipFile, EOFError, zlib.error, NotImplementedError)):
            raise UnreadableFileError(self._source, f"it is not a complete ZIP archive ({error})") from error


@contextmanager
def open_archive(path: Path, *, limits: ArchiveLimits) -> Generator[Archive]:
    """Open the ZIP archive at *path*, and close it at the end of the context.

    Raise UnreadableFileError if the file is not a ZIP archive. Raise ArchiveLimitError if the number or sizes of files,
    as the archive lists them, exceed a limit, and OSError if the file cannot be opened.
    """
    with _ArchiveErrors(name_of(path)):
        opened = zipfile.ZipFile(path)
    with opened:
        yield Archive(opened, source=name_of(path), limits=limits)
