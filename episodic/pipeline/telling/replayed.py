"""A chapter told again: its passages and statements in their place, with people as cluster numbers."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.dedup.clusters import PlacedNode
from episodic.model.asserted import Question, StatementAnchor
from episodic.model.episodes import Episode, Passage
from episodic.model.moments import TimeExpression
from episodic.model.predicates import Predicate
from episodic.model.readings import StatementReading
from episodic.model.spans import Evidence, Span
from episodic.pipeline.placing import FramedPassage
from episodic.temporal.questions import Verdict


@dataclass(frozen=True, slots=True)
class ReplayedPassage:
    """A passage with what its time words say."""

    value: Passage
    framed: FramedPassage
    time: TimeExpression | None
    time_text: str | None
    near: TimeExpression | None
    """The last whole date that the main line gave up to here: dates without a year take theirs from it."""


@dataclass(frozen=True, slots=True)
class ReplayedStatement:
    """A statement with its people as cluster numbers (as told: resolve them before comparing)."""

    uuid: str
    passage: str
    evidence: Evidence
    reading: StatementReading
    predicate: Predicate
    written: str
    subject: int
    object: int | None
    value: str | None
    participants: tuple[tuple[int, str], ...]
    holder: int | None
    tellers: tuple[int, ...]
    time: TimeExpression | None
    locked: bool = False
    anchor: StatementAnchor | None = None
    """By what the author's acts hold on to it."""


@dataclass(frozen=True, slots=True)
class ReplayedChapter:
    """A chapter after its replay: everything placed, and every question that it raised."""

    episode: Episode
    reference: TimeExpression | None
    passages: tuple[ReplayedPassage, ...]
    statements: tuple[ReplayedStatement, ...]
    places: tuple[tuple[int, str, Span], ...]
    """Mentions: cluster number, surface, span in the chapter."""
    nodes: tuple[tuple[int, PlacedNode], ...]
    verdicts: tuple[tuple[str, str, Verdict], ...]
    """Pairs of statements, by id, that were judged."""
    questions: tuple[Question, ...]
    left_out: int
    united: bool
    """Whether entities of earlier chapters proved to be one here."""
    rejected: tuple[tuple[str, Evidence], ...] = ()
    """Quotes of replies that do not stand in the chapter, each with the sentence that is most like it."""
