"""Passages and statements with resolved entities and narrative positions, as the chronology and the fold take them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from episodic.model.deferred import Deferred
from episodic.model.episodes import FrameKind, Layer
from episodic.model.graph import Role
from episodic.model.moments import TimeExpression
from episodic.model.predicates import Predicate
from episodic.model.readings import StatementCore, StatementScope
from episodic.model.spans import Evidence, NarrativePosition


@dataclass(frozen=True, slots=True)
class TimeShift:
    """A time expression inside a passage that sets a new current moment, with the offset of the expression in the
    episode, and the offset at which its sentence ends (None: not known).
    """

    start: int
    text: str
    time: TimeExpression
    sentence_end: int | None = None

    @property
    def end(self) -> int:
        """The offset in the episode at which the time expression ends."""
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class PlacedPassage(Deferred):
    """A passage with its narrative position, frame and time expression.

    `order` is the order key of the episode, and `start` is the passage's offset in the episode. `run` identifies the
    run, such as a letter or a tale, uniquely in the work. All main-line passages of one layer belong to a single run.
    `time` is the passage's own parsed time expression, which sets its current moment. `time_start` is the offset of the
    expression `time` in the episode (None: at `start`), and `sentence_end` is the offset at which the expression's
    sentence ends (None: not known). `reference` is the story time that the caller gave the chapter; only the chapter's
    first passage has a `reference`. `shifts` are the time expressions inside the passage that set a new current moment,
    in text order. `breaks` is true if a scene break separates the passage from the previous passage.
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
    shifts: tuple[TimeShift, ...] = ()
    breaks: bool = False
    sentence_end: int | None = None

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
class PlacedStatement(Deferred):
    """A statement with resolved entities and the id of its passage.

    `value_key` is the normalised value used for comparison. `time` is the statement's own parsed time expression, and
    `time_start` is the offset of the expression `time` in the episode, if known. `event` is the key of the named event
    ("the fire") that the statement reports. `position` counts the statements of a chapter in the order in which the
    reader listed the statements.
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
    """True if the author has locked the statement. Only the author can end the fact of a locked statement."""
    time_start: int | None = None
    position: int = 0
    in_thing: bool = False
    """True if the object is a thing, a creature or an idea. A fact whose place is a thing, a creature or an idea does
    not exclude facts with other places.
    """
    lasting: TimeExpression | None = None
    """The stated duration of the state, as the offset from the start to the end of the state, or None."""
    sentence: str | None = None
    """The statement's own sentence, if the reader gave the same sentence to several statements."""

    @property
    def told(self) -> NarrativePosition:
        """The narrative position at which the reader learns the statement."""
        return self.evidence.told

    @property
    def narrative_key(self) -> tuple[int, int, int, int, str]:
        """The sort key of statements in narrative order. Statements with the same quote keep the order in which the
        reader listed the statements.
        """
        return (self.evidence.told.order, self.evidence.told.offset, self.evidence.end, self.position, self.uuid)

    @property
    def world(self) -> bool:
        """True if the statement is about the story's own world, and is not a claim, belief, plan, wish, dream or
        hypothesis.
        """
        return self.core.scope is StatementScope.WORLD

    @property
    def dated(self) -> bool:
        """True if the statement has a time expression which dates or orders the content of the statement."""
        return self.time is not None and self.time.stated


def of_one_row(one: PlacedStatement, other: PlacedStatement) -> bool:
    """Return whether two statements were made from one row of a reader that has several subjects, objects or
    recipients.

    Two derived states are from one row if they differ only in their subject, as in "Ann gave the map to Wu and Lin".
    """
    if one.evidence != other.evidence:
        return False
    if one.core.derived and other.core.derived and one.object == other.object:
        return replace(one.core, text="") == replace(other.core, text="")
    return replace(one.core, value=None) == replace(other.core, value=None)
