"""Functions that open export files and backup files for import, plain or gzipped, from a path or from standard input."""

from __future__ import annotations

import gzip
import io
import shutil
import sys
import tempfile
import zlib
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from episodic.errors import InputError
from episodic.model.series import SeriesRecord
from episodic.pipeline.import_export.importing import LONGEST_LINE, Imported, parse_exports
from episodic.pipeline.import_export.series_lines import parse_series, without_series

STDIO = "-"

_GZIP = b"\x1f\x8b"
_SQLITE = b"SQLite format 3\x00"


class ExportFile:
    """An open export file that can be read more than once."""

    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw
        head = raw.read(len(_SQLITE))
        if head == _SQLITE:
            raise InputError("This is a store, not an export.", hint="Open it with --store FILE.")
        self._is_zipped = head.startswith(_GZIP)
        self._ends = [0]
        """The numbers of lines after which the works end: first 0, then one number for each work that was read."""

    def series(self) -> list[SeriesRecord]:
        """Return the series (groups of works that are searched together) in the file.

        Raises ImportFormatError, OSError, UnicodeDecodeError, EOFError, zlib.error.
        """
        self._raw.seek(0)
        inner = cast("BinaryIO", gzip.GzipFile(fileobj=self._raw)) if self._is_zipped else self._raw
        lines = io.TextIOWrapper(inner, encoding="utf-8", newline="\n")
        try:
            return parse_series(_cut_lines(lines))
        finally:
            lines.detach()

    def works(self) -> Iterator[Imported]:
        """Yield the works in the file one after the other.

        Raises ImportFormatError, OSError, UnicodeDecodeError, EOFError, zlib.error.
        """
        read = 0

        def counted(lines: Iterator[str]) -> Iterator[str]:
            nonlocal read
            for line in lines:
                read += 1
                yield line

        self._ends = [0]
        with closing(self._lines()) as lines:
            for work in parse_exports(counted(lines)):
                self._ends.append(read)
                yield work

    def lines(self, number: int) -> Iterator[str]:
        """Yield the lines of one work of the file; *number* is the work's index, from 0. The caller must first have
        iterated over all works that `works` yields, because `works` records at which line each work ends. Raises
        OSError, UnicodeDecodeError, EOFError, zlib.error.
        """
        with closing(self._lines()) as lines:
            yield from islice(lines, self._ends[number], self._ends[number + 1])

    def _lines(self) -> Generator[str]:
        self._raw.seek(0)
        inner = cast("BinaryIO", gzip.GzipFile(fileobj=self._raw)) if self._is_zipped else self._raw
        lines = io.TextIOWrapper(inner, encoding="utf-8", newline="\n")
        try:
            yield from _bounded(lines)
        finally:
            # Without `detach`, the text wrapper would close the raw file, which may be read again.
            lines.detach()


@contextmanager
def export_file(name: str) -> Generator[ExportFile]:
    """Open the export file *name*, or standard input if *name* is "-".

    Raises InputError if the file cannot be read, also if the error occurs inside the `with` block.
    """
    try:
        with _raw(name) as raw:
            yield ExportFile(raw)
    except (OSError, UnicodeDecodeError, EOFError, zlib.error) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"{name} cannot be read ({why.rstrip('.')}).", hint="Nothing was imported.") from error


@contextmanager
def _raw(name: str) -> Generator[BinaryIO]:
    if name != STDIO:
        with Path(name).open("rb") as file:
            yield file
        return
    with tempfile.TemporaryFile() as kept:
        shutil.copyfileobj(sys.stdin.buffer, kept)
        kept.seek(0)
        yield cast("BinaryIO", kept)


def _bounded(lines: TextIO) -> Iterator[str]:
    return without_series(_cut_lines(lines))


def _cut_lines(lines: TextIO) -> Iterator[str]:
    """Yield the lines of a file. An overlong line is cut one character beyond the allowed length, so that the import
    refuses the line without reading all of it.
    """
    while line := lines.readline(LONGEST_LINE + 1):
        yield line
