"""Finds the time words of the passages of a chapter: those that a reader reported, and those that rules find."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from episodic.languages import lexicon
from episodic.model.episodes import Episode, FrameKind, Language
from episodic.model.moments import TimeKind
from episodic.model.spans import Span
from episodic.pipeline.replay.times.told_parts import QuotedContent
from episodic.pipeline.text_positions import FramedPassage
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
from episodic.text.speech import in_speech, speech

_WIDE_GAP = re.compile(r"\n[ \t]*\n[ \t]*\n\s*$")
"""Pattern of two blank lines at the end of a passage, which mark the end of a scene."""
_QUOTED = re.compile(r"[\s“「『‘\"]*")
_Scanned = tuple[tuple[tuple[int, str], ...], tuple[FullDate, ...]]


@dataclass(frozen=True, slots=True)
class PassageWords:
    """The time words of a passage, with offsets in the chapter.

    `opening` is the first time expression of the passage if it begins in the first sentence, and otherwise None.
    `later` are the other time expressions that set a new current moment inside the passage. `dates` are the full dates
    in narration and in speech, if the passage is on the main line. `breaks` is true if a scene break precedes the
    passage, if the passage itself turns to another scene, or if the main line's passage before it tells a journey.
    `turns` is true if the passage turns to another scene with words such as 却说. Dates of the passages before it do not
    apply to it.
    """

    opening: tuple[int, str] | None
    later: tuple[tuple[int, str], ...]
    dates: tuple[FullDate, ...]
    breaks: bool
    turns: bool = False


class PassageWordFinder:
    """Finds words that tell a time ("the next day", a date of one of the given calendars) in passages. Equal texts are
    searched only once.
    """

    def __init__(self, calendars: Calendars) -> None:
        self._calendars = calendars
        self._scans: dict[tuple[str, Language, bool], _Scanned] = {}

    def words_of(
        self,
        episode: Episode,
        framed: Sequence[FramedPassage],
        recalled: Sequence[Span],
        *,
        by_rule: bool,
        told: Sequence[QuotedContent] = (),
    ) -> Iterator[PassageWords]:
        """Yield the time words of each passage: those that the reader reported, and those that rules find. The rules
        leave out words in the spans *recalled*, which only say when a recalled event happened. *by_rule* is true if the
        chapter's reader is a rule-based one, whose time words that only recall an earlier time are left out.

        Time words of a main-line passage do not open it if a statement tells only what stands before them. An example
        is "They came to York, and two days later Ann fell ill". *told* are the quoted contents of the statements.
        """
        broken = travelled = False
        found = list(self._found_words(episode, framed, recalled, by_rule=by_rule))
        self._add_resumed(found, framed, episode, recalled)
        for one, (words, dates) in zip(framed, found, strict=True):
            text, offset = one.span.of(episode.text), one.span.start
            main = one.frame is FrameKind.MAIN
            first = _first_sentence(text, main=main)
            opening = words[0] if words and words[0][0] < first else None
            if opening is not None and main:
                place = offset + opening[0]
                near = (content for content in told if offset <= content.span.start < place)
                opening = None if any(content.is_told_before(place, episode.text) for content in near) else opening
            later = words if opening is None else words[1:]
            turns = one.index > 0 and main and lexicon.pattern("scene_openers").match(text) is not None
            yield PassageWords(
                None if opening is None else (offset + opening[0], opening[1]),
                tuple((offset + at, expression) for at, expression in later),
                tuple(_moved(date, offset) for date in dates),
                broken or turns or (travelled and main) or _is_break(text.strip().split("\n")[0]),
                turns,
            )
            if main:
                travelled = _has_journey(text)
            broken = _is_break(text.strip().split("\n")[-1]) or _WIDE_GAP.search(text) is not None

    def _found_words(
        self, episode: Episode, framed: Sequence[FramedPassage], recalled: Sequence[Span], *, by_rule: bool
    ) -> Iterator[_Scanned]:
        """Yield the time words and the full dates of each passage, with offsets in the passage.

        Time words that the rules find inside the spans *recalled* are left out, because they only say when a recalled
        event happened. A time expression of the rule-based reader is left out if it only recalls an earlier time. Time
        words that the rules find in a main-line dateline at the end of a chapter are left out. A dateline says when the
        author wrote the text.
        """
        written = dateline(episode.text, language=episode.language, calendars=self._calendars)
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
            at = self._place_given(given, one.span, episode, main=main) if given else -1
            if given and at >= 0 and not (by_rule and self._recalled(text, at, given, episode, main=main)):
                apart = (two for two in found if two[0] >= at + len(given) or at >= two[0] + len(two[1]))
                found = tuple(sorted((*apart, (at, given))))
            yield found, dates

    def _place_given(self, words: str, passage: Span, episode: Episode, *, main: bool) -> int:
        """Return the offset, in the passage *passage*, of the time words that the reader reported for it, or -1. On the
        main line, words in speech are the passage's time only if narration does not contain them, and if they do not
        name another time than that of the speech. "Tomorrow at noon" in speech says when something is planned.
        """
        places = [one.start() for one in re.finditer(re.escape(words), passage.of(episode.text))]
        spoken = speech(episode.text) if main and places else ()
        narrated = [one for one in places if not in_speech(passage.start + one, spoken)]
        if narrated or not places:
            return narrated[0] if narrated else -1
        said = read_time(words, language=episode.language, calendars=self._calendars)
        elsewhen = said is not None and said.kind is TimeKind.OFFSET and (said.low or said.clock is not None)
        return -1 if elsewhen else places[0]

    def _add_resumed(
        self,
        found: list[_Scanned],
        framed: Sequence[FramedPassage],
        episode: Episode,
        recalled: Sequence[Span],
    ) -> None:
        """If the first time words of a passage are words such as "that night" (当夜), add the date to which they refer.
        The date that "that night" means is searched for in the text before these words. The text before the words in
        the same passage is always searched. The previous passage is searched, too, if both passages belong to the same
        tale, letter or flashback, or to the main line. The date that "that night" means is added to the time words of
        the passage in which the date stands. A date in the spans *recalled* of the main line is not added, because
        "that day" then means the day of the scene.
        """
        for index, (words, _) in enumerate(found):
            said = read_time(words[0][1], language=episode.language, calendars=self._calendars) if words else None
            if said is None or not is_same_day(said):
                continue
            near = index - 1 if index and framed[index - 1].run == framed[index].run else index
            begin = framed[near].span.start
            text = episode.text[begin : framed[index].span.start + words[0][0]]
            date = resumed_date(text, language=episode.language, calendars=self._calendars)
            main = framed[index].frame is FrameKind.MAIN
            if date is None or (main and _holds(recalled, begin + date[0])):
                continue
            place = index if begin + date[0] >= framed[index].span.start else near
            at = begin + date[0] - framed[place].span.start
            apart = [one for one in found[place][0] if one[0] >= at + len(date[1]) or at >= one[0] + len(one[1])]
            found[place] = tuple(sorted((*apart, (at, date[1])))), found[place][1]

    def _scanned(self, text: str, language: Language, *, main: bool) -> _Scanned:
        key = (text, language, main)
        if key not in self._scans:
            found = tuple(now_words(text, language=language, calendars=self._calendars, main=main))
            dates = tuple(full_dates(text, language=language, calendars=self._calendars)) if main else ()
            self._scans[key] = (found, dates)
        return self._scans[key]

    def _recalled(self, text: str, at: int, words: str, episode: Episode, *, main: bool) -> bool:
        said = read_time(words, language=episode.language, calendars=self._calendars) if main else None
        return said is not None and is_recalled(text, at, at + len(words), said=said, language=episode.language)


def is_period(words: str) -> bool:
    """Return whether time words say from when until when something lasts ("from May till July"). A period sets no
    current moment, because what the text tells next need not happen during the whole period.
    """
    return lexicon.pattern("periods").match(words) is not None


def _holds(spans: Sequence[Span], offset: int) -> bool:
    return any(one.start <= offset < one.end for one in spans)


def _moved(full: FullDate, offset: int) -> FullDate:
    end = None if full.speech_end is None else full.speech_end + offset
    return replace(full, start=full.start + offset, speech_end=end)


def _first_sentence(text: str, *, main: bool) -> int:
    """Return the offset at which the first sentence of a passage ends, or 0 if a passage of the main line begins with
    speech. A passage of a tale or letter often begins with a quotation mark, after which the tale itself follows.
    """
    quoted = None if main else _QUOTED.match(text)
    begin = 0 if quoted is None else quoted.end()
    return next((begin + end for _, end in head_sentences(text[begin:], limit=1)), 0)


def _has_journey(text: str) -> bool:
    """Return whether narration in *text* tells a journey to or from a distant place, which can take days."""
    found = [one.start() for one in lexicon.pattern("journeys").finditer(text)]
    spoken = speech(text) if found else ()
    return any(not in_speech(one, spoken) for one in found)


def _is_break(line: str) -> bool:
    return bool(line.strip()) and is_rule(line.strip())
