"""Decides whether a statement tells what stands before or after the time words in its quote.

Of the quote "She left him, and next day she sailed", the statement that she left him tells only the part before "next
day".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from episodic.languages import lexicon
from episodic.model.readings import Placement, StatementScope, WindowReading
from episodic.model.spans import Span
from episodic.pipeline.text_positions import SpannedStatement
from episodic.text.inflections import stem
from episodic.text.scripts import HAN, WORD

_SHORTEST = 4
"""The minimum length of a word that counts as content; most shorter words are function words."""
_CLAUSE_END = re.compile(r"[,;:，；：、。]\s*\W*(?:\w+\s+)?$")
"""Pattern of the end of a clause before time words. One word such as "and" may follow the punctuation mark."""


@dataclass(frozen=True, slots=True)
class QuotedContent:
    """The quote of a statement as a span in the chapter, with the statement's sentence and the names of its subject and
    its object.
    """

    span: Span
    sentence: str
    subject: tuple[str, ...]
    object: tuple[str, ...]

    def is_told_before(self, place: int, text: str) -> bool:
        """Return whether the statement tells only what its quote says before the offset *place* of the chapter's text
        *text*: the quote ends there, or the words of the statement's sentence occur only in the clauses before *place*.
        """
        if self.span.end <= place:
            return True
        head, rest = self._shares(place, text)
        return head and not rest

    def is_told_after(self, place: int, text: str) -> bool:
        """Return whether a clause of the quote ends at the offset *place* of the chapter's text *text*, and the rest of
        the quote names the statement's object or has words of its sentence that the part before *place* lacks.
        """
        return self._shares(place, text)[1]

    def is_told_within(self, start: int, end: int, text: str) -> bool:
        """Return whether the statement tells only what the time words from *start* to *end* name, such as the death in
        "After Ann had died, Bo sailed". The words of the statement's sentence must occur in the time words, and not in
        the rest of the quote. The rest must not name its subject or object either. A sentence with a word such as
        "after" tells what follows.
        """
        inside = text[start:end]
        rest = f"{text[self.span.start : max(start, self.span.start)]} {text[end : self.span.end]}"
        names = (*self.subject, *self.object)
        if lexicon.pattern("after_words").search(self.sentence) or any(one in rest for one in names):
            return False
        told, named, others = _units(_without(self.sentence, names)), _units(inside), _units(rest)
        return bool(told & (named - others)) and not told & (others - named)

    def _shares(self, place: int, text: str) -> tuple[bool, bool]:
        """Return whether the sentence has words that occur only before *place* in the quote, and whether it has words
        that occur only after it. Both are false if *place* is not at the end of a clause inside the quote.
        """
        head, rest = text[self.span.start : place], text[place : self.span.end]
        if not (head and rest) or _CLAUSE_END.search(head) is None:
            return False, False
        told, before, after = _units(_without(self.sentence, (*self.subject, *self.object))), _units(head), _units(rest)
        named = [any(one in part for one in self.object) for part in (head, rest)]
        return bool(told & (before - after)) or named == [True, False], bool(told & (after - before)) or named[1]


def quoted_contents(spanned: Sequence[SpannedStatement], windows: Sequence[WindowReading]) -> tuple[QuotedContent, ...]:
    """Return the quoted content of each statement. *windows* are the readings of the windows (parts of the chapter) in
    which the statements were read.
    """
    return tuple(_quoted(one, windows[one.window]) for one in spanned)


def _quoted(statement: SpannedStatement, window: WindowReading) -> QuotedContent:
    reading = statement.reading
    subject, object_ = (
        () if node is None else tuple(surface.text for surface in window.nodes[node].surfaces)
        for node in (reading.subject, reading.object)
    )
    return QuotedContent(statement.span, reading.core.text, subject, object_)


def with_words_inside_quotes(
    spanned: Sequence[SpannedStatement],
    told: Sequence[QuotedContent],
    words: Sequence[Sequence[tuple[int, str]]],
    text: str,
) -> tuple[SpannedStatement, ...]:
    """Return the statements of a chapter with the text *text*. If time words stand inside the quote of a statement
    without a time of its own, and the statement tells what follows them, they become its time. *told* are the quoted
    contents of the statements, and *words* the time words inside each passage, with their offsets in the chapter.
    """
    return tuple(
        _with_words(one, content, words[one.passage], text) for one, content in zip(spanned, told, strict=True)
    )


def told_within_time_words(
    spanned: Sequence[SpannedStatement],
    told: Sequence[QuotedContent],
    words: Sequence[Sequence[tuple[int, str]]],
    text: str,
) -> dict[int, int]:
    """Return the statements that tell only what time words in their quotes name, such as the death in "After Ann had
    died, Bo sailed". Each statement is given by its index in *spanned*, with the offset of the time words in the
    chapter *text*. *words* are the time words of each passage, with their offsets. A statement that has time words or a
    placement of its own, or is about no event of the world, is left out.
    """
    found: dict[int, int] = {}
    for number, (statement, content) in enumerate(zip(spanned, told, strict=True)):
        core = statement.reading.core
        if core.placing is not Placement.NOW or core.scope is not StatementScope.WORLD or core.time or core.time_event:
            continue
        for place, time in words[statement.passage]:
            if content.span.start <= place < content.span.end and content.is_told_within(
                place, place + len(time), text
            ):
                found[number] = place
    return found


def _with_words(
    statement: SpannedStatement, content: QuotedContent, words: Sequence[tuple[int, str]], text: str
) -> SpannedStatement:
    core = statement.reading.core
    if not words or core.placing is not Placement.NOW or core.time is not None or core.time_event is not None:
        return statement
    found = [time for place, time in words if content.span.start < place and content.is_told_after(place, text)]
    if not found:
        return statement
    return replace(statement, reading=replace(statement.reading, core=replace(core, time=found[-1])))


def _without(text: str, names: Sequence[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    return text


def _units(text: str) -> frozenset[str]:
    words = (one.casefold() for one in WORD.findall(text))
    return frozenset((*HAN.findall(text), *(stem(one) for one in words if len(one) >= _SHORTEST)))
