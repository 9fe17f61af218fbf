"""Reply classes of the two extraction prompts.

A token of a model's reply costs more than a token of a prompt. To save tokens, a reply contains no objects with keys,
but rows: strings whose parts are separated by "|". The module `rows` parses the rows of a reply one by one, so that an
invalid row never makes the whole reply invalid.
"""

from __future__ import annotations

from typing import Annotated, cast

from pydantic import (
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import PydanticUseDefault

from episodic.prompts import ReplyForm


def _or_default(value: object, valid: ValidatorFunctionWrapHandler) -> object:
    try:
        return valid(value)
    except ValidationError:
        raise PydanticUseDefault from None


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


def _objects(value: object) -> object:
    """Return a list with an empty object in place of every item that is not an object. A value that is not a list is
    returned unchanged.
    """
    if not isinstance(value, list):
        return value
    entries = cast("list[object]", value)
    return [one if isinstance(one, ReplyForm) else _fields(one) for one in entries]


def _fields(value: object) -> dict[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


_Text = Annotated[str, WrapValidator(_or_default)]
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


class QuotedForm(_RowsForm):
    """A quote (`q`) and the rows of the statements that the quote proves (`f`)."""

    q: _Text = ""
    f: _Rows = Field(default_factory=list[str])


class FactsReply(_RowsForm):
    """The reply to the facts prompt: quotes with rows of statements, and rows of setups."""

    facts: Annotated[list[QuotedForm], BeforeValidator(_objects)]
    setups: _Rows = Field(default_factory=list[str])
