"""Token metering: endpoints report a call's token usage to the meter of the current task.

The module also estimates token usage for endpoints that cannot report it.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from episodic.llm.events import TokenUsage
from episodic.prompts import Messages


class Meter:
    """A collector of the token usage within one `metered` block; `spent` is None until an endpoint has reported."""

    __slots__ = ("spent",)

    def __init__(self) -> None:
        self.spent: TokenUsage | None = None


# The meter is stored in a context variable, so that concurrent tasks have separate meters and no meter outlives its
# block.
_METER: ContextVar[Meter | None] = ContextVar("episodic_meter", default=None)


@contextmanager
def metered() -> Generator[Meter]:
    """Yields a meter that receives every `report` made inside the block, by this task and by tasks that this task
    starts.
    """
    meter = Meter()
    token = _METER.set(meter)
    try:
        yield meter
    finally:
        _METER.reset(token)


def report(spent: TokenUsage) -> None:
    """Adds *spent* to the current meter, if a meter is active.

    Endpoints call this function once per response, also for invalid replies.
    """
    meter = _METER.get()
    if meter is not None:
        meter.spent = spent if meter.spent is None else meter.spent + spent


def estimated_tokens(text: str) -> int:
    """Returns an estimate of the tokens of *text*: a quarter of the UTF-8 bytes (English 4 characters per token,
    Chinese 1.3).

    The counts of tokenizers differ from the estimate by up to a third. Previews and rate limiting use the estimate
    until the endpoint has reported its own count.
    """
    return (len(text.encode("utf-8", "surrogatepass")) + 3) // 4


def estimated_spending(sent: Messages, reply: str) -> TokenUsage:
    """Returns the estimated token usage of a call, for endpoints that report no token usage."""
    return TokenUsage(
        prompt_tokens=estimated_tokens(sent.system) + estimated_tokens(sent.user),
        completion_tokens=estimated_tokens(reply),
        prompt_characters=len(sent.system) + len(sent.user),
        completion_characters=len(reply),
    )
