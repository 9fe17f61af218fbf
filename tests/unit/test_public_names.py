"""Tests of the public names: `episodic` has the names for most programs, and the public submodules have the others."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import subprocess
import sys
import types
import typing
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import episodic
from episodic import StoryGraph

LAZY = (
    "episodic",
    "episodic.agents",
    "episodic.answering",
    "episodic.context",
    "episodic.embeddings",
    "episodic.jobs",
    "episodic.llm",
    "episodic.model",
    "episodic.pipeline",
    "episodic.search",
    "episodic.stores",
    "episodic.temporal",
)
"""Packages whose names are loaded when they are asked for."""
PLAIN = ("episodic.errors", "episodic.ports", "episodic.prompts")
"""Modules all of whose own names are public."""
OWN_STORAGE = {"HistoryRecord", "InputVersion", "Redirect", "VectorOf"}
"""Classes of an imported work before it is written to a store. Only the importer uses their contents."""


def typed(package: str) -> list[tuple[str, str]]:
    """Return the modules and names that a type checker reads from a package."""
    source = import_module(package).__file__
    assert source is not None
    tree = ast.parse(Path(source).read_text(encoding="utf-8"))
    (block,) = (one for one in tree.body if isinstance(one, ast.If))
    found: list[tuple[str, str]] = []
    for one in block.body:
        assert isinstance(one, ast.ImportFrom)
        assert one.module is not None
        for alias in one.names:
            # A package offers only the names that are imported under their own name.
            assert alias.asname == alias.name
            found.append((one.module, alias.name))
    return found


def public(module: str) -> set[str]:
    """Return the public names of a module, or of a package that imports the names of its modules."""
    found = import_module(module)
    if module in LAZY:
        return {*dir(found)}
    return {
        name
        for name, one in vars(found).items()
        if f"{getattr(one, '__module__', '')}.".startswith(f"{module}.") and name[0] != "_"
    }


def classes_in(hint: object) -> Iterator[type]:
    """Yield every class of episodic in a type hint, at any depth."""
    parts = typing.cast("list[object]", hint) if isinstance(hint, list) else [*typing.get_args(hint)]
    if isinstance(hint, type) and not parts and hint.__module__.startswith("episodic"):
        yield hint
    for one in parts:
        yield from classes_in(one)


def public_methods(kind: type) -> Iterator[types.FunctionType]:
    """Yield the constructor and the public methods of a class."""
    for name, one in inspect.getmembers(kind, inspect.isfunction):
        if name == "__init__" or not name.startswith("_"):
            yield one


def reachable_classes() -> set[type]:
    """Return every class that a StoryGraph accepts or returns, and the classes of their fields."""
    waiting: list[type] = [one for method in public_methods(StoryGraph) for one in hinted(method)]
    found: set[type] = set()
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += hinted(one) if dataclasses.is_dataclass(one) else []
    return found


def hinted(thing: types.FunctionType | type) -> list[type]:
    """Return the classes of episodic in the type hints of a method or of a class's fields."""
    return [one for hint in typing.get_type_hints(thing).values() for one in classes_in(hint)]


@pytest.mark.parametrize("package", LAZY)
def test_a_public_name_leads_to_the_thing_of_that_name(package: str) -> None:
    """The object may be a class, a function, a constant or an alias."""
    for name in dir(import_module(package)):
        thing = getattr(import_module(package), name)

        assert thing is not None, name
        assert typing.get_args(thing) or not isinstance(thing, type | types.FunctionType) or thing.__name__ == name, (
            name
        )


@pytest.mark.parametrize("package", LAZY)
def test_a_type_checker_reads_the_names_that_there_are(package: str) -> None:
    """The two lists of names of a package are equal, with equal modules."""
    offered = import_module(package)

    assert sorted(name for _, name in typed(package)) == dir(offered)
    for module, name in typed(package):
        assert getattr(import_module(module), name) is getattr(offered, name)


def test_the_names_of_the_package_itself_fit_into_a_head() -> None:
    """The package has at most 80 names. All other names are in its modules."""
    assert len(dir(episodic)) <= 80


@pytest.mark.parametrize("package", LAZY)
def test_nothing_else_is_public(package: str) -> None:
    """A name outside the list is not an attribute, and `import *` imports the listed names."""
    brought: dict[str, object] = {}

    exec(f"from {package} import *", brought)  # noqa: S102 - as a user writes it

    assert brought.keys() - {"__builtins__"} == {*dir(import_module(package))}
    with pytest.raises(AttributeError, match="StoryGraf"):
        getattr(import_module(package), "StoryGraf")  # noqa: B009 - a type checker would not let the attribute pass


def test_whatever_a_graph_takes_or_gives_can_be_named() -> None:
    """The public names include the types of all method parameters and results, and the types of their fields."""
    offered = {name for module in (*LAZY, *PLAIN) for name in public(module)}

    missing = {one.__name__ for one in reachable_classes()} - offered

    assert missing == OWN_STORAGE


def test_the_package_alone_loads_none_of_its_modules() -> None:
    """A module is imported when one of its names is used."""
    code = "import sys, episodic; print([one for one in sys.modules if one.startswith('episodic.')])"

    result = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)

    assert result.stdout.strip() == "['episodic.lazy']"


def test_a_name_of_the_model_loads_no_store() -> None:
    """Importing a name of the model imports no database driver and no client of an endpoint."""
    code = "import sys; from episodic import Chapter, Scope; print({'neo4j', 'openai', 'scipy'} & set(sys.modules))"

    result = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)

    assert result.stdout.strip() == "set()"


def test_the_package_says_that_it_is_typed() -> None:
    """A type checker ignores the types of a package without this file."""
    assert (Path(episodic.__file__).parent / "py.typed").is_file()
