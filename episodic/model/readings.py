"""Readings: the nodes, frames and statements that a reader extracted from one window of a chapter.

A reading is made before identities and time are resolved. All offsets are relative to the window's text, so that the
reading of an unchanged window stays valid when the window moves.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, ClassVar

from pydantic import Field

from episodic.model.episodes import FrameKind, Language
from episodic.model.flat_json import OMITTED_AT_DEFAULT, FlatJson, embedded
from episodic.model.spans import Span


class Phase(StrEnum):
    """Whether a statement says that a state begins, holds, ends, or does not hold."""

    BEGINS = "begins"
    HOLDS = "holds"
    ENDS = "ends"
    DENIED = "denied"


class StatementScope(StrEnum):
    """Whether a statement is true in the story's world, or is a person's claim, belief, plan, wish, dream or
    hypothesis.
    """

    WORLD = "world"
    CLAIM = "claim"
    BELIEF = "belief"
    PLAN = "plan"
    WISH = "wish"
    DREAM = "dream"
    HYPOTHESIS = "hypothesis"


class Placement(StrEnum):
    """Whether a statement is about its passage's now, an earlier moment (once, 曾) or a later one (will, 将)."""

    NOW = "now"
    BACK = "back"
    EARLIER = "earlier"
    """A moment before the passage's now, but within the same scene ("he had just locked the door")."""
    AHEAD = "ahead"

    @property
    def past(self) -> bool:
        """Whether the moment lies before the passage's now."""
        return self in (Placement.BACK, Placement.EARLIER)


@dataclass(frozen=True, slots=True)
class Surface:
    """A surface form of a node, with all its spans in the window.

    `shared` marks a title that several people can have (丞相, "the Captain"). A title alone never becomes an alias.
    """

    text: str
    spans: tuple[Span, ...]
    shared: bool = False


@dataclass(frozen=True, slots=True)
class NodeReading:
    """An entity as one window describes it; `name` is the fullest surface form of the entity."""

    name: str
    type: str
    surfaces: tuple[Surface, ...]
    narrator: bool = False
    namesake: bool = False
    """Whether the window says that this entity differs from an earlier entity with the same name."""


@dataclass(frozen=True, slots=True)
class FrameReading:
    """The relation of one passage to the main line; `starts` marks the first passage of a new run of the frame."""

    kind: FrameKind
    starts: bool = False
    time: str | None = None
    """The passage's own time expression, verbatim ("the next morning"), which sets the time of the passage."""
    aside: bool = False
    """Whether the passage is parallel to the previous passage (meanwhile, 话分两头), so that the order of the two is
    unknown.
    """


@dataclass(frozen=True, slots=True)
class Participant:
    """A further node of a statement and the role of that node (recipient, instrument, place, witness...)."""

    node: int
    role: str


LEAST_SALIENCE, USUAL_SALIENCE, MOST_SALIENCE = 1, 2, 3
Salience = Annotated[int, Field(ge=LEAST_SALIENCE, le=MOST_SALIENCE)]
"""The importance for the story: 1 for a detail, 2 for a usual statement, 3 for a statement that the plot depends on."""


@dataclass(frozen=True, slots=True)
class StatementCore:
    """The content of a statement without its entities, shared by the statements of every stage from reading to store.

    `text` is one sentence without pronouns that expresses the statement; `predicate` is the predicate as written;
    `time` is the time expression, verbatim; `qualifier` is additional text as in Wikidata: the degree of a kinship, or
    what a person was told. `habit` marks what happens again and again; `condition` is the text of a condition on which
    the statement depends; `duration` is the text of how long the statement holds. `time_event` is the name of the event
    to which the time expression refers ("when the mistress was married"). `derived` marks a state that follows from an
    event by the effects of the event's predicate, and that no reader stated.
    """

    text: str
    predicate: str
    value: str | None = None
    phase: Phase = Phase.HOLDS
    scope: StatementScope = StatementScope.WORLD
    time: str | None = None
    placing: Placement = Placement.NOW
    salience: Salience = field(default=USUAL_SALIENCE, metadata=OMITTED_AT_DEFAULT)
    qualifier: str | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    habit: bool = field(default=False, metadata=OMITTED_AT_DEFAULT)
    condition: str | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    duration: str | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    time_event: str | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    derived: bool = field(default=False, metadata=OMITTED_AT_DEFAULT)

    def with_text(self, text: str, value: str | None = None, qualifier: str | None = None) -> StatementCore:
        """Returns a copy with another sentence, and with only the given value and qualifier."""
        return replace(self, text=text, value=value, qualifier=qualifier)

    def with_text_of(self, other: StatementCore) -> StatementCore:
        """Returns a copy with the sentence, value and qualifier of another statement."""
        return self.with_text(other.text, other.value, other.qualifier)


@dataclass(frozen=True, slots=True)
class StatementReading(FlatJson):
    """A statement that was read from one quote. Nodes are indexes into the window's nodes.

    `holder` is the node that claims, believes, plans or dreams the statement; `tellers` are the nodes that report what
    the holder says, outermost first; `event` is the name by which the story refers to this event elsewhere ("the
    fire"), if such a name exists.
    """

    quote: Span
    core: StatementCore = field(metadata=embedded())
    subject: int
    object: int | None = None
    participants: tuple[Participant, ...] = ()
    holder: int | None = None
    tellers: tuple[int, ...] = ()
    event: str | None = None

    JSON_ORDER: ClassVar[tuple[str, ...]] = (
        "quote", "text", "subject", "predicate", "object", "value", "participants", "phase", "scope", "holder", "tellers",
        "time", "placing", "event",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rejection:
    """A part of a model's reply that was rejected, with the reason ("quote_rejected", "unknown_id", "tautology", ...)."""

    reason: str
    words: str


@dataclass(frozen=True, slots=True)
class WindowReading:
    """Everything that one reader extracted from one window; `frames` has one entry for each passage, in order."""

    nodes: tuple[NodeReading, ...]
    frames: tuple[FrameReading, ...]
    statements: tuple[StatementReading, ...]
    rejected: tuple[Rejection, ...] = ()
    reader: str = "rules/1"


@dataclass(frozen=True, slots=True)
class Voice:
    """A span of text in which "I" is not the work's narrator.

    `teller` is the name of the person who says "I", as written (empty: the person is not named). `letter` marks a
    quoted letter, which is not narrated to the reader.
    """

    span: Span
    teller: str
    letter: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a chapter that a reader reads in one call.

    `start` is the offset of `text` in the chapter. `context` contains up to 300 characters of the preceding text, for
    reference only. `passages` are spans relative to `text`, in order and without gaps. `voices` are the spans with
    another narrator, relative to `text`, as found by an analysis of the whole chapter.
    """

    start: int
    text: str
    context: str
    passages: tuple[Span, ...]
    language: Language
    voices: tuple[Voice, ...] = ()


@dataclass(frozen=True, slots=True)
class ChapterReading:
    """The readings of one chapter's windows, with the start of each window and the digest of its input.

    `passages` are the passages of each window, relative to the window's text.
    """

    episode: str
    starts: tuple[int, ...]
    digests: tuple[str, ...]
    passages: tuple[tuple[Span, ...], ...]
    windows: tuple[WindowReading, ...]
