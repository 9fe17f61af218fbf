"""Base class of prompts: a template file for each language, values for its placeholders, and a reply class.

The template of the prompt `name` in the stage `stage` (a part of the program, such as `extraction`) is
`<stage>/<name>.md` in the prompts folder of a language. If a language has no template for a prompt, the template of the
fallback language is used. In a template, the text above the line `---` is the system message, which has no placeholders
except in the stage `llm`. The text below the line `---` is the question; each `$placeholder` is a field of the prompt's
class.
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
"""The folder of prompt templates of each language."""


@dataclass(frozen=True, slots=True)
class Messages:
    """The texts that are sent to the model: the system message, and the question as the user's message."""

    system: str
    user: str


@dataclass(frozen=True)
class Prompt(Generic[Reply_co]):
    """One question to a model. Every subclass is a frozen dataclass that adds text fields and sets the class variables.

    Prompt classes have no slots, because `slots=True` creates a second class, so that `__subclasses__()` would list
    each prompt twice.
    """

    stage: ClassVar[str]
    name: ClassVar[str]
    version: ClassVar[int] = 1
    urgent: ClassVar[bool] = False
    """Whether the prompt is asked before others that wait until fewer model calls run, because later prompts need its
    reply.
    """
    reply_class: ClassVar[type[BaseModel]]

    language: Language

    @property
    def reply(self) -> type[Reply_co]:
        """Return the class of the reply. For example, `prompt.reply.model_validate_json(text)` returns a validated
        reply.
        """
        # The cast is needed because a class variable cannot be annotated with a type variable. Every subclass sets
        # `reply_class` to its generic argument.
        return cast("type[Reply_co]", self.reply_class)

    def messages(self) -> Messages:
        """Return the messages of this prompt in the prompt's language, with all placeholders replaced by the fields'
        values.
        """
        system, user = template(self.stage, self.name, self.language)
        values = {field.name: str(getattr(self, field.name)) for field in fields(self) if field.name != "language"}
        return Messages(system=Template(system).substitute(values), user=Template(user).substitute(values))

    @property
    def digest(self) -> str:
        """Return a hash of the prompt's name, of the messages that are sent, and of the schema of the reply. Prompts
        with equal digests share one cached reply.
        """
        sent = self.messages()
        raw = json.dumps([self.name, sent.system, sent.user, _sorted_schema(self.reply)], ensure_ascii=False)
        return hashlib.sha256(raw.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def _sorted_schema(reply: type[BaseModel]) -> str:
    return json.dumps(reply.model_json_schema(), sort_keys=True, ensure_ascii=False)


@cache
def template(stage: str, name: str, language: Language) -> tuple[str, str]:
    """Return the system part and the user part of a template file, both with their placeholders."""
    file = PROMPTS.of(language).joinpath(stage, f"{name}.md")
    if not file.is_file():
        file = PROMPTS.of(fallback().code).joinpath(stage, f"{name}.md")
    system, _, user = file.read_text(encoding="utf-8").partition("\n---\n")
    return system.strip(), user.strip()


def fenced(text: str, label: str) -> str:
    """Return manuscript text between two marks that do not occur in the text, so that the text cannot end its own
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
    """Return the parts of a prompt, with quotes as long as possible so that the parts together have at most *limit*
    characters.

    Each function in *writes* returns one part of the prompt, given the maximum length of a quote in characters.
    *lengths* are the maximum lengths of a quote to try, the longest first. If the parts together exceed *limit* with
    each of *lengths*, the parts with the shortest quotes (the last of *lengths*) are returned. No part of the prompt is
    ever left out.
    """
    parts: list[str] = []
    for length in lengths:
        parts = [write(length) for write in writes]
        if sum(map(len, parts)) <= limit:
            break
    return parts


def cut(quote: str, length: int) -> str:
    """Return a quote on one line. A quote of more than *length* characters is cut to *length* characters and an
    ellipsis.
    """
    line = " ".join(quote.split())
    return line if len(line) <= length else line[:length].rstrip() + "…"


def cut_around(quote: str, word: str, length: int) -> str:
    """Return a quote on one line. A quote of more than *length* characters is cut around *word*, with an ellipsis where
    text is left out. If the quote does not contain *word*, the beginning of the quote is returned.
    """
    line = " ".join(quote.split())
    at = line.find(word)
    if len(line) <= length or at < 0:
        return cut(line, length)
    begin = max(0, min(at - (length - len(word)) // 2, len(line) - length))
    return ("…" if begin else "") + cut(line[begin:].lstrip(), length)


class ReplyForm(BaseModel):
    """Base of reply classes whose fields have defaults: a field that a model sets to null gets its default."""

    @model_validator(mode="before")
    @classmethod
    def without_nulls(cls, value: object) -> object:
        """Remove all null values from *value* if *value* is a mapping."""
        if not isinstance(value, dict):
            return value
        fields_given = cast("dict[object, object]", value)
        return {key: item for key, item in fields_given.items() if item is not None}
