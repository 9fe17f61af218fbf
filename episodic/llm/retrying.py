"""Retries of model calls with exponential backoff after temporary failures. No other module retries model calls."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception_type,
    stop_after_attempt,
    stop_before_delay,
    wait_exponential,
    wait_random,
)

from episodic.errors import ModelUnavailableError
from episodic.llm.chain_prompts import question_of
from episodic.llm.events import Event, EventKind, Listener, unheard
from episodic.ports import LanguageModel, Reply
from episodic.prompts import Prompt

Sleep = Callable[[float], Awaitable[None]]


async def immediately(seconds: float) -> None:
    """Return without waiting; tests use this function in place of `asyncio.sleep`."""
    del seconds


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """The number of attempts of a model call, and the times in seconds to wait between attempts.

    The wait after the first attempt is `first_wait`, and each later wait is twice as long, up to `longest_wait`. A
    random time of up to `jitter` is added to every wait. If the endpoint sends a Retry-After value, this value is used
    in place of the wait that the doubling gives. No further attempt is made if the attempt would start `total` seconds
    or more after the first attempt.
    """

    attempts: int = 6
    first_wait: float = 1.0
    longest_wait: float = 60.0
    jitter: float = 1.0
    total: float = 900.0


DEFAULT_RETRIES = RetryPolicy()


class RetryingModel:
    """A model that repeats calls which failed temporarily, for example because of a rate limit or a lost connection.
    Refused requests and invalid replies are not retried.
    """

    def __init__(
        self,
        inner: LanguageModel,
        policy: RetryPolicy = DEFAULT_RETRIES,
        *,
        listener: Listener = unheard,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._inner = inner
        self._policy = policy
        self._listener = listener
        self._sleep = sleep
        self._backoff = wait_exponential(multiplier=policy.first_wait, max=policy.longest_wait)
        self._jitter = wait_random(0, policy.jitter)

    @property
    def name(self) -> str:
        """The name of the wrapped model."""
        return self._inner.name

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """Return the wrapped model's reply. Raise the last ModelUnavailableError if all attempts fail. A ModelError
        that is no ModelUnavailableError is raised at once.
        """

        def report(state: RetryCallState) -> None:
            self._listener(
                Event(
                    EventKind.RETRIED, question_of(prompt), seconds=state.upcoming_sleep, reason=_failure(state).reason
                )
            )

        attempts = AsyncRetrying(
            retry=retry_if_exception_type(ModelUnavailableError),
            stop=stop_after_attempt(self._policy.attempts) | stop_before_delay(self._policy.total),
            wait=self._wait,
            sleep=self._sleep,
            before_sleep=report,
            reraise=True,
        )
        return await attempts(self._inner.ask, prompt)

    def _wait(self, state: RetryCallState) -> float:
        asked = _failure(state).retry_after
        return (self._backoff(state) if asked is None else asked) + self._jitter(state)


def _failure(state: RetryCallState) -> ModelUnavailableError:
    error = state.outcome.exception() if state.outcome is not None else None
    return error if isinstance(error, ModelUnavailableError) else ModelUnavailableError("", "it did not answer")
