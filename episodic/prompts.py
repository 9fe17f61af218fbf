"""Base class of prompts: template files in Chinese and English, their placeholder values, and the class of the reply.

The template of prompt `name` in stage `stage` is `<stage>/<name>.md` in the prompts folder of a language. If a language
has no such file, the fallback language's template is used. The text above a line `---` is the system message and is the
same for every call. The text below it is the question; its `$placeholders` are the fields of the Prompt class.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources.abc import Traversable
from string import Template
from typing import ClassVar, Final, Generic, TypeVar, cast

from pydantic import BaseModel, model_validator

from episodic.languages.registry import Component, fallback
from episodic.model.episodes import Language

Reply_co = TypeVar("Reply_co", bound=BaseModel, covariant=True)


PROMPTS: Final[Component[Traversable]] = Component("prompts")
"""The prompts folder of each language."""


@dataclass(frozen=True, slots=True)
class Messages:
    """The text that is sent: the system message, which is the same for every call of a prompt, and the question."""

    system: str
    user: str


@dataclass(frozen=True)
class Prompt(Generic[Reply_co]):
    """One question to a model. Subclasses are frozen dataclasses that add text fields and set the class variables.

    Prompt classes have no slots, because `slots=True` creates a second class, and each prompt would be listed twice in
    `__subclasses__()`.
    """

    stage: ClassVar[str]
    name: ClassVar[str]
    version: ClassVar[int] = 1
    reply_class: ClassVar[type[BaseModel]]

    language: Language

    @property
    def reply(self) -> type[Reply_co]:
        """Returns the class that the reply must have: `prompt.reply.model_validate_json(text)` returns a reply or
        raises an error.
        """
        # Every subclass sets `reply_class` to the class over which the subclass is generic. The type of a class
        # variable cannot express this rule.
        return cast("type[Reply_co]", self.reply_class)

    def messages(self) -> Messages:
        """Returns the template of this prompt's language, with all placeholders filled in."""
        system, user = template(self.stage, self.name, self.language)
        values = {field.name: str(getattr(self, field.name)) for field in fields(self) if field.name != "language"}
        return Messages(system=Template(system).substitute(values), user=Template(user).substitute(values))

    @property
    def digest(self) -> str:
        """Returns the hash of the exact text that is sent and of the reply schema. Prompts with equal digests share a
        reply.
        """
        sent = self.messages()
        raw = json.dumps([self.name, sent.system, sent.user, _sorted_schema(self.reply)], ensure_ascii=False)
        return hashlib.sha256(raw.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def _sorted_schema(reply: type[BaseModel]) -> str:
    """Returns the JSON schema of a reply class with sorted keys."""
    return json.dumps(reply.model_json_schema(), sort_keys=True, ensure_ascii=False)


@cache
def template(stage: str, name: str, language: Language) -> tuple[str, str]:
    """Returns the system and user parts of a template file, with their placeholders."""
    file = PROMPTS.of(language).joinpath(stage, f"{name}.md")
    if not file.is_file():
        file = PROMPTS.of(fallback().code).joinpath(stage, f"{name}.md")
    system, _, user = file.read_text(encoding="utf-8").partition("\n---\n")
    return system.strip(), user.strip()


def fenced(text: str, label: str) -> str:
    """Returns manuscript text between two marks that do not occur in the text, so that the text cannot close its own
    quotation.
    """
    mark = f"<<{label}>>"
    close = f"<</{label}>>"
    number = 0
    while mark in text or close in text:
        number += 1
        mark, close = f"<<{label}-{number}>>", f"<</{label}-{number}>>"
    return f"{mark}\n{text}\n{close}"


def fitting(*writes: Callable[[int], str], lengths: tuple[int, ...], limit: int) -> list[str]:
    """Returns the parts of a prompt; each of *writes* writes one part, given the longest allowed quote in characters.

    The quote length is the first of *lengths* (longest first) with which all parts together have at most *limit*
    characters, or the last of *lengths* if none fits. Long prompts thus get shorter quotes, but no part is ever left
    out.
    """
    parts: list[str] = []
    for length in lengths:
        parts = [write(length) for write in writes]
        if sum(map(len, parts)) <= limit:
            break
    return parts


def cut(quote: str, length: int) -> str:
    """Returns a quote on one line, cut to at most *length* characters."""
    line = " ".join(quote.split())
    return line if len(line) <= length else line[:length].rstrip() + "…"


def cut_around(quote: str, word: str, length: int) -> str:
    """Returns a quote on one line, cut to at most *length* characters around *word*, or to its beginning without
    *word*.
    """
    line = " ".join(quote.split())
    at = line.find(word)
    if len(line) <= length or at < 0:
        return cut(line, length)
    begin = max(0, min(at - (length - len(word)) // 2, len(line) - length))
    return ("…" if begin else "") + cut(line[begin:].lstrip(), length)


class ReplyForm(BaseModel):
    """Base of reply classes whose fields have defaults: a null value is treated as a missing field."""

    @model_validator(mode="before")
    @classmethod
    def without_nulls(cls, value: object) -> object:
        """Removes null values from *value* if it is a mapping."""
        if not isinstance(value, dict):
            return value
        fields_given = cast("dict[object, object]", value)
        return {key: item for key, item in fields_given.items() if item is not None}
