"""Several prompts asked at the same time."""

from __future__ import annotations

import asyncio

import pytest

from episodic.dedup.prompted import SamePrompt, SameReply
from episodic.errors import ModelUnavailableError
from episodic.model.episodes import Language
from episodic.ports import Reply, ask_all
from episodic.prompts import Prompt


class Paced:
    """Answers after all were asked; fails for the prompt that says so; counts what was cancelled."""

    name = "paced"

    def __init__(self, expected: int) -> None:
        self.all_asked = asyncio.Event()
        self.expected = expected
        self.asked = 0
        self.cancelled = 0

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        self.asked += 1
        if self.asked == self.expected:
            self.all_asked.set()
        await self.all_asked.wait()
        assert isinstance(prompt, SamePrompt)
        if prompt.asked == "fail":
            raise ModelUnavailableError(prompt.name, "away")
        try:
            if prompt.known == "wait":
                await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        # The reply class of the prompt is the reply that its caller expects.
        return prompt.reply.model_validate({"answers": []})  # type: ignore[return-value]


def prompts(*asked: str, known: str = "") -> list[Prompt[SameReply]]:
    return [SamePrompt(Language.ENGLISH, known=known, asked=one) for one in asked]


async def test_prompts_are_asked_together_and_answered_in_order() -> None:
    """None waits for another's reply."""
    model = Paced(expected=3)

    replies = await ask_all(model, prompts("a", "b", "c"))

    assert len(replies) == 3


async def test_a_failure_cancels_its_siblings_before_it_is_raised() -> None:
    """No call goes on that nobody waits for."""
    model = Paced(expected=3)

    with pytest.raises(ModelUnavailableError):
        await ask_all(model, prompts("a", "fail", "c", known="wait"))

    assert model.cancelled == 2
