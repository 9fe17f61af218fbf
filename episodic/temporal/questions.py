"""The questions about meaning that time leaves to a judge: rivals, unknown predicates, time words that rules cannot read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from episodic.model.asserted import Question, QuestionKind
from episodic.model.episodes import Language
from episodic.model.ids import identify
from episodic.model.moments import UNKNOWN_TIME, TimeExpression
from episodic.model.predicates import Cardinality, PredicateKind
from episodic.model.records import to_json


class Verdict(StrEnum):
    """How two statements about the same thing stand to each other, time left aside."""

    SAME = "same"
    BOTH = "both"
    EXCLUDES = "excludes"


@dataclass(frozen=True, slots=True)
class Said:
    """One side of a rival question: the sentence that says it, and at most two quotes (first and latest told)."""

    text: str
    predicate: str
    quotes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RivalQuestion:
    """Do these two say the same, can both hold at once, or does one exclude the other?"""

    language: Language
    new: Said
    known: Said


@dataclass(frozen=True, slots=True)
class RivalAnswer:
    """The verdict on one pair."""

    verdict: Verdict = Verdict.BOTH


@dataclass(frozen=True, slots=True)
class PredicateQuestion:
    """What kind of predicate is this, and does the table have it under another name?

    Asked once a work, in the sense of `example`: the words of the first sentence told that uses it. The answer is that of the
    predicate wherever it is used. Empty where no sentence is known.
    """

    predicate: str
    example: str = ""


@dataclass(frozen=True, slots=True)
class PredicateAnswer:
    """What is known of a predicate; `name` is the table's name where it means the same, with `reversed` if its ends swap."""

    name: str
    kind: PredicateKind = PredicateKind.STATE
    cardinality: Cardinality = Cardinality.MANY
    living: bool = False
    reversed: bool = False


@dataclass(frozen=True, slots=True)
class WhenQuestion:
    """What do these time words say? `calendars` names the work's own calendars, their eras and months."""

    language: Language
    words: str
    sentence: str
    calendars: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WhenAnswer:
    """What the words say; UNKNOWN_TIME where they say nothing that orders or dates."""

    expression: TimeExpression = UNKNOWN_TIME


_KINDS = {
    RivalQuestion: QuestionKind.RIVALS,
    PredicateQuestion: QuestionKind.PREDICATE,
    WhenQuestion: QuestionKind.WHEN,
}


def question_of(content: RivalQuestion | PredicateQuestion | WhenQuestion, episode: str) -> Question:
    """The question as it is kept: its id follows from its content."""
    kind = _KINDS[type(content)]
    payload = to_json(content)
    return Question(identify("question", kind, payload), kind, episode, payload, content)
