"""Token metering: each endpoint reports the token usage of a call to the meters of the current asyncio task.

A meter may have a limit, which is checked before each call. The module also estimates the token usage of calls whose
endpoint reports no token usage.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from episodic.errors import BudgetExceededError
from episodic.llm.events import TokenUsage
from episodic.prompts import Messages
from episodic.text.token_counts import estimated_tokens


class Meter:
    """The token usage that endpoints report inside `metered` blocks. `spent` is None until usage is reported; the
    reported usage of a cached reply is zero.

    `replies` counts the reports, including reports about cached replies. With a *limit*, `check_limit` refuses calls
    that would exceed the limit. Tokens that `charge` adds count towards the limit but not towards `spent`.
    """

    __slots__ = ("_charged", "limit", "outer", "replies", "spent")

    def __init__(self, limit: int | None = None) -> None:
        self.spent: TokenUsage | None = None
        self.replies = 0
        self.limit = limit
        self.outer: Meter | None = None
        self._charged = 0

    @property
    def used(self) -> int:
        return self._charged + (0 if self.spent is None else self.spent.tokens)

    def charge(self, tokens: int) -> None:
        self._charged += tokens

    def add(self, spent: TokenUsage) -> None:
        self.replies += 1
        self.spent = spent if self.spent is None else self.spent + spent


# A context variable gives each concurrent task its own meter, which is active only inside its `with` block.
_METER: ContextVar[Meter | None] = ContextVar("episodic_meter", default=None)


@contextmanager
def metered(meter: Meter | None = None) -> Generator[Meter]:
    """Yield a meter to which endpoints report the usage of all calls inside the `with` block, and of calls in tasks
    that the block starts. Each report of an endpoint also reaches the meters of all enclosing `metered` blocks.

    If *meter* is given, this meter is used again, so that it adds up the usage of several blocks.
    """
    current = Meter() if meter is None else meter
    current.outer = _METER.get()
    token = _METER.set(current)
    try:
        yield current
    finally:
        _METER.reset(token)


def report(spent: TokenUsage) -> None:
    """Add *spent* to all active meters of the current task.

    Endpoints call `report` once for each completion, even if the completion is no valid reply. A cache or recording
    reports zero tokens.
    """
    meter = _METER.get()
    while meter is not None:
        meter.add(spent)
        meter = meter.outer


def check_limit(tokens: int) -> None:
    """Raise BudgetExceededError if *tokens* more tokens would exceed the limit of the current meter or of an enclosing
    meter.
    """
    meter = _METER.get()
    while meter is not None:
        if meter.limit is not None and meter.used + tokens > meter.limit:
            raise BudgetExceededError(meter.used, meter.limit)
        meter = meter.outer


def estimated_spending(sent: Messages, reply: str) -> TokenUsage:
    """Return the estimated token usage of a call, for endpoints that report no token usage."""
    return TokenUsage(
        prompt_tokens=estimated_tokens(sent.system) + estimated_tokens(sent.user),
        completion_tokens=estimated_tokens(reply),
        prompt_characters=len(sent.system) + len(sent.user),
        completion_characters=len(reply),
    )
