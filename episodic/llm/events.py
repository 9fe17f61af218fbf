"""Events of a model call (asked, answered, retried, cached and so on), with their token usage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class EventKind(StrEnum):
    """The kinds of events that happen to a prompt."""

    ASKED = "asked"
    """The prompt entered the chain of wrappers."""
    ANSWERED = "answered"
    """The chain of wrappers returned a reply."""
    FAILED = "failed"
    """The chain of wrappers raised a ModelError."""
    CALLED = "called"
    """The endpoint sent a reply, which may be invalid, to a prompt that is no repair prompt."""
    REPAIRED = "repaired"
    """The endpoint replied to a repair prompt."""
    RETRIED = "retried"
    """A call failed temporarily, for example because of a rate limit, and is repeated after `seconds`."""
    CACHED = "cached"
    """The reply came from the cache or from a recording."""
    UNKEPT = "unkept"
    """The reply could not be written to the cache."""


@dataclass(frozen=True, slots=True)
class TokenUsage:
    """Tokens and characters of one model call, or the sums of several calls. `cached_tokens` is the number of prompt
    tokens that the provider had cached.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_tokens: int = 0
    prompt_characters: int = 0
    completion_characters: int = 0

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: TokenUsage) -> TokenUsage:
        return TokenUsage(
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            prompt_characters=self.prompt_characters + other.prompt_characters,
            completion_characters=self.completion_characters + other.completion_characters,
        )


NOTHING_SPENT = TokenUsage()


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a model call.

    `question` is the name of the prompt in the form "stage/name". `seconds` is the duration of the call. In ANSWERED
    and FAILED events, the duration includes all waits and repairs. In a RETRIED event, `seconds` is the wait before the
    next attempt.
    """

    kind: EventKind
    question: str
    spent: TokenUsage = NOTHING_SPENT
    seconds: float = 0.0
    reason: str = ""


Listener = Callable[[Event], None]


def unheard(event: Event) -> None:
    """Ignore an event; the default listener of the wrappers."""
