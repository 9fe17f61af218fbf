"""Reply classes of the two extraction prompts.

A reply costs more per token than a prompt, so the keys of replies are short. For the same reason, entities and
statements have two reply classes, of which the class without marks has fewer fields.

The classes accept any value for a field, and use the default in place of an invalid value. The reader validates each
field later, so that an invalid field never makes the whole reply invalid.
"""

from __future__ import annotations

from typing import Annotated, cast

from pydantic import BeforeValidator, Field, ValidationError, ValidatorFunctionWrapHandler, WrapValidator
from pydantic_core import PydanticUseDefault

from episodic.model.episodes import FrameKind
from episodic.model.readings import USUAL_SALIENCE
from episodic.prompts import ReplyForm


def _or_default(value: object, valid: ValidatorFunctionWrapHandler) -> object:
    try:
        return valid(value)
    except ValidationError:
        raise PydanticUseDefault from None


def _words(value: object) -> list[str]:
    """Return the value as a list of texts. Items that are not texts are converted to texts, which the reader rejects
    later if they are invalid.
    """
    found = cast("list[object]", value) if isinstance(value, list) else [value]
    return [str(one) for one in found if one is not None]


def _objects(value: object) -> object:
    """Return the list with an empty object in place of every item that is not an object."""
    if not isinstance(value, list):
        return value
    entries = cast("list[object]", value)
    return [one if isinstance(one, ReplyForm) else _fields(one) for one in entries]


def _fields(value: object) -> dict[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


_LENIENT = WrapValidator(_or_default)
_Text = Annotated[str, _LENIENT]
_Numbers = Annotated[int | list[int], _LENIENT]
_Words = Annotated[list[str], BeforeValidator(_words)]
_Forms = BeforeValidator(_objects)


class EntityForm(ReplyForm):
    """An entity."""

    t: _Text = ""
    n: _Words = Field(default_factory=list[str])


class MarkedEntityForm(EntityForm):
    """An entity with shared forms or marks."""

    s: _Words = Field(default_factory=list[str])
    m: _Words = Field(default_factory=list[str])


class PassageForm(ReplyForm):
    """A passage that is not main or has a time."""

    p: _Numbers = 0
    f: _Text = Field(default=FrameKind.MAIN.value, json_schema_extra={"enum": [one.value for one in FrameKind]})
    m: _Words = Field(default_factory=list[str])


class EntitiesReply(ReplyForm):
    """Entities, events and passages."""

    entities: Annotated[list[MarkedEntityForm | EntityForm], _Forms]
    events: _Words = Field(default_factory=list[str])
    passages: Annotated[list[PassageForm], _Forms] = Field(default_factory=list[PassageForm])


class StatementForm(ReplyForm):
    """A statement."""

    s: _Numbers = 0
    p: _Text = ""
    o: Annotated[int | str | list[int], _LENIENT] = 0
    t: _Text = ""
    w: Annotated[int, _LENIENT] = USUAL_SALIENCE


class MarkedStatementForm(StatementForm):
    """A statement with marks."""

    m: _Words


class QuotedForm(ReplyForm):
    """A quote and what it proves."""

    q: _Text = ""
    f: Annotated[list[MarkedStatementForm | StatementForm], _Forms] = Field(
        default_factory=list[MarkedStatementForm | StatementForm]
    )


class FactsReply(ReplyForm):
    """What the text says."""

    facts: Annotated[list[QuotedForm], _Forms]
