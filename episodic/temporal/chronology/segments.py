"""The segments into which a passage is divided: parts with one current moment each."""

from __future__ import annotations

from dataclasses import dataclass, field

from episodic.model.moments import TimeExpression
from episodic.temporal.chronology.undated import UndatedRun
from episodic.temporal.constraints import ConstraintTerms
from episodic.temporal.placed import PlacedPassage, PlacedStatement


@dataclass(slots=True)
class PassageSegment:
    """A part of a passage with one current moment: the node of that moment, the time expression that sets it, and the
    statements of the segment.
    """

    node: int
    words: str | None = None
    start: int | None = None
    time: TimeExpression | None = None
    own: str | None = None
    """The id of the statement whose time expression sets the current moment of the segment, or None."""
    first: bool = False
    """True if the statement that sets the current moment of the segment is the first statement of the passage."""
    statements: list[PlacedStatement | UndatedRun] = field(default_factory=list["PlacedStatement | UndatedRun"])

    def has_words_of(self, statement: PlacedStatement) -> bool:
        """Return whether the statement's time expression is the one that sets the current moment of the segment."""
        if self.words is None or statement.core.time is None:
            return False
        if statement.time_start is None or self.start is None:
            return (statement.core.time, statement.time) == (self.words, self.time)
        end = statement.time_start + len(statement.core.time)
        return statement.time_start < self.start + len(self.words) and self.start < end


@dataclass(slots=True)
class PassagePlan:
    """The division of a passage into segments, in text order. The first segment begins at the beginning of the passage."""

    passage: PlacedPassage
    segments: list[PassageSegment]
    opened: bool
    """True if a time expression opens the passage."""
    contents: dict[str, ConstraintTerms] = field(default_factory=dict[str, ConstraintTerms])
    """For each claim, belief, plan or dream of the passage, by statement id, the constraints on the time that its
    content is about.
    """
    judgements: list[int] = field(default_factory=list[int])
    """The nodes of the thoughts and acts of the writer of a letter while writing."""
    follows: dict[str, str] = field(default_factory=dict[str, str])
    """For each statement that continues a sequence of statements, the id of the statement before it in the sequence."""
