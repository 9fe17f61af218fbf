"""Character spans, narrative positions, and quotes as evidence, with offsets in code points of the text."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.model.deferred import Deferred


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A range of characters in a text, from `start` up to but not including `end`."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the part of *text* that this span covers."""
        return text[self.start : self.end]

    def shifted(self, by: int) -> Span:
        """Return the span moved by *by* characters to the right."""
        return Span(self.start + by, self.end + by)

    def holds(self, other: Span) -> bool:
        """Return whether the span *other* lies completely inside this span; equal spans count as inside."""
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True, order=True)
class NarrativePosition:
    """A position in narrative order: the order key of an episode and a character offset in its text."""

    order: int
    offset: int


@dataclass(frozen=True, slots=True)
class Evidence(Deferred):
    """A quote that supports a statement: its text, its span in an episode, and its narrative position."""

    episode: str
    quote: str
    start: int
    end: int
    told: NarrativePosition
