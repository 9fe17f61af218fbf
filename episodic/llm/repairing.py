"""Shows a faulty reply once to the model that gave it."""

from __future__ import annotations

from episodic.errors import ModelReplyError
from episodic.llm.followups import repair_of
from episodic.ports import LanguageModel, Reply
from episodic.prompts import Prompt


class RepairingModel:
    """Asks once more when a reply is not of the asked form, showing the reply and what is wrong with it."""

    def __init__(self, inner: LanguageModel) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        """The inner model's."""
        return self._inner.name

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """The reply. Raises ModelReplyError, with the second reply, if that is faulty too; other ModelErrors pass."""
        try:
            return await self._inner.ask(prompt)
        except ModelReplyError as first:
            repair = repair_of(prompt, faulty=first.reply, reason=first.reason)
        try:
            return await self._inner.ask(repair)
        except ModelReplyError as second:
            raise ModelReplyError(prompt.name, second.reason, reply=second.reply) from second
