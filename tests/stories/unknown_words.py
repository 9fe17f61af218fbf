"""A story whose predicates and time expressions no rule knows, and a model that knows them."""

from __future__ import annotations

import re

from pydantic import BaseModel

from episodic.prompts import Prompt
from episodic.temporal.llm_judge import MeaningReply, PredicatesPrompt, PredicatesReply, RivalsPrompt, VerdictsReply
from episodic.temporal.llm_time_expressions import TimesReply, WhenPrompt
from episodic.temporal.settled_prompts import SettledPrompt
from tests.stories.script import Says, Script

SCRIPT = Script(
    {"Marsh": "Person", "Old Marsh": "Person", "Odile": "Person", "Heron": "Item"},
    {
        "Marsh caulked the Heron when the eels ran.": [Says("Marsh", "caulked", "Heron", time="when the eels ran")],
        "Odile envied Marsh.": [Says("Odile", "envied", "Marsh")],
        "Odile caulked the Heron when the geese rose.": [Says("Odile", "caulked", "Heron", time="when the geese rose")],
        "Old Marsh scolded Odile.": [Says("Old Marsh", "scolded", "Odile")],
        "Old Marsh mocked Odile.": [Says("Old Marsh", "mocked", "Odile")],
    },
)
LINE = re.compile(r"^(\d+)\. (\w+)", re.MULTILINE)
"""A numbered line of a prompt, and its first word."""


def knowing_model(prompt: Prompt[BaseModel]) -> BaseModel:
    """A model that knows all predicates and time expressions of the story, for any number of questions in a prompt."""
    match prompt:
        case PredicatesPrompt():
            return PredicatesReply(predicates=kinds(prompt.asked))
        case RivalsPrompt(predicates=""):
            return VerdictsReply()
        case RivalsPrompt():
            return MeaningReply(predicates=kinds(prompt.predicates))
        case SettledPrompt():
            asked = "predicates" in prompt.reply.model_fields
            return prompt.reply(predicates=kinds(prompt.more)) if asked else prompt.reply()
        case WhenPrompt():
            return TimesReply(times=seasons(prompt.words))
        case _:
            return SCRIPT.answer(prompt)


def kinds(asked: str) -> list[str]:
    """Return the rows of a reply about predicates: three predicates are events, and all others are states."""
    happens = {"caulked", "scolded", "mocked"}
    return [f"{number}|{'event' if name in happens else 'state'}" for number, name in LINE.findall(asked)]


def seasons(asked: str) -> list[str]:
    """Return the rows of a reply about time expressions: spring for a time of eels, and autumn for any other time."""
    found = [
        (int(number), 1 if "eels" in line else 3) for line in asked.splitlines() for number, _ in LINE.findall(line)
    ]
    return [f"{number}|date|s:{season}" for number, season in found]
