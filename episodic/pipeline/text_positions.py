"""Converts the spans in a chapter's readings for the replay: from offsets in a part of the chapter (window) to offsets
in the chapter.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from episodic.dedup.nodes import PlacedNode
from episodic.model.episodes import Episode, FrameKind, Language
from episodic.model.readings import FrameReading, NodeReading, StatementReading
from episodic.model.spans import Span
from episodic.pipeline.inputs import ChapterInput
from episodic.text.sentences import sentences

VectorsOf = Callable[[Sequence[str]], Sequence[NDArray[np.float32] | None]]
"""A function that returns for each given description its vector or None, in order. The vectors come from the offline
embedder, even if the work has another embedder. With the same embedder in every store, a described person or thing has
the same candidate entities in every store.
"""

QUOTE_LIMIT = 160
"""The maximum length in characters of a quote in a question."""


@dataclass(frozen=True, slots=True)
class FramedPassage:
    """A passage of a chapter with its frame, such as main line or flashback. In the field `run`, passages on the main
    line of the story have the number 0. Each flashback, dream, letter or tale of the chapter has its own number in the
    field `run`, counted from 1.
    """

    index: int
    span: Span
    frame: FrameKind
    run: int
    reading: FrameReading
    window: int


@dataclass(frozen=True, slots=True)
class SpannedStatement:
    """A statement that was read in one window, a part of a chapter. `span` is the span of the statement's quote in the
    chapter. `passage` is the index of the quote's passage.
    """

    window: int
    reading: StatementReading
    span: Span
    passage: int


def framed_passages(chapter: ChapterInput) -> tuple[FramedPassage, ...]:
    """Return all passages of the chapter in order, with their frames.

    Passages marked `continued` at the beginning of a chapter are on the main line. A passage marked `continued` belongs
    to the same flashback, dream, letter or tale as the preceding passage, or to the main line like that passage. A
    flashback, dream, letter or tale that is not marked as a new one continues the chapter's last frame of the same
    kind.
    """
    framed: list[FramedPassage] = []
    kind, run, runs = FrameKind.MAIN, 0, 0
    last: dict[FrameKind, int] = {}
    for window, (start, spans, reading) in enumerate(_windows(chapter)):
        for number, span in enumerate(spans):
            frame = reading[number] if number < len(reading) else FrameReading(FrameKind.CONTINUED)
            if frame.kind is FrameKind.MAIN:
                kind, run = FrameKind.MAIN, 0
            elif frame.kind is not FrameKind.CONTINUED and (frame.kind is not kind or frame.starts):
                again = None if frame.starts else last.get(frame.kind)
                runs += again is None
                kind, run = frame.kind, runs if again is None else again
                last[kind] = run
            framed.append(FramedPassage(len(framed), span.shifted(start), kind, run, frame, window))
    return tuple(framed)


def _windows(chapter: ChapterInput) -> Iterator[tuple[int, tuple[Span, ...], tuple[FrameReading, ...]]]:
    reading = chapter.reading
    for start, spans, window in zip(reading.starts, reading.passages, reading.windows, strict=True):
        yield start, spans, window.frames


def description(name: str, quote: str) -> str:
    """Return the name of a person or thing, followed by *quote*, as one text. *quote* is the sentence that first names
    the person or thing. If *quote* is empty, return the name alone.
    """
    return f"{name}: {quote}" if quote else name


@lru_cache(maxsize=64)
def chapter_sentences(text: str, language: Language) -> tuple[Span, ...]:
    """Return the spans of a chapter's sentences, which are cached, because every replay of the chapter needs them."""
    return sentences(text, language)


def mention_places(chapter: ChapterInput, numbers: Sequence[Sequence[int]]) -> tuple[tuple[int, str, Span], ...]:
    """Return the mentions of a chapter in text order, each as the cluster number of the mentioned entity, the words of
    the mention and their span. *numbers* contains, for each window (part) of the chapter, the cluster numbers of the
    entities that the reader found there.
    """
    found: list[tuple[int, str, Span]] = []
    for start, window, row in zip(chapter.reading.starts, chapter.reading.windows, numbers, strict=True):
        for node, number in zip(window.nodes, row, strict=True):
            for surface in node.surfaces:
                found.extend((number, surface.text, span.shifted(start)) for span in surface.spans)
    # A reader also sees some text before the window that it reads, so that two windows may list the same mention.
    return tuple(sorted(dict.fromkeys(found), key=lambda one: (one[2], one[0])))


class Sentences:
    """The sentences of one chapter, computed by the constructor."""

    def __init__(self, episode: Episode) -> None:
        self._spans = chapter_sentences(episode.text, episode.language)
        self._starts = [span.start for span in self._spans]

    def around(self, span: Span) -> Span:
        """Return the sentence in which *span* begins, or *span* itself if *span* begins before the first sentence."""
        position = bisect_right(self._starts, span.start) - 1
        return self._spans[position] if position >= 0 else span


def node_quote(node: NodeReading, start: int, *, episode: Episode, sentences_of: Sentences) -> str:
    """Return the sentence that first names *node*, a person or thing. A long sentence is cut to QUOTE_LIMIT characters
    around the name.

    Return "" if *node* has no mentions.
    """
    found = min((span for surface in node.surfaces for span in surface.spans), default=None)
    if found is None:
        return ""
    first = found.shifted(start)
    return shortened(episode.text, sentences_of.around(first), first)


def shortened(text: str, whole: Span, within: Span) -> str:
    """Return the text of the span *whole*. A text longer than QUOTE_LIMIT characters is cut to the part around
    *within*.
    """
    if whole.end - whole.start <= QUOTE_LIMIT:
        return whole.of(text).strip()
    begin = max(whole.start, min(within.start - QUOTE_LIMIT // 3, whole.end - QUOTE_LIMIT))
    return text[begin : begin + QUOTE_LIMIT].strip()


QuotedNodes = tuple[tuple[tuple[NodeReading, str], ...], ...]
"""The people and things (nodes) found in each part of a chapter (window), each with the sentence that first names it.
"""


def quoted_nodes(chapter: ChapterInput) -> QuotedNodes:
    found = Sentences(chapter.episode)
    return tuple(
        tuple((node, node_quote(node, start, episode=chapter.episode, sentences_of=found)) for node in window.nodes)
        for start, window in zip(chapter.reading.starts, chapter.reading.windows, strict=True)
    )


def placed_nodes(windows: QuotedNodes, vectors_of: VectorsOf) -> tuple[tuple[PlacedNode, ...], ...]:
    """Return the people and things (nodes) found in each part of a chapter (window), each with the vector of its
    description or None.
    """
    described = [description(node.name, quote) for window in windows for node, quote in window]
    vectors = iter(vectors_of(described))
    return tuple(tuple(PlacedNode(node, quote, next(vectors)) for node, quote in window) for window in windows)


def spanned_statements(chapter: ChapterInput, passages: tuple[FramedPassage, ...]) -> tuple[SpannedStatement, ...]:
    """Return the chapter's statements in the order of their quotes.

    Statements with the same span keep the order in which the reader extracted the statements.
    """
    found: list[SpannedStatement] = []
    for number, (start, window) in enumerate(zip(chapter.reading.starts, chapter.reading.windows, strict=True)):
        for statement in window.statements:
            span = statement.quote.shifted(start)
            found.append(SpannedStatement(number, statement, span, _passage_at(passages, span.start)))
    return tuple(sorted(found, key=lambda one: (one.span, one.window)))


def _passage_at(passages: tuple[FramedPassage, ...], offset: int) -> int:
    low, high = 0, len(passages) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if passages[middle].span.start <= offset:
            low = middle
        else:
            high = middle - 1
    return low
