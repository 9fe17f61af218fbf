"""The parsing and validation of an export file before the import writes any record.

An export file is not trusted. Therefore, derived records are not taken from the file but are derived again.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import cast

from pydantic import ValidationError

from episodic.errors import ImportFormatError, InvalidNameError
from episodic.model.decisions import Judgement, Override
from episodic.model.episodes import Episode
from episodic.model.name_keys import check_name
from episodic.model.readings import ChapterReading
from episodic.model.records import ASSERTED, SEARCHED, Commit, Kind, Record, from_json
from episodic.model.settings import WorkSettings
from episodic.pipeline.import_export.line_format import FORMAT, VERSION, Value
from episodic.pipeline.import_export.validation import fault_of_episode, fault_of_judgement, fault_of_reading, length_of
from episodic.pipeline.inputs import SETTINGS_ID
from episodic.pipeline.projection.record_encoding import Redirect

LONGEST_LINE = 64 << 20
"""The maximum length of a line in characters. A file with a longer line is refused."""

_NO_REVISION_END = 1 << 62
"""A number greater than any revision."""

_DERIVED = frozenset({"passage", "entity", "mention", "statement", "moment", "fact", "issue"})
_LIVE = frozenset(kind.value for kind in ASSERTED)
_CLASSES: dict[Kind, type[object]] = {
    Kind.EPISODE: Episode,
    Kind.READING: ChapterReading,
    Kind.JUDGEMENT: Judgement,
    Kind.ACT: Override,
    Kind.SETTING: WorkSettings,
}


@dataclass(frozen=True, slots=True)
class HistoryRecord:
    """A record of an input, with the revision that saved the record and the revision that retired the record.

    `retired` is None if the record is current.
    """

    record: Record
    put: int
    retired: int | None


@dataclass(slots=True)
class Imported:
    """A validated work of an export file: the commits, the inputs with their history, and the vectors."""

    group_id: str = ""
    readable_from: int = 1
    embedder: str | None = None
    dimension: int | None = None
    commits: list[Commit] = field(default_factory=list[Commit])
    dated: list[HistoryRecord] = field(default_factory=list[HistoryRecord])
    vectors: dict[tuple[Kind, str], bytes] = field(default_factory=dict[tuple[Kind, str], bytes])
    redirects: list[Redirect] = field(default_factory=list[Redirect])
    lengths: dict[tuple[Kind, str, int], int] = field(default_factory=dict[tuple[Kind, str, int], int])
    """The text lengths of chapters and readings, by record kind, id and revision. The length of a reading is the length
    of the text from which the reading was made.
    """


def parse_export(lines: Iterable[str], *, group_id: str | None = None) -> Imported:
    """Parse the lines of an export of exactly one work. If *group_id* is given, the work must have this name.

    Raises ImportFormatError with the line number for every deviation from the format, such as an unknown version, an
    unknown kind, a record of another work, an invalid value, a vector of the wrong length, or a missing end line.
    """
    numbered = enumerate(lines, start=1)
    found = _work_of(numbered)
    after = next(numbered, None)
    if after is not None:
        raise ImportFormatError(after[0], "there is text after the end line")
    if group_id is not None and group_id != found.group_id:
        raise ImportFormatError(1, f"it holds the work {found.group_id!r}, not {group_id!r}")
    return found


def parse_exports(lines: Iterable[str]) -> Iterator[Imported]:
    """Yield the works in the lines of an export file. Each work is validated when its end line is reached.

    Raises ImportFormatError as `parse_export` does, and if a work occurs twice.
    """
    numbered = enumerate(lines, start=1)
    names: set[str] = set()
    header = next(numbered, None)
    while header is not None or not names:
        found = _work_of(numbered if header is None else chain([header], numbered))
        if header is not None and found.group_id in names:
            raise ImportFormatError(header[0], f"it holds the work {found.group_id!r} twice")
        names.add(found.group_id)
        yield found
        header = next(numbered, None)


def _work_of(numbered: Iterable[tuple[int, str]]) -> Imported:
    """Parse the lines up to the next end line as a work."""
    found = Imported()
    digest = hashlib.sha256()
    number = 0
    for number, raw in numbered:
        text = raw.rstrip("\r\n")
        if len(text) > LONGEST_LINE:
            raise ImportFormatError(number, f"a line of {len(text):,} characters")
        line = _object(text, number)
        if line.get("kind") == "end":
            if line.get("sha256") != digest.hexdigest():
                raise ImportFormatError(number, "the lines before it were changed")
            _check(found, number)
            return found
        digest.update(text.encode("utf-8", "surrogatepass") + b"\n")
        _take(found, line, number)
    raise ImportFormatError(number, "the file is cut short: it has no end line")


def _object(text: str, number: int) -> Value:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ImportFormatError(number, "it is not JSON") from error
    if not isinstance(line, dict) or not isinstance(line.get("kind"), str):
        raise ImportFormatError(number, "it is not a JSON object with a kind")
    return cast("Value", line)


def _take(found: Imported, line: Value, number: int) -> None:
    kind = line["kind"]
    if not found.group_id and kind != "header":
        raise ImportFormatError(number, "the header is missing")
    if kind == "header":
        _header(found, line, number)
    elif kind == "commit":
        found.commits.append(_commit(line, number))
    elif kind == "history":
        found.dated.append(_dated(found, line, number))
    elif kind == "vector":
        _vector(found, line, number)
    elif kind == "redirect":
        found.redirects.append(_redirect(found, line, number))
    elif kind not in _DERIVED and kind not in _LIVE:
        raise ImportFormatError(number, f"unknown kind {kind!r}")


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


def _dated(found: Imported, line: Value, number: int) -> HistoryRecord:
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
    name, fault = _id_and_fault(parsed)
    if name != uuid or fault is not None:
        raise ImportFormatError(number, fault or f"a {of.value} whose id differs from that of its line")
    if isinstance(parsed, Episode):
        found.lengths[of, uuid, put] = len(parsed.text)
    elif isinstance(parsed, ChapterReading):
        found.lengths[of, uuid, put] = length_of(parsed)
    return HistoryRecord(Record(of, uuid, value, told=told), put, retired)


def _id_and_fault(parsed: object) -> tuple[str, str | None]:
    """Return the id of a parsed value, and the reason why the value is invalid or None if the value is valid."""
    match parsed:
        case ChapterReading():
            return parsed.episode, fault_of_reading(parsed)
        case Judgement():
            return parsed.uuid, fault_of_judgement(parsed)
        case Episode():
            return parsed.uuid, fault_of_episode(parsed)
        case Override():
            return parsed.uuid, None
        case _:
            return SETTINGS_ID, None


def _redirect(found: Imported, line: Value, number: int) -> Redirect:
    uuid, of, target = line.get("uuid"), line.get("of"), line.get("target")
    if not isinstance(uuid, str) or not isinstance(target, str) or of not in {Kind.ENTITY.value, Kind.FACT.value}:
        raise ImportFormatError(number, "a redirect with missing fields")
    if line.get("group_id") != found.group_id:
        raise ImportFormatError(number, "a redirect of another work")
    return Redirect(uuid, found.group_id, Kind(of), target)


def _vector(found: Imported, line: Value, number: int) -> None:
    kind, uuid, raw = line.get("of"), line.get("uuid"), line.get("float32")
    if kind not in {one.value for one in SEARCHED} or not isinstance(uuid, str) or not isinstance(raw, str):
        raise ImportFormatError(number, "a vector with missing fields")
    try:
        numbers = base64.b64decode(raw, validate=True)
    except binascii.Error as error:
        raise ImportFormatError(number, "a vector that is not base64") from error
    if found.dimension is None or len(numbers) != 4 * found.dimension:
        raise ImportFormatError(number, "a vector whose length differs from the header's dimension")
    found.vectors[Kind(kind), uuid] = numbers


def _check(found: Imported, number: int) -> None:
    """Raise ImportFormatError unless commits are numbered from 1 without gaps and all history lies within these
    commits.
    """
    if [one.revision for one in found.commits] != list(range(1, len(found.commits) + 1)):
        raise ImportFormatError(number, "its commits are not numbered from 1 without gaps")
    last = len(found.commits)
    if not 1 <= found.readable_from <= max(1, last):
        raise ImportFormatError(number, "its history begins at a revision that does not exist")
    for one in found.dated:
        if not 1 <= one.put <= last or (one.retired is not None and not one.put < one.retired <= last):
            raise ImportFormatError(number, f"history of {one.record.uuid} outside the commits")
    _check_history(found, number)
    live = {(one.record.kind, one.record.uuid) for one in found.dated if one.retired is None}
    readings = {uuid for kind, uuid in live if kind is Kind.READING}
    episodes = {uuid for kind, uuid in live if kind is Kind.EPISODE}
    if readings - episodes:
        raise ImportFormatError(number, "a reading without its chapter")


def _check_history(found: Imported, number: int) -> None:
    """Raise ImportFormatError if a record has two values at the same revision, or if the length of a reading differs
    from the length of its chapter's text.
    """
    versions: dict[tuple[Kind, str], list[HistoryRecord]] = {}
    for one in found.dated:
        versions.setdefault((one.record.kind, one.record.uuid), []).append(one)
    for (_, uuid), each in versions.items():
        each.sort(key=lambda one: one.put)
        if any(one.retired is None or one.retired > after.put for one, after in pairwise(each)):
            raise ImportFormatError(number, f"two values of {uuid} at one time")
    for record in found.dated:
        if record.record.kind is not Kind.READING:
            continue
        length = found.lengths[Kind.READING, record.record.uuid, record.put]
        for chapter in versions.get((Kind.EPISODE, record.record.uuid), ()):
            apart = (record.retired or _NO_REVISION_END) <= chapter.put or (
                chapter.retired or _NO_REVISION_END
            ) <= record.put
            if not apart and found.lengths[Kind.EPISODE, record.record.uuid, chapter.put] != length:
                raise ImportFormatError(number, f"a reading of {record.record.uuid} whose length differs from its text")
