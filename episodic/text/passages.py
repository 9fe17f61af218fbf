"""Division of a chapter into passages, which are the units of reading, display and search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from episodic.languages.registry import Component
from episodic.model.episodes import Language
from episodic.model.spans import Span
from episodic.text.paragraphs import Paragraph, ends_sentence, paragraphs
from episodic.text.scripts import han_count, word_count
from episodic.text.sentences import sentences_in
from episodic.text.speech import divides_speech, speech

_RARE_GAP = 0.1
"""Wide gaps between paragraphs count as scene breaks only if at most this share of all gaps between paragraphs are
wide.
"""

_FEWEST_GAPS = 8
"""A wide gap can count as a scene break only in a text with at least this number of gaps between paragraphs."""


@dataclass(frozen=True, slots=True)
class PassageSize:
    """The minimum length of a passage, and the maximum length of a paragraph that stays undivided, in words or Han
    characters.

    Passages are measured in words for alphabetic languages, and in Han characters for Chinese. `per_word` and `per_han`
    are the lengths of one word and of one Han character in the unit of the language (words or Han characters).
    """

    least: int
    most: int
    per_word: float
    per_han: float

    def of(self, text: str) -> float:
        """Return the length of *text* in words or in Han characters, depending on the language. Words and Han
        characters of a mixed text are converted to the unit of the language.
        """
        return word_count(text) * self.per_word + han_count(text) * self.per_han


PASSAGE_SIZES: Final[Component[PassageSize]] = Component("passages")


@dataclass(frozen=True, slots=True)
class _PassagePart:
    """A paragraph or a part of a long paragraph, which always belongs to a single passage.

    `ends` is true for a part of a long paragraph, because a passage always ends after such a part. `closes` is true if
    a scene ends with the part.
    """

    span: Span
    size: float
    closes: bool
    rule: bool
    ends: bool = False


def passages(text: str, language: Language) -> tuple[Span, ...]:
    """Return the passages of *text* in text order. The passages cover the whole text without gaps.

    A passage ends at a scene break: a line of stars or dashes, or more blank lines than usual. A passage also ends at
    the first paragraph end after the minimum length, such as 60 English words or 100 Han characters. A paragraph that
    is longer than the maximum length is divided at its own sentence ends. It is not divided inside quoted speech that
    is shorter than the maximum length. The last part of a divided paragraph is never joined with the next paragraph.
    The text around a long paragraph does not influence where the paragraph is divided, so that an edit changes only
    passages nearby. The last passage of a scene might be shorter than half the minimum length. Its text then belongs to
    the preceding passage of the scene, if there is one.
    """
    size = PASSAGE_SIZES.of(language)
    closed: list[Span] = []
    start, grown, scene = 0, 0.0, 0
    for piece in _pieces(text, language):
        if piece.rule and start == piece.span.start and len(closed) > 0:
            closed[-1] = Span(closed[-1].start, piece.span.end)
            start, grown, scene = piece.span.end, 0.0, len(closed)
            continue
        grown += piece.size
        if grown >= size.least or piece.ends or (piece.closes and grown > 0):
            if grown < size.least / 2 and len(closed) > scene:
                closed[-1] = Span(closed[-1].start, piece.span.end)
            else:
                closed.append(Span(start, piece.span.end))
            start, grown = piece.span.end, 0.0
        if piece.closes:
            scene = len(closed)
    if start < len(text):
        closed = _with_rest(closed, Span(start, len(text)), small=grown < size.least / 2 and len(closed) > scene)
    return tuple(closed)


def _with_rest(closed: list[Span], rest: Span, *, small: bool) -> list[Span]:
    if small:
        return [*closed[:-1], Span(closed[-1].start, rest.end)]
    return [*closed, rest]


def _pieces(text: str, language: Language) -> Iterator[_PassagePart]:
    size = PASSAGE_SIZES.of(language)
    all_paragraphs = paragraphs(text)
    wide = _scene_gap(all_paragraphs)
    spoken = False
    for paragraph in all_paragraphs:
        body = paragraph.body.of(text)
        spoken = spoken or ends_sentence(body)
        # Before the first finished sentence there is only a heading, which belongs to the scene below it.
        closes = paragraph.rule or (wide is not None and paragraph.gap >= wide and spoken)
        grown = size.of(body)
        if grown <= size.most or paragraph.rule:
            yield _PassagePart(paragraph.span, grown, closes, paragraph.rule)
        else:
            yield from _parts(text, paragraph, language=language, closes=closes)


def _parts(text: str, paragraph: Paragraph, *, language: Language, closes: bool) -> Iterator[_PassagePart]:
    """A part of a long paragraph ends after the minimum length, or before a speech that would make the part much
    longer. If the rest of a long paragraph is shorter than half the minimum length, it is added to the part before it.
    """
    size = PASSAGE_SIZES.of(language)
    parts: list[tuple[int, float]] = []
    grown = 0.0
    for start, length in _undivided(text, paragraph, language):
        if grown >= size.least or (grown >= size.least / 2 and grown + length > (size.least + size.most) / 2):
            parts.append((start, grown))
            grown = 0.0
        grown += length
    if parts and grown < size.least / 2:
        _, last = parts.pop()
        grown += last
    start = paragraph.span.start
    for end, measure in parts:
        yield _PassagePart(Span(start, end), measure, closes=False, rule=False, ends=True)
        start = end
    yield _PassagePart(Span(start, paragraph.span.end), grown, closes, rule=False, ends=True)


def _undivided(text: str, paragraph: Paragraph, language: Language) -> Iterator[tuple[int, float]]:
    """Yield the start and the length of each part of a paragraph that is not divided further. Such a part is a
    sentence, or several sentences that contain one speech. A speech is divided at the first end of a sentence after the
    maximum length.
    """
    size = PASSAGE_SIZES.of(language)
    body = paragraph.body
    spoken = speech(body.of(text))
    start, grown = body.start, 0.0
    for sentence in sentences_in(text, body, language):
        if grown >= size.most or (grown and not divides_speech(sentence.start - body.start, spoken)):
            yield start, grown
            start, grown = sentence.start, 0.0
        grown += size.of(sentence.of(text))
    yield start, grown


def _scene_gap(all_paragraphs: Sequence[Paragraph]) -> int | None:
    """Return the minimum number of blank lines with which a gap is a scene break, or None if gaps are never scene
    breaks.
    """
    gaps = Counter(paragraph.gap for paragraph in all_paragraphs[:-1])
    count = sum(gaps.values())
    if count < _FEWEST_GAPS:
        return None
    usual, _ = max(gaps.items(), key=lambda item: (item[1], item[0]))
    wider = sum(number for gap, number in gaps.items() if gap > usual)
    return usual + 1 if 0 < wider <= count * _RARE_GAP else None
