"""Asks a language model what time expressions mean, and checks its reply against the text and the calendars."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final

from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.moments import UNKNOWN_TIME, Anchor, TimeExpression, TimeKind
from episodic.model.name_keys import name_key
from episodic.model.settings import CalendarDefinition
from episodic.prompts import Prompt, ReplyForm, cut, fenced, fitting
from episodic.reply_rows import Rows, numbered_rows
from episodic.temporal.calendars.gregorian import BEFORE_CHRIST, GREGORIAN
from episodic.temporal.calendars.work_calendars import DAY_AXIS
from episodic.temporal.expressions.events import event_key
from episodic.temporal.expressions.language_rules import TIME_RULES
from episodic.temporal.expressions.rule_syntax import from_date
from episodic.temporal.questions import WhenAnswer, WhenQuestion
from episodic.temporal.time_rows import TimeRow, time_row

SHOWN_LIMIT: Final = 1_990
"""The number of characters that the questions in a prompt about time expressions should not exceed. To stay below
SHOWN_LIMIT, the sentences in the questions are shortened, but not below 40 characters, so that many long questions can
exceed the limit.
"""
_SENTENCE_LENGTHS: Final = (160, 120, 90, 60, 40)
_LONGEST_WORDS: Final = 120
_LONGEST_EVENT: Final = 60
_LARGEST: Final = 1_000_000_000
_NUMBER: Final = re.compile(r"\d|\b[IVXLCDM]+\b", re.IGNORECASE)


class TimesReply(ReplyForm):
    """Rows of time expressions, such as "2|after|previous|3 day"."""

    times: Rows


@dataclass(frozen=True)
class WhenPrompt(Prompt[TimesReply]):
    """The prompt that asks what each of a list of time expressions means."""

    stage: ClassVar[str] = "temporal"
    name: ClassVar[str] = "when"
    version: ClassVar[int] = 6
    reply_class: ClassVar[type[TimesReply]] = TimesReply

    words: str
    calendars: str


def when_prompt(
    questions: Sequence[WhenQuestion], calendars: Sequence[CalendarDefinition], *, language: Language
) -> WhenPrompt:
    """Return one prompt that asks all the given questions about time expressions."""
    (words,) = fitting(partial(_listed, questions, language), lengths=_SENTENCE_LENGTHS, limit=SHOWN_LIMIT)
    shown = "\n".join(_calendar(one, language) for one in calendars)
    if not calendars:
        shown = ", ".join(dict.fromkeys(name for question in questions for name in question.calendars))
    return WhenPrompt(language, words=fenced(words, message_text("prompts.words", language)), calendars=shown)


def time_answers(
    questions: Sequence[WhenQuestion], reply: TimesReply, calendars: Sequence[CalendarDefinition]
) -> list[WhenAnswer]:
    """Return one answer for each question about a time expression, in the order of the questions.

    The answer to a question is UNKNOWN_TIME if the model's row for this question is missing, invalid or not supported
    by the text.
    """
    rows = {number: time_row(parts) for number, parts in numbered_rows(reply.times).items()}
    return [WhenAnswer(_expression(rows.get(number), one, calendars)) for number, one in enumerate(questions, 1)]


def _expression(row: TimeRow | None, question: WhenQuestion, calendars: Sequence[CalendarDefinition]) -> TimeExpression:
    return UNKNOWN_TIME if row is None else _CheckedRow(row, question, calendars).expression()


def _listed(questions: Sequence[WhenQuestion], language: Language, sentence: int) -> str:
    """Return one line for each question. Before the first question of each chapter stands a line with the numbered
    events that the chapter's time expressions may mean.
    """
    lines: list[str] = []
    shown: tuple[str, ...] = ()
    for number, one in enumerate(questions, 1):
        offered = one.events or ()
        if offered != shown:
            lines.append(_events(offered, language))
            shown = offered
        lines.append(f"{number}. {cut(one.words, _LONGEST_WORDS)} | {cut(one.sentence, sentence)}")
    return "\n".join(lines)


def _events(names: Sequence[str], language: Language) -> str:
    numbered = [f"{number} {cut(name, _LONGEST_EVENT)}" for number, name in enumerate(names, 1)]
    events = message_text("marks.semicolon", language).join(numbered)
    return message_text("prompts.events", language, events=events or "-").strip()


def _calendar(one: CalendarDefinition, language: Language) -> str:
    eras = ", ".join(era.name for era in one.eras)
    months = ", ".join(f"{number} {month.name}" for number, month in enumerate(one.months, 1))
    return message_text("prompts.calendar", language, name=one.name, eras=eras, months=months)


def _has_number(words: str) -> bool:
    return _NUMBER.search(words) is not None or any(rules.number.search(words) for _, rules in TIME_RULES.all())


def _bare(name: str) -> str:
    return name_key(name).removeprefix("the ")


class _CheckedRow:
    def __init__(self, row: TimeRow, question: WhenQuestion, calendars: Sequence[CalendarDefinition]) -> None:
        self._row = row
        self._question = question
        self._calendars = calendars

    def expression(self) -> TimeExpression:
        found = self._date() if self._row.kind is TimeKind.CALENDAR else self._offset()
        return found or UNKNOWN_TIME

    def _date(self) -> TimeExpression | None:
        row = self._row
        parts = (row.year, row.month, row.day, row.season)
        numbered = any(parts[:1]) or bool(row.day)
        if not any(parts) or any(abs(part) > _LARGEST for part in parts) or min(parts[1:]) < 0 or row.season > 4:
            return None
        if numbered and not _has_number(self._question.words):
            return None
        calendar, era = self._calendar()
        if calendar == DAY_AXIS:
            return TimeExpression(TimeKind.CALENDAR, calendar=DAY_AXIS, day=row.day) if row.day else None
        return TimeExpression(
            TimeKind.CALENDAR,
            calendar=calendar,
            era=era,
            year=row.year or None,
            month=row.month or None,
            day=row.day or None,
            season=row.season or None,
        )

    def _calendar(self) -> tuple[str | None, str | None]:
        asked, era_key = _bare(self._row.calendar), _bare(self._row.era)
        for one in self._calendars:
            era = next((each.name for each in one.eras if era_key in map(_bare, (each.name, *each.names))), None)
            if _bare(one.name) == asked or (not asked and era is not None):
                return one.name, era
        if asked == GREGORIAN:
            return GREGORIAN, BEFORE_CHRIST if era_key == name_key(BEFORE_CHRIST) else None
        if asked == DAY_AXIS:
            return DAY_AXIS, None
        named = next((name for name in self._question.calendars if _bare(name) == asked), None)
        known = era_key and (
            era_key in name_key(self._question.words) or era_key in map(_bare, self._question.calendars)
        )
        return named, self._row.era.strip() if known else None

    def _offset(self) -> TimeExpression | None:
        row = self._row
        name = self._event() if row.anchor is Anchor.EVENT else None
        if row.anchor is Anchor.EVENT and name is None:
            return None
        if not (row.low or 0) <= (_LARGEST if row.high is None else row.high) <= _LARGEST:
            return None
        counted = TimeExpression(
            row.kind, low=row.low, high=row.high, unit=row.unit, before=row.before, anchor=row.anchor, name=name
        )
        return self._from_date(counted) if row.anchor is Anchor.REFERENCE else counted

    def _event(self) -> str | None:
        """Return the key of the event from which the row counts, or None if the row gives no valid event. A row gives
        an event by its number or name among the question's `events`, or by another name that occurs in the question's
        `words` or `sentence`.
        """
        name, question = self._row.name.strip(), self._question
        offered = question.events or ()
        if name.isdecimal():
            return event_key(offered[int(name) - 1]) if 1 <= int(name) <= len(offered) else None
        named = name_key(name) in name_key(f"{question.words} {question.sentence}")
        known = any(event_key(one) == event_key(name) for one in offered)
        return event_key(name) if name and (named or known) else None

    def _from_date(self, counted: TimeExpression) -> TimeExpression | None:
        date = self._date()
        return None if date is None else from_date(counted, date)
