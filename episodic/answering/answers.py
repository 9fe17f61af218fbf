"""Answers to questions about a work: sentences with citations, the notebook, the steps, and the events of answering."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from episodic.search.fact_views import Quotation


class SourceKind(StrEnum):
    """The kinds of sources that an answer can cite."""

    FACT = "fact"
    PASSAGE = "passage"
    ENTITY = "entity"


@dataclass(frozen=True, slots=True)
class Citation:
    """A source that an answer cites.

    `number` is the number by which sentences and notes cite the source. `uuid` is the id of the fact, passage or
    entity. `quote` is the text of the story that the source is taken from. For a fact, this is its first quote, for a
    passage the whole passage, and for an entity its first mention. `quote` is None for a fact that has no quote in the
    chapters of the scope. `quote` is also None for an entity whose first mention is in a chapter outside the scope.
    `text` is the sentence of a fact, the text of a passage, or the names and the type of an entity. If the question is
    about a series, `work` is the name of the work that contains the source. If the question is about one work, `work`
    is "".
    """

    number: int
    kind: SourceKind
    uuid: str
    text: str
    quote: Quotation | None
    work: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A note of the notebook with the numbers of its sources. A note always has a source."""

    text: str
    sources: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """A sentence of an answer with the numbers of its sources. A sentence always has a source."""

    text: str
    sources: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LookUp:
    """One look-up of a step: the action, its arguments, and why the look-up was refused, if it was. `added` are the
    numbers of the sources that the look-up added, and `again` the numbers of sources that it found again. `left_out` is
    the number of results that were not shown. A result is not shown if it does not fit into the token budget, or if
    there are more facts than allowed.
    """

    action: str
    arguments: tuple[str, ...]
    added: tuple[int, ...] = ()
    again: tuple[int, ...] = ()
    left_out: int = 0
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of answering a question: the look-ups of the step, and the reason for these look-ups. Step 0 is the
    search for the question itself.
    """

    number: int
    reason: str
    look_ups: tuple[LookUp, ...]


@dataclass(frozen=True, slots=True)
class StartEntity:
    """One of the best entities that the first search for a question found, with its search score."""

    uuid: str
    name: str
    score: float


class Stopped(StrEnum):
    """The reason why the loop that answers a question ended."""

    ANSWERED = "answered"
    """The run ended because the model asked for no further look-up."""
    NOTHING_LEFT = "nothing_left"
    """The run ended because two steps in succession found no new source."""
    STEPS = "steps"
    BUDGET = "budget"
    MODEL_FAILED = "model_failed"
    """The model failed."""
    RULES = "rules"
    """No model was asked, and rules selected the sentences."""


@dataclass(frozen=True, slots=True)
class AnswerCost:
    """The model calls and tokens of an answer."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question about a work.

    `found` is False if the visible part of the work does not answer the question; the answer then has no sentences and
    no citations. `text` contains the sentences, or the message that nothing was found. Every sentence cites sources in
    `citations`. If rules select no sentence, `closest` are at most three facts that come closest to the question but do
    not answer it. In a citation of `closest`, `text` also says who claims the fact and when the fact holds. `by` is the
    name of the model, or "rules" if the sentences were selected by rules. `dropped` contains sentences and notes of the
    model that were left out, each with the reason. `degraded` says what did not work as intended, such as a failed
    model call. `revision` is the revision of the work that was read, and `scope` describes the part of the work that
    was read.
    """

    question: str
    found: bool
    text: str
    sentences: tuple[AnswerSentence, ...]
    citations: tuple[Citation, ...]
    by: str
    stopped: Stopped
    plan: tuple[str, ...] = ()
    notebook: tuple[Note, ...] = ()
    steps: tuple[Step, ...] = ()
    starts: tuple[StartEntity, ...] = ()
    analysis: str = ""
    dropped: tuple[str, ...] = ()
    degraded: tuple[str, ...] = ()
    cost: AnswerCost = AnswerCost()
    revision: int = 0
    scope: tuple[str, ...] = ()
    closest: tuple[Citation, ...] = ()

    @property
    def by_rules(self) -> bool:
        """Return whether the sentences were selected by rules and not written by a model."""
        return self.by == BY_RULES

    def cited(self, sentence: AnswerSentence | Note) -> tuple[Citation, ...]:
        return tuple(one for one in self.citations if one.number in sentence.sources)


BY_RULES = "rules"
"""The value of `Answer.by` if no model wrote the answer."""


@dataclass(frozen=True, slots=True)
class AnswerPlanned:
    """The event that the model has written its plan for answering the question."""

    plan: tuple[str, ...]
    event: str = "plan"


@dataclass(frozen=True, slots=True)
class StepTaken:
    """The event that follows each step of answering a question, with the look-ups that the step made."""

    step: Step
    event: str = "step"


@dataclass(frozen=True, slots=True)
class NoteTaken:
    """The event that a note was written into the notebook."""

    note: Note
    event: str = "note"


@dataclass(frozen=True, slots=True)
class SentenceWritten:
    """The event that a sentence of the answer is final, with the sources that it cites."""

    sentence: AnswerSentence
    citations: tuple[Citation, ...]
    event: str = "sentence"


@dataclass(frozen=True, slots=True)
class AnswerFinished:
    """The last event of answering a question, with the whole answer."""

    answer: Answer
    event: str = "done"


AnswerEvent = AnswerPlanned | StepTaken | NoteTaken | SentenceWritten | AnswerFinished
