"""Many rows as one text: the driver packs value by value, so one long text is sent far faster than many maps of short ones.

A column says twice what it is: as the piece of text that is sent, and as the Cypher that makes a value of it again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast
from uuid import uuid4

from episodic.stores.neo4j.columns import raw_or_none, texts
from episodic.stores.neo4j.sparse import packed

Row = Mapping[str, object]
Sent = dict[str, object]
"""The parameter of one stage."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What stands between rows, between the values of a row, and between the items of a value that is a list."""

    row: str = "\x1e"
    value: str = "\x1f"
    item: str = "\x1d"


_PLAIN = Marks()


@dataclass(frozen=True, slots=True)
class Shape:
    """How values are sent, given the mark between their items; and what one is made of `{value}` by, with `{item}` that mark."""

    pieces: Callable[[Sequence[object], str], list[str]]
    value: str


def _text(values: Sequence[object], _: str) -> list[str]:
    return ["" if value is None else str(value) for value in values]


def _text_or_none(values: Sequence[object], _: str) -> list[str]:
    return ["" if value is None else f"+{value}" for value in values]


def _texts(values: Sequence[object], item: str) -> list[str]:
    return [f"+{item.join(texts(value))}" if value else "" for value in values]


TEXT = Shape(_text, "{value}")
TEXT_OR_NONE = Shape(_text_or_none, "CASE {value} WHEN '' THEN null ELSE substring({value}, 1) END")
WHOLE = Shape(_text, "toInteger({value})")
TEXTS = Shape(_texts, "CASE {value} WHEN '' THEN null ELSE split(substring({value}, 1), {item}) END")
REVISION = Shape(_text, "CASE {value} WHEN '' THEN $c.revision ELSE toInteger({value}) END")
"""A whole number; where there is none, that of the whole statement. (To have the server try and read one from '' takes 0.1 ms a row.)"""


LINE = "line"
"""Under this name a row may have what `Stage.line` made of it."""
FIELDS = "fields"
"""Under this name a row may have columns of its own that only matter where its line is not used."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Rows of one statement, sent under *name*. With *vectors*, a row may have bytes beside its columns, as `vector`."""

    name: str
    columns: Mapping[str, Shape]
    vectors: bool = False

    def lines(self, rows: Sequence[Row]) -> list[str | None]:
        """What is sent of each row but for its last column; None where a mark stands in it, so that the marks must be others."""
        first = dict(list(self.columns.items())[:-1])
        lines = _lines(rows, first, _PLAIN)
        if not rows or _is_clear(rows, first, _PLAIN.row.join(lines)):
            return [*lines]
        return [None] if len(rows) == 1 else [line for row in rows for line in self.lines([row])]

    def packed(self, rows: Sequence[Row]) -> Sent:
        """What is sent for *rows*, of which there is at least one; those with vectors best come first."""
        marks, text = _PLAIN, self._lined(rows)
        if text is None:
            rows = [_whole(row) for row in rows]
            text = self._text(rows, _PLAIN)
            text = text if _is_clear(rows, self.columns, text) else None
        if text is None:
            # They begin with what stands nowhere else in them, so that they never overlap with themselves.
            marks = Marks(*[f"{mark}{uuid4().hex}" for mark in (_PLAIN.row, _PLAIN.value, _PLAIN.item)])
            text = self._text(rows, marks)
        sent: Sent = {"text": text, "marks": [marks.row, marks.value, marks.item]}
        if self.vectors:
            vectors = packed([raw_or_none(row.get("vector")) for row in rows])
            # What lies beyond the end of a list is null.
            while vectors and vectors[-1] is None:
                vectors.pop()
            sent["vectors"] = vectors
        return sent

    @property
    def rows(self) -> str:
        """The beginning of a subquery that goes through the rows that were sent; none if nothing was."""
        place = f"$c.{self.name}"
        if not self.vectors:
            return f"UNWIND split({place}.text, {place}.marks[0]) AS line WITH split(line, {place}.marks[1]) AS row"
        return f"""WITH split({place}.text, {place}.marks[0]) AS lines
  UNWIND range(0, coalesce(size(lines), 0) - 1) AS at
  WITH split(lines[at], {place}.marks[1]) AS row, {place}.vectors[at] AS vector"""

    def __getitem__(self, name: str) -> str:
        """The value of a column in the row that the subquery is at."""
        place = list(self.columns).index(name)
        return self.columns[name].value.format(value=f"row[{place}]", item=f"$c.{self.name}.marks[2]")

    def fields(self, names: Mapping[str, Shape], **more: str) -> str:
        """A map of these columns, and of *more* expressions."""
        values = {**{name: self[name] for name in names}, **more}
        return "{" + ", ".join(f"{name}: {value}" for name, value in values.items()) + "}"

    def _text(self, rows: Sequence[Row], marks: Marks) -> str:
        return marks.row.join(_lines(rows, self.columns, marks))

    def _lined(self, rows: Sequence[Row]) -> str | None:
        """The text of rows of which some have their lines already; None where none has, or the marks must be others."""
        lines = [row.get(LINE) for row in rows]
        if not any(lines):
            return None
        left = [place for place, line in enumerate(lines) if not line]
        made = self.lines([_whole(rows[place]) for place in left])
        if None in made:
            return None
        for place, line in zip(left, made, strict=True):
            lines[place] = line
        last, shape = list(self.columns.items())[-1]
        ends = shape.pieces([row.get(last) for row in rows], _PLAIN.item)
        pairs = zip(lines, ends, strict=True)
        return _PLAIN.row.join([f"{line}{_PLAIN.value}{end}" for line, end in pairs])


def _whole(row: Row) -> Row:
    fields = row.get(FIELDS)
    return {**row, **cast("Row", fields)} if fields else row


def _lines(rows: Sequence[Row], columns: Mapping[str, Shape], marks: Marks) -> list[str]:
    pieces = [shape.pieces([row.get(name) for row in rows], marks.item) for name, shape in columns.items()]
    return list(map(marks.value.join, zip(*pieces, strict=True)))


def _is_clear(rows: Sequence[Row], columns: Mapping[str, Shape], text: str) -> bool:
    """Whether the plain marks stand in *text* only where they were put."""
    lists = [name for name, shape in columns.items() if shape is TEXTS]
    items = sum(max(len(texts(row.get(name))) - 1, 0) for name in lists for row in rows)
    expected = (len(rows) - 1, len(rows) * (len(columns) - 1), items)
    return expected == tuple(text.count(mark) for mark in (_PLAIN.row, _PLAIN.value, _PLAIN.item))
