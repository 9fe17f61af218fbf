"""Tests that code outside the language folders names no language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import episodic

PACKAGE = Path(episodic.__file__).parent
NAMES = re.compile(r"chinese|english", re.IGNORECASE)
CODES = {"zh", "en"}
MAY_NAME_LANGUAGE = re.compile(r"chinese|english|[\"'](?:zh|en)[\"']", re.IGNORECASE)
"""Code without a match cannot name a language, and is not parsed."""
ALLOWED = {
    "cli/demo.py",  # names the example stories
    "model/predicates.py",  # the label field `zh` is part of stored settings
}
HAN_WORD = re.compile(r"[\u4e00-\u9ffe]")
RANGE = re.compile(r"\u4e00-\u9fff")
MAY_HAVE_HAN = re.compile(r"[\u4e00-\u9ffe]|\\[uUN]")
"""Code without a Han character or an escape sequence cannot contain Han words, and is not parsed."""
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
FUNCTION_WORDS = frozenset(
    "an and are at be by for from had has have he her his in is it its me my of on our she that the their they to was "
    "we were which who whom with you your".split()
)
WORD = re.compile(r"(?<![\\\w])[A-Za-z]{2,}")
GROUP_OR_ESCAPE = re.compile(r"\?P[<=]\w+>?|\\[A-Za-z]")
WITH_ENGLISH_PATTERNS = {
    "cli/messages/ingestion.py",  # a description in the program's own records
    "extraction/llm_based/rows.py",  # a mark in the replies of models
    # These modules still contain words for their own rules.
    "extraction/llm_based/entities.py",
    "extraction/llm_based/surface_forms.py",
    "temporal/fold/acts_after_death.py",
}
LANGUAGE_CODE = ("languages/zh/", "languages/en/")


@cache
def shared_code() -> Mapping[str, str]:
    """Return the texts of the modules outside the language folders, by path."""
    return {
        name: file.read_text(encoding="utf-8")
        for file in sorted(PACKAGE.rglob("*.py"))
        if not (name := file.relative_to(PACKAGE).as_posix()).startswith(LANGUAGE_CODE) and name not in ALLOWED
    }


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
        name: names
        for name, text in shared_code().items()
        if MAY_NAME_LANGUAGE.search(text) and (names := [*named_languages(ast.parse(text))])
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
        for name, text in shared_code().items()
        if name not in WITH_HAN_WORDS
        and not name.startswith("testing/")
        and MAY_HAVE_HAN.search(text)
        and (words := [*han_words(ast.parse(text))])
    }

    assert found == {}


def function_words(tree: ast.Module) -> Iterator[str]:
    """Yield the English function words in the regular expressions of a module."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr="compile"), args=[expression, *_]):
                texts = [one.value for one in ast.walk(expression) if isinstance(one, ast.Constant)]
                words = WORD.findall(GROUP_OR_ESCAPE.sub(" ", " ".join(map(str, texts))))
                yield from (f"{node.lineno}: {word}" for word in words if word.lower() in FUNCTION_WORDS)
            case _:
                pass


def test_patterns_of_shared_code_contain_no_english_function_words() -> None:
    found = {
        name: words
        for name, text in shared_code().items()
        if name not in WITH_ENGLISH_PATTERNS and "re.compile(" in text and (words := [*function_words(ast.parse(text))])
    }

    assert found == {}
