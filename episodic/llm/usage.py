"""Usage statistics of one run of the program: model calls, tokens, characters, and cost if prices are set."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import monotonic
from types import MappingProxyType

from episodic.errors import ModelError
from episodic.llm.chain_prompts import question_of
from episodic.llm.events import NOTHING_SPENT, Event, EventKind, Listener, TokenUsage, unheard
from episodic.ports import LanguageModel, Reply
from episodic.prompts import Prompt
from episodic.telemetry import Detail, count, log


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices in `currency` per million tokens. `cached_per_million` is the price of cached prompt tokens, or None if
    they cost as much as other prompt tokens.
    """

    input_per_million: float
    output_per_million: float
    cached_per_million: float | None = None
    currency: str = "USD"


@dataclass(frozen=True, slots=True)
class Tally:
    """Usage totals of one prompt class, of one stage (the first part of a prompt's name) or of a whole run of the
    program.

    `asked` counts prompts. `calls` counts the prompts that an endpoint answered, without the prompts that were answered
    from a cache. `repairs` counts replies to repair prompts, and `retries` counts repeated requests after temporary
    failures. `spent` contains the tokens of calls and repairs. `seconds` is the sum of the durations of calls and
    repairs.
    """

    asked: int = 0
    calls: int = 0
    cached: int = 0
    repairs: int = 0
    retries: int = 0
    failed: int = 0
    unkept: int = 0
    seconds: float = 0.0
    spent: TokenUsage = NOTHING_SPENT

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            asked=self.asked + other.asked,
            calls=self.calls + other.calls,
            cached=self.cached + other.cached,
            repairs=self.repairs + other.repairs,
            retries=self.retries + other.retries,
            failed=self.failed + other.failed,
            unkept=self.unkept + other.unkept,
            seconds=self.seconds + other.seconds,
            spent=self.spent + other.spent,
        )

    def cost(self, prices: Prices) -> float:
        """Return the cost of the tokens in `spent`, in the currency of *prices*."""
        cached = min(self.spent.cached_tokens, self.spent.prompt_tokens) if prices.cached_per_million is not None else 0
        paid = (self.spent.prompt_tokens - cached) * prices.input_per_million
        paid += cached * (prices.cached_per_million or 0.0)
        return (paid + self.spent.completion_tokens * prices.output_per_million) / 1_000_000


@dataclass(frozen=True, slots=True)
class Usage:
    """The usage totals of one run of the program, by the name of the prompt, which has the form "stage/name"."""

    questions: Mapping[str, Tally]

    @property
    def total(self) -> Tally:
        """The usage totals over all prompts."""
        return sum(self.questions.values(), Tally())

    @property
    def stages(self) -> Mapping[str, Tally]:
        """The usage totals by stage, in alphabetical order."""
        sums: dict[str, Tally] = {}
        for question, tally in sorted(self.questions.items()):
            stage = question.partition("/")[0]
            sums[stage] = sums.get(stage, Tally()) + tally
        return sums


class Ledger:
    """Adds up the events of model calls, and forwards each event to another listener. The numbers of events and tokens
    are added to the log record of the current operation.
    """

    def __init__(self, listener: Listener = unheard) -> None:
        self._listener = listener
        self._tallies: dict[str, Tally] = {}

    def note(self, event: Event) -> None:
        """Add an event to the totals, and forward the event to the listener. The wrappers around the model client, such
        as those for retries and for the cache, call `Ledger.note` for each of their events.
        """
        tally = self._tallies.get(event.question, Tally())
        self._tallies[event.question] = _COUNTED[event.kind](tally, event)
        if event.kind not in _OF_PROMPT:
            spent = event.spent
            count(**{event.kind.value: 1}, prompt_tokens=spent.prompt_tokens, completion_tokens=spent.completion_tokens)
            log(_LEVELS.get(event.kind, logging.INFO), f"model.{event.kind}", _details(event))
        self._listener(event)

    @property
    def usage(self) -> Usage:
        """The usage totals so far."""
        return Usage(MappingProxyType(dict(self._tallies)))


class CountingModel:
    """A model that reports every prompt to the ledger."""

    def __init__(self, inner: LanguageModel, ledger: Ledger, *, clock: Callable[[], float] = monotonic) -> None:
        self._inner = inner
        self._ledger = ledger
        self._clock = clock

    @property
    def name(self) -> str:
        """The name of the wrapped model."""
        return self._inner.name

    @property
    def usage(self) -> Usage:
        """The usage totals of the ledger so far."""
        return self._ledger.usage

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """Return the wrapped model's reply, or raise the wrapped model's ModelError."""
        question = question_of(prompt)
        self._ledger.note(Event(EventKind.ASKED, question))
        started = self._clock()
        try:
            reply = await self._inner.ask(prompt)
        except ModelError as error:
            kind = type(error).__name__
            self._ledger.note(Event(EventKind.FAILED, question, seconds=self._clock() - started, reason=kind))
            raise
        self._ledger.note(Event(EventKind.ANSWERED, question, seconds=self._clock() - started))
        return reply


_OF_PROMPT = {EventKind.ASKED, EventKind.ANSWERED, EventKind.FAILED}
"""The kinds of events about a prompt as a whole. Events of the kinds ASKED, ANSWERED and FAILED are not logged, because
the operation that asks the model is logged.
"""
_LEVELS = {EventKind.CACHED: logging.DEBUG}


def _details(event: Event) -> dict[str, Detail]:
    details: dict[str, Detail] = {"question": event.question, "seconds": round(event.seconds, 6)}
    if event.spent != NOTHING_SPENT:
        details |= {"prompt_tokens": event.spent.prompt_tokens, "completion_tokens": event.spent.completion_tokens}
    return details


def _called(tally: Tally, event: Event) -> Tally:
    return replace(tally, calls=tally.calls + 1, spent=tally.spent + event.spent, seconds=tally.seconds + event.seconds)


def _repaired(tally: Tally, event: Event) -> Tally:
    return replace(
        tally, repairs=tally.repairs + 1, spent=tally.spent + event.spent, seconds=tally.seconds + event.seconds
    )


_COUNTED: Mapping[EventKind, Callable[[Tally, Event], Tally]] = {
    EventKind.ASKED: lambda tally, _: replace(tally, asked=tally.asked + 1),
    EventKind.ANSWERED: lambda tally, _: tally,
    EventKind.FAILED: lambda tally, _: replace(tally, failed=tally.failed + 1),
    EventKind.CALLED: _called,
    EventKind.REPAIRED: _repaired,
    EventKind.RETRIED: lambda tally, _: replace(tally, retries=tally.retries + 1),
    EventKind.CACHED: lambda tally, _: replace(tally, cached=tally.cached + 1),
    EventKind.UNKEPT: lambda tally, _: replace(tally, unkept=tally.unkept + 1),
}
