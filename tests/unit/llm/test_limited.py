"""Tests of the token limit of one task."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import BaseModel

from episodic.errors import BudgetExceededError
from episodic.llm.chain import ChainSettings, build_chain
from episodic.llm.limited import LimitedModel
from episodic.llm.scripted import ScriptedModel
from episodic.ports import Reply
from episodic.prompts import Prompt
from tests.unit.llm.questions import MARA_SAID, seen_in


class Silent:
    """A model that reports no usage."""

    name = "silent"

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        return prompt.reply.model_validate_json(MARA_SAID)


async def test_tokens_of_the_whole_chain_are_counted_once(tmp_path: Path) -> None:
    chain = build_chain(ScriptedModel(lambda _: MARA_SAID), ChainSettings("story", cache=tmp_path))
    limited = LimitedModel(chain, tokens=100_000)

    await limited.ask(seen_in("Mara stood on the pier."))

    assert limited.calls == 1
    assert limited.spent.tokens == chain.usage.total.spent.tokens > 0
    assert limited.tokens_left == 100_000 - limited.spent.tokens


async def test_a_repair_counts_as_well(tmp_path: Path) -> None:
    replies = iter(["not JSON", MARA_SAID])
    chain = build_chain(ScriptedModel(lambda _: next(replies)), ChainSettings("story", cache=tmp_path))
    limited = LimitedModel(chain, tokens=100_000)

    await limited.ask(seen_in("Mara stood on the pier."))

    assert limited.spent.tokens == chain.usage.total.spent.tokens
    assert chain.usage.total.repairs == 1


async def test_a_cached_reply_costs_nothing_but_counts_towards_the_limit(tmp_path: Path) -> None:
    chain = build_chain(ScriptedModel(lambda _: MARA_SAID), ChainSettings("story", cache=tmp_path))
    await chain.ask(seen_in("Mara stood on the pier."))
    limited = LimitedModel(chain, tokens=100_000)

    await limited.ask(seen_in("Mara stood on the pier."))

    assert limited.spent.tokens == 0
    assert limited.tokens_left < 100_000


async def test_a_model_that_reports_nothing_is_estimated() -> None:
    limited = LimitedModel(Silent(), tokens=100_000)

    await limited.ask(seen_in("Mara stood on the pier."))

    assert limited.prompt_tokens > 0
    assert limited.completion_tokens > 0


async def test_a_call_that_would_exceed_the_limit_is_not_made() -> None:
    model = ScriptedModel(lambda _: MARA_SAID)
    limited = LimitedModel(model, tokens=3)

    with pytest.raises(BudgetExceededError):
        await limited.ask(seen_in("Mara stood on the pier."))

    assert model.asked == []


async def test_a_repair_that_would_exceed_the_limit_is_not_made() -> None:
    asked: list[Prompt[BaseModel]] = []

    def reply(prompt: Prompt[BaseModel]) -> str:
        asked.append(prompt)
        return "not JSON " * 200

    limited = LimitedModel(build_chain(ScriptedModel(reply), ChainSettings("story")), tokens=500)

    with pytest.raises(BudgetExceededError):
        await limited.ask(seen_in("Mara stood on the pier."))

    assert len(asked) == 1
