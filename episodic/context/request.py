"""The parameters with which a caller asks for a context pack."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.errors import InvalidFilterError

LEAST_TOKENS = 200


@dataclass(frozen=True, slots=True)
class ContextRequest:
    """The parameters of a context pack.

    `brief` says what shall happen in the chapter, and `draft` is a draft of it; both name the cast unless `cast` is
    given, as ids, names or aliases. `max_tokens` is the budget of the prompt. Raises InvalidFilterError for a budget
    below LEAST_TOKENS.
    """

    brief: str = ""
    draft: str = ""
    cast: tuple[str, ...] = ()
    pov: str | None = None
    max_tokens: int = 4_000

    def __post_init__(self) -> None:
        if self.max_tokens < LEAST_TOKENS:
            raise InvalidFilterError(
                f"The budget is {self.max_tokens} tokens.", hint=f"Give {LEAST_TOKENS} tokens or more."
            )
