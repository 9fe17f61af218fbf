"""The protocol for judges of time words, predicates and rivals, and a judge that gives each its most careful answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from episodic.model.episodes import Language
from episodic.model.name_keys import name_key
from episodic.model.predicates import PredicateKind
from episodic.temporal.questions import (
    PayoffAnswer,
    PayoffQuestion,
    PredicateAnswer,
    PredicateQuestion,
    RivalAnswer,
    RivalQuestion,
    Verdict,
    WhenAnswer,
    WhenQuestion,
)


class MeaningAnswers(NamedTuple):
    """The answers to questions about rivals, predicates and payoffs, each in the order of the questions."""

    rivals: Sequence[RivalAnswer]
    predicates: Sequence[PredicateAnswer]
    payoffs: Sequence[PayoffAnswer] = ()


class TemporalJudge(Protocol):
    """A judge that answers questions about the meaning of statements, predicates and time expressions, but not about
    the order of moments. A judge must give equal answers to equal questions.
    """

    @property
    def name(self) -> str:
        """The name and version of the judge, which are stored with the judge's answers."""
        ...

    async def rivals(
        self,
        rivals: Sequence[RivalQuestion],
        predicates: Sequence[PredicateQuestion],
        payoffs: Sequence[PayoffQuestion] = (),
        *,
        language: Language,
    ) -> MeaningAnswers:
        """Return one answer per question about rivals, predicates and payoffs, in the order of the questions. Raise
        ModelError if a language model fails.
        """
        ...

    async def when(self, questions: Sequence[WhenQuestion], *, language: Language) -> Sequence[WhenAnswer]:
        """Return one answer per question about time expressions, in the order of the questions. Raise ModelError if a
        language model fails.
        """
        ...


class RuleBasedTemporalJudge:
    """A judge that uses only rules: statements with equal texts are the same, all other statements are compatible, and
    time expressions remain unknown.
    """

    name = "rules/1"

    async def rivals(
        self,
        rivals: Sequence[RivalQuestion],
        predicates: Sequence[PredicateQuestion],
        payoffs: Sequence[PayoffQuestion] = (),
        *,
        language: Language,
    ) -> MeaningAnswers:
        """Return the default answer to every question."""
        del language
        return MeaningAnswers(
            tuple(rule_based_rival_answer(one) for one in rivals),
            tuple(default_predicate_answer(one) for one in predicates),
            tuple(PayoffAnswer() for _ in payoffs),
        )

    async def when(self, questions: Sequence[WhenQuestion], *, language: Language) -> Sequence[WhenAnswer]:
        """Return an unknown time for every question, because a question is asked only if the rules cannot parse the
        time expression.
        """
        del language
        return tuple(WhenAnswer() for _ in questions)


def rule_based_rival_answer(question: RivalQuestion) -> RivalAnswer:
    """Return the verdict SAME for statements with equal texts, and the verdict BOTH for all other statements."""
    same = name_key(question.new.text) == name_key(question.known.text)
    return RivalAnswer(Verdict.SAME if same else Verdict.BOTH)


def default_predicate_answer(question: PredicateQuestion) -> PredicateAnswer:
    """Return the default answer for an unknown predicate: the predicate under its own name, of the kind that the reader
    gave it (a state if the reader gave none), with any number of values at a time.
    """
    return PredicateAnswer(question.predicate, question.kind or PredicateKind.STATE)
