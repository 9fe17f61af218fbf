"""The protocol for temporal judges, and a judge that answers each question in the safest way without a model.

The questions are about time words, predicates, rivals, payoffs and ended states.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from episodic.model.episodes import Language
from episodic.model.name_keys import name_key
from episodic.model.predicates import PredicateKind
from episodic.temporal.questions import (
    CandidateAnswer,
    CandidateQuestion,
    PredicateAnswer,
    PredicateQuestion,
    RivalAnswer,
    RivalQuestion,
    Verdict,
    WhenAnswer,
    WhenQuestion,
)


class MeaningAnswers(NamedTuple):
    """The answers to questions about rivals, predicates, and setups and states, each in the order of the questions."""

    rivals: Sequence[RivalAnswer]
    predicates: Sequence[PredicateAnswer]
    candidates: Sequence[CandidateAnswer] = ()


class TemporalJudge(Protocol):
    """A judge that answers questions about the meaning of statements, predicates and time words, but not about the
    order of moments. A judge must give equal answers to equal questions.
    """

    @property
    def name(self) -> str:
        """The name and version of the judge, which are stored with its answers."""
        ...

    async def rivals(
        self,
        rivals: Sequence[RivalQuestion],
        predicates: Sequence[PredicateQuestion],
        candidates: Sequence[CandidateQuestion] = (),
        *,
        language: Language,
    ) -> MeaningAnswers:
        """Return one answer per question about rivals, about predicates, and about earlier setups and states, in the
        order of the questions. Raise ModelError if a language model fails.
        """
        ...

    async def when(self, questions: Sequence[WhenQuestion], *, language: Language) -> Sequence[WhenAnswer]:
        """Return one answer per question about time expressions, in the order of the questions. Raise ModelError if a
        language model fails.
        """
        ...


class RuleBasedTemporalJudge:
    """A judge without a model: statements with equal sentences have the same meaning, all others are compatible, and
    the meaning of time words stays unknown.
    """

    name = "rules/1"

    async def rivals(
        self,
        rivals: Sequence[RivalQuestion],
        predicates: Sequence[PredicateQuestion],
        candidates: Sequence[CandidateQuestion] = (),
        *,
        language: Language,
    ) -> MeaningAnswers:
        """Return the safest answer to every question. Two statements with equal sentences have the same meaning, and
        any other two are compatible. Every predicate stays as it was extracted, no setup has a payoff, and no state has
        ended.
        """
        del language
        return MeaningAnswers(
            tuple(rule_based_rival_answer(one) for one in rivals),
            tuple(default_predicate_answer(one) for one in predicates),
            tuple(CandidateAnswer() for _ in candidates),
        )

    async def when(self, questions: Sequence[WhenQuestion], *, language: Language) -> Sequence[WhenAnswer]:
        """Return UNKNOWN_TIME for every question, because only time words that the rules cannot parse are asked about."""
        del language
        return tuple(WhenAnswer() for _ in questions)


def rule_based_rival_answer(question: RivalQuestion) -> RivalAnswer:
    """Return SAME for two statements with equal sentences, and BOTH (both can be true) for any others."""
    same = name_key(question.new.text) == name_key(question.known.text)
    return RivalAnswer(Verdict.SAME if same else Verdict.BOTH)


def default_predicate_answer(question: PredicateQuestion) -> PredicateAnswer:
    """Return the default answer for an unknown predicate. By default, a predicate keeps its own name and allows any
    number of values. Its kind is the one with which it was extracted, or else a state.
    """
    return PredicateAnswer(question.predicate, question.kind or PredicateKind.STATE)
