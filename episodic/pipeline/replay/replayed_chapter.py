"""The values of a replayed chapter: its passages, and statements that refer to entities by the numbers of clusters of
mentions.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from episodic.dedup.nodes import PlacedNode
from episodic.model.decisions import Question, StatementAnchor
from episodic.model.deferred import Deferred
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
    """A passage of a replayed chapter, with its parsed time expression."""

    value: Passage
    framed: FramedPassage
    time: TimeExpression | None
    time_text: str | None
    nears: tuple[tuple[int, TimeExpression | None], ...]
    """The full dates from which dates without a year in this passage get their year, each with the offset from which it
    applies. A pair of an offset and None means that the year is unknown from this offset on. Dates without a year ("4
    May") after such an offset get no year.
    """
    run: str = ""
    """The id of the run to which the passage belongs: the main line, or one particular flashback, dream, letter or
    tale. Passages of several chapters can have the same run.
    """
    time_start: int | None = None
    shifts: tuple[TimeShift, ...] = ()
    """The time expressions inside the passage that set a new current moment."""
    breaks: bool = False

    def time_at(self, offset: int) -> TimeExpression | None:
        """Return the time expression of the passage whose words stand at the offset *offset* in the chapter, or None."""
        opening = self.time if self.time_start == offset else None
        return next((one.time for one in self.shifts if one.start == offset), opening)

    def near(self, offset: int) -> TimeExpression | None:
        """Return the full date from which a date without a year ("4 May") gets its year. The date without a year stands
        at the offset *offset*. Return None if the year is unknown there.
        """
        found = self.nears[0][1]
        for start, date in self.nears:
            found = date if start <= offset else found
        return found


@dataclass(frozen=True, slots=True)
class ReplayedStatement:
    """A statement that refers to entities by the numbers of clusters of mentions.

    Before statements are compared, their cluster numbers must be mapped to the number that all clusters of the same
    entity share.
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
    """The offset of the statement's time expression in the chapter. The value is None if the statement has no time
    expression, or if its passage does not contain the words of the expression.
    """
    in_thing: bool = False
    """Whether the reader gave the statement's object an entity type that cannot be a place, such as Item or Person. For
    statements that are derived, or that the author added or corrected, `in_thing` is False.
    """
    lasting: TimeExpression | None = None
    """How long the reported state lasts, or None if the text states no length of time or rules cannot parse it."""
    anchor: StatementAnchor | None = None
    """The anchor (quote, content and number) by which overrides of the author refer to this statement."""
    sentence: str | None = None
    """The sentence that replaces the reader's sentence, or None if the reader's sentence is kept. The reader's sentence
    is replaced if it has a defect and rules can make a clearer one. The possible defects are: several statements share
    the sentence; it tells an event instead of a state; it hides that its event is only intended; it says "I", "we" or
    "her husband"; it hides who makes a promise.
    """
    scene_end: str | None = None
    """If the statement says that a state holds only in the statement's scene, the id of the last passage of this scene,
    and otherwise None.
    """

    @property
    def shown_sentence(self) -> str:
        """Return the sentence that is shown to users: the replacement if there is one, else the reader's sentence."""
        return self.sentence or self.reading.core.text


@dataclass(frozen=True, slots=True)
class ReplayedChapter(Deferred):
    """A replayed chapter, with every question that the replay of the chapter raised."""

    episode: Episode
    reference: TimeExpression | None
    passages: tuple[ReplayedPassage, ...]
    statements: tuple[ReplayedStatement, ...]
    places: tuple[tuple[int, str, Span], ...]
    """The mentions of the chapter: cluster number, surface form, and span in the chapter."""
    nodes: tuple[tuple[int, PlacedNode], ...]
    verdicts: tuple[tuple[str, str, Verdict], ...]
    """The verdicts on pairs of rival statements, with the ids of the two statements."""
    questions: tuple[Question, ...]
    left_out: int
    united: bool
    """Whether entities of earlier chapters were merged or divided in this chapter."""
    rejected: tuple[tuple[str, Evidence], ...] = ()
    """The quotes in a model's replies that do not occur in the text. Each quote comes with the most similar sentence of
    the part of the chapter that the model read.
    """
    moved: tuple[tuple[int, int], ...] = ()
    """The clusters that now belong to another entity because this chapter merged or divided entities, each with the
    cluster number of that entity.
    """
    corrected: tuple[tuple[str, int], ...] = ()
    """The author's corrections that are attached to mentions in this chapter. Each correction is given by the id of the
    override and the cluster number of the mentioned entity.
    """

    def equals(self, other: ReplayedChapter) -> bool:
        """Return whether two replayed chapters are equal apart from the vectors of their nodes (entities as read). The
        vectors are used only while the chapter is replayed.
        """
        return all(getattr(self, name) == getattr(other, name) for name in _COMPARED) and _without_vectors(
            self
        ) == _without_vectors(other)


_COMPARED: Final = tuple(one.name for one in fields(ReplayedChapter) if one.name != "nodes")


def _without_vectors(chapter: ReplayedChapter) -> list[tuple[object, ...]]:
    return [(number, node.reading, node.quote, node.decided) for number, node in chapter.nodes]
