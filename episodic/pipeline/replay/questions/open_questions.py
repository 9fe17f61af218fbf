"""The questions that the replay of a chapter raises, and the selection of the questions without a stored answer."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from episodic.model.decisions import Question


@dataclass(frozen=True, slots=True)
class OpenQuestions:
    """The questions of a chapter that have no stored answer.

    `identity` contains the identity questions, which are asked first. `meaning` contains the questions that are asked
    after the identity questions are answered: about contradicting statements, predicates, payoffs, ends of states and
    times. `unsettled` contains the clusters that the answers to the identity questions may link.
    """

    identity: tuple[Question, ...]
    meaning: tuple[Question, ...]
    unsettled: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.identity or self.meaning)

    def without(self, answered: Container[str]) -> OpenQuestions:
        """Return the questions whose ids are not in *answered*."""
        return OpenQuestions(
            tuple(one for one in self.identity if one.uuid not in answered),
            tuple(one for one in self.meaning if one.uuid not in answered),
            self.unsettled,
        )


class QuestionCollector:
    """A collector of a chapter's questions about contradicting or equal statements (rivals), predicates, payoffs, ends
    of states and times. Each question is collected once.

    If `silent` is true, as for rule-based readings, no question is collected. `named_events` are the events that the
    chapter's questions about times offer.
    """

    def __init__(self, *, silent: bool, named_events: tuple[str, ...] = ()) -> None:
        self.silent = silent
        self.named_events = named_events
        self.questions: list[Question] = []
        self.missing: list[Question] = []
        self.left_out = 0
        self._seen: set[str] = set()

    def add(self, question: Question | None, missing: bool) -> None:
        """Add a question, unless it is None or already collected. *missing* is true if it has no stored answer."""
        if self.silent or question is None or question.uuid in self._seen:
            return
        self._seen.add(question.uuid)
        self.questions.append(question)
        if missing:
            self.missing.append(question)
