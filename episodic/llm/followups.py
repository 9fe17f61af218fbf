"""The prompts that the chain itself adds: a question with its form spelled out, and one asked again after a faulty reply."""

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
    """A question with the form of its reply in words, for endpoints that enforce none."""

    stage = "llm"
    name = "form"
    reply = BaseModel

    system: str
    question: str
    form: str


@dataclass(frozen=True)
class RepairPrompt(Prompt[BaseModel]):
    """A question asked once more, with the faulty reply and what is wrong with it; `of` is the class of the question."""

    stage = "llm"
    name = "repair"
    reply = BaseModel
    of: ClassVar[type[Prompt[BaseModel]]]

    system: str
    question: str
    form: str
    faulty: str
    reason: str


def with_form(prompt: Prompt[BaseModel]) -> FormPrompt:
    """*prompt*'s words with the form of its reply appended."""
    sent = prompt.messages()
    return FormPrompt(prompt.language, system=sent.system, question=sent.user, form=form_of(prompt.reply))


def repair_of(prompt: Prompt[Reply], *, faulty: str, reason: str) -> Prompt[Reply]:
    """*prompt* asked once more; of a very long faulty reply the first 20,000 characters are shown."""
    sent = prompt.messages()
    repair = _repair_class(type(prompt))(
        prompt.language,
        system=sent.system,
        question=sent.user,
        form=form_of(prompt.reply),
        faulty=fenced(faulty[:_SHOWN_REPLY], "reply"),
        reason=reason,
    )
    # The class made for this prompt has this prompt's reply class.
    return cast("Prompt[Reply]", repair)


def question_of(prompt: Prompt[BaseModel]) -> str:
    """Stage and name of a prompt as "stage/name"; of a repair: of what is repaired."""
    asked = prompt.of if isinstance(prompt, RepairPrompt) else type(prompt)
    return f"{asked.stage}/{asked.name}"


@cache
def form_of(reply: type[BaseModel]) -> str:
    """The JSON schema of a reply class in one line."""
    return json.dumps(reply.model_json_schema(), ensure_ascii=False)


def _repair_class(asked: type[Prompt[BaseModel]]) -> type[RepairPrompt]:
    """A repair prompt's class with the reply of *asked*, which a prompt has as a class variable."""
    return cast(
        "type[RepairPrompt]", type(f"RepairOf{asked.__name__}", (RepairPrompt,), {"of": asked, "reply": asked.reply})
    )
