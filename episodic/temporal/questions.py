"""Questions and answers of the temporal judge: rival statements, unknown predicates, and unparsed time expressions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from episodic.model.decisions import Question, QuestionKind
from episodic.model.episodes import Language
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
class RivalSide:
    """A side of a rival question: its sentence, its predicate, and at most two quotes (first and latest in narrative
    order).
    """

    text: str
    predicate: str
    quotes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RivalQuestion:
    """The question whether two statements say the same, can both hold at once, or exclude each other."""

    language: Language
    new: RivalSide
    known: RivalSide


@dataclass(frozen=True, slots=True)
class RivalAnswer:
    """The answer to a rival question: the verdict on a pair of statements."""

    verdict: Verdict = Verdict.BOTH


@dataclass(frozen=True, slots=True)
class PredicateQuestion:
    """The question what kind a predicate is, and whether the predicate table has the predicate under another name.

    The question is asked once per work, in the sense of `example`: the text of the first sentence that uses the
    predicate (empty if no sentence is known). The answer applies wherever the work uses the predicate.
    """

    predicate: str
    example: str = ""


@dataclass(frozen=True, slots=True)
class PredicateAnswer:
    """The properties of a predicate, as answered by the judge.

    `name` is the table's name for a predicate of the same meaning; `reversed` says that subject and object change
    places.
    """

    name: str
    kind: PredicateKind = PredicateKind.STATE
    cardinality: Cardinality = Cardinality.MANY
    living: bool = False
    reversed: bool = False


@dataclass(frozen=True, slots=True)
class WhenQuestion:
    """The question what a time expression (`words`) means. `calendars` names the work's own calendars, their eras and
    months.
    """

    language: Language
    words: str
    sentence: str
    calendars: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WhenAnswer:
    """The answer to a time question: the parsed time expression, or UNKNOWN_TIME if the text gives neither an order nor
    a date.
    """

    expression: TimeExpression = UNKNOWN_TIME


_KINDS = {
    RivalQuestion: QuestionKind.RIVALS,
    PredicateQuestion: QuestionKind.PREDICATE,
    WhenQuestion: QuestionKind.WHEN,
}


def question_of(content: RivalQuestion | PredicateQuestion | WhenQuestion, episode: str) -> Question:
    """Returns the question in its stored form; the question's id is a hash of its content."""
    kind = _KINDS[type(content)]
    payload = to_json(content)
    return Question(identify("question", kind, payload), kind, episode, payload, content)
