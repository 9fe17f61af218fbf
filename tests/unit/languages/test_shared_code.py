"""Tests that code outside the language folders names no language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import episodic

PACKAGE = Path(episodic.__file__).parent
NAMES = re.compile(r"chinese|english", re.IGNORECASE)
CODES = {"zh", "en"}
ALLOWED = {
    "cli/demo.py",  # names the example stories
    "model/predicates.py",  # the label field `zh` is part of stored settings
}
HAN_WORD = re.compile(r"[\u4e00-\u9ffe]")
RANGE = re.compile(r"\u4e00-\u9fff")
WITH_HAN_WORDS = {
    "cli/demo.py",  # questions about the example story
    "cli/override_commands.py",  # an example in a help text
    "model/settings.py",  # the names of the shipped entity types
    "temporal/calendars/conversion.py",  # an example in a hint
    # These modules still contain words for their own rules.
    "extraction/llm_based/statements.py",
    "extraction/llm_based/surface_forms.py",
    "temporal/expressions/normalisation.py",
    "temporal/expressions/passage_scan.py",
    "temporal/expressions/sentences.py",
    "temporal/fold/acts_after_death.py",
}
LANGUAGE_CODE = ("languages/zh/", "languages/en/")


def shared_modules() -> Iterator[Path]:
    for file in sorted(PACKAGE.rglob("*.py")):
        name = file.relative_to(PACKAGE).as_posix()
        if not name.startswith(LANGUAGE_CODE) and name not in ALLOWED:
            yield file


def named_languages(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                found = name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found = name
            case ast.ImportFrom(module=str(module)):
                found = module
            case ast.Constant(value=str(text)) if text in CODES:
                yield f"{node.lineno}: {text!r}"
                continue
            case _:
                continue
        if NAMES.search(found):
            yield f"{getattr(node, 'lineno', 0)}: {found}"


def test_shared_code_names_no_language() -> None:
    found = {
        file.relative_to(PACKAGE).as_posix(): names
        for file in shared_modules()
        if (names := [*named_languages(ast.parse(file.read_text(encoding="utf-8")))])
    }

    assert found == {}


def han_words(tree: ast.Module) -> Iterator[str]:
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    statements = [one for node in ast.walk(tree) if isinstance(node, documented) for one in node.body]
    docstrings = {one.value for one in statements if isinstance(one, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if node not in docstrings and HAN_WORD.search(RANGE.sub("", text)):
                yield f"{node.lineno}: {text!r}"
            case _:
                pass


def test_shared_code_contains_no_han_words() -> None:
    found = {
        name: words
        for file in shared_modules()
        if (name := file.relative_to(PACKAGE).as_posix()) not in WITH_HAN_WORDS
        and not name.startswith("testing/")
        and (words := [*han_words(ast.parse(file.read_text(encoding="utf-8")))])
    }

    assert found == {}
