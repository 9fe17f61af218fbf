"""Tests of `run_all`, which runs calls concurrently and ends them together."""

from __future__ import annotations

import asyncio

import pytest

from episodic.concurrency import run_all
from episodic.errors import ModelError, ModelUnavailableError

AWAY = ModelUnavailableError("same_person", "away")


class Calls:
    """Calls that record how they ended."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.ended: list[str] = []
        self.cancelled: list[str] = []

    async def answer(self, name: str, *, after: int = 0) -> str:
        self.begun.append(name)
        for _ in range(after):
            await asyncio.sleep(0)
        self.ended.append(name)
        return name

    async def fail(self, error: Exception, *, after: int = 0) -> str:
        for _ in range(after):
            await asyncio.sleep(0)
        raise error

    async def wait(self, name: str, *, cleanup: int = 0, error: Exception | None = None) -> str:
        """Wait until it is cancelled. The cleanup takes a while and may fail."""
        self.begun.append(name)
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            for _ in range(cleanup):
                await asyncio.sleep(0)
            self.cancelled.append(name)
            if error is not None:
                raise error from None
            raise
        raise AssertionError("nothing sets it")


async def test_results_come_in_the_order_of_the_calls() -> None:
    calls = Calls()

    results = await run_all([calls.answer("slow", after=5), calls.answer("fast"), calls.answer("middle", after=2)])

    assert results == ["slow", "fast", "middle"]
    assert calls.ended == ["fast", "middle", "slow"]


async def test_no_calls_have_no_results() -> None:
    nothing: list[asyncio.Future[str]] = []

    assert await run_all(nothing) == []


async def test_the_first_failure_is_raised_as_it_is() -> None:
    """The failure is neither wrapped in a group nor replaced by a later failure."""
    calls = Calls()

    with pytest.raises(ModelError) as raised:
        await run_all([calls.fail(ValueError("later"), after=3), calls.fail(AWAY, after=1)])

    assert raised.value is AWAY


async def test_the_other_calls_have_ended_when_the_failure_is_raised() -> None:
    """A cancelled call may need some time to clean up."""
    calls = Calls()

    with pytest.raises(ModelUnavailableError):
        await run_all([calls.wait("a", cleanup=3), calls.fail(AWAY), calls.wait("b")])

    assert sorted(calls.cancelled) == ["a", "b"]


async def test_a_call_that_fails_while_it_is_cancelled_does_not_hide_the_first_failure() -> None:
    calls = Calls()

    with pytest.raises(ModelUnavailableError) as raised:
        await run_all([calls.wait("a", error=ValueError("while cleaning up")), calls.fail(AWAY)])

    assert raised.value is AWAY
    assert calls.cancelled == ["a"]


async def test_nested_calls_raise_the_innermost_failure() -> None:
    """A handler of single errors gets a single error at any depth of nested calls."""
    calls = Calls()

    async def inner() -> list[str]:
        return await run_all([calls.wait("inner"), calls.fail(AWAY, after=2)])

    with pytest.raises(ModelError) as raised:
        await run_all([inner(), run_all([calls.wait("outer")])])

    assert raised.value is AWAY
    assert sorted(calls.cancelled) == ["inner", "outer"]


@pytest.mark.parametrize("times", [1, 2, 3])
async def test_cancelling_the_caller_ends_all_calls_first(times: int) -> None:
    """The caller may be cancelled again during the cleanup."""
    calls = Calls()
    running = asyncio.ensure_future(run_all([calls.wait("a", cleanup=5), calls.wait("b", cleanup=2)]))
    for _ in range(2):
        await asyncio.sleep(0)
    assert calls.begun == ["a", "b"]

    for _ in range(times):
        running.cancel()
        await asyncio.sleep(0)
    with pytest.raises(asyncio.CancelledError):
        await running

    assert sorted(calls.cancelled) == ["a", "b"]
