"""The preparation of a chapter for replay: the chapter's passages, statements and nodes, cached across replays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from episodic.dedup.nodes import PlacedNode
from episodic.model.episodes import Episode, Language, Passage
from episodic.model.ids import OccurrenceCounter, identify
from episodic.model.readings import NodeReading
from episodic.model.spans import Span
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.replay.replayed_chapter import ReplayedPassage, ReplayedStatement
from episodic.pipeline.text_positions import (
    FramedPassage,
    SpannedStatement,
    VectorsOf,
    framed_passages,
    placed_nodes,
    quoted_nodes,
    spanned_statements,
)
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.expressions import passage_time

RULE_READER_PREFIX = "rules/"
"""The prefix of the names of rule-based readers, which use no model."""

Nodes = tuple[tuple[PlacedNode, ...], ...]


@dataclass(frozen=True, slots=True)
class PreparedChapter:
    """A chapter prepared for replay: the passages, the time expression of each passage or None, and the statements."""

    framed: tuple[FramedPassage, ...]
    words: tuple[str | None, ...]
    spanned: tuple[SpannedStatement, ...]


@dataclass(frozen=True, slots=True)
class _CachedNodes:
    """The nodes of a chapter, with the inputs from which the nodes were made."""

    text: str
    starts: tuple[int, ...]
    by_rule: bool
    read: tuple[tuple[NodeReading, ...], ...]
    nodes: Nodes


class ChapterPreparer:
    """A preparer of chapters under fixed calendars. For each chapter, the result for the latest reading is cached."""

    def __init__(self, calendars: Calendars, vectors_of: VectorsOf) -> None:
        self.calendars = calendars
        self._vectors_of = vectors_of
        self._nodes: dict[str, _CachedNodes] = {}
        self._prepared: dict[str, tuple[ChapterInput, PreparedChapter]] = {}
        self._words: dict[tuple[str, Language], str | None] = {}
        self._values: dict[tuple[str, int], tuple[tuple[object, ...], Passage]] = {}
        self._passages: dict[str, ReplayedPassage] = {}
        self._statements: dict[str, ReplayedStatement] = {}

    def nodes(self, chapter: ChapterInput) -> Nodes:
        """Return the chapter's nodes. Nodes of a rule-based reading have no vectors, because rules compare only names."""
        made_of = _made_of(chapter)
        known = self._nodes.get(chapter.episode.uuid)
        if known is not None and (known.text, known.starts, known.by_rule, known.read) == made_of:
            return known.nodes
        nodes = placed_nodes(quoted_nodes(chapter), _no_vectors if _by_rule(chapter) else self._vectors_of)
        self._nodes[chapter.episode.uuid] = _CachedNodes(*made_of, nodes)
        return nodes

    def of(self, chapter: ChapterInput) -> PreparedChapter:
        """Return the chapter's passages and statements with their positions."""
        known = self._prepared.get(chapter.episode.uuid)
        if known is not None and (known[0] is chapter or known[0] == chapter):
            return known[1]
        framed = framed_passages(chapter)
        words = tuple(one.reading.time or self._time_words(chapter.episode, one.span) for one in framed)
        made = PreparedChapter(framed, words, spanned_statements(chapter, framed))
        self._prepared[chapter.episode.uuid] = (chapter, made)
        return made

    def passage_of(self, group_id: str, episode: Episode, framed: FramedPassage, numbers: OccurrenceCounter) -> Passage:
        """Return the passage that stores keep for a framed passage. For an unchanged passage, the same object is
        returned again.

        *numbers* counts the passages with equal text in each layer, because a passage id contains this count.
        """
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
        """Return the equal passage of the previous replay if it exists, so that values derived from the passage are
        reused.
        """
        known = self._passages.get(made.value.uuid)
        if known is not None and known == made:
            return known
        self._passages[made.value.uuid] = made
        return made

    def statement(self, made: ReplayedStatement) -> ReplayedStatement:
        """Return the equal statement of the previous replay if it exists, so that values derived from the statement are
        reused.
        """
        known = self._statements.get(made.uuid)
        if known is not None and known == made:
            return known
        self._statements[made.uuid] = made
        return made

    def _time_words(self, episode: Episode, span: Span) -> str | None:
        key = (span.of(episode.text), episode.language)
        if key not in self._words:
            self._words[key] = passage_time(key[0], language=episode.language, calendars=self.calendars)
        return self._words[key]


def _by_rule(chapter: ChapterInput) -> bool:
    return chapter.episode.reader.startswith(RULE_READER_PREFIX)


def _made_of(chapter: ChapterInput) -> tuple[str, tuple[int, ...], bool, tuple[tuple[NodeReading, ...], ...]]:
    read = tuple(window.nodes for window in chapter.reading.windows)
    return chapter.episode.text, chapter.reading.starts, _by_rule(chapter), read


def _no_vectors(described: Sequence[str]) -> Sequence[None]:
    return [None] * len(described)
