"""Values in a temporary file, so that an import needs little memory however large the work is."""

from __future__ import annotations

import base64
import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Generic, TypeVar, cast

from episodic.errors import StoreFullError
from episodic.model.records import Kind, Link, Record

T = TypeVar("T")

_IN_MEMORY = 1 << 20
"""The number of bytes up to which values stay in memory."""
_PAGE = 1 << 20
"""The number of bytes that are read at once."""

_KINDS = {kind.value: kind for kind in Kind}
_LINKS = {link.value: link for link in Link}

Row = list[object]
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class HistoryRecord:
    """A record of one of a work's inputs, with the revision that saved the record and the revision that retired the
    record.

    `retired` is None if the record is current.
    """

    record: Record
    put: int
    retired: int | None


@dataclass(frozen=True, slots=True)
class VectorOf:
    """The vector of a record, as little-endian bytes of float32 numbers."""

    kind: Kind
    uuid: str
    numbers: bytes


class Spool(Generic[T]):
    """Values in a file, in the order in which they were added. By default, the values are in a temporary file, which is
    deleted together with the spool.
    """

    def __init__(
        self, row_of: Callable[[T], Row], value_of: Callable[[Row], T], *, file: IO[bytes] | None = None
    ) -> None:
        self._row_of, self._value_of = row_of, value_of
        self._file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) if file is None else file  # noqa: SIM115
        self._end = self._count = 0

    def __del__(self) -> None:
        self._file.close()

    def add(self, value: T) -> int:
        """Add a value and return its position. Raises StoreFullError if there is no room for temporary files."""
        line = _ENCODER.encode(self._row_of(value)).encode("utf-8", "surrogatepass") + b"\n"
        position = self._end
        try:
            self._file.seek(position)
            self._file.write(line)
        except OSError as error:
            raise StoreFullError(
                f"A temporary file of the import cannot be written ({error.strerror or error}).",
                hint="Free some disk space in the temporary folder; the variable TMPDIR names another one.",
            ) from error
        self._end += len(line)
        self._count += 1
        return position

    def at(self, position: int) -> T:
        self._file.seek(position)
        return self._value(self._file.readline())

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        position = 0
        while position < self._end:
            self._file.seek(position)
            for line in self._file.readlines(_PAGE):
                position += len(line)
                yield self._value(line)

    def _value(self, line: bytes) -> T:
        return self._value_of(json.loads(line.decode("utf-8", "surrogatepass")))


def spool_of_records() -> Spool[Record]:
    return Spool(_row_of_record, _record_of_row)


_RecordRow = tuple[
    str,
    str,
    str,
    str | None,
    list[str],
    list[tuple[str, str]],
    int,
    int | None,
    int | None,
    str | None,
]


def _row_of_record(record: Record) -> Row:
    vector = None if record.vector is None else base64.b64encode(record.vector).decode("ascii")
    return [
        *(record.kind, record.uuid, record.value, record.text, record.keys, record.links),
        *(record.told, record.lo, record.hi, vector),
    ]


def _record_of_row(row: Row) -> Record:
    kind, uuid, value, text, keys, links, told, lo, hi, vector = cast("_RecordRow", row)
    return Record(
        kind=_KINDS[kind],
        uuid=uuid,
        value=value,
        text=text,
        keys=tuple(keys),
        links=tuple([(_LINKS[link], target) for link, target in links]),
        told=told,
        lo=lo,
        hi=hi,
        vector=None if vector is None else base64.b64decode(vector),
    )


def spool_of_history() -> Spool[HistoryRecord]:
    return Spool(_row_of_history, _history_of_row)


def _row_of_history(one: HistoryRecord) -> Row:
    record = one.record
    return [record.kind, record.uuid, record.value, record.told, one.put, one.retired]


def _history_of_row(row: Row) -> HistoryRecord:
    kind, uuid, value, told, put, retired = cast("tuple[str, str, str, int, int, int | None]", row)
    return HistoryRecord(Record(_KINDS[kind], uuid, value, told=told), put, retired)


def spool_of_vectors() -> Spool[VectorOf]:
    return Spool(
        lambda one: [one.kind, one.uuid, base64.b64encode(one.numbers).decode("ascii")],
        _vector_of_row,
    )


def _vector_of_row(row: Row) -> VectorOf:
    kind, uuid, numbers = cast("tuple[str, str, str]", row)
    return VectorOf(_KINDS[kind], uuid, base64.b64decode(numbers))
