"""Whether what an import file asserts can be told again: every index and every offset inside its window, every answer an answer."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import ValidationError

from episodic.dedup.questions import IdentityAnswer
from episodic.model.asserted import Judgement, QuestionKind
from episodic.model.readings import ChapterReading, WindowReading
from episodic.model.records import from_json
from episodic.model.spans import Span
from episodic.temporal.questions import PredicateAnswer, RivalAnswer, WhenAnswer

_ANSWERS: dict[QuestionKind, type[object]] = {
    QuestionKind.IDENTITY: IdentityAnswer,
    QuestionKind.RIVALS: RivalAnswer,
    QuestionKind.PREDICATE: PredicateAnswer,
    QuestionKind.WHEN: WhenAnswer,
}


def fault_of_judgement(judgement: Judgement) -> str | None:
    """Why the judgement is no answer to a question of its kind; None if it is one."""
    try:
        from_json(_ANSWERS[judgement.kind], judgement.answer)
    except ValidationError:
        return f"a judgement whose answer is none to a question of {judgement.kind.value}"
    return None


def fault_of_reading(reading: ChapterReading) -> str | None:
    """Why the reading cannot be told; None if it can: its windows and passages follow each other without a gap, and whatever
    it points at is in them.
    """
    if len({len(reading.starts), len(reading.digests), len(reading.passages), len(reading.windows)}) != 1:
        return "a reading whose windows are not all there"
    position = 0
    for start, passages, window in zip(reading.starts, reading.passages, reading.windows, strict=True):
        length = _end_of(passages)
        if start != position or length is None:
            return "a reading whose windows or passages leave a gap"
        if len(window.frames) != len(passages):
            return "a reading whose passages are not all read"
        fault = _fault_of_window(window, length)
        if fault is not None:
            return fault
        position += length
    return None


def length_of(reading: ChapterReading) -> int:
    """How many characters the chapter has that was read, going by a reading without faults."""
    return reading.starts[-1] + reading.passages[-1][-1].end if reading.starts and reading.passages[-1] else 0


def _end_of(passages: Iterable[Span]) -> int | None:
    """Where the last passage ends; None if they do not follow each other from 0 on."""
    position = 0
    for span in passages:
        if span.start != position or span.end <= span.start:
            return None
        position = span.end
    return position


def _fault_of_window(window: WindowReading, length: int) -> str | None:
    spans = [span for node in window.nodes for surface in node.surfaces for span in surface.spans]
    spans += [one.quote for one in window.statements]
    if any(not 0 <= span.start < span.end <= length for span in spans):
        return "a reading with places outside its text"
    pointed: set[int | None] = set()
    for one in window.statements:
        pointed |= {one.subject, one.object, one.holder, *one.tellers, *(part.node for part in one.participants)}
    if any(number is not None and not 0 <= number < len(window.nodes) for number in pointed):
        return "a reading that points at somebody who is not in it"
    return None
