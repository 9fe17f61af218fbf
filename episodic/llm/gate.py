"""The one queue of the process in front of an endpoint: how many at once, how many a minute, and no more than the budget."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from pydantic import BaseModel

from episodic.errors import BudgetExceededError, ConfigurationError, ModelReplyError, ModelUnavailableError
from episodic.llm.events import Event, EventKind, Listener, Spent, unheard
from episodic.llm.followups import RepairPrompt, question_of
from episodic.llm.metering import Meter, estimated_spending, estimated_tokens, metered
from episodic.ports import LanguageModel, Reply
from episodic.prompts import Prompt

MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class Limits:
    """How wide the gate is; None is no limit. `budget` is in tokens, prompts and replies together.

    Raises ConfigurationError for a limit below 1.
    """

    concurrency: int = 8
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    budget: int | None = None

    def __post_init__(self) -> None:
        limits = {
            "concurrency": self.concurrency,
            "requests per minute": self.requests_per_minute,
            "tokens per minute": self.tokens_per_minute,
            "token budget": self.budget,
        }
        for name, value in limits.items():
            if value is not None and value < 1:
                raise ConfigurationError(f"The {name} must be at least 1, not {value}.")


class _Start:
    """When a call starts or started, and the tokens it takes (estimated until it is done)."""

    __slots__ = ("at", "tokens")

    def __init__(self, at: float, tokens: int) -> None:
        self.at = at
        self.tokens = tokens


class Turn:
    """A call that was let through; `spent` is set to its real tokens when they are known."""

    __slots__ = ("spent",)

    def __init__(self) -> None:
        self.spent: int | None = None


class Gate:
    """Lets calls through in the order they came. Share one among all models that use the same account.

    Waiting can be cancelled at any time; a place that was given up goes to the next in line.
    """

    def __init__(
        self,
        limits: Limits = Limits(),
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._limits = limits
        self.clock = clock
        self._sleep = sleep
        self._starts: deque[_Start] = deque()
        self._held_until = 0.0
        self._spent = 0
        self._expected = 0
        self._replies = 0
        self._reply_tokens = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._places = asyncio.Semaphore(limits.concurrency)

    @property
    def spent(self) -> int:
        """Tokens spent so far, prompts and replies together."""
        return self._spent

    @asynccontextmanager
    async def turn(self, tokens: int) -> AsyncGenerator[Turn]:
        """Waits for a place and for the pace, and holds the place for the length of the block.

        *tokens* is what the prompt is expected to take. Raises BudgetExceededError, before anything is sent, if the budget would
        be passed by what is spent, what is under way, this prompt and a reply of average length. A call that got no answer counts
        as nothing spent: what it cost, only the endpoint knows.
        """
        async with self._semaphore():
            expected = tokens + self._usual_reply()
            self._check_budget(expected)
            self._expected += expected
            try:
                start = await self._paced(tokens)
                # What others spent while this one waited counts.
                self._check_budget(0)
                turn = Turn()
                try:
                    yield turn
                finally:
                    if turn.spent is not None:
                        start.tokens = turn.spent
                        self._settle(turn.spent, more=turn.spent - tokens)
            finally:
                self._expected -= expected

    def hold(self, seconds: float) -> None:
        """Lets nobody through for so long: the endpoint asked to wait, and it means every caller."""
        self._held_until = max(self._held_until, self.clock() + seconds)

    def _semaphore(self) -> asyncio.Semaphore:
        """The places of this event loop: a semaphore that others waited at belongs to the loop they waited in."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self._places = loop, asyncio.Semaphore(self._limits.concurrency)
        return self._places

    def _settle(self, tokens: int, *, more: int) -> None:
        self._spent += tokens
        self._replies += 1
        self._reply_tokens += max(0, more)

    def _usual_reply(self) -> int:
        return self._reply_tokens // self._replies if self._replies else 0

    def _check_budget(self, more: int) -> None:
        budget = self._limits.budget
        if budget is not None and self._spent + self._expected + more > budget:
            raise BudgetExceededError(self._spent, budget)

    async def _paced(self, tokens: int) -> _Start:
        """Books the first moment that fits the limits, and waits for it."""
        start = _Start(self._first_free(tokens), tokens)
        self._starts.append(start)
        try:
            while (wait := max(start.at, self._held_until) - self.clock()) > 0:
                await self._sleep(wait)
        except asyncio.CancelledError:
            # Held for more than a minute, it may be out of the window already.
            with suppress(ValueError):
                self._starts.remove(start)
            raise
        return start

    def _first_free(self, tokens: int) -> float:
        """The first moment, after all that are booked, at which the minute before it leaves room for one more."""
        now = self.clock()
        while self._starts and self._starts[0].at <= now - MINUTE:
            self._starts.popleft()
        if not self._starts:
            return now
        at = max(now, self._starts[-1].at)
        requests, total = len(self._starts), sum(one.tokens for one in self._starts)
        for one in self._starts:
            if one.at > at - MINUTE and self._fits(requests, total + tokens):
                break
            at = max(at, one.at + MINUTE)
            requests, total = requests - 1, total - one.tokens
        return at

    def _fits(self, requests: int, tokens: int) -> bool:
        most, most_tokens = self._limits.requests_per_minute, self._limits.tokens_per_minute
        return (most is None or requests < most) and (most_tokens is None or tokens <= most_tokens)


class GatedModel:
    """Asks when the gate lets it through, and tells what each call spent."""

    def __init__(self, inner: LanguageModel, gate: Gate, *, listener: Listener = unheard) -> None:
        self._inner = inner
        self._gate = gate
        self._listener = listener

    @property
    def name(self) -> str:
        """The inner model's."""
        return self._inner.name

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """The reply. Raises BudgetExceededError before the call; other ModelErrors pass."""
        sent = prompt.messages()
        tokens = estimated_tokens(sent.system) + estimated_tokens(sent.user)
        async with self._gate.turn(tokens) as turn:
            started = self._gate.clock()
            with metered() as meter:
                try:
                    reply = await self._inner.ask(prompt)
                except ModelReplyError as error:
                    turn.spent = self._told(prompt, meter, error.reply, started)
                    raise
                except ModelUnavailableError as error:
                    if error.retry_after is not None:
                        self._gate.hold(error.retry_after)
                    raise
            said = repr(reply) if meter.spent is None else ""
            turn.spent = self._told(prompt, meter, said, started)
            return reply

    def _told(self, prompt: Prompt[BaseModel], meter: Meter, said: str, started: float) -> int:
        """Tells of the call; the tokens it spent."""
        spent: Spent = meter.spent or estimated_spending(prompt.messages(), said)
        kind = EventKind.REPAIRED if isinstance(prompt, RepairPrompt) else EventKind.CALLED
        self._listener(Event(kind, question_of(prompt), spent=spent, seconds=self._gate.clock() - started))
        return spent.tokens
