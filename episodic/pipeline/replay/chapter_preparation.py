"""Prepares a chapter for replay: computes its passages, statements and nodes, cached across replays."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from episodic.dedup.nodes import PlacedNode
from episodic.extraction.rule_based.language_rules import KnownName
from episodic.model.episodes import Episode, FrameKind, Language, Passage
from episodic.model.ids import OccurrenceCounter, passage_id
from episodic.model.readings import NodeReading
from episodic.model.settings import WorkSettings
from episodic.model.spans import Span
from episodic.pipeline.inputs import ChapterInput
from episodic.pipeline.replay.known_names import KnownNames, known_digest, window_text
from episodic.pipeline.replay.recalled_words import recalled_words
from episodic.pipeline.replay.replayed_chapter import ReplayedChapter, ReplayedPassage, ReplayedStatement
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
from episodic.temporal.expressions import read_time
from episodic.temporal.expressions.datelines import dateline
from episodic.temporal.expressions.now_words import (
    FullDate,
    full_dates,
    is_recalled,
    is_same_day,
    now_words,
    resumed_date,
)
from episodic.temporal.expressions.sentences import head_sentences
from episodic.text.paragraphs import is_rule

RULE_READER_PREFIX = "rules/"
"""The prefix of the names of rule-based readers, which use no model."""

_WIDE_GAP = re.compile(r"\n[ \t]*\n[ \t]*\n\s*$")
"""Pattern of two blank lines at the end of a passage, which mark the end of a scene."""
_Scanned = tuple[tuple[tuple[int, str], ...], tuple[FullDate, ...]]

Nodes = tuple[tuple[PlacedNode, ...], ...]


@dataclass(frozen=True, slots=True)
class PassageWords:
    """The time words of a passage, with offsets in the chapter.

    `opening` is the time expression in the first sentence of the passage, or None. `later` are time expressions after
    `opening` that set a new current time inside the passage. `dates` are the full dates in narration and in speech, if
    the passage is on the main line. `breaks` is true if a scene break precedes the passage.
    """

    opening: tuple[int, str] | None
    later: tuple[tuple[int, str], ...]
    dates: tuple[FullDate, ...]
    breaks: bool


@dataclass(frozen=True, slots=True)
class PreparedChapter:
    """A chapter prepared for replay: the passages, the time words of each passage, and the statements."""

    framed: tuple[FramedPassage, ...]
    words: tuple[PassageWords, ...]
    spanned: tuple[SpannedStatement, ...]


@dataclass(frozen=True, slots=True)
class _CachedNodes:
    text: str
    starts: tuple[int, ...]
    by_rule: bool
    read: tuple[tuple[NodeReading, ...], ...]
    nodes: Nodes


class ChapterPreparer:
    """Prepares chapters for replay (their passages, time words and nodes) with the given calendars. Results for the
    latest reading of each chapter are cached.
    """

    def __init__(self, calendars: Calendars, vectors_of: VectorsOf) -> None:
        self.calendars = calendars
        self._vectors_of = vectors_of
        self._completions: dict[WorkSettings, RuleBasedCompletion] = {}
        self._nodes: dict[str, _CachedNodes] = {}
        self._prepared: dict[str, tuple[ChapterInput, PreparedChapter]] = {}
        self._words: dict[tuple[str, Language, bool], _Scanned] = {}
        self._values: dict[tuple[str, int], tuple[tuple[object, ...], Passage]] = {}
        self._passages: dict[str, ReplayedPassage] = {}
        self._statements: dict[str, ReplayedStatement] = {}
        self._chapters: dict[str, ReplayedChapter] = {}
        self._restored: dict[str, ReplayedChapter] = {}
        """Chapters of a replay that a checkpoint restored, by episode id, until each chapter is replayed again."""

    def restored(self, chapters: Mapping[str, ReplayedChapter]) -> None:
        """Take *chapters*, which a checkpoint restored, as results of the previous replay, by episode id."""
        self._restored = dict(chapters)

    def begin(self, episode: str) -> None:
        """Begin the replay of the chapter *episode*: if a checkpoint restored this chapter, its values count as those
        of the previous replay.
        """
        known = self._restored.pop(episode, None)
        if known is not None:
            self._chapters[episode] = known
            self._passages.update((one.value.uuid, one) for one in known.passages)
            self._statements.update((one.uuid, one) for one in known.statements)

    def completed(self, chapter: ChapterInput, settings: WorkSettings, known: KnownNames) -> ChapterInput:
        """Return the chapter with the readings that rules make with the names *known*, or the chapter unchanged if
        rules read none of its windows.
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
        """Return the nodes of the chapter's windows. Nodes of a rule-based reading have no vectors, because rules
        compare only names.
        """
        made_of = _made_of(chapter)
        known = self._nodes.get(chapter.episode.uuid)
        if known is not None and (known.text, known.starts, known.by_rule, known.read) == made_of:
            return known.nodes
        nodes = placed_nodes(quoted_nodes(chapter), _no_vectors if _by_rule(chapter) else self._vectors_of)
        self._nodes[chapter.episode.uuid] = _CachedNodes(*made_of, nodes)
        return nodes

    def of(self, chapter: ChapterInput) -> PreparedChapter:
        """Return the chapter's passages, the time words of each passage, and the chapter's statements, all with their
        positions.
        """
        known = self._prepared.get(chapter.episode.uuid)
        if known is not None and (known[0] is chapter or known[0] == chapter):
            return known[1]
        framed = framed_passages(chapter)
        spanned = spanned_statements(chapter, framed)
        recalled = () if _by_rule(chapter) else recalled_words(chapter.episode.text, framed, spanned)
        made = PreparedChapter(framed, tuple(self._words_of(chapter, framed, recalled)), spanned)
        self._prepared[chapter.episode.uuid] = (chapter, made)
        return made

    def passage_of(self, group_id: str, episode: Episode, framed: FramedPassage, numbers: OccurrenceCounter) -> Passage:
        """Return the passage that stores keep for a framed passage. For a passage that did not change since the last
        replay, the same object is returned again.

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

    def _words_of(
        self, chapter: ChapterInput, framed: Sequence[FramedPassage], recalled: Sequence[Span]
    ) -> Iterator[PassageWords]:
        """Yield the time words of each passage: those that the reader reported, and those that rules find outside the
        spans *recalled*.
        """
        episode, broken = chapter.episode, False
        found = list(self._found_words(chapter, framed, recalled))
        self._add_resumed(found, framed, episode)
        for one, (words, dates) in zip(framed, found, strict=True):
            text, offset = one.span.of(episode.text), one.span.start
            opening = words[0] if words and words[0][0] < _first_sentence(text) else None
            later = words if opening is None else words[1:]
            yield PassageWords(
                None if opening is None else (offset + opening[0], opening[1]),
                tuple((offset + at, expression) for at, expression in later),
                tuple(_moved(date, offset) for date in dates),
                broken or _is_break(text.strip().split("\n")[0]),
            )
            broken = _is_break(text.strip().split("\n")[-1]) or _WIDE_GAP.search(text) is not None

    def _found_words(
        self, chapter: ChapterInput, framed: Sequence[FramedPassage], recalled: Sequence[Span]
    ) -> Iterator[_Scanned]:
        """Yield the time words and the full dates of each passage, with offsets in the passage.

        Time words that the rules find inside the spans *recalled* are left out. A time expression of the rule-based
        reader is left out if it only recalls an earlier time. A dateline at the end of a chapter is left out, because
        it says when the author wrote the text.
        """
        episode = chapter.episode
        written = dateline(episode.text, language=episode.language, calendars=self.calendars)
        end = len(episode.text) if written is None else written
        for one in framed:
            text, offset = one.span.of(episode.text), one.span.start
            main = one.frame is FrameKind.MAIN
            found, dates = self._scanned(text, episode.language, main=main)
            if recalled:
                found = tuple(two for two in found if not _holds(recalled, offset + two[0]))
                dates = tuple(replace(two, past=two.past or _holds(recalled, offset + two.start)) for two in dates)
            if main and one.span.end > end:
                found = tuple(two for two in found if offset + two[0] < end)
                dates = tuple(two for two in dates if offset + two.start < end)
            given = one.reading.time
            at = text.find(given) if given else -1
            if given and at >= 0 and not (_by_rule(chapter) and self._recalled(text, at, given, episode, main=main)):
                apart = (two for two in found if two[0] >= at + len(given) or at >= two[0] + len(two[1]))
                found = tuple(sorted((*apart, (at, given))))
            yield found, dates

    def _add_resumed(self, found: list[_Scanned], framed: Sequence[FramedPassage], episode: Episode) -> None:
        """If the first time words of a passage are words such as "that night" (当夜), add the date to which they refer.
        The date is added to the time words of the passage that contains it: the same passage, or the previous passage
        of the same run.
        """
        for index, (words, _) in enumerate(found):
            said = read_time(words[0][1], language=episode.language, calendars=self.calendars) if words else None
            if said is None or not is_same_day(said):
                continue
            near = index - 1 if index and framed[index - 1].run == framed[index].run else index
            begin = framed[near].span.start
            text = episode.text[begin : framed[index].span.start + words[0][0]]
            date = resumed_date(text, language=episode.language, calendars=self.calendars)
            if date is None:
                continue
            place = index if begin + date[0] >= framed[index].span.start else near
            at = begin + date[0] - framed[place].span.start
            apart = [one for one in found[place][0] if one[0] >= at + len(date[1]) or at >= one[0] + len(one[1])]
            found[place] = tuple(sorted((*apart, (at, date[1])))), found[place][1]

    def _scanned(self, text: str, language: Language, *, main: bool) -> _Scanned:
        key = (text, language, main)
        if key not in self._words:
            found = tuple(now_words(text, language=language, calendars=self.calendars, main=main))
            dates = tuple(full_dates(text, language=language, calendars=self.calendars)) if main else ()
            self._words[key] = (found, dates)
        return self._words[key]

    def _recalled(self, text: str, at: int, words: str, episode: Episode, *, main: bool) -> bool:
        said = read_time(words, language=episode.language, calendars=self.calendars) if main else None
        return said is not None and is_recalled(text, at, at + len(words), said=said, language=episode.language)


def _holds(spans: Sequence[Span], offset: int) -> bool:
    return any(one.start <= offset < one.end for one in spans)


def _moved(full: FullDate, offset: int) -> FullDate:
    end = None if full.speech_end is None else full.speech_end + offset
    return replace(full, start=full.start + offset, speech_end=end)


def _first_sentence(text: str) -> int:
    return next((end for _, end in head_sentences(text, limit=1)), 0)


def _is_break(line: str) -> bool:
    return bool(line.strip()) and is_rule(line.strip())


def _by_rule(chapter: ChapterInput) -> bool:
    return chapter.episode.reader.startswith(RULE_READER_PREFIX)


def _made_of(chapter: ChapterInput) -> tuple[str, tuple[int, ...], bool, tuple[tuple[NodeReading, ...], ...]]:
    read = tuple(window.nodes for window in chapter.reading.windows)
    return chapter.episode.text, chapter.reading.starts, _by_rule(chapter), read


def _no_vectors(described: Sequence[str]) -> Sequence[None]:
    return [None] * len(described)
