"""Repair of invalid replies: the reply and its faults are sent back to the model once."""

from __future__ import annotations

from episodic.errors import ModelReplyError
from episodic.llm.chain_prompts import repair_of
from episodic.ports import LanguageModel, Reply
from episodic.prompts import Prompt


class RepairingModel:
    """A model that asks once more if a reply does not match the requested schema.

    The prompt that asks once more shows the model its invalid reply and the faults of the reply.
    """

    def __init__(self, inner: LanguageModel) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        """The name of the wrapped model."""
        return self._inner.name

    async def ask(self, prompt: Prompt[Reply]) -> Reply:
        """Return the first valid reply of the wrapped model.

        Raise ModelReplyError with the second reply if the first and the second reply are invalid. A ModelError that is
        no ModelReplyError is raised at once.
        """
        try:
            return await self._inner.ask(prompt)
        except ModelReplyError as first:
            repair = repair_of(prompt, faulty=first.reply, reason=first.reason)
        try:
            return await self._inner.ask(repair)
        except ModelReplyError as second:
            raise ModelReplyError(prompt.name, second.reason, reply=second.reply) from second
