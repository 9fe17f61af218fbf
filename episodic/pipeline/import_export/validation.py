"""The validation of chapters, readings, judgements and overrides in an export file: languages, indexes, offsets, answers."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pydantic import ValidationError

from episodic.dedup.questions import IdentityAnswer
from episodic.model.decisions import Judgement, Override, QuestionKind
from episodic.model.episodes import Episode
from episodic.model.readings import ChapterReading, WindowReading
from episodic.model.records import from_json
from episodic.model.spans import Span
from episodic.pipeline.inputs import SETTINGS_ID
from episodic.temporal.questions import CandidateAnswer, PredicateAnswer, RivalAnswer, WhenAnswer
from episodic.text.windows import CONTEXT_LENGTH

_ANSWERS: dict[QuestionKind, type[object]] = {
    QuestionKind.IDENTITY: IdentityAnswer,
    QuestionKind.RIVALS: RivalAnswer,
    QuestionKind.PREDICATE: PredicateAnswer,
    QuestionKind.WHEN: WhenAnswer,
    QuestionKind.PAYOFF: CandidateAnswer,
    QuestionKind.STATE_END: CandidateAnswer,
}

_LANGUAGE_CODE = re.compile(r"[a-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
"""The pattern of BCP 47 language codes, such as "zh", "en" and "und-Cyrl"."""


def id_and_fault(parsed: object) -> tuple[str, str | None]:
    """Return the id of an input of an export file, and the reason why the input is invalid. The returned reason is None
    if the input is valid. An input of an export file is a chapter, reading, judgement, override or settings.
    """
    match parsed:
        case ChapterReading():
            return parsed.episode, _fault_of_reading(parsed)
        case Judgement():
            return parsed.uuid, _fault_of_judgement(parsed)
        case Episode():
            return parsed.uuid, _fault_of_episode(parsed)
        case Override():
            return parsed.uuid, _fault_of_override(parsed)
        case _:
            return SETTINGS_ID, None


def _fault_of_judgement(judgement: Judgement) -> str | None:
    """Return the reason why the judgement does not answer a question of its kind, or None if the judgement is valid."""
    try:
        from_json(_ANSWERS[judgement.kind], judgement.answer)
    except ValidationError:
        return f"a judgement whose answer does not fit a {judgement.kind.value} question"
    return None


def _fault_of_override(act: Override) -> str | None:
    """Return the reason why the override is invalid, or None if the override is valid.

    In a valid override, each statement of the author has a quote and refers only to anchors that the override contains.
    """
    pointed: set[int | None] = set()
    for one in act.added:
        pointed |= {one.subject, one.object, one.holder, *(part.node for part in one.participants)}
    if any(number is not None and not 0 <= number < len(act.anchors) for number in pointed):
        return "an override that refers to an anchor that it does not contain"
    return None if all(one.quote for one in act.added) else "an override without a quote"


def _fault_of_episode(episode: Episode) -> str | None:
    """Return the reason why the chapter is invalid, or None if the chapter is valid.

    A chapter is valid if its language is a language code, even if episodic has no language pack for this language.
    """
    return None if _LANGUAGE_CODE.fullmatch(episode.language) else "a chapter whose language is no language code"


def _fault_of_reading(reading: ChapterReading) -> str | None:
    """Return the reason why the reading is invalid, or None if the reading is valid.

    In a valid reading, the windows (parts of the chapter that are read in one call) and their passages follow each
    other without gaps. Every index and offset lies inside its window.
    """
    if len({len(reading.starts), len(reading.digests), len(reading.passages), len(reading.windows)}) != 1:
        return "a reading with missing windows"
    position = 0
    for start, passages, window in zip(reading.starts, reading.passages, reading.windows, strict=True):
        length = _end_of(passages)
        if start != position or length is None:
            return "a reading with gaps between its windows or passages"
        if len(window.frames) != len(passages):
            return "a reading with missing frames of passages"
        fault = _fault_of_window(window, length, before=min(start, CONTEXT_LENGTH))
        if fault is not None:
            return fault
        position += length
    return None


def length_of(reading: ChapterReading) -> int:
    """Return the length in characters of the chapter text from which a valid reading was made."""
    return reading.starts[-1] + reading.passages[-1][-1].end if reading.starts and reading.passages[-1] else 0


def _end_of(passages: Iterable[Span]) -> int | None:
    position = 0
    for span in passages:
        if span.start != position or span.end <= span.start:
            return None
        position = span.end
    return position


def _fault_of_window(window: WindowReading, length: int, *, before: int) -> str | None:
    """Return the reason why the window's reading is invalid, or None. Mentions, but not quotes, may also lie in the
    *before* characters of text that precede the window.
    """
    mentions = [span for node in window.nodes for surface in node.surfaces for span in surface.spans]
    quotes = [one.quote for one in window.statements]
    outside = any(not -before <= span.start < span.end <= length for span in mentions)
    if outside or any(not 0 <= span.start < span.end <= length for span in quotes):
        return "a reading with offsets outside its text"
    pointed: set[int | None] = set()
    for one in window.statements:
        pointed |= {one.subject, one.object, one.holder, *one.tellers, *(part.node for part in one.participants)}
    if any(number is not None and not 0 <= number < len(window.nodes) for number in pointed):
        return "a reading that refers to a node that it does not contain"
    return None
