"""Limits on the model calls that share a gate: concurrency, requests and tokens per minute, and a token budget."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass

from pydantic import BaseModel

from episodic.errors import BudgetExceededError, ConfigurationError, ModelReplyError, ModelUnavailableError
from episodic.llm.chain_prompts import RepairPrompt, question_of
from episodic.llm.events import Event, EventKind, Listener, unheard
from episodic.llm.metering import Meter, check_limit, estimated_spending, metered, report
from episodic.ports import LanguageModel, Reply
from episodic.prompts import Prompt
from episodic.text.token_counts import estimated_tokens

MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on model calls, where None means no limit. `budget` is the maximum number of tokens of all prompts and
    replies together.

    Raises ConfigurationError if a limit is below 1.
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
    __slots__ = ("at", "tokens")

    def __init__(self, at: float, tokens: int) -> None:
        self.at = at
        self.tokens = tokens


class Turn:
    """A call that the gate has admitted. After the call has ended, the caller sets `spent` to the number of tokens of
    the call.
    """

    __slots__ = ("spent",)

    def __init__(self) -> None:
        self.spent: int | None = None


class Gate:
    """A queue that admits model calls in the order of their arrival, but an urgent call before all others.

    All models that use the same account should share one gate. If a waiting call is cancelled, a later call can take
    its place in the queue.
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
        self._queue = asyncio.Semaphore(limits.concurrency)

    @property
    def spent(self) -> int:
        """The number of tokens spent so far, prompts and replies together."""
        return self._spent

    @asynccontextmanager
    async def turn(self, tokens: int, *, urgent: bool = False) -> AsyncGenerator[Turn]:
        """Wait until another call may start under the limits on concurrency, requests and tokens. The call counts as
        running during the `with` block. An *urgent* call takes the next free place among the running calls.

        *tokens* is the estimated length of the prompt. Raise BudgetExceededError, before anything is sent, if the call
        would exceed the budget. The budget check adds up the tokens already spent, the expected tokens of running
        calls, the prompt of this call, and a reply of the average length so far. A call that got no answer counts as
        zero tokens in the budget, because only the endpoint knows the real number.
        """
        async with self._place(urgent=urgent):
            expected = tokens + self._average_reply()
            self._check_budget(expected)
            self._expected += expected
            try:
                start = await self._paced(tokens)
                # The budget is checked again, because other calls may have used it up while this call waited.
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
        """Admit no call of any caller for *seconds* seconds, because an endpoint demanded this wait by Retry-After."""
        self._held_until = max(self._held_until, self.clock() + seconds)

    @asynccontextmanager
    async def _place(self, *, urgent: bool) -> AsyncGenerator[None]:
        """Wait until the number of running calls is below the limit on concurrency. Calls that are not urgent first
        wait in `_queue`, which lets only as many calls through as may run at once. An urgent call does not wait in
        `_queue`, and therefore overtakes all calls that still wait in `_queue`. Each event loop gets semaphores of its
        own, because waiting tasks tie a semaphore to their loop.
        """
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop = loop
            self._places = asyncio.Semaphore(self._limits.concurrency)
            self._queue = asyncio.Semaphore(self._limits.concurrency)
        async with self._queue if not urgent else nullcontext(), self._places:
            yield

    def _settle(self, tokens: int, *, more: int) -> None:
        self._spent += tokens
        self._replies += 1
        self._reply_tokens += max(0, more)

    def _average_reply(self) -> int:
        return self._reply_tokens // self._replies if self._replies else 0

    def _check_budget(self, more: int) -> None:
        budget = self._limits.budget
        if budget is not None and self._spent + self._expected + more > budget:
            raise BudgetExceededError(self._spent, budget)

    async def _paced(self, tokens: int) -> _Start:
        start = _Start(self._first_free(tokens), tokens)
        self._starts.append(start)
        try:
            while (wait := max(start.at, self._held_until) - self.clock()) > 0:
                await self._sleep(wait)
        except asyncio.CancelledError:
            # The start time that was reserved for this call may be gone already, because start times older than a
            # minute are removed.
            with suppress(ValueError):
                self._starts.remove(start)
            raise
        return start

    def _first_free(self, tokens: int) -> float:
        now = self.clock()
        while self._starts and self._starts[0].at <= now - MINUTE:
            self._starts.popleft()
        if not self._starts:
            return now
        at = max(now, self._starts[-1].at)
        requests, total = len(self._starts), sum(start.tokens for start in self._starts)
        for start in self._starts:
            if start.at > at - MINUTE and self._fits(requests, total + tokens):
                break
            at = max(at, start.at + MINUTE)
            requests, total = requests - 1, total - start.tokens
        return at

    def _fits(self, requests: int, tokens: int) -> bool:
        most, most_tokens = self._limits.requests_per_minute, self._limits.tokens_per_minute
        return (most is None or requests < most) and (most_tokens is None or tokens <= most_tokens)


class GatedModel:
    """A model that calls the wrapped model when the gate admits the call, and reports the token usage of each call."""

    def __init__(self, inner: LanguageModel, gate: Gate, *, listener: Listener = unheard) -> None:
        self._inner = inner
        self._gate = gate
        self._listener = listener

    @property
    def name(self) -> str:
        """The name of the wrapped model."""
        return self._inner.name

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """Return the wrapped model's reply, or raise the wrapped model's ModelError.

        Raise BudgetExceededError before the call if the call would exceed a limit. The limits are the token budget of
        the gate, and the token limit of an active meter (module `metering`).
        """
        sent = prompt.messages()
        tokens = estimated_tokens(sent.system) + estimated_tokens(sent.user)
        check_limit(tokens)
        async with self._gate.turn(tokens, urgent=prompt.urgent) as turn:
            started = self._gate.clock()
            with metered() as meter:
                try:
                    reply = await self._inner.ask(prompt)
                except ModelReplyError as error:
                    turn.spent = self._report(prompt, meter, error.reply, started)
                    raise
                except ModelUnavailableError as error:
                    if error.retry_after is not None:
                        self._gate.hold(error.retry_after)
                    raise
            reply_text = repr(reply) if meter.spent is None else ""
            turn.spent = self._report(prompt, meter, reply_text, started)
            return reply

    def _report(self, prompt: Prompt[BaseModel], meter: Meter, reply_text: str, started: float) -> int:
        spent = meter.spent
        if spent is None:
            spent = estimated_spending(prompt.messages(), reply_text)
            report(spent)
        kind = EventKind.REPAIRED if isinstance(prompt, RepairPrompt) else EventKind.CALLED
        self._listener(Event(kind, question_of(prompt), spent=spent, seconds=self._gate.clock() - started))
        return spent.tokens
