"""Who answers identity questions: the protocol, and the judge that goes by rules alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Protocol

from episodic.dedup.namesakes import Borne, told_apart
from episodic.dedup.questions import Described, IdentityAnswer, IdentityQuestion
from episodic.model.episodes import Language


class IdentityJudge(Protocol):
    """Decides nodes of one chapter; the same question gets the same answer."""

    @property
    def name(self) -> str:
        """Names the judge and its version; stored with its answers."""
        ...

    async def decide(self, questions: Sequence[IdentityQuestion], *, language: Language) -> Sequence[IdentityAnswer]:
        """One answer a question, in order. Raises ModelError."""
        ...


class RuledIdentityJudge:
    """Believes the text's own "X, called Y", and nothing else: strings never merge anything by themselves."""

    name = "rules/1"

    async def decide(self, questions: Sequence[IdentityQuestion], *, language: Language) -> Sequence[IdentityAnswer]:
        """Candidates of the node's own type that bear one of its very names are the node; without any it is new."""
        del language
        return tuple(ruled_identity(question) for question in questions)


def ruled_identity(question: IdentityQuestion) -> IdentityAnswer:
    """The answer that needs no judgement of meaning: those of its names, if nothing tells them from it or from each other."""
    same = tuple(
        number
        for number, candidate in enumerate(question.candidates)
        if candidate.shared
        and candidate.type == question.node.type
        and not told_apart(_borne(question.node), _borne(candidate))
    )
    named = [_borne(question.candidates[number]) for number in same]
    if any(told_apart(one, other) for one, other in combinations(named, 2)):
        return IdentityAnswer()
    return IdentityAnswer(same, reason="the same name" if same else "")


def _borne(shown: Described) -> Borne:
    return Borne((shown.name,), (*shown.names, *shown.shared))
