"""The gate: concurrency, rate limits and token budget."""

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
    """A clock that a sleep puts forward."""

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
    """When calls of these sizes, each asked for as soon as the one before is done, are let through."""
    starts: list[float] = []
    for size in tokens:
        async with gate.turn(size):
            starts.append(clock.now - 1000.0)
    return starts


async def test_no_more_than_the_limit_are_under_way_at_once() -> None:
    """Of twelve concurrent calls, three run at any time."""
    gate = Gate(Limits(concurrency=3))
    inside, most = 0, 0

    async def call() -> None:
        nonlocal inside, most
        async with gate.turn(1):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    async with asyncio.TaskGroup() as group:
        for _ in range(12):
            group.create_task(call())

    assert most == 3


async def test_the_third_of_two_a_minute_waits_for_the_first_to_be_a_minute_old() -> None:
    """Requests are paced over a sliding minute."""
    gate, clock = gate_of(Limits(requests_per_minute=2))

    starts = await starts_of(gate, clock, [1, 1, 1, 1, 1])

    assert starts == [0, 0, MINUTE, MINUTE, 2 * MINUTE]


async def test_tokens_are_paced_by_what_calls_are_expected_to_take() -> None:
    """A call that would pass the minute's tokens waits until enough of them are a minute old."""
    gate, clock = gate_of(Limits(tokens_per_minute=100))

    starts = await starts_of(gate, clock, [60, 40, 10])

    assert starts == [0, 0, MINUTE]


async def test_a_call_larger_than_a_minute_goes_alone() -> None:
    """A call larger than the limit is admitted when its minute is otherwise empty."""
    gate, clock = gate_of(Limits(tokens_per_minute=100))

    starts = await starts_of(gate, clock, [50, 500, 1])

    assert starts == [0, MINUTE, 2 * MINUTE]


@settings(deadline=None)
@given(
    st.lists(st.integers(1, 60), min_size=1, max_size=40),
    st.integers(1, 9),
    st.integers(60, 200),
)
async def test_no_minute_ever_holds_more_than_the_limits(sizes: list[int], requests: int, tokens: int) -> None:
    """Whatever comes, every sliding minute has at most so many starts and so many tokens."""
    gate, clock = gate_of(Limits(requests_per_minute=requests, tokens_per_minute=tokens))

    starts = await starts_of(gate, clock, sizes)

    for last, end in enumerate(starts):
        minute = [size for start, size in zip(starts[: last + 1], sizes, strict=False) if start > end - MINUTE]
        assert len(minute) <= requests
        assert sum(minute) <= tokens
    assert starts == sorted(starts)


async def test_real_tokens_take_the_place_of_expected_ones() -> None:
    """Once a call has said what it took, the pace goes by that."""
    gate, clock = gate_of(Limits(tokens_per_minute=100))
    async with gate.turn(90) as turn:
        turn.spent = 20

    starts = await starts_of(gate, clock, [80])

    assert starts == [0]
    assert gate.spent == 20


async def test_a_call_that_would_pass_the_budget_is_not_made() -> None:
    """The error comes before the call and says what was spent; the endpoint is not asked."""
    free, model = Gate(), ScriptedModel(lambda _: MARA)
    await GatedModel(ScriptedModel(lambda _: MARA), free).ask(seen_in("Mara stood there."))
    gated = GatedModel(model, Gate(Limits(budget=free.spent * 5 // 2)))
    answered = [await gated.ask(seen_in("Mara stood there.")) for _ in range(2)]

    with pytest.raises(BudgetExceededError) as caught:
        await gated.ask(seen_in("Mara stood there."))

    assert len(model.asked) == len(answered)
    assert caught.value.budget == free.spent * 5 // 2
    assert caught.value.spent == free.spent * 2


async def test_calls_under_way_count_towards_the_budget() -> None:
    """Many at once cannot slip past a budget that each alone would keep."""
    gate = Gate(Limits(budget=100))

    async with gate.turn(60):
        with pytest.raises(BudgetExceededError):
            async with gate.turn(60):
                pass
    async with gate.turn(60):
        pass

    assert gate.spent == 0


async def test_replies_of_average_length_count_towards_the_budget() -> None:
    """After a call whose reply was long, the next is expected to have one as long."""
    gate = Gate(Limits(budget=200))
    async with gate.turn(10) as turn:
        turn.spent = 100

    with pytest.raises(BudgetExceededError):
        async with gate.turn(20):
            pass


async def test_a_faulty_reply_costs_as_well() -> None:
    """The tokens of a reply that cannot be used are spent all the same."""
    gate = Gate()
    heard: list[Event] = []
    model = GatedModel(ScriptedModel(lambda _: "no JSON at all"), gate, listener=heard.append)

    with pytest.raises(ModelReplyError):
        await model.ask(seen_in("Mara stood there."))

    assert [event.kind for event in heard] == [EventKind.CALLED]
    assert gate.spent == heard[0].spent.tokens > 0


async def test_a_call_without_an_answer_gives_its_place_back() -> None:
    """After an error the next one is let through, and nothing was spent."""
    gate = Gate(Limits(concurrency=1))
    model = GatedModel(ScriptedModel(lambda prompt: ModelUnavailableError(prompt.name, "status 500")), gate)

    for _ in range(3):
        with pytest.raises(ModelUnavailableError):
            await model.ask(seen_in("Mara stood there."))

    assert gate.spent == 0


async def test_when_one_is_told_to_wait_all_wait() -> None:
    """A Retry-After that one call got holds the gate for every other."""
    gate, clock = gate_of(Limits())
    answers: Iterator[BaseModel | Exception] = iter(
        [ModelUnavailableError("form", "status 429", retry_after=30.0), MARA]
    )
    model = GatedModel(ScriptedModel(lambda _: next(answers)), gate)
    with pytest.raises(ModelUnavailableError):
        await model.ask(seen_in("Mara stood there."))

    await model.ask(seen_in("Joss stood there."))

    assert clock.now == 1030.0


async def test_who_is_cancelled_in_line_leaves_no_gap() -> None:
    """A call that waits for a place or a rate limit can be cancelled; the calls behind it continue."""
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
    """Waits forever."""
    await event.wait()


async def test_a_place_given_up_in_line_goes_to_the_next() -> None:
    """The pace does not count a call that was cancelled before it started."""
    gate, clock = gate_of(Limits(requests_per_minute=1))
    await starts_of(gate, clock, [1])
    waiting = asyncio.create_task(starts_of(gate, clock, [1]))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)

    starts = await starts_of(gate, clock, [1])

    assert starts == [MINUTE]


async def test_what_the_endpoint_reports_goes_before_the_estimate() -> None:
    """The event of a call tells characters and tokens of prompt and reply."""
    heard: list[Event] = []
    model = GatedModel(ScriptedModel(lambda _: MARA_SAID), Gate(), listener=heard.append)
    prompt = seen_in("马拉站在码头上。")

    await model.ask(prompt)

    spent = heard[0].spent
    words = prompt.messages()
    assert spent.prompt_characters == len(words.system) + len(words.user)
    assert spent.completion_characters == len(MARA_SAID)


def test_one_gate_serves_one_event_loop_after_another() -> None:
    """A gate that was waited at in one loop works in the next."""
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
def test_a_limit_of_nothing_is_refused(name: str) -> None:
    """Limits below 1 are refused."""

    with pytest.raises(ConfigurationError):
        Limits(**{name: 0})
