"""Identity judges: the protocol, and the rule-based judge."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Protocol

from episodic.dedup.namesakes import NameSet, clearly_different
from episodic.dedup.questions import EntityDescription, IdentityAnswer, IdentityQuestion
from episodic.model.episodes import Language


class IdentityJudge(Protocol):
    """A judge that answers the identity questions of one chapter. The judge answers equal questions equally."""

    @property
    def name(self) -> str:
        """Returns the name of the judge with its version. It is stored with the answers."""
        ...

    async def decide(self, questions: Sequence[IdentityQuestion], *, language: Language) -> Sequence[IdentityAnswer]:
        """Returns one answer for each question, in the order of the questions. Raises ModelError."""
        ...


class RuleBasedIdentityJudge:
    """A judge that uses only names that the text itself gives to an entity ("X, called Y"). Similar but different names
    do not count as equal.
    """

    name = "rules/1"

    async def decide(self, questions: Sequence[IdentityQuestion], *, language: Language) -> Sequence[IdentityAnswer]:
        """Returns one answer for each question. The node equals each candidate of the same type that has exactly one of
        the node's names. If no candidate has such a name, the node is a new entity.
        """
        del language
        return tuple(rule_based_answer(question) for question in questions)


def rule_based_answer(question: IdentityQuestion) -> IdentityAnswer:
    """Returns the answer that follows from names alone: the candidates that share a name with the node. Candidates that
    clearly differ from the node or from each other are left out.
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
