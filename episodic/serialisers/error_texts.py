"""Translates an error, its hint and wrong arguments into a language, for the command line, servers and agents.

The message `errors.CLASS` of a class of errors has the fields of the error as placeholders. If an error is raised with
the message key KEY, the key of its message in the catalogue is `mistakes.KEY`. A class without the message
`errors.CLASS` can have the message `errors.detail_CLASS`, which contains the error's English message.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, cast

from pydantic import ValidationError

from episodic.errors import EpisodicError
from episodic.languages.messages import find_template, message_text
from episodic.model.episodes import Language

_LETTERS: Final = 200
"""The maximum number of characters of a text field in a message; the rest of a longer text is cut off."""


def error_text(error: EpisodicError, language: Language) -> str:
    """Return the message of an error in *language*, or the error's English message if the catalogue has none."""
    if error.message_key:
        return message_text(f"mistakes.{error.message_key}", language, **_cut(error.message_values))
    for kind in type(error).__mro__:
        if find_template(f"errors.{kind.__name__}", language) is not None:
            return message_text(f"errors.{kind.__name__}", language, **_fields(error))
        if find_template(f"errors.detail_{kind.__name__}", language) is not None:
            return message_text(f"errors.detail_{kind.__name__}", language, message=error.message)
    return error.message


def error_hint(error: EpisodicError, language: Language) -> str:
    """Return the hint of an error in *language*. If the catalogue has no hint, return "" for an error with a message
    key, and otherwise the error's English hint.
    """
    if error.message_key:
        found = find_template(f"mistakes.hint_{error.message_key}", language)
        return (
            ""
            if found is None
            else message_text(f"mistakes.hint_{error.message_key}", language, **_cut(error.message_values))
        )
    for kind in type(error).__mro__:
        if find_template(f"errors.hint_{kind.__name__}", language) is not None:
            return message_text(f"errors.hint_{kind.__name__}", language, **_fields(error))
    return error.hint


def _fields(error: EpisodicError) -> dict[str, object]:
    return _cut(vars(error))


def _cut(values: Mapping[str, object]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in values.items():
        text = ", ".join(map(str, cast("tuple[object, ...]", value))) if isinstance(value, tuple) else value
        found[name] = text[:_LETTERS] if isinstance(text, str) else text
    return found


def wrong_arguments(error: ValidationError, language: Language) -> Iterator[tuple[str, str]]:
    """Yield the path of each wrong argument, such as "facts.0.quote", and in *language* what is wrong with it."""
    for one in error.errors(include_url=False, include_input=False):
        key = f"errors.argument_{_KINDS.get(one['type'], one['type'])}"
        if find_template(key, language) is None:
            key = "errors.argument_invalid"
        context = {name: value for name, value in one.get("ctx", {}).items() if isinstance(value, str | int | float)}
        yield ".".join(map(str, one["loc"])), message_text(key, language, **{"message": one["msg"], **context})


_KINDS: Final = {
    "int_parsing": "int_type",
    "int_from_float": "int_type",
    "bool_parsing": "bool_type",
    "literal_error": "enum",
    "dict_type": "object_type",
    "model_type": "object_type",
    "model_attributes_type": "object_type",
}
"""Kinds of pydantic errors that have no message of their own, each with the kind whose message is used instead."""
