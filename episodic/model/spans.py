"""Places in a text, counted in characters (code points) of the text as the author wrote it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Half-open character range: `text[start:end]`."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The words that stand there."""
        return text[self.start : self.end]

    def shifted(self, by: int) -> Span:
        """The same words when `by` characters are put before the text."""
        return Span(self.start + by, self.end + by)

    def holds(self, other: Span) -> bool:
        """Whether *other* lies inside."""
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True, order=True)
class Told:
    """A place in the telling: the order key of an episode and a character offset in its text."""

    order: int
    offset: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """The words that say it: a span of one episode's text, and those words."""

    episode: str
    quote: str
    start: int
    end: int
    told: Told
