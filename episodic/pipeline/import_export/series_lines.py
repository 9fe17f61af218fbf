"""The series of a store as JSON lines, which follow the works in a backup, and the import of these lines."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from pydantic import ValidationError

from episodic.errors import ImportFormatError, InvalidNameError
from episodic.model.records import from_json, to_json
from episodic.model.series import SeriesRecord, series_id
from episodic.pipeline.import_export.line_format import Value, line_text
from episodic.pipeline.series_edits import edit_series
from episodic.ports import GraphStore

SERIES_FORMAT = "episodic-series"
VERSION = 1
_HEADER: Value = {"kind": "header", "format": SERIES_FORMAT, "version": VERSION}
_BEGINNING = '{"kind":"header"'


def series_lines(series: Sequence[SeriesRecord]) -> Iterator[str]:
    """Yield the lines of *series* without line ends, from a header line to an end line. If *series* is empty, no line
    is yielded.
    """
    if not series:
        return
    digest = hashlib.sha256()
    values: list[Value] = [{"kind": "series", "value": json.loads(to_json(one))} for one in series]
    for line in (_HEADER, *values):
        text = line_text(line)
        digest.update(text.encode("utf-8") + b"\n")
        yield text
    yield line_text({"kind": "end", "sha256": digest.hexdigest()})


def without_series(lines: Iterable[str]) -> Iterator[str]:
    inside = False
    for line in lines:
        inside = inside or _is_header(line)
        if not inside:
            yield line
        elif line.startswith('{"kind":"end"'):
            inside = False


def parse_series(lines: Iterable[str]) -> list[SeriesRecord]:
    """Return the series in the lines of an export file, where lines of works may precede the lines of series.

    Raises ImportFormatError with the line number if the lines of the series are of another version, truncated, changed
    or invalid.
    """
    found: list[SeriesRecord] = []
    digest, begun, number = hashlib.sha256(), 0, 0
    for number, raw in enumerate(lines, start=1):
        if not begun and not _is_header(raw):
            continue
        text = raw.rstrip("\r\n")
        line = _object(text, number)
        if not begun:
            begun = number
            if line.get("version") != VERSION:
                raise ImportFormatError(number, f"it is not {SERIES_FORMAT} version {VERSION}")
        elif line.get("kind") == "end":
            if line.get("sha256") != digest.hexdigest():
                raise ImportFormatError(number, "the lines before it were changed")
            return found
        elif line.get("kind") == "series":
            found.append(_series(line, number))
        else:
            raise ImportFormatError(number, f"unknown kind {str(line.get('kind'))[:40]!r}")
        digest.update(text.encode("utf-8", "surrogatepass") + b"\n")
    if begun:
        raise ImportFormatError(number, "the series are cut short: they have no end line")
    return found


async def restore_series(store: GraphStore, series: Iterable[SeriesRecord], *, at: str) -> tuple[str, ...]:
    """Add imported series to the store, and return their names. A series that the store already has gets the works and
    links that it lacks. Works that the store does not have are left out, together with their links. A series is left
    out if the store has none of its works. Raises StoreError.
    """
    works = {one.group_id for one in await store.works()}
    restored: list[str] = []
    for one in series:
        present = one.restricted_to(works)
        if present.works:
            await edit_series(store, one.name, present.merged_into, action="import", at=at)
            restored.append(one.name)
    return tuple(restored)


def _is_header(line: str) -> bool:
    return line.startswith(_BEGINNING) and f'"format":"{SERIES_FORMAT}"' in line


def _object(text: str, number: int) -> Value:
    try:
        line: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ImportFormatError(number, "it is not JSON") from error
    if not isinstance(line, dict):
        raise ImportFormatError(number, "it is not a JSON object")
    return cast("Value", line)


def _series(line: Value, number: int) -> SeriesRecord:
    try:
        found = from_json(SeriesRecord, json.dumps(line.get("value")))
        series_id(found.name)
    except ValidationError as error:
        raise ImportFormatError(number, f"an invalid series ({error.error_count()} faults)") from error
    except InvalidNameError as error:
        raise ImportFormatError(number, error.reason) from error
    return found
