"""What a chapter's telling needs and nothing told before it can change, made once however often the work is told again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from episodic.dedup.clusters import PlacedNode
from episodic.model.episodes import Language
from episodic.model.readings import NodeReading
from episodic.model.spans import Span
from episodic.pipeline.asserted import AssertedChapter
from episodic.pipeline.placing import (
    FramedPassage,
    SpannedStatement,
    VectorsOf,
    framed_passages,
    placed_nodes,
    spanned_statements,
)
from episodic.pipeline.telling.replayed import ReplayedPassage, ReplayedStatement
from episodic.temporal.calendars import Calendars
from episodic.temporal.expressions import passage_time, read_time

RULED = "rules/"
"""How the names of readers begin that ask no model."""

Nodes = tuple[tuple[PlacedNode, ...], ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """One chapter, prepared: its passages with the narration's own time words (None: none), and its statements."""

    framed: tuple[FramedPassage, ...]
    words: tuple[str | None, ...]
    spanned: tuple[SpannedStatement, ...]


@dataclass(frozen=True, slots=True)
class _Told:
    """The nodes of one chapter, and what they were made of."""

    text: str
    starts: tuple[int, ...]
    read: tuple[tuple[NodeReading, ...], ...]
    by_rule: bool
    nodes: Nodes


class Preparing:
    """Prepares chapters under one set of calendars; of each chapter the last reading that was asked about is kept."""

    def __init__(self, calendars: Calendars, vectors_of: VectorsOf) -> None:
        self.calendars = calendars
        self._vectors_of = vectors_of
        self._nodes: dict[str, _Told] = {}
        self._prepared: dict[str, tuple[AssertedChapter, Prepared]] = {}
        self._words: dict[tuple[str, Language], str | None] = {}
        self._passages: dict[str, ReplayedPassage] = {}
        self._statements: dict[str, ReplayedStatement] = {}

    def nodes(self, chapter: AssertedChapter) -> Nodes:
        """The chapter's nodes in their place; a chapter read by rules has no vectors, for rules look at names only."""
        episode, reading = chapter.episode, chapter.reading
        by_rule = episode.reader.startswith(RULED)
        read = tuple(window.nodes for window in reading.windows)
        known = self._nodes.get(episode.uuid)
        made_of = (episode.text, reading.starts, by_rule, read)
        if known is not None and (known.text, known.starts, known.by_rule, known.read) == made_of:
            return known.nodes
        nodes = placed_nodes(chapter, _no_vectors if by_rule else self._vectors_of)
        self._nodes[episode.uuid] = _Told(episode.text, reading.starts, read, by_rule, nodes)
        return nodes

    def of(self, chapter: AssertedChapter) -> Prepared:
        """The chapter's passages and statements in their place."""
        known = self._prepared.get(chapter.episode.uuid)
        if known is not None and (known[0] is chapter or known[0] == chapter):
            return known[1]
        framed = framed_passages(chapter)
        words = tuple(one.reading.time or self._time_words(chapter, one.span) for one in framed)
        made = Prepared(framed, words, spanned_statements(chapter, framed))
        self._prepared[chapter.episode.uuid] = (chapter, made)
        return made

    def passage(self, made: ReplayedPassage) -> ReplayedPassage:
        """The same passage as it was told the last time, if it is the same: what is made of it need not be made again."""
        known = self._passages.get(made.value.uuid)
        if known is not None and known == made:
            return known
        self._passages[made.value.uuid] = made
        return made

    def statement(self, made: ReplayedStatement) -> ReplayedStatement:
        """The same statement as it was told the last time, if it is the same."""
        known = self._statements.get(made.uuid)
        if known is not None and known == made:
            return known
        self._statements[made.uuid] = made
        return made

    def read_ahead(self, chapter: AssertedChapter) -> None:
        """Read what no model has to be waited for: the narration's own time words in all passages."""
        language = chapter.episode.language
        for start, spans in zip(chapter.reading.starts, chapter.reading.passages, strict=True):
            for span in spans:
                words = self._time_words(chapter, span.shifted(start))
                if words:
                    read_time(words, language=language, calendars=self.calendars)

    def _time_words(self, chapter: AssertedChapter, span: Span) -> str | None:
        language = chapter.episode.language
        key = (span.of(chapter.episode.text), language)
        if key not in self._words:
            self._words[key] = passage_time(key[0], language=language, calendars=self.calendars)
        return self._words[key]


def _no_vectors(described: Sequence[str]) -> Sequence[None]:
    return [None] * len(described)
