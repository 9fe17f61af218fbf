"""Reply classes of the two extraction prompts.

A token of a model's reply costs more than a token of a prompt. To save tokens, a reply contains no objects with keys,
but rows: strings whose parts are separated by "|". The module `rows` parses the rows of a reply one by one, so that an
invalid row never makes the whole reply invalid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Final, cast

from pydantic import BeforeValidator, ConfigDict, Field, JsonValue

from episodic.prompts import ReplyForm
from episodic.reply_rows import row_parts
from episodic.text.scripts import has_letters

QUOTE_MARK: Final = ">"
"""The sign at the beginning of a line of a reply that contains a quote."""
_WIDE_QUOTE_MARK: Final = "＞"


def _rows(value: object) -> list[str]:
    """Return *value* as a list of texts; a value that is not a list becomes a list of one item. List items that are not
    texts are converted to texts, and items that are None are left out.
    """
    found = cast("list[object]", value) if isinstance(value, list) else [value]
    return [str(one) for one in found if one is not None]


def _listed_rows(value: object) -> object:
    """Return a copy of a list in which every item is converted to a text and None is left out. Any value that is not a
    list is returned unchanged, so that the model's reply is rejected as a whole.
    """
    return _rows(cast("list[object]", value)) if isinstance(value, list) else value


def _quotes_and_rows(value: object) -> object:
    """Return a list without its items that are not texts. Some models write JSON objects in place of lines. An object
    such as {"q": quote, "f": rows} becomes a line with the quote, followed by its rows. A value that is not a list is
    returned unchanged.
    """
    if not isinstance(value, list):
        return value
    lines: list[str] = []
    for one in cast("list[object]", value):
        if isinstance(one, dict):
            fields = cast("dict[str, object]", one)
            lines += [f"{QUOTE_MARK}{fields.get('q', '')}", *_rows(fields.get("f"))]
        elif isinstance(one, str):
            lines.append(one)
    return lines


_Rows = Annotated[list[str], BeforeValidator(_rows)]


def _undescribed(schema: dict[str, JsonValue]) -> None:
    """Remove the docstring of a reply class from the JSON schema of the class. A description in the schema is not
    needed, because the prompt describes the rows, and it would cost tokens with each window.
    """
    schema.pop("description", None)


class _RowsForm(ReplyForm):
    """The base class of the reply classes of the two extraction prompts."""

    model_config = ConfigDict(json_schema_extra=_undescribed)


class EntitiesReply(_RowsForm):
    """The reply to the entities prompt: rows of entities, names of events, and rows of passages."""

    entities: Annotated[list[str], BeforeValidator(_listed_rows)]
    events: _Rows = Field(default_factory=list[str])
    passages: _Rows = Field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class QuotedRows:
    """A quote, and the rows of the statements that the quote proves."""

    quote: str
    rows: tuple[str, ...]


class FactsReply(_RowsForm):
    """The reply to the facts prompt: lines with quotes, each followed by the rows that the quote proves, and rows of
    setups. A line is a quote if it begins with QUOTE_MARK, or if it contains letters but no "|", the sign that
    separates the parts of a row.
    """

    facts: Annotated[list[str], BeforeValidator(_quotes_and_rows)]
    setups: _Rows = Field(default_factory=list[str])

    def quoted_rows(self) -> Iterator[QuotedRows]:
        """Yield each quote with its rows, in the order of the reply. Rows before the first quote have an empty quote."""
        quote, rows = "", list[str]()
        for line in self.facts:
            marked = line.lstrip().startswith((QUOTE_MARK, _WIDE_QUOTE_MARK))
            if not marked and (len(row_parts(line)) > 1 or not has_letters(line)):
                rows.append(line)
                continue
            if rows:
                yield QuotedRows(quote, tuple(rows))
            quote, rows = line.lstrip().lstrip(QUOTE_MARK + _WIDE_QUOTE_MARK).strip(), []
        if rows:
            yield QuotedRows(quote, tuple(rows))
