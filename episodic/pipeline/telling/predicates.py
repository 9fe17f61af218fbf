"""Predicates as the replay sees them: brought to one name by the table, then by the kept answers, with ends put in order.

A word that the table does not know is asked about once a work, with the first sentence told that uses it.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, replace

from episodic.model.asserted import Question
from episodic.model.predicates import Cardinality, Predicate, PredicateKind, PredicateTable, predicate_key
from episodic.model.records import from_json
from episodic.model.spans import Span
from episodic.pipeline.placing import shortened
from episodic.temporal.judges import ruled_predicate
from episodic.temporal.questions import PredicateAnswer, PredicateQuestion, question_of


@dataclass(frozen=True, slots=True)
class Canonical:
    """A predicate under its one name; `swapped`: subject and object change places."""

    predicate: Predicate
    swapped: bool
    known: bool
    """Whether the table has it."""


class Predicates:
    """Brings written predicates to one name. Grows while the work is told: it remembers where each was used first."""

    def __init__(self, table: PredicateTable, answers: Mapping[str, str]) -> None:
        self.table = table
        self._answers = answers
        self._rank = {one.name: rank for rank, one in enumerate(table.all())}
        self._examples: dict[str, str] = {}

    def copy(self) -> Predicates:
        """An independent copy, that remembers the same sentences."""
        other = copy.copy(self)
        other._examples = dict(self._examples)  # noqa: SLF001 - its own kind
        return other

    def use(self, written: str, text: str, quote: Span) -> None:
        """Take note that the words of *text* at *quote* use this predicate; only those of the first time are kept.

        A reading's use counts even where the author takes the statement back: to take something back asks nothing anew.
        """
        if written not in self._examples:
            self._examples[written] = _example(written, text, quote)

    def canonical(self, written: str, episode: str) -> tuple[Canonical, Question | None, bool]:
        """The predicate, the question an unknown one raises, and whether that question has no kept answer."""
        shipped = self.table.find(written)
        if shipped is not None:
            return self._one_way(shipped, swapped=False, known=True), None, False
        content = PredicateQuestion(written, self._examples.get(written, ""))
        question = question_of(content, episode)
        kept = self._answers.get(question.uuid)
        answer = ruled_predicate(content) if kept is None else from_json(PredicateAnswer, kept)
        return self._from_answer(written, answer), question, kept is None

    def _from_answer(self, written: str, answer: PredicateAnswer) -> Canonical:
        same = self.table.find(answer.name) if predicate_key(answer.name) != predicate_key(written) else None
        if same is not None:
            return self._one_way(same, swapped=answer.reversed, known=True)
        made = Predicate(written, kind=answer.kind, cardinality=answer.cardinality, living=answer.living)
        return Canonical(made, swapped=False, known=False)

    def _one_way(self, predicate: Predicate, *, swapped: bool, known: bool) -> Canonical:
        """Of a predicate and its inverse, the one that the table lists first stands for both."""
        if predicate.inverse is None or predicate.inverse == predicate.name:
            return Canonical(predicate, swapped, known)
        inverse = self.table.find(predicate.inverse)
        if inverse is None or self._rank[predicate.name] < self._rank[inverse.name]:
            return Canonical(predicate, swapped, known)
        return Canonical(inverse, not swapped, known)


def _example(written: str, text: str, quote: Span) -> str:
    """The quote on one line; of a long one what stands around the predicate's own word, if it is there."""
    at = text.find(written, quote.start, quote.end)
    word = quote if at < 0 else Span(at, at + len(written))
    return " ".join(shortened(text, quote, word).split())


def table_for(
    custom: tuple[Predicate, ...], shipped: PredicateTable, attributes: tuple[tuple[str, bool], ...]
) -> PredicateTable:
    """The shipped predicates, the caller's, and one for each attribute of the caller's types (name, many values)."""
    made = tuple(
        Predicate(name, kind=PredicateKind.STATE, cardinality=Cardinality.MANY if many else Cardinality.ONE_VALUE)
        for name, many in attributes
    )
    fresh = tuple(one for one in made if shipped.find(one.name) is None)
    return shipped.extended((*fresh, *(replace(one) for one in custom)))
