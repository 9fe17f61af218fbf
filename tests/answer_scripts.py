"""A scripted model that answers questions: it takes steps from a list, and then writes the given sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel

from episodic.answering.prompts import AnswerPrompt, AnswerReply, StepPrompt, StepReply
from episodic.errors import ModelReplyError
from episodic.llm.scripted import ScriptedModel
from episodic.prompts import Prompt


@dataclass
class AnswerScript:
    """The replies of a model: one for each step, an empty reply after the last one, and the replies with sentences."""

    steps: Sequence[StepReply] = ()
    answers: Sequence[AnswerReply | Exception] = ()
    taken: int = 0
    written: int = 0
    prompts: list[str] = field(default_factory=list[str])

    def model(self) -> ScriptedModel:
        return ScriptedModel(self._reply)

    def _reply(self, prompt: Prompt[BaseModel]) -> BaseModel | str | Exception:
        sent = prompt.messages()
        self.prompts.append(f"{sent.system}\n{sent.user}")
        if isinstance(prompt, StepPrompt):
            self.taken += 1
            return self.steps[self.taken - 1] if self.taken <= len(self.steps) else StepReply(next=[])
        assert isinstance(prompt, AnswerPrompt)
        self.written += 1
        return self.answers[min(self.written, len(self.answers)) - 1]


def step(*look_ups: str, notes: Sequence[str] = (), plan: Sequence[str] = (), why: str = "") -> StepReply:
    return StepReply(plan=list(plan), notes=list(notes), next=list(look_ups), why=why)


def yes(*sentences: str, analysis: str = "") -> AnswerReply:
    return AnswerReply(found="yes", sentences=list(sentences), analysis=analysis)


NO = AnswerReply(found="no", sentences=[], analysis="not in the text")


def unread(prompt: str) -> ModelReplyError:
    return ModelReplyError(prompt, "it is not one JSON object", reply="?")


Reply = Callable[[Prompt[BaseModel]], BaseModel | str | Exception]
