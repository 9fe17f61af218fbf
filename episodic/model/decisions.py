"""Questions, judgements (stored answers) and the author's overrides, with their anchors in the text."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from episodic.model.flat_json import FlatJson, embedded
from episodic.model.predicates import Predicate
from episodic.model.readings import Participant, Phase, StatementCore


class QuestionKind(StrEnum):
    """Kinds of questions that the readings of a chapter raise."""

    IDENTITY = "identity"
    RIVALS = "rivals"
    PREDICATE = "predicate"
    WHEN = "when"


@dataclass(frozen=True, slots=True)
class Question:
    """A question that one chapter raises.

    `payload` is canonical JSON that depends only on this chapter and the chapters before it. `uuid` is computed from
    kind and payload, so that equal questions of different chapters have the same answer.
    """

    uuid: str
    kind: QuestionKind
    episode: str
    payload: str
    content: object = field(default=None, compare=False, repr=False)
    """The value that `payload` encodes; None if the value is not available."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The stored answer to a question; the content of the question identifies the answer. `answer` is canonical
    JSON.
    """

    uuid: str
    group_id: str
    kind: QuestionKind
    episode: str
    payload: str
    answer: str
    reader: str


class OverrideKind(StrEnum):
    """Kinds of overrides."""

    MERGE = "merge"
    SPLIT = "split"
    LOCK = "lock"
    CORRECT = "correct"
    WAIVE = "waive"
    RETRACT = "retract"
    ADD = "add"


class Correction(StrEnum):
    """What a correction changes: an entity's main name, an added or removed alias, its type, a predicate, or a fact."""

    NAME = "name"
    ALIAS = "alias"
    NOT_ALIAS = "not_alias"
    TYPE = "type"
    PREDICATE = "predicate"
    FACT = "fact"


@dataclass(frozen=True, slots=True)
class MentionAnchor:
    """The position of a mention in the text: surface form, sentence, and number among equal mentions in narrative
    order.
    """

    surface: str
    sentence: str
    number: int


@dataclass(frozen=True, slots=True)
class StatementAnchor:
    """The position of a statement in the text: quote, content as read, and number among equal statements.

    The number counts in narrative order. `subject` and `object` are names as the reading gives them; `predicate` is the
    predicate as read.
    """

    quote: str
    subject: str
    predicate: str
    object: str | None
    value: str | None
    phase: Phase
    number: int


@dataclass(frozen=True, slots=True)
class AuthoredStatement(FlatJson):
    """A statement that the author adds, with a quote. The entities are indexes into the override's `anchors`.

    `number` is the position of the quote among equal quotes of the work in narrative order.
    """

    quote: str
    number: int
    core: StatementCore = field(metadata=embedded())
    subject: int
    object: int | None = None
    participants: tuple[Participant, ...] = ()
    holder: int | None = None

    JSON_ORDER: ClassVar[tuple[str, ...]] = (
        "quote", "number", "text", "subject", "predicate", "object", "value", "participants", "phase", "scope", "holder",
        "time", "placing",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Override:
    """One decision of the author. An override refers to text instead of ids, so that the override survives re-reading.

    The fields that each kind uses, besides author (`by`), time (`at`) and `reason`:

    - merge: `anchors` are the first mentions of the two entities; `told_from` is the id of the episode from which on
      the two are known to be the same entity (None: from the first mention of the later entity).
    - split: `anchors` are the mentions of the other entity, in narrative order; these mentions become a new entity.
      `kept` are mentions that stay with the old entity: the entity's first mention, and its first mention in each
      window that still uses a shared name.
    - lock, retract: `statements` are the statements of the fact.
    - correct: `correction` says what is corrected; `anchors` contains the entity's first mention; `text` is the name,
      alias or type; `predicate` is the corrected predicate; for a fact, `statements` are its old statements and `added`
      are their replacements.
    - waive: `text` is the kind of the issue, `quotes` are its quotes: an issue of that kind with no other quotes is
      waived.
    - add: `added` are the statements to add.

    `part_of` is the id of the override with which this override is revoked: a split also stores merges of the
    parts that must stay together.
    """

    uuid: str
    group_id: str
    kind: OverrideKind
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
