"""An `AnswerRun`, which answers one question, and its limits. The caller awaits the object for the answer, or iterates
over its events.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator
from dataclasses import dataclass

from episodic.answering.answers import Answer, AnswerEvent, AnswerFinished
from episodic.errors import InputError

DEFAULT_STEPS = 8
DEFAULT_TOKENS = 40_000
LEAST_TOKENS = 2_000
MOST_STEPS = 50


@dataclass(frozen=True, slots=True)
class AnswerLimits:
    """The limits for answering one question: the number of steps, and the number of tokens of all prompts and replies
    together.

    Raises InputError for limits outside the allowed ranges.
    """

    steps: int = DEFAULT_STEPS
    tokens: int = DEFAULT_TOKENS

    def __post_init__(self) -> None:
        if not 1 <= self.steps <= MOST_STEPS:
            raise InputError(
                "Invalid number of steps: {steps}.",
                hint="Give a number from 1 to {most}.",
                key="number_of_steps",
                steps=self.steps,
                most=MOST_STEPS,
            )
        if self.tokens < LEAST_TOKENS:
            raise InputError(
                "Invalid token limit: {tokens}.",
                hint="Give {least:,} or more; a call needs about 1,000.",
                key="token_limit",
                tokens=self.tokens,
                least=LEAST_TOKENS,
            )


class AnswerRun(Awaitable[Answer]):
    """An object that answers a question. `await run` returns the answer, and `async for event in run` yields the
    events.

    The last event contains the answer. An AnswerRun can be used only once.
    """

    def __init__(self, events: Callable[[], AsyncGenerator[AnswerEvent]]) -> None:
        self._events = events
        self._started = False

    def __aiter__(self) -> AsyncIterator[AnswerEvent]:
        return self._start()

    def __await__(self) -> Generator[object, None, Answer]:
        return self._last().__await__()

    def _start(self) -> AsyncGenerator[AnswerEvent]:
        if self._started:
            raise InputError("This answer has already been asked for.", hint="Call `answer` again.")
        self._started = True
        return self._events()

    async def _last(self) -> Answer:
        answer: Answer | None = None
        async for event in self._start():
            if isinstance(event, AnswerFinished):
                answer = event.answer
        if answer is None:
            raise InputError("The run ended without an answer.", hint="Call `answer` again.")
        return answer
