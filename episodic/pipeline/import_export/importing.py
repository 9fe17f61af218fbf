"""The parsing and validation of an export file. A work is validated as a whole before any of its records is written.

The parsed content of the work goes to temporary files, so that the import of a large work needs little memory.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import AsyncIterable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import cast

from pydantic import ValidationError

from episodic.errors import ImportFormatError, InvalidNameError
from episodic.model.decisions import Judgement, Override
from episodic.model.episodes import Episode
from episodic.model.ids import digest_of
from episodic.model.name_keys import check_name
from episodic.model.readings import ChapterReading
from episodic.model.records import ASSERTED, SEARCHED, Commit, Kind, Record, Redirect, from_json
from episodic.model.settings import WorkSettings
from episodic.pipeline.import_export.derived_lines import DerivedLines
from episodic.pipeline.import_export.line_format import FORMAT, VERSION, Value
from episodic.pipeline.import_export.spool import (
    HistoryRecord,
    Spool,
    VectorOf,
    spool_of_history,
    spool_of_records,
    spool_of_vectors,
)
from episodic.pipeline.import_export.validation import id_and_fault, length_of
from episodic.pipeline.session.work_checkpoint import program_digest

LONGEST_LINE = 64 << 20
"""The maximum length of a line in characters. An export file with a line of more than LONGEST_LINE characters is
refused.
"""

_NO_REVISION_END = 1 << 62
"""The end of a record that no revision has retired: a number greater than any revision."""

_DERIVED = frozenset({"passage", "entity", "mention", "statement", "moment", "fact", "issue", "replayed"})
_LIVE = frozenset(kind.value for kind in ASSERTED)
_CLASSES: dict[Kind, type[object]] = {
    Kind.EPISODE: Episode,
    Kind.READING: ChapterReading,
    Kind.JUDGEMENT: Judgement,
    Kind.ACT: Override,
    Kind.SETTING: WorkSettings,
}


@dataclass(frozen=True, slots=True)
class InputVersion:
    """A version of an input record. The fields are the record's key, the revisions that saved and retired the version,
    and its position in the temporary file of inputs (the spool).

    `length` is the length of a chapter's text, or of the text from which a reading was made, and 0 for other inputs.
    `text` is the digest of a chapter's text, and empty for other inputs.
    """

    kind: Kind
    uuid: str
    put: int
    retired: int | None
    position: int = 0
    length: int = 0
    text: str = ""


@dataclass(slots=True)
class Imported:
    """A validated work of an export file: the commits, the inputs with their history, the derived records and the
    vectors.

    Inputs, derived records and vectors are in temporary files. `derived` contains the derived records with their
    vectors. `derived` is filled only if the same version of the program wrote the file. `loose_vectors` contains the
    vectors whose records are not in `derived`. `fault` is the reason why the derived records cannot be used, or None if
    they can be used.
    """

    group_id: str = ""
    readable_from: int = 1
    embedder: str | None = None
    dimension: int | None = None
    digest: str = ""
    commits: list[Commit] = field(default_factory=list[Commit])
    versions: list[InputVersion] = field(default_factory=list[InputVersion])
    inputs: Spool[HistoryRecord] = field(default_factory=spool_of_history)
    derived: Spool[Record] = field(default_factory=spool_of_records)
    loose_vectors: Spool[VectorOf] = field(default_factory=spool_of_vectors)
    redirects: list[Redirect] = field(default_factory=list[Redirect])
    fault: str | None = None

    @property
    def dated(self) -> Iterable[HistoryRecord]:
        """Return all versions of the inputs, in the order of the file."""
        return self.inputs

    def vectors(self) -> Iterator[VectorOf]:
        """Yield all vectors."""
        for record in self.derived:
            if record.vector is not None:
                yield VectorOf(record.kind, record.uuid, record.vector)
        yield from self.loose_vectors

    def add_input(self, one: HistoryRecord, *, length: int = 0, text: str = "") -> None:
        """Add a version of an input record."""
        position = self.inputs.add(one)
        record = one.record
        self.versions.append(InputVersion(record.kind, record.uuid, one.put, one.retired, position, length, text))


def parse_export(lines: Iterable[str], *, group_id: str | None = None) -> Imported:
    """Parse the lines of an export of exactly one work. If *group_id* is given, the work must have this name.

    Raises ImportFormatError with the line number if the file deviates from the format. Examples of deviations are an
    unknown version or kind, an input of another work, an invalid input, a vector of the wrong length, or a missing end
    line. An invalid derived record raises no error: `fault` of the result then says why the derived records cannot be
    used. Raises StoreFullError if there is no room for temporary files.
    """
    parser = ExportParser()
    for line in lines:
        parser.take(line)
    return parser.work(group_id)


async def parsed_export(lines: AsyncIterable[str], *, group_id: str) -> Imported:
    """Parse the lines of an export of the work *group_id*. Raises the same errors as `parse_export`."""
    parser = ExportParser()
    async for line in lines:
        parser.take(line)
    return parser.work(group_id)


def parse_exports(lines: Iterable[str]) -> Iterator[Imported]:
    """Yield the works in the lines of an export file. Each work is validated when its end line is reached.

    Raises ImportFormatError in the same cases as `parse_export`, and if a work occurs twice.
    """
    names: set[str] = set()
    parser = ExportParser()
    for line in lines:
        if parser.ended:
            parser = ExportParser(parser.number)
        found = parser.take(line)
        if found is not None:
            if found.group_id in names:
                raise ImportFormatError(parser.first, f"it holds the work {found.group_id!r} twice")
            names.add(found.group_id)
            yield found
    parser.work()


class ExportParser:
    """Parses the lines of one work, one after the other.

    `number` is the number of the last line that was parsed, and `first` is the number of the work's first line. `ended`
    is true after the end line.
    """

    def __init__(self, lines_before: int = 0) -> None:
        self.number = lines_before
        self.first = lines_before + 1
        self.ended = False
        self._found = Imported()
        self._digest = hashlib.sha256()
        self._derived: DerivedLines | None = None
        self._last: Record | None = None

    def take(self, raw: str) -> Imported | None:
        """Parse the next line of the export file. Return the whole parsed work if the line is the end line of the work,
        and None for any other line. Raises ImportFormatError, StoreFullError.
        """
        self.number += 1
        if self.ended:
            raise ImportFormatError(self.number, "there is text after the end line")
        text = raw.rstrip("\r\n")
        if len(text) > LONGEST_LINE:
            raise ImportFormatError(self.number, f"a line of {len(text):,} characters")
        line = _object(text, self.number)
        if line.get("kind") == "end":
            if line.get("sha256") != self._digest.hexdigest():
                raise ImportFormatError(self.number, "the lines before it were changed")
            return self._end()
        self._digest.update(text.encode("utf-8", "surrogatepass") + b"\n")
        self._take(line)
        return None

    def work(self, group_id: str | None = None) -> Imported:
        """Return the parsed work, after all lines were taken.

        Raises ImportFormatError if the end line is missing, or if the work does not have the given name *group_id*.
        """
        if not self.ended:
            raise ImportFormatError(self.number, "the file is cut short: it has no end line")
        if group_id is not None and group_id != self._found.group_id:
            raise ImportFormatError(1, f"it holds the work {self._found.group_id!r}, not {group_id!r}")
        return self._found

    def _end(self) -> Imported:
        found, derived = self._found, self._derived
        _check(found, self.number)
        if derived is None:
            found.fault = "it was written by another version of the program"
        else:
            live = [one for one in found.versions if one.retired is None]
            chapters = {one.uuid: one.text for one in live if one.kind is Kind.EPISODE}
            self._add(derived.end(chapters, [one.uuid for one in live if one.kind is Kind.READING]))
            self._add((), last=True)
            found.fault = derived.fault
        found.digest = self._digest.hexdigest()
        self.ended = True
        return found

    def _take(self, line: Value) -> None:
        found, kind, number = self._found, line["kind"], self.number
        if not found.group_id and kind != "header":
            raise ImportFormatError(number, "the header is missing")
        if kind == "header":
            _header(found, line, number)
            if line.get("program") == program_digest():
                self._derived = DerivedLines(found.group_id)
        elif kind == "commit":
            found.commits.append(_commit(line, number))
        elif kind == "history":
            _dated(found, line, number)
        elif kind == "vector":
            self._vector(_vector(found, line, number))
        elif kind == "redirect":
            found.redirects.append(_redirect(found, line, number))
        elif kind not in _DERIVED and kind not in _LIVE:
            raise ImportFormatError(number, f"unknown kind {kind!r}")
        elif self._derived is not None:
            self._add(self._derived.take(line))

    def _vector(self, vector: VectorOf) -> None:
        last = self._last
        if last is not None and (last.kind, last.uuid) == (vector.kind, vector.uuid):
            self._last = last.with_vector(vector.numbers)
        else:
            self._found.loose_vectors.add(vector)

    def _add(self, records: Iterable[Record], *, last: bool = False) -> None:
        for record in records:
            if self._last is not None:
                self._found.derived.add(self._last)
            self._last = record
        if last and self._last is not None:
            self._found.derived.add(self._last)
            self._last = None


def _object(text: str, number: int) -> Value:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ImportFormatError(number, "it is not JSON") from error
    if not isinstance(line, dict) or not isinstance(line.get("kind"), str):
        raise ImportFormatError(number, "it is not a JSON object with a kind")
    return cast("Value", line)


def _header(found: Imported, line: Value, number: int) -> None:
    if found.group_id:
        raise ImportFormatError(number, "a second header")
    if line.get("format") != FORMAT or line.get("version") != VERSION:
        raise ImportFormatError(number, f"it is not {FORMAT} version {VERSION}")
    group, embedder, dimension = line.get("group_id"), line.get("embedder"), line.get("dimension")
    if not isinstance(group, str):
        raise ImportFormatError(number, "the group name is missing")
    try:
        found.group_id = check_name(group, "group name")
    except InvalidNameError as error:
        raise ImportFormatError(number, error.reason) from error
    readable_from = line.get("readable_from")
    found.readable_from = readable_from if isinstance(readable_from, int) else 1
    found.embedder = embedder if isinstance(embedder, str) else None
    found.dimension = dimension if isinstance(dimension, int) and 0 < dimension <= 1 << 16 else None


def _commit(line: Value, number: int) -> Commit:
    revision, commit_id, at, action = (line.get(name) for name in ("revision", "commit_id", "at", "action"))
    if not (
        isinstance(revision, int) and isinstance(commit_id, str) and isinstance(at, str) and isinstance(action, str)
    ):
        raise ImportFormatError(number, "a commit with missing fields")
    return Commit(revision, commit_id, at, action)


def _dated(found: Imported, line: Value, number: int) -> None:
    kind, uuid, told, value = line.get("of"), line.get("uuid"), line.get("told"), line.get("value")
    put, retired = line.get("put"), line.get("retired")
    if kind not in _LIVE or not isinstance(uuid, str) or not isinstance(told, int) or not isinstance(value, str):
        raise ImportFormatError(number, "a history line with missing fields")
    if not isinstance(put, int) or not (retired is None or isinstance(retired, int)):
        raise ImportFormatError(number, "a history line without revisions")
    of = Kind(kind)
    try:
        parsed = from_json(_CLASSES[of], value)
    except ValidationError as error:
        raise ImportFormatError(number, f"an invalid {of.value} ({error.error_count()} faults)") from error
    group = getattr(parsed, "group_id", found.group_id)
    if group != found.group_id:
        raise ImportFormatError(number, f"a {of.value} of another work")
    name, fault = id_and_fault(parsed)
    if name != uuid or fault is not None:
        raise ImportFormatError(number, fault or f"a {of.value} whose id differs from that of its line")
    one = HistoryRecord(Record(of, uuid, value, told=told), put, retired)
    if isinstance(parsed, Episode):
        found.add_input(one, length=len(parsed.text), text=digest_of(parsed.text))
    else:
        found.add_input(one, length=length_of(parsed) if isinstance(parsed, ChapterReading) else 0)


def _redirect(found: Imported, line: Value, number: int) -> Redirect:
    uuid, of, target = line.get("uuid"), line.get("of"), line.get("target")
    if not isinstance(uuid, str) or not isinstance(target, str) or of not in {Kind.ENTITY.value, Kind.FACT.value}:
        raise ImportFormatError(number, "a redirect with missing fields")
    if line.get("group_id") != found.group_id:
        raise ImportFormatError(number, "a redirect of another work")
    return Redirect(uuid, found.group_id, Kind(of), target)


def _vector(found: Imported, line: Value, number: int) -> VectorOf:
    kind, uuid, raw = line.get("of"), line.get("uuid"), line.get("float32")
    if kind not in {one.value for one in SEARCHED} or not isinstance(uuid, str) or not isinstance(raw, str):
        raise ImportFormatError(number, "a vector with missing fields")
    try:
        numbers = base64.b64decode(raw, validate=True)
    except binascii.Error as error:
        raise ImportFormatError(number, "a vector that is not base64") from error
    if found.dimension is None or len(numbers) != 4 * found.dimension:
        raise ImportFormatError(number, "a vector whose length differs from the header's dimension")
    return VectorOf(Kind(kind), uuid, numbers)


def _check(found: Imported, number: int) -> None:
    """Raise ImportFormatError if commits are not numbered from 1 without gaps. Raise ImportFormatError also if history
    is inconsistent or not within these commits, or if a current reading lacks its chapter.
    """
    if [one.revision for one in found.commits] != list(range(1, len(found.commits) + 1)):
        raise ImportFormatError(number, "its commits are not numbered from 1 without gaps")
    last = len(found.commits)
    if not 1 <= found.readable_from <= max(1, last):
        raise ImportFormatError(number, "its history begins at a revision that does not exist")
    for one in found.versions:
        if not 1 <= one.put <= last or (one.retired is not None and not one.put < one.retired <= last):
            raise ImportFormatError(number, f"history of {one.uuid} outside the commits")
    _check_history(found, number)
    live = {(one.kind, one.uuid) for one in found.versions if one.retired is None}
    readings = {uuid for kind, uuid in live if kind is Kind.READING}
    episodes = {uuid for kind, uuid in live if kind is Kind.EPISODE}
    if readings - episodes:
        raise ImportFormatError(number, "a reading without its chapter")


def _check_history(found: Imported, number: int) -> None:
    """Raise ImportFormatError if a record has two values at the same revision. Raise ImportFormatError also if the
    length of a reading differs from the length of its chapter's text.
    """
    versions: dict[tuple[Kind, str], list[InputVersion]] = {}
    for one in found.versions:
        versions.setdefault((one.kind, one.uuid), []).append(one)
    for (_, uuid), each in versions.items():
        each.sort(key=lambda one: one.put)
        if any(one.retired is None or one.retired > after.put for one, after in pairwise(each)):
            raise ImportFormatError(number, f"two values of {uuid} at one time")
    for reading in found.versions:
        if reading.kind is not Kind.READING:
            continue
        for chapter in versions.get((Kind.EPISODE, reading.uuid), ()):
            apart = (reading.retired or _NO_REVISION_END) <= chapter.put or (
                chapter.retired or _NO_REVISION_END
            ) <= reading.put
            if not apart and chapter.length != reading.length:
                raise ImportFormatError(number, f"a reading of {reading.uuid} whose length differs from its text")
