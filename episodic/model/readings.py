"""Readings: the nodes (entities), frames and statements that a reader extracted from one window of a chapter.

A reading is made before its nodes are matched to entities of the work and its time expressions to dates. All offsets
are relative to the text of the window (the part of a chapter that is read in one call). The reading of an unchanged
window therefore remains valid if the window moves within its chapter.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, ClassVar

from pydantic import Field

from episodic.model.deferred import Deferred
from episodic.model.episodes import FrameKind, Language
from episodic.model.flat_json import OMITTED_AT_DEFAULT, FlatJson, embedded
from episodic.model.predicates import PredicateKind
from episodic.model.spans import Span


class Phase(StrEnum):
    """What a statement says about a state: the state begins, holds, ends, or does not hold."""

    BEGINS = "begins"
    HOLDS = "holds"
    ENDS = "ends"
    DENIED = "denied"


class StatementScope(StrEnum):
    """Where a statement is true: in the story's world, or only in a person's claim, belief, plan, wish, dream or
    hypothesis. A statement of the scope SETUP says what the text makes its reader wait for, and is neither true nor
    false.
    """

    WORLD = "world"
    CLAIM = "claim"
    BELIEF = "belief"
    PLAN = "plan"
    WISH = "wish"
    DREAM = "dream"
    HYPOTHESIS = "hypothesis"
    SETUP = "setup"


SETS_UP, PAYS_OFF = "sets_up", "pays_off"
"""The predicates of statements of the scope SETUP: one for setups, and one for payoffs. The value of a statement with
SETS_UP or PAYS_OFF is the sentence that states the setup.
"""


class Placement(StrEnum):
    """The time of a statement relative to the current time of its passage. NOW is the same time, and BACK is an earlier
    time ("once", 曾). EARLIER is an earlier time in the same scene, and AHEAD is a later time ("will", 将).
    """

    NOW = "now"
    BACK = "back"
    EARLIER = "earlier"
    """A moment before the current moment of the passage, but within the same scene ("he had just locked the door")."""
    AHEAD = "ahead"

    @property
    def past(self) -> bool:
        """True for the placements that say that a statement is about an earlier time than the current time of its
        passage.
        """
        return self in (Placement.BACK, Placement.EARLIER)


@dataclass(frozen=True, slots=True)
class Surface:
    """A surface form of a node, with the spans of all mentions of the node that have this surface form. A node is an
    entity as a reader found it in one part of a chapter.

    `shared` is true for a title that several people can have (丞相, "the Captain"), and for a narrator's pronoun ("I").
    A title that several people can have is usually no alias of an entity. Such a title becomes an alias only if all
    other names of the entity are descriptions, such as "the old man".
    """

    text: str
    spans: tuple[Span, ...]
    shared: bool = False


@dataclass(frozen=True, slots=True)
class NodeReading:
    """A node: an entity as one window (a part of a chapter) describes it, not yet matched to an entity of the work."""

    name: str
    type: str
    surfaces: tuple[Surface, ...]
    narrator: bool = False
    namesake: bool = False
    """True if the window says that this node is another entity than an earlier entity with the same name."""


@dataclass(frozen=True, slots=True)
class FrameReading:
    """The relation of one passage to the main line of the story. `starts` is true if the passage begins a new run, such
    as a flashback or letter.
    """

    kind: FrameKind
    starts: bool = False
    time: str | None = None
    """The time expression that sets the current moment of the passage, as written ("the next morning")."""
    aside: bool = False
    """True if the passage is parallel to the previous passage (meanwhile, 话分两头), so that the order of the two passages
    is unknown.
    """


@dataclass(frozen=True, slots=True)
class Participant:
    """An entity (node) that takes part in a statement besides subject and object, with its role (recipient, instrument,
    place, witness...).
    """

    node: int
    role: str


LEAST_SALIENCE, USUAL_SALIENCE, MOST_SALIENCE = 1, 2, 3
Salience = Annotated[int, Field(ge=LEAST_SALIENCE, le=MOST_SALIENCE)]
"""How important a statement is for the story. The number 1 is for a detail, 2 for a usual statement, and 3 for a
statement on which the plot depends.
"""


@dataclass(frozen=True, slots=True)
class StatementCore(Deferred):
    """What a statement says apart from its entities: its sentence, predicate, value, time and so on. The statement
    classes of all processing stages contain a StatementCore.

    `text` is one sentence that expresses the statement, with names in place of pronouns where possible. `predicate` is
    the predicate as the reader wrote it, and `time` is the time expression as the text contains it. `qualifier` is a
    text that makes the statement more specific, such as the degree of a kinship, or the content of a promise. `habit`
    is true if the statement describes something that happens repeatedly. `condition` is the text of a condition on
    which the statement depends, and `duration` is the text that states how long the statement holds. `time_event` is
    the name of the event to which the time expression refers ("when the mistress was married"). `derived` is true for
    statements that no reader extracted. Examples of derived statements are a payoff, a state that follows from an event
    (see `Effect`), and the beginning of a state that has held since a stated time. `follows` is true if the text says
    that what the statement tells happened later than what the preceding statement tells. `follows` is set only for
    statements about an earlier or later time than the current time of their passage. `asked_for` is true for a plan
    that its holder orders, asks or invites somebody to carry out. The sentence of the plan must say so ("Ann told Bo to
    go"). `passing` is true for a state that holds only in its scene, as the reader says. `passing` is also true for an
    event whose results last no longer than its scene.
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
    follows: bool = field(default=False, metadata=OMITTED_AT_DEFAULT)
    asked_for: bool = field(default=False, metadata=OMITTED_AT_DEFAULT)
    passing: bool = field(default=False, metadata=OMITTED_AT_DEFAULT)

    def with_text(self, text: str, value: str | None = None, qualifier: str | None = None) -> StatementCore:
        """Return a copy of this core with the given sentence, value and qualifier in place of the old ones."""
        return replace(self, text=text, value=value, qualifier=qualifier)

    def with_text_of(self, other: StatementCore) -> StatementCore:
        """Return a copy of this core with the sentence, value and qualifier of *other*."""
        return self.with_text(other.text, other.value, other.qualifier)


@dataclass(frozen=True, slots=True)
class StatementReading(FlatJson):
    """A statement that a reader extracted from one quote. A statement reading gives its entities as indexes into a list
    of nodes (entities as the reader found them). The list contains the nodes of the part of the chapter that was read.

    `holder` is the index of the node (entity) that claims, believes, plans, wishes or dreams the content. `holder` is
    None for a statement of the narration or a rumour. `tellers` contains the indexes of the nodes (entities) that pass
    on what the holder says, the outermost teller first. `event` is a name of the event that the statement tells, such
    as "the fire". The story refers to the event by this name elsewhere. `event` is None if there is no such name.
    `coined_kind` is the kind that the reader states for a predicate which is not in the predicate table. `coined_kind`
    is None if the reader states no kind.
    """

    quote: Span
    core: StatementCore = field(metadata=embedded())
    subject: int
    object: int | None = None
    participants: tuple[Participant, ...] = ()
    holder: int | None = None
    tellers: tuple[int, ...] = ()
    event: str | None = None
    coined_kind: PredicateKind | None = field(default=None, metadata=OMITTED_AT_DEFAULT)

    JSON_ORDER: ClassVar[tuple[str, ...]] = (
        "quote", "text", "subject", "predicate", "object", "value", "participants", "phase", "scope", "holder", "tellers",
        "time", "placing", "event",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rejection:
    """A part of a model's reply that was rejected, with the reason, such as "quote_rejected", "unknown_id" or
    "tautology".
    """

    reason: str
    words: str


@dataclass(frozen=True, slots=True)
class WindowReading(FlatJson):
    """Everything that one reader extracted from one window (a part of a chapter that is read in one call). The field
    `frames` has one entry for each passage of the window, in text order.

    `known` is a digest of what the rule-based reader used besides the window's text. The digest covers the names known
    from earlier text, the level of detail (density), and whether most earlier chapters have a first-person narrator.
    `known` is None if the reader, such as a model, does not use the names known from earlier text. `known` is also None
    if the reading is an empty placeholder for a later reading by the rule-based reader.
    """

    nodes: tuple[NodeReading, ...]
    frames: tuple[FrameReading, ...]
    statements: tuple[StatementReading, ...]
    rejected: tuple[Rejection, ...] = ()
    reader: str = "rules/1"
    known: str | None = field(default=None, metadata=OMITTED_AT_DEFAULT)

    JSON_ORDER: ClassVar[tuple[str, ...]] = ("nodes", "frames", "statements", "rejected", "reader")


@dataclass(frozen=True, slots=True)
class Voice:
    """A span of text in which "I" does not mean the narrator of the work.

    `teller` is the name of the person who says "I" in the span, as written, or empty if the person is not named.
    `letter` is true if the span is a letter that the text quotes. `letter` is false if the span is narration by another
    narrator, such as a chapter that another character tells.
    """

    span: Span
    teller: str
    letter: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a chapter, which a reader reads in one call.

    `start` is the offset of the window in the chapter. `context` contains up to 300 characters of the text before the
    window, from which no statements are extracted. `passages` contains the spans of the window's passages relative to
    `text`, in text order and without gaps. `voices` contains the spans with another narrator, relative to `text`, which
    an analysis of the whole chapter found. `first_person` is true if most earlier chapters of the work have a
    first-person narrator.
    """

    start: int
    text: str
    context: str
    passages: tuple[Span, ...]
    language: Language
    voices: tuple[Voice, ...] = ()
    first_person: bool = False


@dataclass(frozen=True, slots=True)
class ChapterReading(Deferred):
    """The readings of all windows (parts read in one call) of one chapter. For each window, a chapter reading has the
    window's start, and a digest of its text and of the context in which it was read.

    `passages` contains, for each window, the spans of its passages relative to the window's text.
    """

    episode: str
    starts: tuple[int, ...]
    digests: tuple[str, ...]
    passages: tuple[tuple[Span, ...], ...]
    windows: tuple[WindowReading, ...]
