"""The token budget of an answer: how much material the next prompt may contain, and whether another step fits."""

from __future__ import annotations

from pydantic import BaseModel

from episodic.prompts import Prompt
from episodic.text.token_counts import estimated_tokens

REPLY_RESERVE = 350
"""The number of tokens that are kept free for a reply."""
MOST_MATERIAL = 2_500
"""The maximum number of tokens of new material in one prompt."""
LEAST_MATERIAL = 120
"""The minimum number of tokens of new material that makes another step worth its cost."""
_ABOVE_ESTIMATE_BY = 4 / 3
"""The factor between an estimate and the greatest number of tokens that a tokenizer counts."""


def most_tokens(text: str) -> int:
    """Return an upper bound of the number of tokens of *text*: the estimate, and a third more."""
    return int(estimated_tokens(text) * _ABOVE_ESTIMATE_BY) + 1


def prompt_tokens(prompt: Prompt[BaseModel]) -> int:
    sent = prompt.messages()
    return most_tokens(sent.system) + most_tokens(sent.user)


class TokenRoom:
    """The room for lines in one prompt, in tokens. A line that does not fit is refused, and a shorter line may follow."""

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
    """Return the number of tokens that the material of the next step may have, or 0 if the budget does not suffice for
    a step.

    *left* is the number of tokens left. *fixed* is the number of tokens of the prompt without material, and *kept* that
    of the final answer. *steps* is the number of steps for which the other tokens must last. If *steps* is more than
    one, the next step gets half of these tokens, or the least that a step needs if that is more.
    """
    available = left - kept
    share = available if steps <= 1 else max(available // 2, min(available, fixed + REPLY_RESERVE + LEAST_MATERIAL))
    room = min(MOST_MATERIAL, share - fixed - REPLY_RESERVE)
    return room if room >= LEAST_MATERIAL else 0
