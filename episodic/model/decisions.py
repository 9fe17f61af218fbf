"""Questions, their stored answers (judgements), and the author's overrides with the text to which they refer."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from episodic.model.deferred import Deferred
from episodic.model.flat_json import OMITTED_AT_DEFAULT, FlatJson, embedded
from episodic.model.predicates import Predicate, PredicateKind
from episodic.model.readings import Participant, Phase, StatementCore


class QuestionKind(StrEnum):
    """The kinds of questions that a judge answers while a chapter is processed."""

    IDENTITY = "identity"
    RIVALS = "rivals"
    PREDICATE = "predicate"
    WHEN = "when"
    PAYOFF = "payoff"
    STATE_END = "state_end"


@dataclass(frozen=True, slots=True)
class Question:
    """A question that arises when one chapter is processed, and that a judge (rules or a language model) answers.

    `payload` is the question in canonical JSON. The payload depends only on the chapter that is processed and on
    earlier chapters. `uuid` is computed from `kind` and `payload`, so that equal questions of different chapters have
    the same answer.
    """

    uuid: str
    kind: QuestionKind
    episode: str
    payload: str
    content: object = field(default=None, compare=False, repr=False)
    """The question as a value, which `payload` encodes, or None if only the JSON is available."""


@dataclass(frozen=True, slots=True)
class Judgement(Deferred):
    """The stored answer to a question. A judgement is found again by the kind and the payload of its question."""

    uuid: str
    group_id: str
    kind: QuestionKind
    episode: str
    payload: str
    answer: str
    reader: str


class OverrideKind(StrEnum):
    """The kinds of overrides, which are decisions of the author."""

    MERGE = "merge"
    SPLIT = "split"
    LOCK = "lock"
    CORRECT = "correct"
    WAIVE = "waive"
    RETRACT = "retract"
    ADD = "add"
    SETTLE = "settle"


class Correction(StrEnum):
    """The parts of the graph that a correction can change. A correction changes the main name, an alias or the type of
    an entity, or it changes a predicate or a fact.
    """

    NAME = "name"
    ALIAS = "alias"
    NOT_ALIAS = "not_alias"
    TYPE = "type"
    PREDICATE = "predicate"
    FACT = "fact"


@dataclass(frozen=True, slots=True)
class MentionAnchor:
    """A reference to a mention by its text: surface form, sentence, and number among equal mentions in narrative order."""

    surface: str
    sentence: str
    number: int


@dataclass(frozen=True, slots=True)
class StatementAnchor:
    """A reference to a statement by its text: quote, content (what it says) as it was extracted, and number among equal
    statements.

    `subject`, `predicate` and `object` of a StatementAnchor are written as the reader extracted them.
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
    """A statement that the author adds, with a quote from the text. The entities of an authored statement are given as
    indexes into the list `anchors` of the override.

    `number` is the number of the quote among equal quotes of the work, in narrative order. `coined_kind` is the kind of
    a predicate that is missing from the package's predicate table. `coined_kind` is set only if the author corrects
    another part of the statement than the predicate. `coined_kind` is None for a new statement, for a correction of the
    predicate, and for a predicate of the predicate table.
    """

    quote: str
    number: int
    core: StatementCore = field(metadata=embedded())
    subject: int
    object: int | None = None
    participants: tuple[Participant, ...] = ()
    holder: int | None = None
    coined_kind: PredicateKind | None = field(default=None, metadata=OMITTED_AT_DEFAULT)

    JSON_ORDER: ClassVar[tuple[str, ...]] = (
        "quote", "number", "text", "subject", "predicate", "object", "value", "participants", "phase", "scope", "holder",
        "time", "placing",
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Override:
    """One decision of the author. An override refers to mentions and statements by their text and not by ids. An
    override therefore still applies after a chapter is read again.

    Every override has an author (`by`), a time (`at`) and a `reason`. Each kind of override uses some of the other
    fields, as follows:

    - For a merge, `anchors` contains the first mentions of two entities. The merged entities are known to be the same
      from the episode with the id `told_from` on. If `told_from` is None, the merged entities are known to be the same
      from the place in the text at which both have been mentioned.
    - For a split, `anchors` contains the mentions that become a new entity, in narrative order. `kept` contains some
      mentions that remain with the old entity, among them the first mention of the old entity. For each later window
      (part of a chapter), `kept` contains the old entity's first mention in this window under a name that the new
      entity has, too.
    - For a lock or a retraction, `statements` contains the statements of the fact that the author locks or retracts.
    - For a correction, `correction` says what is corrected. For a corrected entity, `anchors` contains the first
      mention of the entity. For a corrected entity, `text` is its new name, the alias to add or to remove, or its new
      type. For a corrected predicate, `predicate` is the predicate after the correction. For a corrected fact,
      `statements` contains its old statements, and `added` contains the statements that replace them.
    - For a waiver of an issue, `text` is the kind of the issue, and `quotes` contains its quotes. An issue of the
      waived kind counts as waived if all its quotes are among `quotes`.
    - For added facts, `added` contains the statements to add.
    - For the settlement of a thread, `text` has two parts, separated by a colon. The first part of `text` is what
      became of the thread ("paid", "waived" or "open"). The second part of `text` is the predicate of the thread's
      setup. `quotes` contains the quote of the setup and, for "paid", the quote of the payoff, which answers the setup.

    `part_of` is the id of another override: if the author revokes the other override, this override is revoked too. For
    example, a split of an entity also stores merges of those mentions that must remain one entity.
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

    @property
    def target_words(self) -> tuple[str, ...]:
        """Return the texts that say what the override is about: the quotes of its statements, if it has any. Otherwise,
        return the surface forms of its mentions, else the quotes of an issue or thread, else the name of a predicate.
        """
        quotes = [anchor.quote for anchor in self.statements] or [added.quote for added in self.added]
        names = [] if self.predicate is None else [self.predicate.name]
        return tuple(dict.fromkeys(quotes or [anchor.surface for anchor in self.anchors] or self.quotes or names))
