"""The questions that telling a chapter raises, and those of them that no kept answer settles."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from episodic.model.asserted import Question


@dataclass(frozen=True, slots=True)
class Missing:
    """Questions without a kept answer, by step: identity comes before meaning."""

    identity: tuple[Question, ...]
    meaning: tuple[Question, ...]

    def __bool__(self) -> bool:
        return bool(self.identity or self.meaning)

    def without(self, answered: Container[str]) -> Missing:
        """Those that are not among *answered*, ids of questions."""
        return Missing(
            tuple(one for one in self.identity if one.uuid not in answered),
            tuple(one for one in self.meaning if one.uuid not in answered),
        )


class Asked:
    """The questions of one chapter's later steps, each once; a chapter read by rules asks nothing (`silent`)."""

    def __init__(self, *, silent: bool) -> None:
        self._silent = silent
        self.questions: list[Question] = []
        self.missing: list[Question] = []
        self.left_out = 0
        self._seen: set[str] = set()

    def add(self, question: Question | None, missing: bool) -> None:
        """Take up a question, if there is one and it is not asked already."""
        if self._silent or question is None or question.uuid in self._seen:
            return
        self._seen.add(question.uuid)
        self.questions.append(question)
        if missing:
            self.missing.append(question)
