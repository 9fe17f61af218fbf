"""A model whose answers come from a function: the double that tests and benchmarks use."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pydantic import BaseModel

from episodic.errors import ModelReplyError
from episodic.llm.metering import estimated_spending, report
from episodic.llm.replies import Unfit, read_reply, reply_class
from episodic.ports import Reply
from episodic.prompts import Prompt

Answer = Callable[[Prompt[BaseModel]], BaseModel | str | Exception]


class ScriptedModel:
    """Answers with what *answer* returns for the prompt.

    A value of the prompt's reply class is the reply; a string is read as the text of a reply, as an endpoint's would be; an
    exception is raised. `asked` holds the prompts in the order they came. `delay` is the time an answer takes, in seconds.
    It is an endpoint: put a chain around it where repair, cache or counting matter.
    """

    def __init__(self, answer: Answer, *, name: str = "scripted", delay: float = 0.0) -> None:
        self._answer = answer
        self._name = name
        self._delay = delay
        self.asked: list[Prompt[BaseModel]] = []

    @property
    def name(self) -> str:
        """The name it was given."""
        return self._name

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """The answer. Raises ModelReplyError for a string that is no reply, TypeError for a value of another class."""
        self.asked.append(prompt)
        await asyncio.sleep(self._delay)
        answer = self._answer(prompt)
        if isinstance(answer, Exception):
            raise answer
        said = answer if isinstance(answer, str) else answer.model_dump_json()
        report(estimated_spending(prompt.messages(), said))
        wanted = reply_class(prompt)
        value = read_reply(answer, wanted) if isinstance(answer, str) else answer
        if isinstance(value, Unfit):
            raise ModelReplyError(prompt.name, value.reason, reply=said)
        if not isinstance(value, wanted):
            raise TypeError(f"{prompt.name} is answered with {wanted.__name__}, the script gave {type(value).__name__}")
        return value
