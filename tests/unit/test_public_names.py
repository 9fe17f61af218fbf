"""What `episodic` itself offers: every name a user needs, loaded when it is asked for, and nothing else."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import subprocess
import sys
import types
import typing
from collections.abc import Iterator
from pathlib import Path

import pytest

import episodic
from episodic import StoryGraph, errors

OWN_STORAGE = {"Dated", "Kind", "Link", "Record", "Redirect"}
"""What an imported file is kept as on its way into a store; nobody but the stores looks inside."""


def imported() -> list[str]:
    """The names that a type checker reads from the package."""
    tree = ast.parse(Path(episodic.__file__).read_text(encoding="utf-8"))
    (block,) = (one for one in tree.body if isinstance(one, ast.If) and not isinstance(one.test, ast.UnaryOp))
    return [alias.name for one in block.body if isinstance(one, ast.ImportFrom) for alias in one.names]


def classes_in(hint: object) -> Iterator[type]:
    """Every class of ours that a type hint names, however deep."""
    parts = typing.cast("list[object]", hint) if isinstance(hint, list) else [*typing.get_args(hint)]
    if isinstance(hint, type) and not parts and hint.__module__.startswith("episodic"):
        yield hint
    for one in parts:
        yield from classes_in(one)


def public_methods(kind: type) -> Iterator[types.FunctionType]:
    """The methods of a class that its users call, and its making."""
    for name, one in inspect.getmembers(kind, inspect.isfunction):
        if name == "__init__" or not name.startswith("_"):
            yield one


def met() -> set[type]:
    """Every class that a StoryGraph takes or gives, and those that stand in the fields of these."""
    waiting: list[type] = [one for method in public_methods(StoryGraph) for one in hinted(method)]
    found: set[type] = set()
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += hinted(one) if dataclasses.is_dataclass(one) else []
    return found


def hinted(thing: types.FunctionType | type) -> list[type]:
    """The classes of ours in the hints of a method, or of a class's fields."""
    return [one for hint in typing.get_type_hints(thing).values() for one in classes_in(hint)]


@pytest.mark.parametrize("name", episodic.__all__)
def test_a_public_name_leads_to_the_thing_of_that_name(name: str) -> None:
    """Whether class, function, constant or alias."""
    thing = getattr(episodic, name)

    assert thing is not None
    assert typing.get_args(thing) or not isinstance(thing, type | types.FunctionType) or thing.__name__ == name


def test_types_are_read_from_the_same_names() -> None:
    """What a type checker sees is what there is."""
    assert sorted(imported()) == sorted(episodic.__all__)


def test_nothing_else_is_public() -> None:
    """Neither listed nor found by another spelling."""
    assert dir(episodic) == sorted(episodic.__all__)
    with pytest.raises(AttributeError, match="StoryGraf"):
        getattr(episodic, "StoryGraf")  # noqa: B009 - as a user writes it; a type checker would not let it pass


def test_whatever_a_graph_takes_or_gives_can_be_named() -> None:
    """The types of its methods, and of the fields of these."""
    missing = {one.__name__ for one in met() if getattr(episodic, one.__name__, None) is not one}

    assert missing == OWN_STORAGE


def test_every_error_can_be_caught_by_name() -> None:
    """All that the tree has."""
    raised = {name for name, one in vars(errors).items() if isinstance(one, type)}

    assert raised <= set(episodic.__all__)


def test_the_package_alone_loads_nothing_of_itself() -> None:
    """A name is paid for by whoever asks for it."""
    code = "import sys, episodic; print([one for one in sys.modules if one.startswith('episodic.')])"

    result = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)

    assert result.stdout.strip() == "[]"


def test_a_name_of_the_model_loads_no_store() -> None:
    """Neither a database driver nor a client of an endpoint."""
    code = "import sys; from episodic import Chapter, Scope; print({'neo4j', 'openai', 'scipy'} & set(sys.modules))"

    result = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)

    assert result.stdout.strip() == "set()"
