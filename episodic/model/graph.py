"""The derived graph of a work: entities, mentions, statements, facts and issues.

The graph can be derived again at any time from texts, readings, judgements, overrides and settings.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from episodic.model.deferred import Deferred
from episodic.model.episodes import FrameKind, Layer
from episodic.model.flat_json import OMITTED_AT_DEFAULT, FlatJson, embedded
from episodic.model.holding import HoldingRun
from episodic.model.moments import TimePoint
from episodic.model.predicates import PredicateKind
from episodic.model.readings import USUAL_SALIENCE, Salience, StatementCore, StatementScope
from episodic.model.spans import Evidence, NarrativePosition, Span


@dataclass(frozen=True, slots=True)
class Alias:
    """A name of an entity as written, with its number of uses and its first occurrence in the text."""

    text: str
    key: str
    count: int
    first: Evidence


@dataclass(frozen=True, slots=True)
class Entity(Deferred):
    """A person, place, item or anything else that the story names or describes.

    `aliases` contains the names that the text or the author gives to the entity. The full name of a person with a
    Chinese name comes first, then all other whole names, names of one Chinese character, and descriptions. Names of the
    same kind, such as two descriptions, are in order of their use, with the most used name first. `summary` is composed
    by rules from the facts that hold at the end of the last chapter that the read sees.
    """

    uuid: str
    group_id: str
    name: str
    type: str
    aliases: tuple[Alias, ...]
    summary: str
    mentions: int
    first: Evidence

    @property
    def names(self) -> tuple[str, ...]:
        """Return the entity's names without repetitions, in the order of `aliases`. Line breaks in a name become
        spaces.
        """
        return tuple(dict.fromkeys(" ".join(one.text.split()) for one in self.aliases))

    @property
    def other_names(self) -> tuple[str, ...]:
        """Return the entity's names without its main name."""
        main = " ".join(self.name.split())
        return tuple(one for one in self.names if one != main)


@dataclass(frozen=True, slots=True)
class Mentions(Deferred):
    """All mentions of one entity in one episode. `places` contains the surface form and the span of each mention, in
    the order of the text.
    """

    uuid: str
    group_id: str
    episode: str
    entity: str
    places: tuple[tuple[str, Span], ...]
    order: int


@dataclass(frozen=True, slots=True)
class Role:
    """An entity that takes part in a fact besides subject and object, with its role."""

    entity: str
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class Statement(FlatJson, Deferred):
    """A statement: what one quote says. The entities of a statement are entities of the work, and not the reader's
    nodes (entities as one part of a chapter describes them).
    """

    uuid: str
    group_id: str
    layer: Layer
    passage: str
    evidence: Evidence
    core: StatementCore = field(metadata=embedded(names={"predicate": "written_predicate"}, without={"placing"}))
    subject: str
    predicate: str
    object: str | None
    participants: tuple[Role, ...]
    holder: str | None
    tellers: tuple[str, ...]
    fact: str | None
    """The id of the fact that the statement supports or ends, or None if there is no such fact."""

    JSON_ORDER: ClassVar[tuple[str, ...]] = (
        "uuid", "group_id", "layer", "passage", "evidence", "text", "subject", "predicate", "written_predicate", "object",
        "value", "participants", "phase", "scope", "holder", "tellers", "time", "fact",
    )  # fmt: skip


class TimelineTurn(StrEnum):
    """Whether a fact is narrated in story order (on), in a flashback (back, analepsis) or in an anticipation (ahead,
    prolepsis).
    """

    ON = "on"
    BACK = "back"
    AHEAD = "ahead"


NarrativeKey = tuple[int, int, int, str]
"""The sort key of a fact. The sort key begins with the order key of the chapter that tells the fact first. The second
part is the offset of the fact's first quote in this chapter. The third part is the index of the fact's first statement
among the chapter's statements, and the last part is the fact's id. Sort keys of plain numbers and text are fast,
because Python compares them without calling a function of this package.
"""


@dataclass(frozen=True, slots=True)
class LinePlace:
    """The position of a fact in story time relative to one moment of a line. A line is a sequence of moments that the
    text tells in story order. Examples of lines are the main line of the story and the inside of a tale.

    `line` is "main" for the main line of the story. For a line whose first moment is the current moment of a passage,
    `line` is the id of this passage. The inside of a tale is such a line. For a line that consists of statements about
    the past or the future, `line` is the id of the first of these statements. A fact about the past or the future can
    have a time of day ("at nine"). A past or future fact with a time of day is on a line that consists of the minutes
    of one or more days. For a line of minutes, `line` is the id of the first statement on the line, with a suffix. The
    suffix of `line` is ":day", or ":dial" for hours without "morning" or "evening". `told` is the narrative position of
    the moment with which the fact is compared. On a line of minutes, the offset in `told` is not an offset in the text,
    but a number of minutes from an arbitrary origin. If `turn` is ON, the fact is true at the moment that the text
    tells at the position `told`. If `turn` is BACK, the fact is certainly true before the moment that the text tells at
    `told`. If `turn` is AHEAD, the fact is certainly true after this moment.
    """

    line: str
    told: NarrativePosition
    turn: TimelineTurn = TimelineTurn.ON


@dataclass(frozen=True, slots=True)
class Fact(FlatJson, Deferred):
    """A fact: an edge of the graph that combines statements of the same content, with a validity.

    The edge of a fact leads from the subject to the object. If the fact has a value instead of an object, the edge
    leads from the subject to itself. `evidence` contains the quotes of the statements in narrative order, and `ends`
    contains the quotes which say that the fact ends. `ended_by` contains the ids of the facts that end this fact at
    `invalid_at`. A fact in `ended_by` excludes this fact, is an event that ends this fact, or is a death. `ended_by`
    contains the fact's own id if the text states the end. `ended_by` also contains the fact's own id if the fact is a
    passing state such as a mood, which is over after its scene. `told_at` is the narrative position of the first quote.
    `lo` and `hi` are order keys of chapters: the fact holds in no chapter of the main line before `lo` or after `hi`.
    The range from `lo` to `hi` contains every chapter in which the fact holds. The range from `lo` to `hi` may also
    contain chapters in which the fact does not hold. `salience` is the highest salience of the fact's statements.
    `qualifier` is taken from the first statement that has a qualifier. `condition` is taken from the first statement
    with a condition, and `duration` from the first statement with a duration. `habit` is true if every statement of the
    fact describes a habit, and `derived` is true if no reader extracted any statement of the fact. `tellers` are the
    entities that pass on what the holder says or thinks, and `teller_names` are the names of these entities. If nobody
    passes on what the holder says, `tellers` is empty and `teller_names` is None.

    `frame`, `turn` and `runs` describe how the fact's first quote is narrated. `runs` names the flashbacks, dreams,
    letters and tales that contain the fact's first quote, from the outermost to the innermost. A flashback, dream,
    letter or tale in `runs` is named by the id of its first passage. `said` is the moment at which the holder says or
    thinks the content of a claim, belief, plan, wish, dream or hypothesis. `may_have_ended` is true if it is uncertain
    whether the fact still holds after its last quote. In a fact with `may_have_ended`, the text tells no end of the
    fact. `begins` is true if the text says that the state begins, or if an event begins the state. `asked_for` is true
    for a plan whose sentence says that its holder orders, asks or invites somebody to carry it out.
    """

    uuid: str
    group_id: str
    layer: Layer
    subject: str
    subject_name: str
    subject_type: str
    predicate: str
    kind: PredicateKind
    object: str | None
    object_name: str | None
    object_type: str | None
    value: str | None
    participants: tuple[Role, ...]
    text: str
    denied: bool
    scope: StatementScope
    holder: str | None
    holder_name: str | None
    tellers: tuple[str, ...]
    valid_at: TimePoint | None
    invalid_at: TimePoint | None
    ended_by: tuple[str, ...]
    told_at: NarrativePosition
    evidence: tuple[Evidence, ...]
    ends: tuple[Evidence, ...]
    lo: int | None
    hi: int | None
    locked: bool = False
    salience: Salience = field(default=USUAL_SALIENCE, metadata=OMITTED_AT_DEFAULT)
    qualifier: str | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    position: int = field(default=0, metadata=OMITTED_AT_DEFAULT)
    """The index of the fact's first statement among the statements of its chapter, which are in the order of their
    quotes.
    """

    @property
    def narrative_key(self) -> NarrativeKey:
        """The sort key of facts in narrative order. Facts from one quote keep the order of their statements, as the
        reader listed them.
        """
        told = self.told_at
        return (told.order, told.offset, self.position, self.uuid)

    @property
    def target(self) -> str:
        """The name of the object, or the value if the fact has no object, or "" if it has neither."""
        return self.object_name or self.value or ""

    @property
    def on_main_line(self) -> bool:
        """Whether the fact is told on the main line of the story and in story order, not looking back or ahead."""
        return self.frame in (FrameKind.MAIN, FrameKind.CONTINUED) and self.turn is TimelineTurn.ON

    @property
    def ended(self) -> bool:
        """True if the fact has ended by the last chapter that the read sees. An event takes place at one moment and
        therefore never ends.
        """
        return self.kind is not PredicateKind.EVENT and (self.invalid_at is not None or bool(self.ended_by))

    habit: bool = field(default=False, metadata=OMITTED_AT_DEFAULT)
    condition: str | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    duration: str | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    derived: bool = field(default=False, metadata=OMITTED_AT_DEFAULT)
    frame: FrameKind = field(default=FrameKind.MAIN, metadata=OMITTED_AT_DEFAULT)
    turn: TimelineTurn = field(default=TimelineTurn.ON, metadata=OMITTED_AT_DEFAULT)
    runs: tuple[str, ...] = field(default=(), metadata=OMITTED_AT_DEFAULT)
    said: TimePoint | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    may_have_ended: bool = field(default=False, metadata=OMITTED_AT_DEFAULT)
    begins: bool = field(default=False, metadata=OMITTED_AT_DEFAULT)
    places: tuple[LinePlace, ...] = field(default=(), metadata=OMITTED_AT_DEFAULT)
    """The positions of the fact's first statement in story time. The field `places` has one position for each line to
    which the fact's first statement belongs. A line is a sequence of moments told in story order. Examples of lines are
    the main line, the inside of a tale, and a sequence of statements about the past. The field `places` is empty for a
    fact of the kind FIXED (such as a kinship). The field `places` is also empty for an event that did not happen
    according to a letter.
    """
    said_places: tuple[LinePlace, ...] = field(default=(), metadata=OMITTED_AT_DEFAULT)
    """The positions in story time at which the holder of a claim, belief, plan, wish, dream or hypothesis says or
    thinks it. The field `said_places` has one position for each line to which the moment of saying or thinking belongs.
    The field `said_places` is empty for a fact of the story's world.
    """
    teller_names: tuple[str, ...] | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    asked_for: bool = field(default=False, metadata=OMITTED_AT_DEFAULT)
    holdings: tuple[HoldingRun, ...] | None = field(default=None, metadata=OMITTED_AT_DEFAULT)
    """The runs of consecutive main-line chapters at whose ends the fact holds or possibly holds. If the fact stops
    holding after a run, the following chapters in which it does not hold are listed as a run too. The field `holdings`
    is None if the order of the chapter ends in story time is uncertain. The field `holdings` is also None in a work
    that an older version of the program saved.
    """


class IssueKind(StrEnum):
    """The kinds of issues: problems and open points in a story."""

    CONTRADICTION = "contradiction"
    ORDER_UNKNOWN = "order_unknown"
    TIMELINE_CONFLICT = "timeline_conflict"
    DEAD_ACTS = "dead_acts"
    TWO_PLACES_AT_ONCE = "two_places_at_once"
    KNOWLEDGE_BEFORE_LEARNING = "knowledge_before_learning"
    IDENTITY_SUSPECTED = "identity_suspected"
    JUDGEMENT_CONFLICT = "judgement_conflict"
    QUOTE_REJECTED = "quote_rejected"


@dataclass(frozen=True, slots=True)
class Issue(Deferred):
    """A problem for the author to check, with quotes that show the problem. Issues with `rank` 0 are the most urgent
    issues.
    """

    uuid: str
    group_id: str
    kind: IssueKind
    text: str
    rank: int
    evidence: tuple[Evidence, ...]
    facts: tuple[str, ...]
    waived: str | None = None
