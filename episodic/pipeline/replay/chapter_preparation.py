"""Prepares a chapter for replay: computes its passages, statements and nodes, cached across replays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.dedup.nodes import PlacedNode
from episodic.extraction.rule_based.language_rules import KnownName
from episodic.model.episodes import Episode, Passage
from episodic.model.ids import OccurrenceCounter, passage_id
from episodic.model.readings import NodeReading
from episodic.model.settings import WorkSettings
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.replay.frames.marked_frames import without_marks_of_frames
from episodic.pipeline.replay.frames.mentioned_letters import without_mentioned_letters
from episodic.pipeline.replay.identities.known_names import KnownNames, known_digest, window_text
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter, ReplayedPassage, ReplayedStatement
from episodic.pipeline.replay.times.earlier_placing import placed_before
from episodic.pipeline.replay.times.passage_words import PassageWordFinder, PassageWords
from episodic.pipeline.replay.times.recalled_words import recalled_words
from episodic.pipeline.replay.times.told_parts import (
    quoted_contents,
    told_within_time_words,
    with_words_inside_quotes,
)
from episodic.pipeline.rule_based_reading import RuleBasedCompletion, is_completed_by_rules
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

RULE_READER_PREFIX = "rules/"
"""The prefix of the names of rule-based readers, which use no model."""

Nodes = tuple[tuple[PlacedNode, ...], ...]


@dataclass(frozen=True, slots=True)
class PreparedChapter:
    """A chapter prepared for replay: its passages, the words in each passage that tell a time, and its statements.

    `named` contains the statements that tell only what time words name ("after Ann had died"), by their indexes in
    `spanned`, with the offsets of the time words in the chapter.
    """

    framed: tuple[FramedPassage, ...]
    words: tuple[PassageWords, ...]
    spanned: tuple[SpannedStatement, ...]
    named: Mapping[int, int]

    def statements(self, passages: Sequence[ReplayedPassage]) -> list[SpannedStatement]:
        """Return the statements with their placing in the chapter's passages *passages*: a statement that tells only
        what time words name is placed before the moment of its passage, if the words mean a later time.
        """
        found = list(self.spanned)
        for number, place in self.named.items():
            one = found[number]
            reading = placed_before(one.reading, passages[one.passage].time_at(place))
            found[number] = replace(one, reading=reading)
        return found


@dataclass(frozen=True, slots=True)
class _CachedNodes:
    text: str
    starts: tuple[int, ...]
    by_rule: bool
    read: tuple[tuple[NodeReading, ...], ...]
    nodes: Nodes


class ChapterPreparer:
    """Prepares chapters for replay. The preparer finds a chapter's passages, the words that tell a time in the given
    calendars, and the entities (nodes) as the reader described them. Results for the latest reading of each chapter are
    cached.
    """

    def __init__(self, calendars: Calendars, vectors_of: VectorsOf) -> None:
        self.calendars = calendars
        self._vectors_of = vectors_of
        self._completions: dict[WorkSettings, RuleBasedCompletion] = {}
        self._nodes: dict[str, _CachedNodes] = {}
        self._prepared: dict[str, tuple[ChapterInput, PreparedChapter]] = {}
        self._words = PassageWordFinder(calendars)
        self._values: dict[tuple[str, int], tuple[tuple[object, ...], Passage]] = {}
        self._passages: dict[str, ReplayedPassage] = {}
        self._statements: dict[str, ReplayedStatement] = {}
        self._chapters: dict[str, ReplayedChapter] = {}
        self._restored: dict[str, ReplayedChapter] = {}
        """Chapters of a replay that a checkpoint restored, by episode id, until each chapter is replayed again."""

    def restored(self, chapters: Mapping[str, ReplayedChapter]) -> None:
        """Use the chapters that a checkpoint restored, by episode id, as results of the previous replay."""
        self._restored = dict(chapters)

    def begin(self, episode: str) -> None:
        """Begin the replay of the chapter with the id *episode*. If a checkpoint restored this chapter, its passages
        and statements count as results of the previous replay.
        """
        known = self._restored.pop(episode, None)
        if known is not None:
            self._chapters[episode] = known
            self._passages.update((one.value.uuid, one) for one in known.passages)
            self._statements.update((one.uuid, one) for one in known.statements)

    def completed(self, chapter: ChapterInput, settings: WorkSettings, known: KnownNames) -> ChapterInput:
        """Return the chapter with the readings that rules make, or the chapter unchanged if rules read no part of it.
        The rules get the names *known* from earlier chapters.
        """
        if not is_completed_by_rules(chapter):
            return chapter
        completion = self._completions.get(settings)
        if completion is None:
            completion = self._completions[settings] = RuleBasedCompletion.of(settings)
        language = chapter.episode.language

        def known_in(text: str, earlier: Sequence[NodeReading]) -> tuple[tuple[KnownName, ...], str]:
            names = known.of_window(window_text(text), language, settings, earlier=earlier)
            return names, known_digest(names, settings.density, first_person=known.first_person)

        return completion.completed(chapter, known_in, first_person=known.first_person)

    def nodes(self, chapter: ChapterInput) -> Nodes:
        """Return the nodes of the chapter's windows, which are entities as the reader described them. Nodes of a
        rule-based reading have no vectors, because the identities in a chapter that rules read are resolved without
        vectors.
        """
        made_of = _made_of(chapter)
        known = self._nodes.get(chapter.episode.uuid)
        if known is not None and (known.text, known.starts, known.by_rule, known.read) == made_of:
            return known.nodes
        nodes = placed_nodes(quoted_nodes(chapter), _no_vectors if _by_rule(chapter) else self._vectors_of)
        self._nodes[chapter.episode.uuid] = _CachedNodes(*made_of, nodes)
        return nodes

    def of(self, chapter: ChapterInput) -> PreparedChapter:
        """Return the chapter's passages, the words in each passage that tell a time, and the chapter's statements, all
        with their positions in the text.
        """
        known = self._prepared.get(chapter.episode.uuid)
        if known is not None and (known[0] is chapter or known[0] == chapter):
            return known[1]
        framed = framed_passages(chapter)
        spanned = spanned_statements(chapter, framed)
        by_rule, episode = _by_rule(chapter), chapter.episode
        if not by_rule:
            framed = without_mentioned_letters(framed, spanned, episode.text)
            spanned = without_marks_of_frames(spanned, framed)
        recalled = () if by_rule else recalled_words(episode.text, framed, spanned)
        told = () if by_rule else quoted_contents(spanned, chapter.reading.windows)
        words = tuple(self._words.words_of(episode, framed, recalled, by_rule=by_rule, told=told))
        named: Mapping[int, int] = {}
        if not by_rule:
            spanned = with_words_inside_quotes(spanned, told, [one.later for one in words], episode.text)
            listed = [one.later if one.opening is None else (one.opening, *one.later) for one in words]
            named = told_within_time_words(spanned, told, listed, episode.text)
        made = PreparedChapter(framed, words, spanned, named)
        self._prepared[chapter.episode.uuid] = (chapter, made)
        return made

    def passage_of(self, group_id: str, episode: Episode, framed: FramedPassage, numbers: OccurrenceCounter) -> Passage:
        """Return a framed passage (one with its flashback, tale and so on) in the form in which stores keep passages.
        For a passage that did not change since the last replay, the same object is returned again.

        *numbers* counts the passages with equal text in each layer, because a passage id is made from this count as
        well.
        """
        text = framed.span.of(episode.text)
        number = numbers.next_of((episode.layer, text))
        key = episode.uuid, framed.index
        told = number, episode.order, episode.layer, framed.span, framed.frame, framed.run, text
        known = self._values.get(key)
        if known is not None and known[0] == told:
            return known[1]
        made = Passage(
            passage_id(group_id, episode.layer, text, number),
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
        """Return the passage of the previous replay if it equals *made*, otherwise *made*, so that equal passages stay
        the same object.
        """
        known = self._passages.get(made.value.uuid)
        if known is not None and known == made:
            return known
        self._passages[made.value.uuid] = made
        return made

    def statement(self, made: ReplayedStatement) -> ReplayedStatement:
        """Return the statement of the previous replay if it equals *made*, otherwise *made*, so that equal statements
        stay the same object.
        """
        known = self._statements.get(made.uuid)
        if known is not None and known == made:
            return known
        self._statements[made.uuid] = made
        return made

    def chapter(self, made: ReplayedChapter) -> ReplayedChapter:
        """Return the replayed chapter of the previous replay if it equals *made*, otherwise *made*, so that equal
        chapters stay the same object.
        """
        known = self._chapters.get(made.episode.uuid)
        if known is not None and known.equals(made):
            return known
        self._chapters[made.episode.uuid] = made
        return made


def _by_rule(chapter: ChapterInput) -> bool:
    return chapter.episode.reader.startswith(RULE_READER_PREFIX)


def _made_of(chapter: ChapterInput) -> tuple[str, tuple[int, ...], bool, tuple[tuple[NodeReading, ...], ...]]:
    read = tuple(window.nodes for window in chapter.reading.windows)
    return chapter.episode.text, chapter.reading.starts, _by_rule(chapter), read


def _no_vectors(described: Sequence[str]) -> Sequence[None]:
    return [None] * len(described)
