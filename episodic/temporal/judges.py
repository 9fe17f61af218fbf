"""Who answers the questions about rivals, predicates and time words: the protocol, and the judge that goes by rules alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from episodic.model.episodes import Language
from episodic.model.names import name_key
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
    """Judges meaning, never order; the same question gets the same answer."""

    @property
    def name(self) -> str:
        """Names the judge and its version; stored with its answers."""
        ...

    async def rivals(
        self, rivals: Sequence[RivalQuestion], predicates: Sequence[PredicateQuestion], *, language: Language
    ) -> tuple[Sequence[RivalAnswer], Sequence[PredicateAnswer]]:
        """One answer a question, in order. Raises ModelError."""
        ...

    async def when(self, questions: Sequence[WhenQuestion], *, language: Language) -> Sequence[WhenAnswer]:
        """One answer a question, in order. Raises ModelError."""
        ...


class RuledTemporalJudge:
    """Lets both hold unless the words are the same, and leaves unread what no rule could read."""

    name = "rules/1"

    async def rivals(
        self, rivals: Sequence[RivalQuestion], predicates: Sequence[PredicateQuestion], *, language: Language
    ) -> tuple[Sequence[RivalAnswer], Sequence[PredicateAnswer]]:
        """Answers that need no judgement of meaning."""
        del language
        return tuple(ruled_rival(one) for one in rivals), tuple(ruled_predicate(one) for one in predicates)

    async def when(self, questions: Sequence[WhenQuestion], *, language: Language) -> Sequence[WhenAnswer]:
        """Unknown: the rules for time words have been tried already."""
        del language
        return tuple(WhenAnswer() for _ in questions)


def ruled_rival(question: RivalQuestion) -> RivalAnswer:
    """The same words say the same; anything else can hold beside it."""
    same = name_key(question.new.text) == name_key(question.known.text)
    return RivalAnswer(Verdict.SAME if same else Verdict.BOTH)


def ruled_predicate(question: PredicateQuestion) -> PredicateAnswer:
    """An unknown predicate is a state of many values under its own name."""
    return PredicateAnswer(question.predicate)
