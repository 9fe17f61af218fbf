"""Token metering: each endpoint reports the token usage of a call to the meter of the current asyncio task.

The module also estimates the token usage of calls whose endpoint reports no token usage.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from episodic.llm.events import TokenUsage
from episodic.prompts import Messages
from episodic.text.token_counts import estimated_tokens


class Meter:
    """The token usage that endpoints report inside one `metered` block. `spent` is None until an endpoint has
    reported.
    """

    __slots__ = ("spent",)

    def __init__(self) -> None:
        self.spent: TokenUsage | None = None


# The meter is stored in a context variable, so that concurrent tasks have separate meters and no meter outlives its
# `with` block.
_METER: ContextVar[Meter | None] = ContextVar("episodic_meter", default=None)


@contextmanager
def metered() -> Generator[Meter]:
    """Yield a meter that receives every `report` of the current task and of the tasks that start inside the `with`
    block.
    """
    meter = Meter()
    token = _METER.set(meter)
    try:
        yield meter
    finally:
        _METER.reset(token)


def report(spent: TokenUsage) -> None:
    """Add *spent* to the current meter, if a meter is active.

    Endpoints call this function once per response, also for invalid replies.
    """
    meter = _METER.get()
    if meter is not None:
        meter.spent = spent if meter.spent is None else meter.spent + spent


def estimated_spending(sent: Messages, reply: str) -> TokenUsage:
    """Return the estimated token usage of a call, for endpoints that report no token usage."""
    return TokenUsage(
        prompt_tokens=estimated_tokens(sent.system) + estimated_tokens(sent.user),
        completion_tokens=estimated_tokens(reply),
        prompt_characters=len(sent.system) + len(sent.user),
        completion_characters=len(reply),
    )
