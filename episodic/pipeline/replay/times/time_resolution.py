"""The parsing of time expressions during a replay, first by rules, then by stored answers.

A time expression that the rules cannot parse raises a question, which a judge must answer if no answer is stored. A
time expression that the rules parse as before or after an event ("before the fatal event") can raise a question, too.
Such an expression raises a question if the chapter names events and this event is none of them. The parse of the rules
is used unless the answer to this question is one of the chapter's named events. The time expression of a statement
raises no question if the reading names the event to which it refers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from episodic.languages import lexicon
from episodic.model.decisions import Question
from episodic.model.episodes import Episode, Language
from episodic.model.moments import UNKNOWN_TIME, Anchor, TimeExpression, TimeKind
from episodic.model.readings import Placement, StatementCore, StatementScope
from episodic.model.records import from_json
from episodic.pipeline.replay.questions.open_questions import QuestionCollector
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.expressions import event_key, placing_of, read_clock, read_duration, read_time
from episodic.temporal.questions import WhenAnswer, WhenQuestion, question_of

_TIME_SPOKEN_OF: Final = TimeExpression(TimeKind.OFFSET, low=0, high=0, anchor=Anchor.RECALLED)
PASSAGE_SHOWN = 200
"""The maximum number of characters, from the beginning of a passage, that a time question shows."""


class TimeResolver:
    """Parses the time expressions of a work, by rules or by stored answers to questions. The rules parse each distinct
    expression once.
    """

    def __init__(self, calendars: Calendars, answers: Mapping[str, str]) -> None:
        self.calendars = calendars
        self._answers = answers
        self._read: dict[tuple[str, Language], TimeExpression | None] = {}

    def by_rule(self, words: str, language: Language) -> TimeExpression | None:
        """Return the expression as parsed by rules, or None if the rules cannot parse the expression."""
        key = (words, language)
        if key not in self._read:
            self._read[key] = read_time(words, language=language, calendars=self.calendars)
        return self._read[key]

    def of_chapter(self, episode: Episode, asked: QuestionCollector) -> TimeExpression | None:
        """Return the reference time that the author gave for a chapter, or None if the author gave no reference time.

        If the reference time raises a question, the question is added to *asked*.
        """
        return None if episode.reference_time is None else self._read_out(episode.reference_time, "", episode, asked)

    def of_passage(
        self, words: str | None, text: str, episode: Episode, asked: QuestionCollector
    ) -> TimeExpression | None:
        """Return the parsed time of a passage, or None if the passage has no time expression."""
        return self._read_out(words, text[:PASSAGE_SHOWN], episode, asked) if words else None

    def of_statement(
        self, core: StatementCore, quote: str, episode: Episode, asked: QuestionCollector
    ) -> TimeExpression | None:
        """Return the parsed time of a statement, or None if the statement has no time expression.

        In speech, thoughts and letters, "at the time" (当时) means the time of which the speaker has just spoken.

        If the quote looks back, a word such as 当日 means "in those days" and not "on that day". "In those days" gives
        no known time.

        No question is asked if the reading names the event to which the time expression refers ("after the wedding").
        If the reading names the event, the returned time can be the day of this event. It is this day if rules cannot
        parse the time expression, or find only a time of day in it.
        """
        if not core.time:
            return None
        if core.time_event is None:
            if core.scope is not StatementScope.WORLD and lexicon.pattern("times_spoken_of").fullmatch(core.time):
                return _TIME_SPOKEN_OF
            said = self._read_out(core.time, quote, episode, asked)
            return UNKNOWN_TIME if _in_those_days(said, core, quote, episode.language) else said
        event = event_key(core.time_event)
        ruled = self.by_rule(core.time, episode.language)
        if ruled is None or (ruled.clock is not None and not ruled.stated):
            clock = None if ruled is None else ruled.clock
            return TimeExpression(TimeKind.OFFSET, low=0, high=0, anchor=Anchor.EVENT, name=event, clock=clock)
        return replace(ruled, name=event) if ruled.anchor is Anchor.EVENT else ruled

    def lasting(self, core: StatementCore, language: Language) -> TimeExpression | None:
        """Return how long the state in a statement lasts, or None if the statement gives no length of time that rules
        can parse.
        """
        if not core.duration:
            return None
        return read_duration(core.duration, language=language, calendars=self.calendars)

    def _read_out(self, words: str, sentence: str, episode: Episode, asked: QuestionCollector) -> TimeExpression:
        language = episode.language
        ruled = self.by_rule(words, language)
        if ruled is not None and not _may_mean_another(ruled, asked):
            return ruled
        names = tuple(
            name
            for one in self.calendars.definitions
            for name in (one.name, *(era.name for era in one.eras), *(month.name for month in one.months))
        )
        content = WhenQuestion(language, words, sentence, names, asked.named_events or None)
        question, kept = self._answered(content, episode.uuid)
        asked.add(question, kept is None)
        said = UNKNOWN_TIME if kept is None else from_json(WhenAnswer, kept).expression
        if ruled is not None and not _is_offered(said, asked):
            return ruled
        return replace(said, clock=read_clock(words, language=language))

    def _answered(self, content: WhenQuestion, episode: str) -> tuple[Question, str | None]:
        """Return the question with the given content and its stored answer. Older versions of the program asked the
        question without named events. If only the question of an older version has a stored answer, return the older
        question and its answer. If no version of the question has an answer, the returned answer is None.
        """
        question = question_of(content, episode)
        kept = self._answers.get(question.uuid)
        if kept is not None:
            return question, kept
        older = question_of(content.without_events(), episode)
        kept = self._answers.get(older.uuid)
        return (question, None) if kept is None else (older, kept)


def _may_mean_another(ruled: TimeExpression, asked: QuestionCollector) -> bool:
    """Return whether a time expression may mean, under another name, one of the named events that the chapter's
    questions offer. The rules must have parsed the expression as before or after an event ("three weeks before the
    fatal event").
    """
    if asked.silent or not asked.named_events or ruled.anchor is not Anchor.EVENT:
        return False
    return (ruled.low, ruled.high) != (0, 0) and not _is_offered(ruled, asked)


def _is_offered(said: TimeExpression, asked: QuestionCollector) -> bool:
    return said.anchor is Anchor.EVENT and any(event_key(one) == said.name for one in asked.named_events)


def _in_those_days(said: TimeExpression, core: StatementCore, quote: str, language: Language) -> bool:
    """Return whether 当日 and similar words mean "in those days": the statement's quote looks back, although the reader
    gave the placement `now`.
    """
    if core.placing is not Placement.NOW or said.anchor is not Anchor.PREVIOUS or (said.low, said.high) != (0, 0):
        return False
    return placing_of(quote, language=language) is Placement.BACK
