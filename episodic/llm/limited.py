"""A model with a token limit for one task, such as one answer: no call starts that would exceed the limit."""

from __future__ import annotations

from episodic.errors import BudgetExceededError
from episodic.llm.events import NOTHING_SPENT, TokenUsage
from episodic.llm.metering import Meter, check_limit, estimated_spending, metered
from episodic.ports import LanguageModel, Reply
from episodic.prompts import Prompt
from episodic.text.token_counts import estimated_tokens


class LimitedModel:
    """A model that counts the tokens of its calls, and refuses a call that would exceed the limit.

    The limit covers repairs and retries of the wrapped chain as well. A cached reply costs nothing, but its estimated
    tokens count towards the limit, so that a repeated task takes the same steps. `calls` is the number of prompts that
    were answered.
    """

    def __init__(self, inner: LanguageModel, *, tokens: int) -> None:
        self._inner = inner
        self._meter = Meter(tokens)
        self._unreported = NOTHING_SPENT
        self._tokens = tokens
        self.calls = 0

    @property
    def name(self) -> str:
        """The name of the wrapped model."""
        return self._inner.name

    @property
    def tokens_left(self) -> int:
        return max(0, self._tokens - self._meter.used)

    @property
    def spent(self) -> TokenUsage:
        """The number of tokens that the calls have used so far, which is estimated if the model reports no usage."""
        return self._unreported if self._meter.spent is None else self._meter.spent + self._unreported

    @property
    def prompt_tokens(self) -> int:
        return self.spent.prompt_tokens

    @property
    def completion_tokens(self) -> int:
        return self.spent.completion_tokens

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """Return the wrapped model's reply, or raise the wrapped model's ModelError.

        Raise BudgetExceededError, before anything is sent, if the tokens used so far and those of the prompt together
        would exceed the limit.
        """
        sent = prompt.messages()
        meter = self._meter
        with metered(meter):
            check_limit(estimated_tokens(sent.system) + estimated_tokens(sent.user))
            if not self.tokens_left:
                raise BudgetExceededError(meter.used, self._tokens)
            used, replies = meter.used, meter.replies
            reply = await self._inner.ask(prompt)
        self.calls += 1
        if meter.used == used:
            estimate = estimated_spending(sent, repr(reply))
            meter.charge(estimate.tokens)
            if meter.replies == replies:
                self._unreported += estimate
        return reply
