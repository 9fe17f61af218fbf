"""Passages and statements with resolved entities and a narrative position, which are the input of the chronology and
the fold.
"""

from __future__ import annotations

from dataclasses import dataclass

from episodic.model.episodes import FrameKind, Layer
from episodic.model.graph import Role
from episodic.model.moments import TimeExpression
from episodic.model.predicates import Predicate
from episodic.model.readings import StatementCore, StatementScope
from episodic.model.spans import Evidence, NarrativePosition

ATTRIBUTED_SCOPES = (StatementScope.CLAIM, StatementScope.BELIEF)
"""The scopes of statements that are attributed to a holder: claims and beliefs. The moment of a claim or belief is the
moment at which its holder makes the claim or has the belief. A time expression in a claim or belief dates only its
content.
"""


@dataclass(frozen=True, slots=True)
class PlacedPassage:
    """A passage with its narrative position, frame and time expression.

    `order` is the order key of the episode, and `start` is the offset of the passage in the episode. `run` is the id of
    the passage's run (such as a letter or a tale) in the work; the main line is a single run per layer. `time` is the
    parsed time expression that sets the current moment of the passage. `time_start` is the offset of the time
    expression in the episode, or None if the expression is at `start`. `reference` is the story time that the caller
    gave for the chapter, and is set only for the first passage of a chapter.
    """

    uuid: str
    episode: str
    order: int
    index: int
    start: int
    frame: FrameKind
    run: str
    time: TimeExpression | None = None
    time_text: str | None = None
    time_start: int | None = None
    aside: bool = False
    layer: Layer = Layer.CANON
    reference: TimeExpression | None = None

    @property
    def main(self) -> bool:
        """True if the passage is on the main line."""
        return self.frame is FrameKind.MAIN

    @property
    def narrative_key(self) -> tuple[int, int]:
        """The sort key of the passage in narrative order."""
        return (self.order, self.index)

    @property
    def evidence(self) -> Evidence | None:
        """The time expression of the passage as evidence, or None if the passage has no time expression."""
        if not self.time_text:
            return None
        start = self.start if self.time_start is None else self.time_start
        end = start + len(self.time_text)
        return Evidence(self.episode, self.time_text, start, end, NarrativePosition(self.order, start))


@dataclass(frozen=True, slots=True)
class PlacedStatement:
    """A statement with resolved entities and the id of its passage.

    `value_key` is the normalised value, which is used for comparison. `time` is the parsed time expression of the
    statement. `event` is the key of the named event ("the fire") that the statement reports.
    """

    uuid: str
    passage: str
    evidence: Evidence
    core: StatementCore
    subject: str
    predicate: Predicate
    object: str | None = None
    value_key: str | None = None
    layer: Layer = Layer.CANON
    participants: tuple[Role, ...] = ()
    holder: str | None = None
    tellers: tuple[str, ...] = ()
    time: TimeExpression | None = None
    event: str | None = None
    locked: bool = False
    """True if the author has confirmed the statement; only another confirmed statement can end the fact of a confirmed
    statement.
    """

    @property
    def told(self) -> NarrativePosition:
        """The narrative position at which the reader learns the statement."""
        return self.evidence.told

    @property
    def narrative_key(self) -> tuple[int, int, int, str]:
        """The sort key of the statement in narrative order. Statements at the same position are ordered by id, so that
        the order never depends on the order of input.
        """
        return (self.evidence.told.order, self.evidence.told.offset, self.evidence.end, self.uuid)

    @property
    def world(self) -> bool:
        """True if the statement is about the story's own world, and is not a claim, belief, plan, wish, dream or
        hypothesis.
        """
        return self.core.scope is StatementScope.WORLD

    @property
    def dated(self) -> bool:
        """True if the statement has a time expression that dates the statement itself. In a claim or belief, the time
        expression dates the content instead.
        """
        return self.time is not None and self.time.stated and self.core.scope not in ATTRIBUTED_SCOPES
