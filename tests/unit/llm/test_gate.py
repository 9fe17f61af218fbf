"""Tests of the gate: concurrency, rate limits and token budget."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from episodic.errors import BudgetExceededError, ConfigurationError, ModelReplyError, ModelUnavailableError
from episodic.llm.events import Event, EventKind
from episodic.llm.gate import MINUTE, Gate, GatedModel, Limits
from episodic.llm.scripted import ScriptedModel
from tests.unit.llm.questions import MARA, MARA_SAID, seen_in


class Clock:
    """A clock that only sleeping moves forward."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        until = self.now + seconds
        await asyncio.sleep(0)
        self.now = max(self.now, until)


def gate_of(limits: Limits) -> tuple[Gate, Clock]:
    clock = Clock()
    return Gate(limits, clock=clock, sleep=clock.sleep), clock


async def starts_of(gate: Gate, clock: Clock, tokens: Sequence[int]) -> list[float]:
    """Return the start times of successive calls of these sizes."""
    starts: list[float] = []
    for size in tokens:
        async with gate.turn(size):
            starts.append(clock.now - 1000.0)
    return starts


@pytest.mark.parametrize("urgent", [(False,), (True,), (True, False)])
async def test_at_most_the_allowed_number_of_calls_run_concurrently(urgent: Sequence[bool]) -> None:
    """Of twelve concurrent calls, at most three run at the same time, whether they are urgent or not."""
    gate = Gate(Limits(concurrency=3))
    inside, most = 0, 0

    async def call(*, urgent: bool) -> None:
        nonlocal inside, most
        async with gate.turn(1, urgent=urgent):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    async with asyncio.TaskGroup() as group:
        for number in range(12):
            group.create_task(call(urgent=urgent[number % len(urgent)]))

    assert most == 3


async def test_an_urgent_call_takes_the_next_free_place() -> None:
    gate = Gate(Limits(concurrency=2))
    admitted: list[str] = []

    async def call(name: str, *, urgent: bool = False) -> None:
        async with gate.turn(1, urgent=urgent):
            admitted.append(name)
            await asyncio.sleep(0.01)

    async with asyncio.TaskGroup() as group:
        for name in ("first", "second", "third", "fourth"):
            group.create_task(call(name))
        await asyncio.sleep(0)
        group.create_task(call("urgent", urgent=True))

    assert admitted.index("urgent") == 2


async def test_requests_are_limited_per_sliding_minute() -> None:
    gate, clock = gate_of(Limits(requests_per_minute=2))

    starts = await starts_of(gate, clock, [1, 1, 1, 1, 1])

    assert starts == [0, 0, MINUTE, MINUTE, 2 * MINUTE]


async def test_tokens_are_limited_by_their_estimates() -> None:
    """A call that would exceed the token limit waits until enough earlier calls are more than a minute old."""
    gate, clock = gate_of(Limits(tokens_per_minute=100))

    starts = await starts_of(gate, clock, [60, 40, 10])

    assert starts == [0, 0, MINUTE]


async def test_a_call_above_the_token_limit_runs_alone() -> None:
    """A call that is larger than the token limit starts if no other call started within the minute."""
    gate, clock = gate_of(Limits(tokens_per_minute=100))

    starts = await starts_of(gate, clock, [50, 500, 1])

    assert starts == [0, MINUTE, 2 * MINUTE]


@settings(deadline=None)
@given(
    st.lists(st.integers(1, 60), min_size=1, max_size=40),
    st.integers(1, 9),
    st.integers(60, 200),
)
async def test_no_sliding_minute_exceeds_the_limits(sizes: list[int], requests: int, tokens: int) -> None:
    """Within every sliding minute, at most the allowed number of requests and tokens is started."""
    gate, clock = gate_of(Limits(requests_per_minute=requests, tokens_per_minute=tokens))

    starts = await starts_of(gate, clock, sizes)

    for last, end in enumerate(starts):
        minute = [size for start, size in zip(starts[: last + 1], sizes, strict=False) if start > end - MINUTE]
        assert len(minute) <= requests
        assert sum(minute) <= tokens
    assert starts == sorted(starts)


async def test_real_tokens_replace_estimated_tokens() -> None:
    """After a call the gate counts its real tokens instead of the estimate."""
    gate, clock = gate_of(Limits(tokens_per_minute=100))
    async with gate.turn(90) as turn:
        turn.spent = 20

    starts = await starts_of(gate, clock, [80])

    assert starts == [0]
    assert gate.spent == 20


async def test_a_call_above_the_budget_is_refused() -> None:
    """The error is raised before the call and has the number of spent tokens. No request is sent."""
    free, model = Gate(), ScriptedModel(lambda _: MARA)
    await GatedModel(ScriptedModel(lambda _: MARA), free).ask(seen_in("Mara stood there."))
    gated = GatedModel(model, Gate(Limits(budget=free.spent * 5 // 2)))
    answered = [await gated.ask(seen_in("Mara stood there.")) for _ in range(2)]

    with pytest.raises(BudgetExceededError) as caught:
        await gated.ask(seen_in("Mara stood there."))

    assert len(model.asked) == len(answered)
    assert caught.value.budget == free.spent * 5 // 2
    assert caught.value.spent == free.spent * 2


async def test_running_calls_count_towards_the_budget() -> None:
    """Concurrent calls cannot exceed a budget together that each call alone would keep."""
    gate = Gate(Limits(budget=100))

    async with gate.turn(60):
        with pytest.raises(BudgetExceededError):
            async with gate.turn(60):
                pass
    async with gate.turn(60):
        pass

    assert gate.spent == 0


async def test_the_average_reply_length_counts_towards_the_budget() -> None:
    """The estimate for the next call uses the average length of previous replies."""
    gate = Gate(Limits(budget=200))
    async with gate.turn(10) as turn:
        turn.spent = 100

    with pytest.raises(BudgetExceededError):
        async with gate.turn(20):
            pass


async def test_the_tokens_of_an_invalid_reply_are_counted() -> None:
    """The tokens of an invalid reply are spent too."""
    gate = Gate()
    heard: list[Event] = []
    model = GatedModel(ScriptedModel(lambda _: "no JSON at all"), gate, listener=heard.append)

    with pytest.raises(ModelReplyError):
        await model.ask(seen_in("Mara stood there."))

    assert [event.kind for event in heard] == [EventKind.CALLED]
    assert gate.spent == heard[0].spent.tokens > 0


async def test_a_failed_call_releases_its_slot() -> None:
    """After an error the next call starts, and no tokens are counted."""
    gate = Gate(Limits(concurrency=1))
    model = GatedModel(ScriptedModel(lambda prompt: ModelUnavailableError(prompt.name, "status 500")), gate)

    for _ in range(3):
        with pytest.raises(ModelUnavailableError):
            await model.ask(seen_in("Mara stood there."))

    assert gate.spent == 0


async def test_a_retry_after_delays_all_calls() -> None:
    """A Retry-After response to one call delays all other calls."""
    gate, clock = gate_of(Limits())
    answers: Iterator[BaseModel | Exception] = iter(
        [ModelUnavailableError("form", "status 429", retry_after=30.0), MARA]
    )
    model = GatedModel(ScriptedModel(lambda _: next(answers)), gate)
    with pytest.raises(ModelUnavailableError):
        await model.ask(seen_in("Mara stood there."))

    await model.ask(seen_in("Joss stood there."))

    assert clock.now == 1030.0


async def test_a_cancelled_waiting_call_does_not_block_others() -> None:
    """A waiting call can be cancelled, and the calls after it continue."""
    never = asyncio.Event()
    gate = Gate(Limits(concurrency=2, requests_per_minute=1), sleep=lambda _: wait(never))
    inside: list[str] = []

    async def call(name: str) -> None:
        async with gate.turn(1):
            inside.append(name)

    await call("first")
    waiting = [asyncio.create_task(call(name)) for name in ("paced", "queued", "behind")]
    for _ in range(5):
        await asyncio.sleep(0)
    for one in waiting:
        one.cancel()
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)

    assert all(isinstance(outcome, asyncio.CancelledError) for outcome in outcomes)
    assert inside == ["first"]
    fresh = Gate(Limits(concurrency=2, requests_per_minute=1))
    async with fresh.turn(1):
        pass


async def wait(event: asyncio.Event) -> None:
    await event.wait()


async def test_a_cancelled_waiting_call_does_not_count_for_the_rate_limit() -> None:
    """A call that was cancelled before its start does not count for the rate limits."""
    gate, clock = gate_of(Limits(requests_per_minute=1))
    await starts_of(gate, clock, [1])
    waiting = asyncio.create_task(starts_of(gate, clock, [1]))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)

    starts = await starts_of(gate, clock, [1])

    assert starts == [MINUTE]


async def test_reported_tokens_take_precedence_over_estimates() -> None:
    """The event of a call has the characters and tokens of prompt and reply."""
    heard: list[Event] = []
    model = GatedModel(ScriptedModel(lambda _: MARA_SAID), Gate(), listener=heard.append)
    prompt = seen_in("马拉站在码头上。")

    await model.ask(prompt)

    spent = heard[0].spent
    words = prompt.messages()
    assert spent.prompt_characters == len(words.system) + len(words.user)
    assert spent.completion_characters == len(MARA_SAID)


def test_a_gate_works_in_successive_event_loops() -> None:
    """A gate can be used in one event loop after another."""
    gate = Gate(Limits(concurrency=1))

    async def crowd() -> int:
        async def call() -> int:
            async with gate.turn(1):
                await asyncio.sleep(0)
                return 1

        return sum(await asyncio.gather(*[call() for _ in range(4)]))

    assert asyncio.run(crowd()) == 4
    assert asyncio.run(crowd()) == 4


@pytest.mark.parametrize("name", ["concurrency", "requests_per_minute", "tokens_per_minute", "budget"])
def test_a_limit_below_one_is_refused(name: str) -> None:
    with pytest.raises(ConfigurationError):
        Limits(**{name: 0})
