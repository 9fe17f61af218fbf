"""Tests of retries after temporary failures."""

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


def failing_model(*errors: Exception) -> Script:
    """Return a model that raises these errors, one per question, and answers all further questions."""
    left: Iterator[Exception] = iter(errors)
    return lambda _: next(left, MARA)


def unavailable(retry_after: float | None = None) -> ModelUnavailableError:
    return ModelUnavailableError("form", "status 503", retry_after=retry_after)


async def test_temporary_failures_are_retried() -> None:
    """After two failures the reply is returned, and the listener received two retry events."""
    heard: list[Event] = []
    model = ScriptedModel(failing_model(unavailable(), unavailable()))

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
async def test_permanent_failures_are_not_retried(error: ModelError) -> None:
    """The errors of refusals, invalid replies and a used-up budget are raised without a retry."""
    model = ScriptedModel(failing_model(error))

    with pytest.raises(type(error)) as caught:
        await RetryingModel(model, sleep=immediately).ask(seen_in("Mara stood there."))

    assert caught.value is error
    assert len(model.asked) == 1


async def test_the_error_of_the_last_attempt_is_raised() -> None:
    """After the last attempt, its error is raised unchanged."""
    errors = [unavailable() for _ in range(9)]
    model = ScriptedModel(failing_model(*errors))

    with pytest.raises(ModelUnavailableError) as caught:
        await RetryingModel(model, RetryPolicy(attempts=4), sleep=immediately).ask(seen_in("Mara stood there."))

    assert caught.value is errors[3]
    assert len(model.asked) == 4


async def test_the_delay_of_retry_after_is_used() -> None:
    """The time of Retry-After is used instead of the policy's delay, with jitter on top."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    await RetryingModel(ScriptedModel(failing_model(unavailable(7.5))), RetryPolicy(jitter=0.5), sleep=sleep).ask(
        seen_in("Mara.")
    )

    assert len(waits) == 1
    assert 7.5 <= waits[0] <= 8.0


async def test_a_delay_that_is_too_long_is_an_error() -> None:
    """If the endpoint asks for a delay of an hour, the error is raised at once."""
    model = ScriptedModel(failing_model(unavailable(3600)))

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
async def test_delays_double_up_to_the_maximum(first: float, longest: float, jitter: float, failures: int) -> None:
    """Every delay is between the doubled previous delay, up to the maximum, and that delay plus jitter."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    policy = RetryPolicy(attempts=10, first_wait=first, longest_wait=longest, jitter=jitter, total=1e9)
    await RetryingModel(ScriptedModel(failing_model(*[unavailable()] * failures)), policy, sleep=sleep).ask(
        seen_in("Mara.")
    )

    for turn, wait in enumerate(waits):
        assert min(longest, first * 2**turn) <= wait + 1e-9
        assert wait <= min(longest, first * 2**turn) + jitter + 1e-9
    assert len(waits) == failures
