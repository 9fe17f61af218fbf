"""The tool `answer`, which answers a question with sources."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.agents.budgets import Answer, fitted
from episodic.agents.inputs import AnswerInput
from episodic.agents.toolbox import Toolbox, scope_of
from episodic.answering.answers import Citation
from episodic.model.json_shapes import Object


@dataclass(frozen=True, slots=True)
class AnswerTool:
    box: Toolbox

    async def answer(self, asked: AnswerInput) -> Object:
        revision = await self.box.revision()
        found = await self.box.work.answer(asked.question, scope=scope_of(asked), max_steps=asked.max_steps)
        items: list[Object] = [
            {"text": one.text, "sources": [_source(source) for source in found.cited(one)]} for one in found.sentences
        ]
        head: Object = {"found": found.found, "by": found.by}
        if found.closest:
            head["closest"] = [{"text": one.text, **_source(one)} for one in found.closest]
        if found.degraded:
            head["degraded"] = list(found.degraded)
        answer = Answer("sentences", items, revision, head=head, notes=self.box.notes(asked))
        return fitted(answer, asked.max_tokens, self.box.language)


def _source(one: Citation) -> Object:
    quote = one.quote
    source: Object = {"kind": one.kind.value, "uuid": one.uuid}
    if quote is not None:
        source["chapter"] = quote.chapter
        source["quote"] = quote.text
    return source
