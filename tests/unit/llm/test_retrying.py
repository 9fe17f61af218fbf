"""Retries after temporary failures."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from episodic.errors import BudgetExceededError, ModelError, ModelRefusedError, ModelReplyError, ModelUnavailableError
from episodic.llm.events import Event, EventKind
from episodic.llm.retrying import RetryingModel, RetryPolicy, immediately
from episodic.llm.scripted import ScriptedModel
from episodic.prompts import Prompt
from tests.unit.llm.questions import MARA, seen_in

Script = Callable[[Prompt[BaseModel]], BaseModel | str | Exception]


def failing(*errors: Exception) -> Script:
    """Raises these errors, one a question, and answers from then on."""
    left: Iterator[Exception] = iter(errors)
    return lambda _: next(left, MARA)


def unavailable(retry_after: float | None = None) -> ModelUnavailableError:
    return ModelUnavailableError("form", "status 503", retry_after=retry_after)


async def test_what_may_pass_is_asked_again() -> None:
    """Two failures and an answer are an answer, and the listener heard of two retries."""
    heard: list[Event] = []
    model = ScriptedModel(failing(unavailable(), unavailable()))

    reply = await RetryingModel(model, listener=heard.append, sleep=immediately).ask(seen_in("Mara stood there."))

    assert reply == MARA
    assert [(event.kind, event.question, event.reason) for event in heard] == [
        (EventKind.RETRIED, "llm/form", "status 503")
    ] * 2


@pytest.mark.parametrize(
    "error",
    [ModelRefusedError("wrong key"), ModelReplyError("form", "no JSON"), BudgetExceededError(11, 10)],
    ids=lambda error: type(error).__name__,
)
async def test_what_will_not_pass_is_not_asked_again(error: ModelError) -> None:
    """Refusals, faulty replies and an empty budget come out at once."""
    model = ScriptedModel(failing(error))

    with pytest.raises(type(error)) as caught:
        await RetryingModel(model, sleep=immediately).ask(seen_in("Mara stood there."))

    assert caught.value is error
    assert len(model.asked) == 1


async def test_attempts_are_bounded_and_the_last_error_comes_out() -> None:
    """After the last attempt its error is raised as it is."""
    errors = [unavailable() for _ in range(9)]
    model = ScriptedModel(failing(*errors))

    with pytest.raises(ModelUnavailableError) as caught:
        await RetryingModel(model, RetryPolicy(attempts=4), sleep=immediately).ask(seen_in("Mara stood there."))

    assert caught.value is errors[3]
    assert len(model.asked) == 4


async def test_the_time_the_endpoint_asks_for_is_waited() -> None:
    """Retry-After goes before the policy's own waits, with at most the jitter on top."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    await RetryingModel(ScriptedModel(failing(unavailable(7.5))), RetryPolicy(jitter=0.5), sleep=sleep).ask(
        seen_in("Mara.")
    )

    assert len(waits) == 1
    assert 7.5 <= waits[0] <= 8.0


async def test_a_wait_that_would_take_too_long_is_not_begun() -> None:
    """An endpoint that asks to come back in an hour is given up at once."""
    model = ScriptedModel(failing(unavailable(3600)))

    with pytest.raises(ModelUnavailableError):
        await RetryingModel(model, RetryPolicy(total=600), sleep=immediately).ask(seen_in("Mara stood there."))

    assert len(model.asked) == 1


@settings(deadline=None)
@given(
    first=st.floats(0.1, 5),
    longest=st.floats(5, 60),
    jitter=st.floats(0, 3),
    failures=st.integers(1, 7),
)
async def test_waits_double_up_to_the_longest(first: float, longest: float, jitter: float, failures: int) -> None:
    """Every wait lies between the doubled first one, capped, and that plus the jitter."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    policy = RetryPolicy(attempts=10, first_wait=first, longest_wait=longest, jitter=jitter, total=1e9)
    await RetryingModel(ScriptedModel(failing(*[unavailable()] * failures)), policy, sleep=sleep).ask(seen_in("Mara."))

    for turn, wait in enumerate(waits):
        assert min(longest, first * 2**turn) <= wait + 1e-9
        assert wait <= min(longest, first * 2**turn) + jitter + 1e-9
    assert len(waits) == failures
