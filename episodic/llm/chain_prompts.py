"""Prompts that the model chain builds: a prompt with the reply schema as text, and the repair of an invalid reply."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, cast

from pydantic import BaseModel

from episodic.ports import Reply
from episodic.prompts import Prompt, fenced

_SHOWN_REPLY = 20_000


@dataclass(frozen=True)
class FormPrompt(Prompt[BaseModel]):
    """A prompt with the JSON schema of its reply appended as text, for endpoints that enforce no schema."""

    stage = "llm"
    name = "form"
    reply_class = BaseModel

    system: str
    question: str
    form: str


@dataclass(frozen=True)
class RepairPrompt(Prompt[BaseModel]):
    """A prompt sent again with the invalid reply and its faults. `of` is the prompt class whose reply was invalid."""

    stage = "llm"
    name = "repair"
    reply_class = BaseModel
    of: ClassVar[type[Prompt[BaseModel]]]

    system: str
    question: str
    form: str
    faulty: str
    reason: str


def with_form(prompt: Prompt[BaseModel]) -> FormPrompt:
    """Return *prompt* with the JSON schema of its reply appended to its text."""
    sent = prompt.messages()
    return FormPrompt(prompt.language, system=sent.system, question=sent.user, form=form_of(prompt.reply))


def repair_of(prompt: Prompt[Reply], *, faulty: str, reason: str) -> Prompt[Reply]:
    """Return a prompt that asks the same as *prompt*, and shows the model its invalid reply *faulty* (the first 20,000
    characters) with the faults *reason*.
    """
    sent = prompt.messages()
    repair = _repair_class(type(prompt))(
        prompt.language,
        system=sent.system,
        question=sent.user,
        form=form_of(prompt.reply),
        faulty=fenced(faulty[:_SHOWN_REPLY], "reply"),
        reason=reason,
    )
    # The class of the repair prompt has the reply class of *prompt*, so that the cast is safe.
    return cast("Prompt[Reply]", repair)


def question_of(prompt: Prompt[BaseModel]) -> str:
    """Return the name of a prompt in the form "stage/name". A repair prompt has the name of the prompt whose reply was
    invalid.
    """
    asked = prompt.of if isinstance(prompt, RepairPrompt) else type(prompt)
    return f"{asked.stage}/{asked.name}"


@cache
def form_of(reply: type[BaseModel]) -> str:
    return json.dumps(reply.model_json_schema(), ensure_ascii=False)


def _repair_class(asked: type[Prompt[BaseModel]]) -> type[RepairPrompt]:
    made = {"of": asked, "reply_class": asked.reply_class, "urgent": asked.urgent}
    return cast("type[RepairPrompt]", type(f"RepairOf{asked.__name__}", (RepairPrompt,), made))
