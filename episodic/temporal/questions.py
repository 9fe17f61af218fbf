"""The questions to a temporal judge and their answers: rivals, unknown predicates, paid setups, time expressions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from episodic.model.decisions import Question, QuestionKind
from episodic.model.episodes import Language
from episodic.model.flat_json import OMITTED_AT_DEFAULT, FlatJson
from episodic.model.ids import identify
from episodic.model.moments import UNKNOWN_TIME, TimeExpression
from episodic.model.predicates import Cardinality, PredicateKind
from episodic.model.records import to_json


class Verdict(StrEnum):
    """The possible relations between the meanings of two statements, regardless of time: same, compatible, or mutually
    exclusive.
    """

    SAME = "same"
    BOTH = "both"
    EXCLUDES = "excludes"


@dataclass(frozen=True, slots=True)
class RivalSide(FlatJson):
    """One of the two statements of a rival question: its sentence, its predicate, and at most two quotes (the first and
    the latest).

    `marks` says in the chapter's language what the sentence does not show: that the statement is a claim, a denial, or
    about an earlier time.
    """

    text: str
    predicate: str
    quotes: tuple[str, ...]
    marks: tuple[str, ...] = field(default=(), metadata=OMITTED_AT_DEFAULT)


@dataclass(frozen=True, slots=True)
class RivalQuestion:
    """The question whether two statements have the same meaning, can be true at the same time, or exclude each other."""

    language: Language
    new: RivalSide
    known: RivalSide

    def without_marks(self) -> RivalQuestion:
        """Return the question without marks, as older versions of the program asked it."""
        return replace(self, new=replace(self.new, marks=()), known=replace(self.known, marks=()))


@dataclass(frozen=True, slots=True)
class RivalAnswer:
    """The answer to a rival question, which says whether the two statements are the same, compatible or mutually
    exclusive.
    """

    verdict: Verdict = Verdict.BOTH


@dataclass(frozen=True, slots=True)
class PredicateQuestion(FlatJson):
    """The question to which kind a predicate belongs, and whether the predicate table contains the predicate under
    another name.

    `example` is the first sentence that uses the predicate (empty if unknown), and the question is about the sense in
    this sentence. `kind` is the kind that the first reading of the predicate states, or None. The question is asked
    once per work, and the answer applies to every use of the predicate in the work.
    """

    predicate: str
    example: str = ""
    kind: PredicateKind | None = field(default=None, metadata=OMITTED_AT_DEFAULT)


@dataclass(frozen=True, slots=True)
class PredicateAnswer:
    """The properties of a predicate according to a temporal judge.

    If the predicate table has a predicate of the same meaning, `name` is the name in the table. `reversed` is true if
    subject and object have to be exchanged.
    """

    name: str
    kind: PredicateKind = PredicateKind.STATE
    cardinality: Cardinality = Cardinality.MANY
    living: bool = False
    reversed: bool = False


@dataclass(frozen=True, slots=True)
class WhenQuestion:
    """The question which time a time expression (`words`) means. `calendars` contains the names of the work's own
    calendars with their eras and months.
    """

    language: Language
    words: str
    sentence: str
    calendars: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WhenAnswer:
    """The answer to a time question: the parsed time expression, or UNKNOWN_TIME if the text gives neither a date nor
    an order.
    """

    expression: TimeExpression = UNKNOWN_TIME


@dataclass(frozen=True, slots=True)
class PayoffQuestion:
    """The question which statement of a later chapter pays a setup. `candidates` are the sentences of the statements."""

    language: Language
    setup: str
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PayoffAnswer:
    """The answer to a payoff question: the number of the candidate that pays the setup, counted from 1, or 0 if none
    does.
    """

    candidate: int = 0


_KINDS = {
    PayoffQuestion: QuestionKind.PAYOFF,
    RivalQuestion: QuestionKind.RIVALS,
    PredicateQuestion: QuestionKind.PREDICATE,
    WhenQuestion: QuestionKind.WHEN,
}


def question_of(content: RivalQuestion | PredicateQuestion | PayoffQuestion | WhenQuestion, episode: str) -> Question:
    """Return a question in its stored form, with a hash of its content as its id."""
    kind = _KINDS[type(content)]
    payload = to_json(content)
    return Question(identify("question", kind, payload), kind, episode, payload, content)
