"""The token budget of an answer: how much material the next prompt may contain, and whether another step fits."""

from __future__ import annotations

from pydantic import BaseModel

from episodic.prompts import Prompt
from episodic.text.token_counts import estimated_tokens

REPLY_RESERVE = 350
"""The number of tokens of the budget that are kept free for a reply of the model."""
MOST_MATERIAL = 2_500
"""The maximum number of tokens that the results of look-ups may take in one prompt."""
LEAST_MATERIAL = 120
"""The minimum number of tokens for results of look-ups that makes another step worth its cost."""
_ABOVE_ESTIMATE_BY = 4 / 3
"""The factor by which a tokenizer's count can exceed the estimated number of tokens."""


def most_tokens(text: str) -> int:
    """Return an upper bound of the number of tokens of *text*: four thirds of the estimated number."""
    return int(estimated_tokens(text) * _ABOVE_ESTIMATE_BY) + 1


def prompt_tokens(prompt: Prompt[BaseModel]) -> int:
    sent = prompt.messages()
    return most_tokens(sent.system) + most_tokens(sent.user)


class TokenRoom:
    """The number of tokens that are left for lines in one prompt. A line that does not fit is refused, but a later,
    shorter line may fit.
    """

    def __init__(self, tokens: int) -> None:
        self._left = tokens
        self.taken = 0

    def takes(self, line: str) -> bool:
        """Reserve room for a line and return True, or return False and reserve nothing if the line does not fit."""
        tokens = most_tokens(line)
        if tokens > self._left:
            return False
        self._left -= tokens
        self.taken += tokens
        return True


def material_room(left: int, *, fixed: int, kept: int, steps: int) -> int:
    """Return the number of tokens for the results of look-ups in the prompt of the next step. Return 0 if the budget
    does not suffice for another step.

    *left* is the number of tokens of the budget that are not used yet. *fixed* is the number of tokens of the prompt
    without results. *kept* is the number of tokens that are reserved for the final answer. *steps* is the number of
    steps that are left, including the next one. If further steps may follow the next step, the next step gets half of
    the available tokens. If the smallest useful step needs more than half, the next step gets as many tokens as the
    smallest useful step needs.
    """
    available = left - kept
    share = available if steps <= 1 else max(available // 2, min(available, fixed + REPLY_RESERVE + LEAST_MATERIAL))
    room = min(MOST_MATERIAL, share - fixed - REPLY_RESERVE)
    return room if room >= LEAST_MATERIAL else 0
