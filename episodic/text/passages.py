"""Passages: runs of paragraphs that are read, shown and searched as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from episodic.model.episodes import Language
from episodic.model.spans import Span
from episodic.text.paragraphs import Paragraph, ends_sentence, paragraphs
from episodic.text.scripts import han_count, word_count
from episodic.text.sentences import sentences_in

_RARE_GAP = 0.1
"""A wider gap marks scenes only where at most this share of the paragraphs has one."""

_FEWEST_GAPS = 8
"""In fewer paragraphs than this nothing can be said about what gap is usual."""


@dataclass(frozen=True, slots=True)
class PassageSize:
    """How long passages are, in the language's own measure: words, or Han characters."""

    least: int
    most: int
    per_word: float
    per_han: float

    def of(self, text: str) -> float:
        """The size of *text*; the other script's words count for what they say."""
        return word_count(text) * self.per_word + han_count(text) * self.per_han


SIZES = {
    Language.ENGLISH: PassageSize(least=60, most=130, per_word=1, per_han=0.6),
    Language.CHINESE: PassageSize(least=100, most=250, per_word=1.67, per_han=1),
}


@dataclass(frozen=True, slots=True)
class _Piece:
    """A paragraph, or a part of a long one, that no passage border cuts."""

    span: Span
    size: float
    closes: bool
    rule: bool


def passages(text: str, language: Language) -> tuple[Span, ...]:
    """The passages of *text*, in order, covering it without a gap: joined they are the text.

    A passage closes at a scene break (a line of stars or dashes, a gap wider than the usual one), and at the first paragraph end at
    or after 60 words or 100 Han characters. A paragraph of more than 130 words or 250 Han characters is cut at sentence ends of
    its own, wherever it stands. So passages fall back into step after an edit. A rest of a scene smaller than half the least
    size stays with the passage before it.
    """
    size = SIZES[language]
    closed: list[Span] = []
    start, grown, scene = 0, 0.0, 0
    for piece in _pieces(text, language):
        if piece.rule and start == piece.span.start and len(closed) > 0:
            closed[-1] = Span(closed[-1].start, piece.span.end)
            start, grown, scene = piece.span.end, 0.0, len(closed)
            continue
        grown += piece.size
        if grown >= size.least or (piece.closes and grown > 0):
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


def _pieces(text: str, language: Language) -> Iterator[_Piece]:
    size = SIZES[language]
    all_paragraphs = paragraphs(text)
    wide = _scene_gap(all_paragraphs)
    spoken = False
    for paragraph in all_paragraphs:
        body = paragraph.body.of(text)
        spoken = spoken or ends_sentence(body)
        # A heading is set off by blank lines too; what it heads is its scene.
        closes = paragraph.rule or (wide is not None and paragraph.gap >= wide and spoken)
        grown = size.of(body)
        if grown <= size.most or paragraph.rule:
            yield _Piece(paragraph.span, grown, closes, paragraph.rule)
        else:
            yield from _parts(text, paragraph, language=language, closes=closes)


def _parts(text: str, paragraph: Paragraph, *, language: Language, closes: bool) -> Iterator[_Piece]:
    """A long paragraph, cut at the first sentence end at or after the least size, again and again; a small rest stays with the last."""
    size = SIZES[language]
    parts: list[tuple[int, float]] = []
    found = sentences_in(text, paragraph.body, language)
    grown = 0.0
    for index, sentence in enumerate(found):
        grown += size.of(sentence.of(text))
        if grown >= size.least and index + 1 < len(found):
            parts.append((found[index + 1].start, grown))
            grown = 0.0
    if parts and grown < size.least / 2:
        _, last = parts.pop()
        grown += last
    start = paragraph.span.start
    for end, measure in parts:
        yield _Piece(Span(start, end), measure, closes=False, rule=False)
        start = end
    yield _Piece(Span(start, paragraph.span.end), grown, closes, rule=False)


def _scene_gap(all_paragraphs: Sequence[Paragraph]) -> int | None:
    """From how many blank lines on a gap stands between two scenes; None where gaps say nothing."""
    gaps = Counter(paragraph.gap for paragraph in all_paragraphs[:-1])
    count = sum(gaps.values())
    if count < _FEWEST_GAPS:
        return None
    usual, _ = max(gaps.items(), key=lambda item: (item[1], item[0]))
    wider = sum(number for gap, number in gaps.items() if gap > usual)
    return usual + 1 if 0 < wider <= count * _RARE_GAP else None
