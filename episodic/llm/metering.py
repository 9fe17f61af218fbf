"""How an endpoint tells what a call spent, beside the reply that it returns."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from episodic.llm.events import Spent
from episodic.prompts import Messages


class Meter:
    """Collects what was spent within one `metered` block; `spent` is None until an endpoint has reported."""

    __slots__ = ("spent",)

    def __init__(self) -> None:
        self.spent: Spent | None = None


# Bound to the task that asks: two calls at the same time have two meters, and nothing is left behind after either.
_METER: ContextVar[Meter | None] = ContextVar("episodic_meter", default=None)


@contextmanager
def metered() -> Generator[Meter]:
    """A meter that hears every `report` made inside the block, in this task and in those it starts."""
    meter = Meter()
    token = _METER.set(meter)
    try:
        yield meter
    finally:
        _METER.reset(token)


def report(spent: Spent) -> None:
    """Called by an endpoint once a request was answered, also when the reply is faulty. Without a meter it does nothing."""
    meter = _METER.get()
    if meter is not None:
        meter.spent = spent if meter.spent is None else meter.spent + spent


def estimated_tokens(text: str) -> int:
    """About how many tokens *text* has: a quarter of its UTF-8 bytes (English 4 characters a token, Chinese 1.3).

    Tokenizers differ by a third either way; this is for previews and for pacing, and is replaced by the endpoint's own count.
    """
    return (len(text.encode("utf-8", "surrogatepass")) + 3) // 4


def estimated_spending(sent: Messages, reply: str) -> Spent:
    """What a call most likely spent, for endpoints that do not say."""
    return Spent(
        prompt_tokens=estimated_tokens(sent.system) + estimated_tokens(sent.user),
        completion_tokens=estimated_tokens(reply),
        prompt_characters=len(sent.system) + len(sent.user),
        completion_characters=len(reply),
    )
