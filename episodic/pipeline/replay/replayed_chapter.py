"""The values of a replayed chapter: its passages and statements, with entities as cluster numbers."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.dedup.nodes import PlacedNode
from episodic.model.decisions import Question, StatementAnchor
from episodic.model.episodes import Episode, Passage
from episodic.model.moments import TimeExpression
from episodic.model.predicates import Predicate
from episodic.model.readings import StatementReading
from episodic.model.spans import Evidence, Span
from episodic.pipeline.text_positions import FramedPassage
from episodic.temporal.placed import TimeShift
from episodic.temporal.questions import Verdict


@dataclass(frozen=True, slots=True)
class ReplayedPassage:
    """A passage with its time expression in parsed form."""

    value: Passage
    framed: FramedPassage
    time: TimeExpression | None
    time_text: str | None
    nears: tuple[tuple[int, TimeExpression | None], ...]
    """The last full date on the main line, with the offset from which it counts. Dates without a year take its year."""
    run: str = ""
    """The id of the frame run, which is unique in the work; a run can continue in a later chapter."""
    time_start: int | None = None
    shifts: tuple[TimeShift, ...] = ()
    """The time expressions inside the passage that set a new current moment."""
    breaks: bool = False

    def near(self, offset: int) -> TimeExpression | None:
        """Return the last full date before an offset of the chapter."""
        found = self.nears[0][1]
        for start, date in self.nears:
            found = date if start <= offset else found
        return found


@dataclass(frozen=True, slots=True)
class ReplayedStatement:
    """A statement in which entities are cluster numbers.

    Cluster numbers must be mapped to the current numbers of merged clusters before statements are compared.
    """

    uuid: str
    passage: str
    evidence: Evidence
    reading: StatementReading
    predicate: Predicate
    subject: int
    object: int | None
    participants: tuple[tuple[int, str], ...]
    holder: int | None
    tellers: tuple[int, ...]
    time: TimeExpression | None
    locked: bool = False
    time_start: int | None = None
    """The offset of the statement's time expression in the chapter."""
    in_thing: bool = False
    """Whether the reader's type of the object is that of a thing, which is no place."""
    anchor: StatementAnchor | None = None
    """The anchor by which overrides refer to this statement."""


@dataclass(frozen=True, slots=True)
class ReplayedChapter:
    """A replayed chapter, with every question that the replay of the chapter raised."""

    episode: Episode
    reference: TimeExpression | None
    passages: tuple[ReplayedPassage, ...]
    statements: tuple[ReplayedStatement, ...]
    places: tuple[tuple[int, str, Span], ...]
    """The mentions of the chapter: cluster number, surface form, and span in the chapter."""
    nodes: tuple[tuple[int, PlacedNode], ...]
    verdicts: tuple[tuple[str, str, Verdict], ...]
    """The judged pairs of statements: two statement ids and the verdict."""
    questions: tuple[Question, ...]
    left_out: int
    united: bool
    """Whether entities of earlier chapters were merged or divided in this chapter."""
    rejected: tuple[tuple[str, Evidence], ...] = ()
    """The rejected quotes of model replies, each with the most similar sentence of the chapter."""
