"""Checks the notes and sentences of a model: each must have words besides citations, and cite only sources that the
model was shown.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass

from episodic.answering.actions import numbers_in
from episodic.answering.answers import AnswerSentence, Note
from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.prompts import cut
from episodic.reply_rows import row_parts
from episodic.search.prompt_lines import one_line

_LONGEST_NOTE = 400
_LONGEST_SENTENCE = 1_000
_LONGEST_SHOWN = 120


@dataclass(frozen=True, slots=True)
class _Cited:
    text: str
    sources: tuple[int, ...]
    fault: str = ""


@dataclass(frozen=True, slots=True)
class CheckedSentences:
    """The sentences of a reply that cite only sources that the model was shown, and the rejected sentences with the
    reasons.
    """

    sentences: tuple[AnswerSentence, ...]
    faults: tuple[str, ...]


def checked_notes(rows: Iterable[str], offered: Container[int], language: Language) -> tuple[list[Note], list[str]]:
    """Return two lists: the valid notes, and the rejected notes as text, each with the reason. A valid note has words
    besides its citations, cites at least one source, and cites only sources whose numbers are in *offered*.
    """
    cited = [_cited(row, offered, language, longest=_LONGEST_NOTE) for row in rows if row.strip()]
    return [Note(one.text, one.sources) for one in cited if not one.fault], [one.fault for one in cited if one.fault]


def checked_sentences(rows: Iterable[str], offered: Container[int], language: Language) -> CheckedSentences:
    """Return the valid sentences, and the rejected sentences, each with the reason. A valid sentence has words besides
    its citations, cites at least one source, and cites only sources whose numbers are in *offered*.
    """
    cited = [_cited(row, offered, language, longest=_LONGEST_SENTENCE) for row in rows if row.strip()]
    return CheckedSentences(
        tuple(AnswerSentence(one.text, one.sources) for one in cited if not one.fault),
        tuple(one.fault for one in cited if one.fault),
    )


def _cited(row: str, offered: Container[int], language: Language, *, longest: int) -> _Cited:
    """Return the text, the sources and the fault (the reason for a rejection) of the note or sentence in *row*. The set
    *offered* contains the numbers of the sources that the model was shown. A note or sentence that cites a number
    outside *offered* is rejected completely. The model may have invented not only the source, but the words too.
    """
    numbers, *parts = row_parts(row)
    text = cut(one_line("|".join(parts)), longest)
    asked = numbers_in(numbers) if parts else ()
    unknown = [one for one in asked if one not in offered]
    if not parts or not asked:
        text = text or cut(one_line(row), longest)
        return _Cited(text, (), _fault(text, message_text("answering.fault_no_source", language)))
    if unknown:
        numbers = ", ".join(map(str, unknown))
        return _Cited(text, (), _fault(text, message_text("answering.fault_unknown_source", language, numbers=numbers)))
    if not text:
        return _Cited(text, (), _fault(row, message_text("answering.fault_empty", language)))
    return _Cited(text, asked)


def _fault(text: str, reason: str) -> str:
    return f"{cut(one_line(text), _LONGEST_SHOWN)} ({reason})"
