"""Tests of errors in the language of the reader."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

import episodic
from episodic.errors import (
    EpisodicError,
    InvalidOverrideError,
    NothingToUndoError,
    UnknownEntityError,
    UnknownEpisodeError,
)
from episodic.languages.messages import MESSAGES, placeholders
from episodic.languages.registry import codes, fallback
from episodic.model.episodes import Language
from episodic.serialisers.error_texts import error_hint, error_text, wrong_arguments

ENGLISH, CHINESE = Language("en"), Language("zh")
VALUES: dict[str, object] = {"str": "Q-1", "int": 3, "float": 0.5}
HAN = re.compile("[\u4e00-\u9fff]")


def classes(kind: type[EpisodicError] = EpisodicError) -> Iterator[type[EpisodicError]]:
    for one in kind.__subclasses__():
        yield one
        yield from classes(one)


def made(kind: type[EpisodicError]) -> EpisodicError:
    """Return an error with a value for each argument of its class."""
    given = [one for one in list(inspect.signature(kind).parameters.values()) if one.default is one.empty]
    values = {one.name: VALUES.get(str(one.annotation), ()) for one in given if one.kind is not one.VAR_KEYWORD}
    positional = [values.pop(one.name) for one in given if one.kind is one.POSITIONAL_OR_KEYWORD]
    return cast("Callable[..., EpisodicError]", kind)(*positional, **values)


@pytest.mark.parametrize("kind", [one for one in classes() if one.__module__.startswith("episodic.errors")])
def test_every_error_has_a_message_in_every_language(kind: type[EpisodicError]) -> None:
    error = made(kind)

    assert all(error_text(error, language) for language in codes())
    assert HAN.search(error_text(error, CHINESE))


def test_no_message_is_of_a_class_that_does_not_exist() -> None:
    names = {one.__name__ for one in classes()}
    keys = [key.removeprefix("errors.") for key in MESSAGES.of(fallback().code) if key.startswith("errors.")]

    of_classes = [key.removeprefix("hint_").removeprefix("detail_") for key in keys if not key.startswith("argument_")]
    assert set(of_classes) - {"arguments", "EpisodicError"} <= names


def test_the_fields_of_an_error_are_in_its_message() -> None:
    assert error_text(UnknownEntityError("林碗"), CHINESE) == "这里没有叫“林碗”的人或事物。"
    assert "Only 1 edit can" in error_text(NothingToUndoError("undo", there=1), ENGLISH)
    assert error_hint(UnknownEpisodeError("9"), CHINESE) == "章节列表里有编号和标识。"


def test_long_fields_are_cut() -> None:
    assert len(error_text(UnknownEpisodeError("x" * 5_000), CHINESE)) < 300


def test_a_message_written_where_it_is_raised_is_shown_after_its_kind() -> None:
    error = InvalidOverrideError("'Lin' cannot be merged with itself.", hint="Name two different entities.")

    assert error_text(error, ENGLISH) == error.message
    assert error_text(error, CHINESE) == f"无法这样修改：{error.message}"
    assert error_hint(error, CHINESE) == error.hint


def test_a_message_with_a_key_is_in_the_language_of_the_reader() -> None:
    error = InvalidOverrideError(
        "{name!r} cannot be merged with itself.", hint="Name two.", key="merged_with_itself", name="{林晚}"
    )

    assert str(error) == "'{林晚}' cannot be merged with itself. Name two."
    assert error_text(error, ENGLISH) == "'{林晚}' cannot be merged with itself."
    assert error_text(error, CHINESE) == "“{林晚}”不能与自己合并。"
    assert error_hint(error, CHINESE) == "请给出两个不同的人或事物。"


def test_every_key_of_a_message_has_its_texts_in_every_language() -> None:
    """Keys and placeholders are read from the code, so that no place where an error is raised is forgotten."""
    raised = list(keyed_errors())
    keys = {key for key, *_ in raised}
    texts = {key.removeprefix("mistakes.") for key in MESSAGES.of(fallback().code) if key.startswith("mistakes.")}

    assert texts == keys | {f"hint_{key}" for key, _, hint in raised if hint}
    for key, given, _ in raised:
        for language in codes():
            for name in (key, f"hint_{key}"):
                text = MESSAGES.of(language).get(f"mistakes.{name}", "")
                assert placeholders(text) <= given, (name, language)


def keyed_errors() -> Iterator[tuple[str, frozenset[str], bool]]:
    """Yield the key of each error that is raised with one, the names of its values, and whether it has a hint."""
    for file in Path(episodic.__file__).parent.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        if "key=" not in text or "Error(" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.endswith("Error"):
                named = {one.arg: one.value for one in node.keywords if one.arg is not None}
                if isinstance(key := named.get("key"), ast.Constant):
                    yield str(key.value), frozenset(named), "hint" in named


class Arguments(BaseModel):
    """Arguments of a call."""

    model_config = ConfigDict(extra="forbid")

    query: str
    limit: int = Field(default=1, ge=1)


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(ValidationError) as raised:
        Arguments.model_validate({"limit": 0, "quer": "x"})

    assert list(wrong_arguments(raised.value, ENGLISH)) == [
        ("query", "is missing"),
        ("limit", "must be 1 or more"),
        ("quer", "is unknown"),
    ]
    assert dict(wrong_arguments(raised.value, CHINESE))["limit"] == "不能小于 1"
