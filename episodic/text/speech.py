"""Search for quoted speech in a text, which distinguishes speech from quoted terms."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from episodic.languages import lexicon
from episodic.model.spans import Span
from episodic.text.paragraphs import paragraphs

_PAIRS = {"“": "”", "‘": "’", "「": "」", "『": "』", "﹁": "﹂", "﹃": "﹄", "„": "“", "«": "»"}
_MARK = re.compile("[“”‘’「」『』﹁﹂﹃﹄„«»\"']")
_OPENS_AFTER = re.compile(r"[\s(\[{（【《—–―\-_*:：,，。！？；“‘「『\"]")
_SPOKEN_END = re.compile(r"[，。！？；：…—,.!?;:\-～~][\s”’」』\"')）]*$")
_LEADS_IN = re.compile(r"[：:，,]\s*$")
_SENTENCE_INSIDE = re.compile(r"[。！？!?…]|[，,;；.]\s*\S")
_FIRST_END = re.compile(r"[。！？!?]+|\.(?=\s)")
_ENDS_SPEECH = re.compile("[，。．！？；…—,.!?;]")
_PHRASE = 40
_DEEPEST = 8
_HARD_CLOSE = re.compile(r"[^\w\s]'(?!\w)")


@dataclass(frozen=True, slots=True)
class Quoted:
    """A text between quotation marks, including the quotation marks.

    `depth` is the number of other quotations in which a quotation lies. `speech` is true for quoted speech, and false
    for a quoted name or term.
    """

    span: Span
    depth: int
    speech: bool


def speech(text: str) -> tuple[Span, ...]:
    """Return the spans of quoted speech in *text*, in text order and including the quotation marks.

    Speech inside other speech is part of the outer speech. A quoted name or term is not speech, as in 号为“十常侍” ("called
    the 'Ten Attendants'") or a "true sea-dog". A quotation without a closing mark ends with its paragraph, or with its
    first sentence if another quotation opens in the paragraph. If the closing mark is missing and the next paragraph
    opens with the same mark, the speech goes on, and its paragraphs form one span. The single marks ‘ and ' open no
    quotation if the closing mark is missing.
    """
    return tuple(one.span for one in quoted(text) if one.depth == 0 and one.speech)


def quoted(text: str) -> tuple[Quoted, ...]:
    """Return all text between quotation marks in *text*, including terms and nested quotations.

    The result is sorted by start offset, and an outer quotation comes before the quotations inside it.
    """
    found: list[Quoted] = []
    running: _Unclosed | None = None
    for paragraph in paragraphs(text) if _MARK.search(text) else ():
        body = paragraph.body
        if running is not None and not text.startswith(running.mark, body.start):
            found.append(running.ended())
            running = None
        closed, unclosed = _in_paragraph(text, body)
        if running is not None:
            running, closed = _gone_on(running, closed, unclosed, body=body)
        if running is None and unclosed is not None:
            running = unclosed
        found.extend(_judged(text, span, depth) for span, depth in closed)
    if running is not None:
        found.append(running.ended())
    return tuple(sorted(found, key=lambda one: (one.span.start, -one.span.end)))


@dataclass(frozen=True, slots=True)
class _Unclosed:
    mark: str
    start: int
    end: int

    def ended(self) -> Quoted:
        return Quoted(Span(self.start, self.end), 0, speech=True)


_Closed = tuple[Span, int]


def _gone_on(
    running: _Unclosed, closed: list[_Closed], unclosed: _Unclosed | None, *, body: Span
) -> tuple[_Unclosed | None, list[_Closed]]:
    if unclosed is not None and unclosed.start == body.start:
        return _Unclosed(running.mark, running.start, unclosed.end), closed
    whole = [
        (Span(running.start, span.end) if span.start == body.start and depth == 0 else span, depth)
        for span, depth in closed
    ]
    return None, whole


def _judged(text: str, span: Span, depth: int) -> Quoted:
    inside = text[span.start + 1 : span.end - 1]
    before = text[max(0, span.start - 12) : span.start]
    alone = not before.strip() or before.endswith(("\n", "\r"))
    spoken = (
        alone
        or _SPOKEN_END.search(inside) is not None
        or _LEADS_IN.search(before) is not None
        or lexicon.pattern("speech_introductions", after=r"\s*$").search(before) is not None
        or _SENTENCE_INSIDE.search(inside) is not None
    )
    return Quoted(span, depth, speech=spoken and bool(inside.strip()))


def _in_paragraph(text: str, body: Span) -> tuple[list[_Closed], _Unclosed | None]:
    closed: list[_Closed] = []
    stack: list[tuple[str, int]] = []
    words = body.of(text)
    forgetful = {mark for mark, close in _PAIRS.items() if words.count(mark) > words.count(close)}
    for place, written, may_open in _marks(text, body):
        mark, opens = written, may_open
        if written == '"':
            mark, opens = _straight(text[place - 1 : place], [one for one, _ in stack], forgetful)
        if opens:
            if stack and stack[-1][0] == mark and mark in forgetful:
                # Nested quotations use other marks, so a second opening mark of the same kind means that a closing mark
                # was forgotten.
                closed.append((_forgotten(text, stack.pop()[1], place), len(stack)))
            if len(stack) < _DEEPEST:
                stack.append((mark, place))
            continue
        depth = next(
            (index for index in range(len(stack) - 1, -1, -1) if _PAIRS.get(stack[index][0], stack[index][0]) == mark),
            None,
        )
        if depth is not None:
            closed.append((Span(stack[depth][1], place + 1), depth))
            del stack[depth:]
    left = [one for one in stack if one[0] not in "'‘"]
    return closed, _Unclosed(left[0][0], left[0][1], body.end) if left else None


def _straight(before: str, stack: Sequence[str], forgetful: Collection[str]) -> tuple[str, bool]:
    """Return the mark that a straight double mark after the character *before* stands for, and whether it opens a
    quotation. *stack* are the marks of the open quotations. Some editions close “ by a straight mark.
    """
    if stack and stack[-1] == "“" and "“" in forgetful and _ENDS_SPEECH.match(before):
        return "”", False
    return '"', '"' not in stack


def _forgotten(text: str, start: int, stop: int) -> Span:
    """A quotation with a forgotten closing mark ends with its first sentence, or at *stop* if no sentence ends
    before.
    """
    end = _FIRST_END.search(text, start, stop)
    return Span(start, end.end() if end else stop)


def _marks(text: str, body: Span) -> Iterator[tuple[int, str, bool]]:
    """Yield each quotation mark with its offset, and whether it opens a quotation. For a straight double mark ("), the
    third value (whether the mark opens a quotation) has no meaning. Such a mark opens or closes a quotation depending
    on the quotations that are open.
    """
    single_until = -1
    hard = _hard_closes(text, body)
    for match in _MARK.finditer(text, body.start, body.end):
        place, mark = match.start(), match.group()
        if mark == '"':
            yield place, mark, True
        elif mark in _PAIRS:
            if mark != "‘" or not _is_elision(text, place):
                yield place, mark, True
        elif mark == "'":
            if place == single_until:
                yield place, mark, False
            elif place > single_until:
                end = _single_close(text, place, body=body, hard=hard)
                if end is not None:
                    single_until = end
                    yield place, mark, True
        elif mark != "’" or not _inside_word(text, place):
            yield place, mark, False


def _inside_word(text: str, place: int) -> bool:
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    return before.isalpha() and after.isalpha() and before < "\u2e80" and after < "\u2e80"


def _is_elision(text: str, place: int) -> bool:
    return lexicon.pattern("elisions", after=r"\b").match(text[place + 1 : place + 12]) is not None


def _hard_closes(text: str, body: Span) -> list[int]:
    """A straight single mark surely closes a quotation if a punctuation mark precedes it and no letter follows it."""
    return [match.end() - 1 for match in _HARD_CLOSE.finditer(text, body.start, body.end)]


def _single_close(text: str, place: int, *, body: Span, hard: Sequence[int]) -> int | None:
    """A straight single quotation mark (') opens a quotation only after a space or punctuation mark; otherwise it is an
    apostrophe. A straight single mark after a word closes a quotation only if the quotation is a short phrase without
    sentence punctuation.
    """
    before = text[place - 1] if place > body.start else " "
    after = text[place + 1 : place + 2]
    if not _OPENS_AFTER.match(before) or not after or after.isspace() or _is_elision(text, place):
        return None
    index = bisect_right(hard, place + 1)
    closes = hard[index] if index < len(hard) else None
    limit = min(body.end, place + _PHRASE, body.end if closes is None else closes)
    end = text.find("'", place + 1, limit)
    while end >= 0:
        following = text[end + 1 : end + 2]
        if not following.isalnum() and not text[end - 1].isspace() and not _SENTENCE_INSIDE.search(text, place, end):
            return end
        end = text.find("'", end + 1, limit)
    return closes


def divides_speech(offset: int, speech: Sequence[Span]) -> bool:
    """Return whether a boundary before the character at *offset* lies inside one of the spans *speech*, which are in
    text order. A boundary at the start or the end of a span divides no span.
    """
    index = bisect_left(speech, offset, key=lambda span: span.start) - 1
    return index >= 0 and offset < speech[index].end


def in_speech(offset: int, speech: Sequence[Span]) -> bool:
    """Return whether the character at *offset* lies in one of the spans *speech*, which are in text order."""
    index = bisect_right(speech, offset, key=lambda span: span.start) - 1
    return index >= 0 and offset < speech[index].end
