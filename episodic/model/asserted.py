"""What is asserted beside the text and its readings: judgements and the author's acts. They are kept, and derived from."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from episodic.model.predicates import Predicate
from episodic.model.readings import Participant, Phase, Placing, StatementScope


class QuestionKind(StrEnum):
    """The questions that are asked about readings."""

    IDENTITY = "identity"
    RIVALS = "rivals"
    PREDICATE = "predicate"
    WHEN = "when"


@dataclass(frozen=True, slots=True)
class Question:
    """A question that one chapter raises; `payload` is canonical JSON made only of that chapter and what was told before it.

    `uuid` is made from kind and payload: the same question has the same answer wherever it is raised.
    """

    uuid: str
    kind: QuestionKind
    episode: str
    payload: str
    content: object = field(default=None, compare=False, repr=False)
    """The value that `payload` is the JSON of, where it is at hand."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer to a question, kept under the question's own text; `answer` is canonical JSON."""

    uuid: str
    group_id: str
    kind: QuestionKind
    episode: str
    payload: str
    answer: str
    reader: str


class ActKind(StrEnum):
    """What an author can decide beside writing."""

    MERGE = "merge"
    SPLIT = "split"
    LOCK = "lock"
    CORRECT = "correct"
    WAIVE = "waive"
    RETRACT = "retract"
    ADD = "add"


class Correction(StrEnum):
    """What a correction sets right: an entity's main name, an alias more or less, its type, a predicate, or a fact."""

    NAME = "name"
    ALIAS = "alias"
    NOT_ALIAS = "not_alias"
    TYPE = "type"
    PREDICATE = "predicate"
    FACT = "fact"


@dataclass(frozen=True, slots=True)
class MentionAnchor:
    """A mention in the author's words: this surface, in this sentence, the n-th equal one of the work in telling order."""

    surface: str
    sentence: str
    number: int


@dataclass(frozen=True, slots=True)
class StatementAnchor:
    """A statement in the author's words: its quote, and what it says as written, the n-th equal one in telling order.

    `subject` and `object` are names as the reading gives them, `predicate` the one that was read.
    """

    quote: str
    subject: str
    predicate: str
    object: str | None
    value: str | None
    phase: Phase
    number: int


@dataclass(frozen=True, slots=True)
class AuthoredStatement:
    """A statement that the author makes about a quote. Its people are indexes into the act's `anchors`.

    `quote` stands in a chapter, the `number`-th equal one of the work in telling order; `time` are time words.
    """

    quote: str
    number: int
    text: str
    subject: int
    predicate: str
    object: int | None = None
    value: str | None = None
    participants: tuple[Participant, ...] = ()
    phase: Phase = Phase.HOLDS
    scope: StatementScope = StatementScope.WORLD
    holder: int | None = None
    time: str | None = None
    placing: Placing = Placing.NOW


@dataclass(frozen=True, slots=True)
class Act:
    """One decision of the author's: anchored to words, not to ids, so that it outlives re-reading.

    What each kind uses beside who, when and why:

    - merge: `anchors` are the first mentions of the two entities; `told_from` the id of the episode from which the reader knows
      them to be one (None: from the later one's first mention).
    - split: `anchors` are the mentions that are somebody else, in telling order; they become one entity of their own. `kept` are
      mentions that the author left: the entity's first, and of each window that goes on using a shared name its first.
    - lock, retract: `statements` are those of the fact.
    - correct: `correction` says what; `anchors` hold the entity's first mention, `text` the name, alias or type; `predicate` the
      predicate as it should be; for a fact `statements` are those it rested on and `added` what stands in their place.
    - waive: `text` is the issue's kind, `quotes` are its words: an issue of that kind with no other words is waived.
    - add: `added`.

    `part_of` is the id of the act that this one was made for, and goes with: a split merges what it would leave in pieces.
    """

    uuid: str
    group_id: str
    kind: ActKind
    anchors: tuple[MentionAnchor, ...]
    told_from: str | None
    by: str
    at: str
    reason: str
    number: int
    statements: tuple[StatementAnchor, ...] = ()
    added: tuple[AuthoredStatement, ...] = ()
    correction: Correction | None = None
    text: str = ""
    predicate: Predicate | None = None
    quotes: tuple[str, ...] = ()
    kept: tuple[MentionAnchor, ...] = ()
    part_of: str = ""
