"""Parser for the rows of the extraction replies, such as "3|gave|2|Ann's uncle gave Ann the sword.|to:1|back".

The parser accepts any text as a row. Invalid parts of a row are rejected later by the reader, which gives a reason for
each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from episodic.model.episodes import FrameKind
from episodic.model.readings import LEAST_SALIENCE, MOST_SALIENCE, USUAL_SALIENCE
from episodic.reply_rows import row_parts

NARRATOR_MARK: Final = "narrator"
NAMESAKE_MARK: Final = "namesake"
_SHARED: Final = re.compile("[~～]")
_NUMBERS: Final = re.compile(r"#?-?\d{1,40}(?:\s*[,，、]\s*#?-?\d{1,40})*")
_NUMBER: Final = re.compile(r"-?\d+")
_RANGE: Final = re.compile(r"(\d{1,6})\s*[-–~～]\s*(\d{1,6})")
_LONGEST_RANGE: Final = 200
_SALIENCE: Final = re.compile(rf"w?\s*:?\s*([{LEAST_SALIENCE}-{MOST_SALIENCE}])", re.IGNORECASE)
_DUE: Final = re.compile(r"by\s*[:：]\s*(.*)", re.IGNORECASE | re.DOTALL)
_LONGEST_DUE: Final = 200
_SETUP_CONTENT: Final = 3
"""The number of parts with which a row about a setup (what the text leaves open) begins: subjects, sentence and quote.
Optional parts of such a row, for example the salience, follow after the first three parts.
"""
_CONTENT: Final = 4
"""The number of parts with which a row about a statement begins: subjects, predicate, object or value, and sentence.
Optional parts, such as "to:1" or "back", follow.
"""
_EVENT_MARKS: Final = ("*", "＊")
"""The marks before the predicate of an event. Models also write them behind it."""


@dataclass(frozen=True, slots=True)
class EntityRow:
    """One entity of a model's reply: its type, its surface forms, and its marks. The marks are the words "narrator" and
    "namesake", if the reply adds them to the entity. Each surface form of an EntityRow is paired with True if several
    entities can have the form, or else with False.
    """

    type: str
    forms: tuple[tuple[str, bool], ...]
    marks: frozenset[str]


@dataclass(frozen=True, slots=True)
class PassageRow:
    """One row of a model's reply, which gives one or more passages the same frame. The row has the passage numbers from
    1 and the kind of the frame. Further words say something about the first passage, such as "starts" or "time:two
    years before".
    """

    numbers: tuple[int, ...]
    kind: str = FrameKind.MAIN.value
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplyStatementRow:
    """One row of a reply that states a fact, divided into its parts. `subjects` and `objects` are entity numbers from
    1; 0 means no entity. `value` is the text that stands in place of an object, or None. `happening` is true if the row
    marks the predicate as an event.
    """

    subjects: tuple[int, ...]
    predicate: str
    objects: tuple[int, ...]
    value: str | None
    text: str
    salience: int
    marks: tuple[str, ...]
    happening: bool


@dataclass(frozen=True, slots=True)
class SetupRow:
    """One row of a reply that states a setup, divided into its parts. `subjects` are the numbers, from 1, of the
    entities that the setup is about. `due` contains the text's words for the time by which the setup, such as a
    promise, should be resolved ("at Easter"), or is None. `unknown` contains the parts after the quote that are neither
    a salience nor a due time, and are therefore invalid.
    """

    subjects: tuple[int, ...]
    text: str
    quote: str
    salience: int
    due: str | None = None
    unknown: tuple[str, ...] = ()


def entity_row(row: str) -> EntityRow:
    """Return the parts of a row such as "Person|Ann Pike|~my aunt@1,2|#narrator". A part that begins with "#" counts as
    a surface form unless it is "#narrator" or "#namesake".
    """
    kind, *parts = row_parts(row)
    marks = {one.removeprefix("#").strip().lower() for one in parts if one.startswith("#")}
    marks &= {NARRATOR_MARK, NAMESAKE_MARK}
    forms = [one for one in parts if one and one.removeprefix("#").strip().lower() not in marks]
    return EntityRow(kind, tuple(_form(one) for one in forms), frozenset(marks))


def passage_row(row: str) -> PassageRow:
    """Return the parts of a row such as "4,5|flashback|starts|time:two years before", or of "4-6|letter". If the first
    part of the row contains no numbers, the tuple of passage numbers is empty.
    """
    numbers, *parts = row_parts(row)
    marks = tuple(one for one in parts[1:] if one)
    return PassageRow(_passage_numbers(numbers), parts[0] if parts else FrameKind.MAIN.value, marks)


def statement_row(row: str) -> ReplyStatementRow:
    """Return the parts of a row such as "3|gave|2|Ann's uncle gave Ann the sword.|3|to:1|back". A part that is missing
    in the row is empty in the result, except that a missing salience becomes 2, the default.
    """
    parts = row_parts(row)
    subjects, predicate, target, text = [*parts, *("",) * _CONTENT][:_CONTENT]
    objects = _numbers(target)
    value = None if objects is not None else target.removeprefix("=").strip() or None
    given = [one for one in parts[_CONTENT:] if one]
    weights = [match[1] for one in given if (match := _SALIENCE.fullmatch(one))]
    marked = predicate.strip()
    return ReplyStatementRow(
        _numbers(subjects) or (),
        predicate.strip("*＊ "),
        objects or (),
        value,
        text,
        int(weights[0]) if weights else USUAL_SALIENCE,
        tuple(one for one in given if not _SALIENCE.fullmatch(one)),
        happening=marked.startswith(_EVENT_MARKS) or marked.endswith(_EVENT_MARKS),
    )


def joined_rows(rows: Iterable[str]) -> list[ReplyStatementRow]:
    """Return the parsed statement rows of *rows*, the rows that a model's reply lists under one quote. Rows that differ
    only in their subjects are joined into one row with all these subjects.
    """
    joined: dict[ReplyStatementRow, dict[int, None]] = {}
    for row in map(statement_row, rows):
        joined.setdefault(replace(row, subjects=()), {}).update(dict.fromkeys(row.subjects))
    return [replace(row, subjects=tuple(subjects)) for row, subjects in joined.items()]


def setup_row(row: str) -> SetupRow:
    """Return the parts of a row such as "2,1|Who had sent Ann the sword?|nobody knew whence it came|3|by:at Easter". A
    part that is missing in the row is empty in the result, except that a missing salience becomes 2, the default.
    """
    parts = row_parts(row)
    subjects, text, quote = [*parts, *("",) * _SETUP_CONTENT][:_SETUP_CONTENT]
    given = [one for one in parts[_SETUP_CONTENT:] if one]
    weights = [match[1] for one in given if (match := _SALIENCE.fullmatch(one))]
    due = next((match[1].strip() for one in given if (match := _DUE.fullmatch(one))), "")
    return SetupRow(
        _numbers(subjects) or (),
        text,
        quote,
        int(weights[0]) if weights else USUAL_SALIENCE,
        " ".join(due.split())[:_LONGEST_DUE] or None,
        tuple(one for one in given if not _SALIENCE.fullmatch(one) and not _DUE.fullmatch(one)),
    )


def _form(part: str) -> tuple[str, bool]:
    shared = _SHARED.match(part) is not None
    return (part[1:].strip() if shared else part), shared


def _numbers(part: str) -> tuple[int, ...] | None:
    return tuple(map(int, _NUMBER.findall(part))) if _NUMBERS.fullmatch(part) else None


def _passage_numbers(part: str) -> tuple[int, ...]:
    spread = _RANGE.fullmatch(part)
    if spread is None:
        return _numbers(part) or ()
    first, last = int(spread[1]), int(spread[2])
    return tuple(range(first, min(last, first + _LONGEST_RANGE) + 1))
