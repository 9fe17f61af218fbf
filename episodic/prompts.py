"""Prompts are prose in files; a prompt value is a template's fields, filled in, and the class its reply must have.

The template of prompt `name` in stage `stage` is `episodic/<stage>/prompts/<name>.<zh|en>.md`. Above a line `---` stands what is the
same for every call (the system message), below it the question, with `$placeholders` equal to the fields of the Prompt class.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from string import Template
from typing import ClassVar, Generic, TypeVar, cast

from pydantic import BaseModel, model_validator

from episodic.model.episodes import Language

Reply_co = TypeVar("Reply_co", bound=BaseModel, covariant=True)


@dataclass(frozen=True, slots=True)
class Messages:
    """What is sent: the part that is the same for every call of this prompt, and the question."""

    system: str
    user: str


@dataclass(frozen=True)
class Prompt(Generic[Reply_co]):
    """One question to a model. Subclasses are frozen dataclasses that add text fields and set the class variables.

    No slots here: a slotted dataclass is made twice, and would be listed twice among the subclasses.
    """

    stage: ClassVar[str]
    name: ClassVar[str]
    version: ClassVar[int] = 1
    reply: ClassVar[type[BaseModel]]

    language: Language

    def messages(self) -> Messages:
        """The template of this prompt's language, filled in."""
        system, user = template(self.stage, self.name, self.language)
        values = {one.name: str(getattr(self, one.name)) for one in fields(self) if one.name != "language"}
        return Messages(system=Template(system).substitute(values), user=Template(user).substitute(values))

    @property
    def digest(self) -> str:
        """Stands for the exact words sent and the form asked for; two equal prompts have one answer."""
        sent = self.messages()
        form = json.dumps(self.reply.model_json_schema(), sort_keys=True, ensure_ascii=False)
        raw = json.dumps([self.name, sent.system, sent.user, form], ensure_ascii=False)
        return hashlib.sha256(raw.encode("utf-8", "surrogatepass")).hexdigest()


@cache
def template(stage: str, name: str, language: Language) -> tuple[str, str]:
    """The system and user parts of a template file, with their placeholders."""
    file = resources.files("episodic").joinpath(stage, "prompts", f"{name}.{language.value}.md")
    system, _, user = file.read_text(encoding="utf-8").partition("\n---\n")
    return system.strip(), user.strip()


def fenced(text: str, label: str) -> str:
    """Manuscript text as quoted material: between two marks that do not occur in it, so that it cannot end its own quotation."""
    mark = f"<<{label}>>"
    close = f"<</{label}>>"
    number = 0
    while mark in text or close in text:
        number += 1
        mark, close = f"<<{label}-{number}>>", f"<</{label}-{number}>>"
    return f"{mark}\n{text}\n{close}"


def fitting(*writes: Callable[[int], str], lengths: tuple[int, ...], limit: int) -> list[str]:
    """The parts of a prompt's questions, as each of *writes* puts them down with quotes of at most so many characters.

    Quotes have the first of *lengths* (longest first) with which all parts together stay within *limit* characters, or the last
    one: so questions are shown with shorter quotes, and never left out.
    """
    parts: list[str] = []
    for length in lengths:
        parts = [write(length) for write in writes]
        if sum(map(len, parts)) <= limit:
            break
    return parts


def cut(quote: str, length: int) -> str:
    """A quote on one line, with at most *length* of its characters."""
    line = " ".join(quote.split())
    return line if len(line) <= length else line[:length].rstrip() + "…"


def cut_around(quote: str, word: str, length: int) -> str:
    """A quote on one line, with at most *length* of its characters: those around *word*, or the first where it is not in it."""
    line = " ".join(quote.split())
    at = line.find(word)
    if len(line) <= length or at < 0:
        return cut(line, length)
    begin = max(0, min(at - (length - len(word)) // 2, len(line) - length))
    return ("…" if begin else "") + cut(line[begin:].lstrip(), length)


class ReplyForm(BaseModel):
    """Base of reply classes whose fields have defaults: a null counts as a field that was left out."""

    @model_validator(mode="before")
    @classmethod
    def without_nulls(cls, value: object) -> object:
        """*value* without its nulls, if it is a mapping."""
        if not isinstance(value, dict):
            return value
        fields_given = cast("dict[object, object]", value)
        return {key: one for key, one in fields_given.items() if one is not None}
