"""The parameters with which a caller asks for a context pack."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.context.threads import OVERDUE_AFTER
from episodic.errors import InvalidFilterError

LEAST_TOKENS = 200


@dataclass(frozen=True, slots=True)
class ContextRequest:
    """The parameters of a context pack.

    `brief` says what shall happen in the chapter, and `draft` is a draft of the chapter. `cast` contains ids, names or
    aliases. `pov` is the id or a name of the point-of-view character. If `cast` is empty, the cast is taken from the
    names in the brief, the draft and the plan. If these texts name no person, the cast is taken from the last chapters
    and their open threads.
    `max_tokens` is the greatest allowed length of the context pack in tokens. A thread that is open for `overdue_after`
    chapters is overdue. Raises InvalidFilterError for a budget below LEAST_TOKENS.
    """

    brief: str = ""
    draft: str = ""
    cast: tuple[str, ...] = ()
    pov: str | None = None
    max_tokens: int = 4_000
    overdue_after: int = OVERDUE_AFTER

    def __post_init__(self) -> None:
        if self.max_tokens < LEAST_TOKENS:
            raise InvalidFilterError(
                "The budget is {tokens} tokens.",
                hint="Give {least} tokens or more.",
                key="context_budget",
                tokens=self.max_tokens,
                least=LEAST_TOKENS,
            )
