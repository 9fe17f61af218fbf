"""Protocol of identity judges, and the rule-based identity judge."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Protocol

from episodic.dedup.namesakes import NameSet, clearly_different
from episodic.dedup.questions import EntityDescription, IdentityAnswer, IdentityQuestion
from episodic.model.episodes import Language


class IdentityJudge(Protocol):
    """A judge that answers the identity questions of one chapter.

    An identity judge must give equal answers to equal questions.
    """

    @property
    def name(self) -> str:
        """Return the name of the judge with its version, such as "rules/1". A judge's name is stored with its answers."""
        ...

    async def decide(self, questions: Sequence[IdentityQuestion], *, language: Language) -> Sequence[IdentityAnswer]:
        """Return one answer for each question, in the order of the questions.

        Raise ModelError if a call of the language model fails.
        """
        ...


class RuleBasedIdentityJudge:
    """A judge that compares names only, without a language model."""

    name = "rules/1"

    async def decide(self, questions: Sequence[IdentityQuestion], *, language: Language) -> Sequence[IdentityAnswer]:
        del language
        return tuple(rule_based_answer(question) for question in questions)


def rule_based_answer(question: IdentityQuestion) -> IdentityAnswer:
    """Return the answer to an identity question that follows from names alone. By rule, all candidates that share a
    name and the type with the node are the same entity as the node.

    A candidate whose other names show that candidate and node are different people is left out of the rule-based
    answer. If two candidates with an equal name are clearly different people, the rule-based answer contains no
    candidate.
    """
    same = tuple(
        number
        for number, candidate in enumerate(question.candidates)
        if candidate.shared
        and candidate.type == question.node.type
        and not clearly_different(_name_set(question.node), _name_set(candidate))
    )
    named = [_name_set(question.candidates[number]) for number in same]
    if any(clearly_different(one, other) for one, other in combinations(named, 2)):
        return IdentityAnswer()
    return IdentityAnswer(same, reason="the same name" if same else "")


def _name_set(shown: EntityDescription) -> NameSet:
    return NameSet((shown.name,), (*shown.names, *shown.shared))
