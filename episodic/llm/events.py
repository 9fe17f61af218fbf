"""What happens while a model is asked, told as values to whoever listens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class EventKind(StrEnum):
    """What happened to a question."""

    ASKED = "asked"
    """It was put to the chain."""
    ANSWERED = "answered"
    """Its reply came out of the chain."""
    FAILED = "failed"
    """An error came out of the chain."""
    CALLED = "called"
    """The endpoint answered it, with a reply that may be faulty."""
    REPAIRED = "repaired"
    """The endpoint answered it when it was asked once more because of a fault."""
    RETRIED = "retried"
    """The endpoint did not answer; it is asked again after `seconds`."""
    CACHED = "cached"
    """The cache, or a recording, had its reply."""
    UNKEPT = "unkept"
    """Its reply could not be written to the cache."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What one call used up, in tokens (`cached_tokens` is the part of the prompt the provider had seen) and characters."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    prompt_characters: int = 0
    completion_characters: int = 0

    @property
    def tokens(self) -> int:
        """Prompt and completion together."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            prompt_characters=self.prompt_characters + other.prompt_characters,
            completion_characters=self.completion_characters + other.completion_characters,
        )


NOTHING_SPENT = Spent()


@dataclass(frozen=True, slots=True)
class Event:
    """One happening; `question` is "stage/name" of the prompt, `seconds` how long it took (for RETRIED: how long to wait)."""

    kind: EventKind
    question: str
    spent: Spent = NOTHING_SPENT
    seconds: float = 0.0
    reason: str = ""


Listener = Callable[[Event], None]


def unheard(event: Event) -> None:
    """A listener that does nothing."""
