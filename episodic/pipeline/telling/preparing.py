"""What a chapter's telling needs and nothing told before it can change, made once however often the work is told again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from episodic.dedup.clusters import PlacedNode
from episodic.model.episodes import Episode, Language, Passage
from episodic.model.ids import Numbering, identify
from episodic.model.readings import NodeReading
from episodic.model.spans import Span
from episodic.pipeline.asserted import AssertedChapter
from episodic.pipeline.placing import (
    FramedPassage,
    SpannedStatement,
    VectorsOf,
    chapter_sentences,
    framed_passages,
    placed_nodes,
    quoted_nodes,
    spanned_statements,
)
from episodic.pipeline.telling.replayed import ReplayedPassage, ReplayedStatement
from episodic.temporal.calendars import Calendars
from episodic.temporal.expressions import passage_time, read_time
from episodic.text.passages import passages

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
    by_rule: bool
    read: tuple[tuple[NodeReading, ...], ...]
    nodes: Nodes


class Preparing:
    """Prepares chapters under one set of calendars; of each chapter the last reading that was asked about is kept."""

    def __init__(self, calendars: Calendars, vectors_of: VectorsOf) -> None:
        self.calendars = calendars
        self._vectors_of = vectors_of
        self._nodes: dict[str, _Told] = {}
        self._prepared: dict[str, tuple[AssertedChapter, Prepared]] = {}
        self._words: dict[tuple[str, Language], str | None] = {}
        self._values: dict[tuple[str, int], tuple[tuple[object, ...], Passage]] = {}
        self._passages: dict[str, ReplayedPassage] = {}
        self._statements: dict[str, ReplayedStatement] = {}

    def nodes(self, chapter: AssertedChapter) -> Nodes:
        """The chapter's nodes in their place."""
        self.place((chapter,))
        return self._nodes[chapter.episode.uuid].nodes

    def place(self, chapters: Iterable[AssertedChapter]) -> None:
        """Put the nodes of several chapters in their place, at once; of chapters read by rules they have no vectors, for rules
        look at names only.
        """
        for by_rule, some in _by_reader(chapters).items():
            fresh = [one for one in some if not self._is_placed(one)]
            vectors_of = _no_vectors if by_rule else self._vectors_of
            placed = placed_nodes([quoted_nodes(one) for one in fresh], vectors_of)
            for one, nodes in zip(fresh, placed, strict=True):
                self._nodes[one.episode.uuid] = _Told(*_made_of(one), nodes)

    def _is_placed(self, chapter: AssertedChapter) -> bool:
        known = self._nodes.get(chapter.episode.uuid)
        return known is not None and (known.text, known.starts, known.by_rule, known.read) == _made_of(chapter)

    def of(self, chapter: AssertedChapter) -> Prepared:
        """The chapter's passages and statements in their place."""
        known = self._prepared.get(chapter.episode.uuid)
        if known is not None and (known[0] is chapter or known[0] == chapter):
            return known[1]
        framed = framed_passages(chapter)
        words = tuple(one.reading.time or self._time_words(chapter.episode, one.span) for one in framed)
        made = Prepared(framed, words, spanned_statements(chapter, framed))
        self._prepared[chapter.episode.uuid] = (chapter, made)
        return made

    def passage_of(self, group_id: str, episode: Episode, framed: FramedPassage, numbers: Numbering) -> Passage:
        """The passage, which *numbers* count among equal ones; the very same value as the last time, if it is equal."""
        text = framed.span.of(episode.text)
        number = numbers.next_of((episode.layer, text))
        key = episode.uuid, framed.index
        told = number, episode.order, episode.layer, framed.span, framed.frame, framed.run, text
        known = self._values.get(key)
        if known is not None and known[0] == told:
            return known[1]
        made = Passage(
            identify("passage", group_id, episode.layer, text, number),
            group_id,
            episode.uuid,
            framed.index,
            framed.span,
            text,
            framed.frame,
            framed.run,
            episode.order,
            episode.layer,
        )
        self._values[key] = told, made
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

    def read_ahead(self, episode: Episode) -> None:
        """Read what no model has to be waited for: the sentences, and the narration's own time words in all passages."""
        chapter_sentences(episode.text, episode.language)
        for span in passages(episode.text, episode.language):
            words = self._time_words(episode, span)
            if words:
                read_time(words, language=episode.language, calendars=self.calendars)

    def _time_words(self, episode: Episode, span: Span) -> str | None:
        key = (span.of(episode.text), episode.language)
        if key not in self._words:
            self._words[key] = passage_time(key[0], language=episode.language, calendars=self.calendars)
        return self._words[key]


def _by_reader(chapters: Iterable[AssertedChapter]) -> dict[bool, list[AssertedChapter]]:
    """The chapters that were read by rules (True), and the others."""
    found: dict[bool, list[AssertedChapter]] = {}
    for one in chapters:
        found.setdefault(_by_rule(one), []).append(one)
    return found


def _by_rule(chapter: AssertedChapter) -> bool:
    return chapter.episode.reader.startswith(RULED)


def _made_of(chapter: AssertedChapter) -> tuple[str, tuple[int, ...], bool, tuple[tuple[NodeReading, ...], ...]]:
    read = tuple(window.nodes for window in chapter.reading.windows)
    return chapter.episode.text, chapter.reading.starts, _by_rule(chapter), read


def _no_vectors(described: Sequence[str]) -> Sequence[None]:
    return [None] * len(described)
