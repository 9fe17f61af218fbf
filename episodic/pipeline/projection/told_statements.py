"""The statements of a replayed chapter as a store keeps them.

The fields of statements that a read uses for every statement of a chapter are stored as columns. A column is a list
with one value for each statement. All other fields of a statement are stored as one JSON object (a row), which is
parsed only if a read asks for the statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NotRequired, TypedDict, cast, overload

from pydantic import TypeAdapter
from pydantic_core import from_json, to_json

from episodic.model.readings import Phase

_ROWS = ',"statements":[\n'
"""The text that separates, in the stored JSON of a chapter, the fields of the chapter from the JSON objects of its
statements. The first occurrence of _ROWS in a stored value is always this separator, because a JSON string cannot
contain a line break.
"""
_BETWEEN_ROWS = ",\n"
_AFTER_ROWS = "\n]}"
_PHASES = tuple(Phase)
_PHASE_BITS = 7
_DERIVED, _HABIT, _TIMED = 8, 16, 32
_TIMES = frozenset({"time", "lasting", "event"})
_TIMES_OF_CONTENT = frozenset({"placing", "scope", "time"})
"""The fields that give a statement a time, placing or scope of its own. The stored JSON of a statement has only those
of these fields whose values differ from the defaults.
"""


class CoreRow(TypedDict):
    """The JSON fields of a statement's content that a read uses before validation."""

    value: NotRequired[str | None]
    phase: NotRequired[str]
    scope: NotRequired[str]
    time: NotRequired[str | None]
    placing: NotRequired[str]
    derived: NotRequired[bool]
    habit: NotRequired[bool]


class StatementRow(TypedDict):
    """The JSON object of a `ToldStatement` as a typed dictionary, without the fields that are read only after
    validation. A field that is missing in the JSON has its default value.
    """

    uuid: str
    passage: int
    quote: int
    start: int
    end: int
    predicate: int
    subject: int
    core: CoreRow
    object: NotRequired[int | None]
    participants: NotRequired[list[tuple[int, str]]]
    holder: NotRequired[int | None]
    tellers: NotRequired[list[int]]
    time: NotRequired[object]
    lasting: NotRequired[object]
    event: NotRequired[str | None]


@dataclass(slots=True)
class StatementColumns:
    """The fields of a chapter's statements that a read uses for all of them: one list for each field, with one entry
    for each statement.

    `told` contains, for each statement, its phase and three flags as the bits of one number (`told_bits`). `others`
    contains, for each statement that has a holder, tellers or participants (entities beside subject and object), the
    index of the statement and the cluster numbers of these entities.
    """

    uuid: list[str]
    passage: list[int]
    quote: list[int]
    start: list[int]
    end: list[int]
    predicate: list[int]
    subject: list[int]
    object: list[int | None]
    told: list[int]
    others: list[tuple[int, list[int]]]


_COLUMNS = TypeAdapter(StatementColumns)
_JSON_ROWS = TypeAdapter(list[dict[str, object]])
_IN_COLUMNS = ("uuid", "passage", "quote", "start", "end", "predicate", "subject", "object")


class StoredStatements(Sequence[StatementRow]):
    """The statements of a stored chapter. The JSON object of a statement (its row) is parsed when it is first read."""

    def __init__(self, columns: StatementColumns, rows: Sequence[StatementRow] | str) -> None:
        """*rows* contains a dictionary with all fields for each statement, or is the JSON text of all statements
        without the fields that are in *columns*.
        """
        self.columns = columns
        self._known: dict[int, StatementRow] = {} if isinstance(rows, str) else dict(enumerate(rows))
        self._text = rows if isinstance(rows, str) else ""
        self._texts: Sequence[str] | None = None
        self._others: Mapping[int, Sequence[int]] | None = None

    @classmethod
    def of(cls, rows: Sequence[StatementRow]) -> StoredStatements:
        """Return the stored form of the statements *rows*, each given as a dictionary with all its fields."""
        columns = StatementColumns(
            uuid=[one["uuid"] for one in rows],
            passage=[one["passage"] for one in rows],
            quote=[one["quote"] for one in rows],
            start=[one["start"] for one in rows],
            end=[one["end"] for one in rows],
            predicate=[one["predicate"] for one in rows],
            subject=[one["subject"] for one in rows],
            object=[one.get("object") for one in rows],
            told=list(map(told_bits, rows)),
            others=[(number, others) for number, one in enumerate(rows) if (others := _others(one))],
        )
        return cls(columns, rows)

    @overload
    def __getitem__(self, number: int) -> StatementRow: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[StatementRow]: ...
    def __getitem__(self, number: int | slice) -> StatementRow | Sequence[StatementRow]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        if not -len(self) <= number < len(self):
            raise IndexError(number)
        number %= len(self)
        known = self._known.get(number)
        if known is None:
            row = from_json(self._split()[number], cache_strings="keys")
            known = self._known[number] = cast("StatementRow", {**self.in_columns(number), **row})
        return known

    def stored(self, number: int) -> StatementRow | str:
        """Return the row of the statement with the index *number*, or its JSON text without the fields in `columns` if
        the row has not been parsed yet.
        """
        return self._known.get(number) or self._split()[number]

    def _split(self) -> Sequence[str]:
        if self._texts is None:
            self._texts = self._text.split(_BETWEEN_ROWS)
        return self._texts

    def __len__(self) -> int:
        return len(self.columns.uuid)

    def others_of(self, number: int) -> Sequence[int]:
        """Return the cluster numbers of the holder, the tellers and the participants of the statement with the index
        *number*.
        """
        if self._others is None:
            self._others = dict(self.columns.others)
        return self._others.get(number, ())

    def in_columns(self, number: int) -> dict[str, object]:
        """Return those fields of the statement with the index *number* that are stored as columns (lists with one value
        for each statement).
        """
        own = self.columns
        return {
            "uuid": own.uuid[number],
            "passage": own.passage[number],
            "quote": own.quote[number],
            "start": own.start[number],
            "end": own.end[number],
            "predicate": own.predicate[number],
            "subject": own.subject[number],
            "object": own.object[number],
        }


def told_bits(row: StatementRow) -> int:
    """Return, as bits of one number, what the chronology needs of every statement: the phase, and three flags. The
    flags say whether the statement is derived, is a habit, and has a time, placing or scope other than the default.
    """
    core = row["core"]
    bits = _PHASES.index(Phase(core.get("phase", Phase.HOLDS)))
    bits |= _DERIVED * core.get("derived", False) | _HABIT * core.get("habit", False)
    timed = not (_TIMES_OF_CONTENT.isdisjoint(core) and _TIMES.isdisjoint(row))
    return bits | _TIMED * timed


def is_timed(told: int) -> bool:
    """Return whether a statement has a time, a placement (now, earlier or later) or a scope other than the default.
    *told* is the number that `told_bits` returned for the statement.
    """
    return told >= _TIMED


def phase_of(told: int) -> Phase:
    return _PHASES[told & _PHASE_BITS]


def is_derived(told: int) -> bool:
    return bool(told & _DERIVED)


def is_habit(told: int) -> bool:
    return bool(told & _HABIT)


def with_statements(chapter: Mapping[str, object], rows: Sequence[StatementRow]) -> str:
    """Return the JSON text of a chapter with its statements. *chapter* contains all fields of the chapter except the
    statements, which are in *rows*.
    """
    columns = _COLUMNS.dump_json(StoredStatements.of(rows).columns).decode("utf-8")
    others = ({key: field for key, field in one.items() if key not in _IN_COLUMNS} for one in rows)
    texts = (to_json(one).decode("utf-8") for one in others)
    head = to_json(chapter).decode("utf-8")
    return f'{head[:-1]},"columns":{columns}{_ROWS}{_BETWEEN_ROWS.join(texts)}{_AFTER_ROWS}'


def parsed_chapter(value: str) -> tuple[dict[str, object], StoredStatements]:
    """Return the fields of a stored chapter without its statements, and the statements. The argument must be a text
    that `with_statements` returned.
    """
    head, _, rows = value.partition(_ROWS)
    # Only JSON keys are cached while parsing: most texts of a chapter are ids that occur once, so caching them would
    # only cost time.
    fields = cast("dict[str, object]", from_json(f"{head}}}", cache_strings="keys"))
    columns = StatementColumns(**cast("dict[str, list[int]]", fields.pop("columns")))  # type: ignore[arg-type]
    return fields, StoredStatements(columns, rows[: -len(_AFTER_ROWS)])


def whole_rows(columns: object, rows: object) -> Iterator[dict[str, object]]:
    """Yield each statement of a stored chapter as a dictionary with all its fields. *columns* and *rows* are parts of
    the parsed JSON of the chapter. *columns* are lists of one field of all statements, and *rows* contain the other
    fields. Raises pydantic.ValidationError if the columns or the rows are malformed, and ValueError if a column has
    more or fewer values than there are rows.
    """
    known = StoredStatements(_COLUMNS.validate_python(columns), "")
    found = _JSON_ROWS.validate_python(rows)
    if any(len(getattr(known.columns, name)) != len(found) for name in _IN_COLUMNS):
        raise ValueError(len(found))
    for number, row in enumerate(found):
        yield {**known.in_columns(number), **row}


def _others(row: StatementRow) -> list[int]:
    holder = row.get("holder")
    found = [] if holder is None else [holder]
    return [*found, *row.get("tellers", ()), *(number for number, _ in row.get("participants", ()))]
