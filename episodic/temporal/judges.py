"""The protocol of temporal judges, and the rule-based judge, which uses no language model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from episodic.model.episodes import Language
from episodic.model.name_keys import name_key
from episodic.temporal.questions import (
    PredicateAnswer,
    PredicateQuestion,
    RivalAnswer,
    RivalQuestion,
    Verdict,
    WhenAnswer,
    WhenQuestion,
)


class TemporalJudge(Protocol):
    """Judges the meaning of statements and time expressions, never time order. The same question always gets the same
    answer.
    """

    @property
    def name(self) -> str:
        """The name and version of the judge, which are stored with the judge's answers."""
        ...

    async def rivals(
        self, rivals: Sequence[RivalQuestion], predicates: Sequence[PredicateQuestion], *, language: Language
    ) -> tuple[Sequence[RivalAnswer], Sequence[PredicateAnswer]]:
        """Returns one answer per question about rivals and predicates, in order. Raises ModelError."""
        ...

    async def when(self, questions: Sequence[WhenQuestion], *, language: Language) -> Sequence[WhenAnswer]:
        """Returns one answer per question about time expressions, in order. Raises ModelError."""
        ...


class RuleBasedTemporalJudge:
    """A judge that uses only rules: equal texts are the same, other pairs are compatible, unparsed times stay
    unknown.
    """

    name = "rules/1"

    async def rivals(
        self, rivals: Sequence[RivalQuestion], predicates: Sequence[PredicateQuestion], *, language: Language
    ) -> tuple[Sequence[RivalAnswer], Sequence[PredicateAnswer]]:
        """Returns the default answer to every question."""
        del language
        return tuple(rule_based_rival_answer(one) for one in rivals), tuple(
            default_predicate_answer(one) for one in predicates
        )

    async def when(self, questions: Sequence[WhenQuestion], *, language: Language) -> Sequence[WhenAnswer]:
        """Returns an unknown time for every question: a question is asked only after the rules failed to parse the time
        expression.
        """
        del language
        return tuple(WhenAnswer() for _ in questions)


def rule_based_rival_answer(question: RivalQuestion) -> RivalAnswer:
    """Returns the verdict SAME for equal texts, and the verdict BOTH for all other pairs."""
    same = name_key(question.new.text) == name_key(question.known.text)
    return RivalAnswer(Verdict.SAME if same else Verdict.BOTH)


def default_predicate_answer(question: PredicateQuestion) -> PredicateAnswer:
    """Returns the default answer for an unknown predicate: a state that can have many values, under the predicate's own
    name.
    """
    return PredicateAnswer(question.predicate)
