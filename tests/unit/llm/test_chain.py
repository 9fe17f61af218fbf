"""Tests of the order of the wrappers in the model chain."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from episodic.concurrency import run_all
from episodic.errors import BudgetExceededError, ModelError, ModelUnavailableError
from episodic.llm.chain import ChainSettings, build_chain, build_replay
from episodic.llm.gate import Gate, Limits
from episodic.llm.retrying import RetryPolicy
from episodic.llm.scripted import ScriptedModel
from episodic.llm.usage import Ledger
from episodic.ports import LanguageModel, Reply
from episodic.prompts import Prompt
from tests.unit.llm.questions import MARA, MARA_SAID, seen_in

AT_ONCE = RetryPolicy(first_wait=0, jitter=0)


def answering(*answers: str | Exception) -> ScriptedModel:
    """Return a model that gives these answers one after another."""
    left: Iterator[str | Exception] = iter(answers)
    return ScriptedModel(lambda _: next(left))


def unavailable() -> ModelUnavailableError:
    return ModelUnavailableError("form", "status 503")


async def test_retries_and_repairs_of_one_question_are_counted(tmp_path: Path) -> None:
    """Two failures, an invalid reply, another failure and a repair count as one question, one call, three retries and
    one repair.
    """
    endpoint = answering(unavailable(), unavailable(), "nobody", unavailable(), MARA_SAID)
    model = build_chain(endpoint, ChainSettings("novel", cache=tmp_path, retry=AT_ONCE))

    replies = [await model.ask(seen_in("Mara stood there.")) for _ in range(2)]

    total = model.usage.total
    assert replies == [MARA, MARA]
    assert (total.asked, total.calls, total.retries, total.repairs, total.cached) == (2, 1, 3, 1, 1)
    assert len(endpoint.asked) == 5


async def test_every_attempt_passes_the_gate() -> None:
    """The gate is below the retries, so that retries respect the rate limits."""
    moments: list[float] = []
    now = 0.0

    async def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds
        await asyncio.sleep(0)

    gate = Gate(Limits(requests_per_minute=1), clock=lambda: now, sleep=sleep)

    def answer(_: Prompt[BaseModel]) -> str | Exception:
        moments.append(now)
        return MARA_SAID if len(moments) == 3 else unavailable()

    await build_chain(ScriptedModel(answer), ChainSettings("novel", retry=AT_ONCE), gate=gate).ask(seen_in("Mara."))

    assert moments == [0, 60, 120]


async def test_an_empty_budget_still_answers_from_the_cache(tmp_path: Path) -> None:
    """A cached reply costs nothing, so it is returned although the budget is used up."""
    settings = ChainSettings("novel", cache=tmp_path)
    await build_chain(ScriptedModel(lambda _: MARA), settings).ask(seen_in("Mara stood there."))
    poor = build_chain(ScriptedModel(lambda _: MARA), settings, gate=Gate(Limits(budget=1)))

    reply = await poor.ask(seen_in("Mara stood there."))

    assert reply == MARA
    with pytest.raises(BudgetExceededError):
        await poor.ask(seen_in("Joss stood there."))


async def test_cached_replies_are_recorded(tmp_path: Path) -> None:
    """The recorder is above the cache, so that cached replies are recorded too."""
    cached = ChainSettings("novel", cache=tmp_path / "cache")
    await build_chain(ScriptedModel(lambda _: MARA), cached).ask(seen_in("Mara stood there."))
    settings = ChainSettings("novel", cache=tmp_path / "cache", recordings=tmp_path / "recordings")
    await build_chain(ScriptedModel(lambda _: MARA), settings).ask(seen_in("Mara stood there."))
    replay = build_replay(tmp_path / "recordings")

    reply = await replay.ask(seen_in("Mara stood there."))

    assert reply == MARA
    assert replay.usage.total.calls == 0
    assert replay.usage.total.cached == 1


class Hanging(ScriptedModel):
    """A model that fails for questions about Joss, and answers other questions only after it is released."""

    def __init__(self) -> None:
        super().__init__(lambda prompt: unavailable() if "Joss" in prompt.messages().user else MARA)
        self.released = asyncio.Event()

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        if "Joss" not in prompt.messages().user:
            await self.released.wait()
        return await super().ask(prompt)


async def test_a_failing_call_cancels_the_other_calls(tmp_path: Path) -> None:
    """After a failure all concurrent calls are cancelled, and the gate has all its slots again."""
    endpoint = Hanging()
    gate = Gate(Limits(concurrency=8))
    model = build_chain(endpoint, ChainSettings("novel", cache=tmp_path, retry=RetryPolicy(attempts=1)), gate=gate)

    names = ["Joss", *["Mara"] * 7]
    with pytest.raises(ModelUnavailableError):
        await run_all([model.ask(seen_in(f"{name} stood at {number}.")) for number, name in enumerate(names)])

    assert len(endpoint.asked) == 1
    endpoint.released.set()
    assert await asyncio.gather(*[model.ask(seen_in(f"Mara stood at {number}.")) for number in range(8)]) == [MARA] * 8


async def test_chains_can_share_a_gate_and_a_ledger() -> None:
    """Two works in one process share rate limits, budget and usage statistics."""
    one = build_chain(ScriptedModel(lambda _: MARA), ChainSettings("one"))
    await one.ask(seen_in("Mara stood there."))
    budget = one.usage.total.spent.tokens * 5 // 2
    gate, ledger = Gate(Limits(budget=budget)), Ledger()
    chains = [
        build_chain(ScriptedModel(lambda _: MARA), ChainSettings(group), gate=gate, ledger=ledger)
        for group in ("one", "two")
    ]

    for chain in chains:
        await chain.ask(seen_in("Mara stood there."))
    with pytest.raises(BudgetExceededError):
        await chains[0].ask(seen_in("Mara stood there."))

    assert ledger.usage.total.calls == 2
    assert ledger.usage.total.spent.tokens == gate.spent <= budget


async def test_every_wrapper_has_the_name_of_the_endpoint(tmp_path: Path) -> None:
    """Readings are stored with this name of the model."""
    settings = ChainSettings("novel", cache=tmp_path, recordings=tmp_path)
    model: LanguageModel = build_chain(ScriptedModel(lambda _: MARA, name="gpt-x"), settings)

    assert model.name == "gpt-x"


@pytest.mark.parametrize("turns", range(0, 40, 3))
async def test_a_question_can_be_cancelled_at_any_moment(tmp_path: Path, turns: int) -> None:
    """A call can be cancelled at any stage, and the same prompt can be asked afterwards."""
    endpoint = answering(unavailable(), "nobody", MARA_SAID, MARA_SAID, MARA_SAID, MARA_SAID)
    model = build_chain(
        endpoint, ChainSettings("novel", cache=tmp_path, retry=AT_ONCE), gate=Gate(Limits(concurrency=1))
    )
    asking = asyncio.create_task(model.ask(seen_in("Mara stood there.")))
    for _ in range(turns):
        await asyncio.sleep(0)
    asking.cancel()
    try:
        await asking
    except asyncio.CancelledError:
        pass
    except ModelError as error:
        raise AssertionError("cancelling became an error of the model") from error

    reply = await model.ask(seen_in("Mara stood there."))

    assert reply == MARA
