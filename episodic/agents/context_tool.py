"""The tool `context`, which gathers what a writer needs before writing a chapter."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.agents.budgets import Answer, budget_of, fitted, tokens_of
from episodic.agents.inputs import ContextInput
from episodic.agents.toolbox import Toolbox
from episodic.context.request import LEAST_TOKENS
from episodic.model.json_shapes import Json, Object

_ROOM = 120
"""The number of tokens that are kept free for the marks around the text and for characters that JSON escapes."""


@dataclass(frozen=True, slots=True)
class ContextTool:
    box: Toolbox

    async def context(self, asked: ContextInput) -> Object:
        """Return the context pack of a chapter as text, and the sections of which lines were left out because of the
        budget. In the answer, `left_out` is the number of these lines, and `truncated` says whether there are any.
        """
        revision = await self.box.revision()
        notes = self.box.notes()
        frame = fitted(Answer("sections", [], revision, head={"context": ""}, notes=notes), MOST, self.box.language)
        room = budget_of(asked.max_tokens) - tokens_of(frame) - _ROOM
        while True:
            pack = await self.box.work.context(
                asked.chapter,
                brief=asked.brief,
                draft=asked.draft,
                cast=asked.cast,
                pov=asked.pov,
                max_tokens=max(LEAST_TOKENS, room),
            )
            items: list[Object] = [
                {"kind": one.kind.value, "left_out": one.left_out} for one in pack.sections if one.left_out
            ]
            left_out: list[Json] = [*items]
            size = tokens_of({"context": pack.to_prompt(), "sections": left_out})
            if size <= budget_of(asked.max_tokens) - tokens_of(frame) - _ROOM or room <= LEAST_TOKENS:
                break
            # JSON escapes the line ends of the text, which costs tokens that were not counted when the text was fitted
            # into the budget.
            room = room * 7 // 8
        answer = Answer("sections", items, revision, head={"context": pack.to_prompt()}, notes=notes)
        found = fitted(answer, asked.max_tokens, self.box.language)
        return {**found, "left_out": pack.left_out, "truncated": bool(pack.left_out or found["truncated"])}


MOST = 8_000
"""A budget in tokens that always suffices for an answer without a context pack, whose tokens are counted beforehand."""
