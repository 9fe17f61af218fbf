"""What is asserted beside the text and its readings: judgements and the author's acts. They are kept, and derived from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class QuestionKind(StrEnum):
    """The questions that are asked about readings."""

    IDENTITY = "identity"
    RIVALS = "rivals"
    PREDICATE = "predicate"
    WHEN = "when"


@dataclass(frozen=True, slots=True)
class Question:
    """A question that one chapter raises; `payload` is canonical JSON made only of that chapter and what was told before it.

    `uuid` is made from kind and payload: the same question has the same answer wherever it is raised.
    """

    uuid: str
    kind: QuestionKind
    episode: str
    payload: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer to a question, kept under the question's own text; `answer` is canonical JSON."""

    uuid: str
    group_id: str
    kind: QuestionKind
    episode: str
    payload: str
    answer: str
    reader: str


class ActKind(StrEnum):
    """What an author can decide beside writing."""

    MERGE = "merge"
    SPLIT = "split"
    LOCK = "lock"
    CORRECT = "correct"
    WAIVE = "waive"
    RETRACT = "retract"


@dataclass(frozen=True, slots=True)
class MentionAnchor:
    """A mention in the author's words: this surface, in this sentence, the n-th equal one of the work in telling order."""

    surface: str
    sentence: str
    number: int


@dataclass(frozen=True, slots=True)
class Act:
    """One decision of the author's: anchored to words, not to ids, so that it outlives re-reading.

    For a merge `anchors` are the first mentions of the two entities and `told_from` is the id of the episode from which the
    reader knows them to be one (None: from the later one's first mention).
    """

    uuid: str
    group_id: str
    kind: ActKind
    anchors: tuple[MentionAnchor, ...]
    told_from: str | None
    by: str
    at: str
    reason: str
    number: int
