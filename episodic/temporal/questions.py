"""The questions to a temporal judge and their answers.

The questions are about rivals (statements that may exclude each other), unknown predicates, payoffs of setups, ended
states, and time expressions.
"""

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
    """How the meanings of two statements relate, regardless of time: the same, both possible at once, or mutually
    exclusive.
    """

    SAME = "same"
    BOTH = "both"
    EXCLUDES = "excludes"


@dataclass(frozen=True, slots=True)
class RivalSide(FlatJson):
    """One of the two statements of a rival question: its sentence, its predicate, and at most two quotes (the first and
    the latest).

    `marks` contains words of the chapter's language for properties of the statement that its sentence does not show.
    The statement may be a claim or a plan and not about the story's world, may be denied, or may be about another time.
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
        """Return the same question with empty `marks`, as older versions of the program asked it."""
        return replace(self, new=replace(self.new, marks=()), known=replace(self.known, marks=()))


@dataclass(frozen=True, slots=True)
class RivalAnswer:
    """The answer to a rival question: the two have the same meaning, are compatible (the default), or exclude each
    other.
    """

    verdict: Verdict = Verdict.BOTH


@dataclass(frozen=True, slots=True)
class PredicateQuestion(FlatJson):
    """The question which properties a predicate has, such as its kind, and whether the predicate table has it under
    another name.

    `example` is the first sentence with the predicate (empty if unknown); the question is about the sense that the
    predicate has in this sentence. `kind` is the kind with which the predicate was first extracted, or None. Each
    predicate is asked about once in a work, and the answer holds for all uses of the predicate in this work.
    """

    predicate: str
    example: str = ""
    kind: PredicateKind | None = field(default=None, metadata=OMITTED_AT_DEFAULT)


@dataclass(frozen=True, slots=True)
class PredicateAnswer:
    """The properties of a predicate according to a temporal judge.

    `name` is the predicate's name in the predicate table if the table has one of the same meaning, else its own name.
    `reversed` is true if subject and object must be exchanged when `name` replaces the predicate's own name.
    """

    name: str
    kind: PredicateKind = PredicateKind.STATE
    cardinality: Cardinality = Cardinality.MANY
    living: bool = False
    reversed: bool = False


@dataclass(frozen=True, slots=True)
class WhenQuestion(FlatJson):
    """The question which time the expression `words` means in `sentence`. `calendars` contains the names of the work's
    own calendars, of their eras and of their months.

    `events` contains the named events that the expression may mean, such as "Sir Charles's death" for "the fatal
    event". `events` is None in a question of an older version of the program, which did not name events in its
    questions.
    """

    language: Language
    words: str
    sentence: str
    calendars: tuple[str, ...] = ()
    events: tuple[str, ...] | None = field(default=None, metadata=OMITTED_AT_DEFAULT)

    def without_events(self) -> WhenQuestion:
        """Return the same question without events, as older versions of the program asked it."""
        return replace(self, events=None)


@dataclass(frozen=True, slots=True)
class WhenAnswer:
    """The answer to a question about a time expression: what the expression means. The answer is UNKNOWN_TIME if the
    expression gives neither a date nor an order, or if the judge does not know what it means.
    """

    expression: TimeExpression = UNKNOWN_TIME


@dataclass(frozen=True, slots=True)
class PayoffQuestion:
    """The question of which statement of a later chapter is the payoff of the setup `setup`. For example, a payoff
    answers an open question or fulfils a promise for good. `candidates` are the sentences of the statements that may be
    the payoff of the setup.
    """

    language: Language
    setup: str
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StateEndQuestion:
    """The question of which later statement means that the state with the sentence `state` has ended. `candidates` are
    the sentences of the statements that may mean that the state has ended.
    """

    language: Language
    state: str
    candidates: tuple[str, ...]


CandidateQuestion = PayoffQuestion | StateEndQuestion
"""A question about an earlier setup or state, whose answer is one of the candidates or none."""


@dataclass(frozen=True, slots=True)
class CandidateAnswer:
    """The answer to a question about a setup or state. It is the number, counted from 1, of the candidate that answers
    or fulfils the setup or that ends the state. The number is 0 if no candidate does so.
    """

    candidate: int = 0


_KINDS = {
    PayoffQuestion: QuestionKind.PAYOFF,
    StateEndQuestion: QuestionKind.STATE_END,
    RivalQuestion: QuestionKind.RIVALS,
    PredicateQuestion: QuestionKind.PREDICATE,
    WhenQuestion: QuestionKind.WHEN,
}


def question_of(
    content: RivalQuestion | PredicateQuestion | CandidateQuestion | WhenQuestion, episode: str
) -> Question:
    """Return a question in the form in which it is stored, with a hash of its kind and all its fields as its id."""
    kind = _KINDS[type(content)]
    payload = to_json(content)
    return Question(identify("question", kind, payload), kind, episode, payload, content)
