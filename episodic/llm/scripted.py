"""Scripted model for tests and benchmarks: a function computes the replies."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pydantic import BaseModel

from episodic.errors import ModelReplyError
from episodic.llm.metering import estimated_spending, report
from episodic.llm.reply_parsing import InvalidReply, read_reply
from episodic.ports import Reply
from episodic.prompts import Prompt

Answer = Callable[[Prompt[BaseModel]], BaseModel | str | Exception]


class ScriptedModel:
    """A model whose replies are computed by the function *answer*.

    If *answer* returns a value of the prompt's reply class, the value is the reply. If *answer* returns a string, the
    string is parsed like the text of an endpoint's reply. If *answer* returns an exception, the exception is raised.
    `asked` lists the prompts in order of arrival. `delay` is the duration of a call in seconds. A scripted model
    replaces an endpoint, so the wrappers that repair, cache or count replies can be used with a scripted model.
    """

    def __init__(self, answer: Answer, *, name: str = "scripted", delay: float = 0.0) -> None:
        self._answer = answer
        self._name = name
        self._delay = delay
        self.asked: list[Prompt[BaseModel]] = []

    @property
    def name(self) -> str:
        """The model name that was given to the constructor."""
        return self._name

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """Return the scripted reply.

        Raise ModelReplyError for a string that is not a valid reply, and TypeError for a value of another class.
        """
        self.asked.append(prompt)
        await asyncio.sleep(self._delay)
        answer = self._answer(prompt)
        if isinstance(answer, Exception):
            raise answer
        said = answer if isinstance(answer, str) else answer.model_dump_json()
        report(estimated_spending(prompt.messages(), said))
        wanted = prompt.reply
        value = read_reply(answer, wanted) if isinstance(answer, str) else answer
        if isinstance(value, InvalidReply):
            raise ModelReplyError(prompt.name, value.reason, reply=said)
        if not isinstance(value, wanted):
            raise TypeError(f"{prompt.name} is answered with {wanted.__name__}, the script gave {type(value).__name__}")
        return value
