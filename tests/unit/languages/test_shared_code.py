"""Code outside the language folders names no language."""

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
