"""One chapter's readings put in their place in its text: passages with frames, nodes with quotes, statements with spans."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from episodic.dedup.clusters import PlacedNode
from episodic.model.episodes import Episode, FrameKind, Language
from episodic.model.readings import FrameReading, NodeReading, StatementReading
from episodic.model.spans import Span
from episodic.pipeline.asserted import AssertedChapter
from episodic.text.sentences import sentences

VectorsOf = Callable[[Sequence[str]], Sequence[NDArray[np.float32] | None]]
"""Vectors of descriptions, in order: always those of the offline embedder, so that candidates are the same on every store."""

QUOTE_LIMIT = 160
"""Longest quote of a question, in characters."""


@dataclass(frozen=True, slots=True)
class FramedPassage:
    """A passage of the chapter with its frame run; `run` 0 is the main line, others count from 1 within the chapter."""

    index: int
    span: Span
    frame: FrameKind
    run: int
    reading: FrameReading
    window: int


@dataclass(frozen=True, slots=True)
class SpannedStatement:
    """A statement of one window with its quote's place in the chapter and the passage it stands in."""

    window: int
    reading: StatementReading
    span: Span
    passage: int


def framed_passages(chapter: AssertedChapter) -> tuple[FramedPassage, ...]:
    """All passages of the chapter in order; `continued` has the frame before it, the chapter begins on the main line."""
    framed: list[FramedPassage] = []
    kind, run, runs = FrameKind.MAIN, 0, 0
    for window, (start, spans, reading) in enumerate(_windows(chapter)):
        for number, span in enumerate(spans):
            frame = reading[number] if number < len(reading) else FrameReading(FrameKind.CONTINUED)
            if frame.kind is FrameKind.MAIN:
                kind, run = FrameKind.MAIN, 0
            elif frame.kind is not FrameKind.CONTINUED and (frame.kind is not kind or frame.starts):
                runs += 1
                kind, run = frame.kind, runs
            framed.append(FramedPassage(len(framed), span.shifted(start), kind, run, frame, window))
    return tuple(framed)


def _windows(chapter: AssertedChapter) -> Iterator[tuple[int, tuple[Span, ...], tuple[FrameReading, ...]]]:
    reading = chapter.reading
    for start, spans, window in zip(reading.starts, reading.passages, reading.windows, strict=True):
        yield start, spans, window.frames


def description(name: str, quote: str) -> str:
    """What is embedded of a node: its name and the sentence that first names it."""
    return f"{name}: {quote}" if quote else name


@lru_cache(maxsize=64)
def chapter_sentences(text: str, language: Language) -> tuple[Span, ...]:
    """A chapter is placed once a round of questions; its sentences stay the same."""
    return sentences(text, language)


class Sentences:
    """The sentences of one chapter, found once."""

    def __init__(self, episode: Episode) -> None:
        self._spans = chapter_sentences(episode.text, episode.language)
        self._starts = [span.start for span in self._spans]

    def around(self, span: Span) -> Span:
        """The sentence in which *span* begins, or *span* itself where there is none."""
        position = bisect_right(self._starts, span.start) - 1
        return self._spans[position] if position >= 0 else span


def node_quote(node: NodeReading, start: int, *, episode: Episode, sentences_of: Sentences) -> str:
    """The sentence that first names the node, cut to QUOTE_LIMIT around the name."""
    found = min((span for surface in node.surfaces for span in surface.spans), default=None)
    if found is None:
        return ""
    first = found.shifted(start)
    return shortened(episode.text, sentences_of.around(first), first)


def shortened(text: str, whole: Span, within: Span) -> str:
    """The words of *whole*, or the QUOTE_LIMIT characters of it around *within* where it is longer."""
    if whole.end - whole.start <= QUOTE_LIMIT:
        return whole.of(text).strip()
    begin = max(whole.start, min(within.start - QUOTE_LIMIT // 3, whole.end - QUOTE_LIMIT))
    return text[begin : begin + QUOTE_LIMIT].strip()


Quoted = tuple[tuple[tuple[NodeReading, str], ...], ...]
"""The nodes of each window, each with the sentence that names it."""


def quoted_nodes(chapter: AssertedChapter) -> Quoted:
    """The nodes of each window with the sentences that name them."""
    found = Sentences(chapter.episode)
    return tuple(
        tuple((node, node_quote(node, start, episode=chapter.episode, sentences_of=found)) for node in window.nodes)
        for start, window in zip(chapter.reading.starts, chapter.reading.windows, strict=True)
    )


def placed_nodes(chapters: Sequence[Quoted], vectors_of: VectorsOf) -> list[tuple[tuple[PlacedNode, ...], ...]]:
    """The nodes of each chapter's windows with their description's vector, if there is one; all are embedded at once."""
    described = [description(node.name, quote) for windows in chapters for window in windows for node, quote in window]
    vectors = iter(vectors_of(described))
    return [
        tuple(tuple(PlacedNode(node, quote, next(vectors)) for node, quote in window) for window in windows)
        for windows in chapters
    ]


def spanned_statements(chapter: AssertedChapter, passages: tuple[FramedPassage, ...]) -> tuple[SpannedStatement, ...]:
    """The chapter's statements in the order of their quotes (equal ones in the order they were read)."""
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
