"""The prompt that asks a language model for the meaning of time expressions, and the validation of the reply against
the text and the work's calendars.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import ClassVar, Final

from pydantic import Field
from pydantic.config import JsonDict

from episodic.languages.messages import message_text
from episodic.model.episodes import Language
from episodic.model.moments import UNKNOWN_TIME, Anchor, TimeExpression, TimeKind
from episodic.model.name_keys import name_key
from episodic.model.settings import CalendarDefinition
from episodic.prompts import Prompt, ReplyForm, cut, fenced, fitting
from episodic.temporal.calendars.gregorian import BEFORE_CHRIST, GREGORIAN
from episodic.temporal.calendars.work_calendars import DAY_AXIS
from episodic.temporal.expressions.events import event_key
from episodic.temporal.expressions.language_rules import TIME_RULES
from episodic.temporal.expressions.rule_syntax import from_date
from episodic.temporal.questions import WhenAnswer, WhenQuestion

SHOWN_LIMIT: Final = 2_500
"""The maximum number of characters for the questions in a prompt; sentences are shortened until the questions fit."""
_SENTENCE_LENGTHS: Final = (160, 120, 90, 60, 40)
_LONGEST_WORDS: Final = 120
_ASKED_ANCHORS: Final = (Anchor.PREVIOUS.value, Anchor.HERE.value, Anchor.EVENT.value, Anchor.REFERENCE.value)
"""The anchors that a reply can name; the rules find all other anchors by their words."""
_UNITS: Final = ("day", "week", "month", "year")
_LARGEST: Final = 1_000_000_000
_NUMBER: Final = re.compile(r"\d|\b[IVXLCDM]+\b", re.IGNORECASE)


def _choice(kind: type[StrEnum], *others: str) -> JsonDict:
    return {"enum": [*others, *(one.value for one in kind)]}


class TimeForm(ReplyForm):
    """What one question's words say; 0 (of bounds: -1) and the empty string mean that they do not say it."""

    n: int
    kind: str = Field(default=TimeKind.UNKNOWN.value, json_schema_extra=_choice(TimeKind))
    calendar: str = ""
    era: str = ""
    year: int = 0
    month: int = 0
    day: int = 0
    season: int = 0
    low: int = -1
    high: int = -1
    unit: str = Field(default="day", json_schema_extra={"enum": [*_UNITS]})
    before: bool = False
    anchor: str = Field(default="", json_schema_extra={"enum": ["", *_ASKED_ANCHORS]})
    name: str = ""


class TimesReply(ReplyForm):
    """One entry a question."""

    times: list[TimeForm]


@dataclass(frozen=True)
class WhenPrompt(Prompt[TimesReply]):
    """Asks what a list of time expressions means."""

    stage: ClassVar[str] = "temporal"
    name: ClassVar[str] = "when"
    version: ClassVar[int] = 2
    reply_class: ClassVar[type[TimesReply]] = TimesReply

    words: str
    calendars: str


def when_prompt(
    questions: Sequence[WhenQuestion], calendars: Sequence[CalendarDefinition], *, language: Language
) -> WhenPrompt:
    """Return one prompt that asks all given questions."""
    (words,) = fitting(partial(_listed, questions), lengths=_SENTENCE_LENGTHS, limit=SHOWN_LIMIT)
    shown = "\n".join(_calendar(one, language) for one in calendars)
    if not calendars:
        shown = ", ".join(dict.fromkeys(name for question in questions for name in question.calendars))
    return WhenPrompt(language, words=fenced(words, message_text("prompts.words", language)), calendars=shown)


def time_answers(
    questions: Sequence[WhenQuestion], reply: TimesReply, calendars: Sequence[CalendarDefinition]
) -> list[WhenAnswer]:
    """Return one answer per question, in the order of the questions.

    The answer is UNKNOWN_TIME if the entry for a question is missing or is not supported by the text.
    """
    by_number: dict[int, TimeForm] = {}
    for form in reply.times:
        by_number.setdefault(form.n, form)
    return [
        WhenAnswer(
            UNKNOWN_TIME
            if number not in by_number
            else _ReplyEntry(by_number[number], question, calendars).expression()
        )
        for number, question in enumerate(questions, 1)
    ]


def _listed(questions: Sequence[WhenQuestion], sentence: int) -> str:
    return "\n".join(
        f"{number}. {cut(one.words, _LONGEST_WORDS)} | {cut(one.sentence, sentence)}"
        for number, one in enumerate(questions, 1)
    )


def _calendar(one: CalendarDefinition, language: Language) -> str:
    eras = ", ".join(era.name for era in one.eras)
    months = ", ".join(f"{number} {month.name}" for number, month in enumerate(one.months, 1))
    return message_text("prompts.calendar", language, name=one.name, eras=eras, months=months)


def _has_number(words: str) -> bool:
    return _NUMBER.search(words) is not None or any(rules.number.search(words) for _, rules in TIME_RULES.all())


def _bare(name: str) -> str:
    """Return the comparison key of a calendar or era name, without an English article."""
    return name_key(name).removeprefix("the ")


class _ReplyEntry:
    """Validates one entry of a model's reply against the question."""

    def __init__(self, form: TimeForm, question: WhenQuestion, calendars: Sequence[CalendarDefinition]) -> None:
        self._form = form
        self._question = question
        self._calendars = calendars

    def expression(self) -> TimeExpression:
        """Return the time expression of the reply entry, or UNKNOWN_TIME if the entry is invalid or is not supported by
        the text.
        """
        try:
            kind = TimeKind(self._form.kind.strip().lower())
        except ValueError:
            return UNKNOWN_TIME
        if kind is TimeKind.CALENDAR:
            return self._date() or UNKNOWN_TIME
        if kind is TimeKind.UNKNOWN:
            return UNKNOWN_TIME
        return self._offset(kind) or UNKNOWN_TIME

    def _date(self) -> TimeExpression | None:
        form = self._form
        parts = (form.year, form.month, form.day, form.season)
        numbered = any(parts[:1]) or bool(form.day)
        if not any(parts) or any(abs(part) > _LARGEST for part in parts) or min(parts[1:]) < 0 or form.season > 4:
            return None
        if numbered and not _has_number(self._question.words):
            return None
        calendar, era = self._calendar()
        if calendar == DAY_AXIS:
            return TimeExpression(TimeKind.CALENDAR, calendar=DAY_AXIS, day=form.day) if form.day else None
        return TimeExpression(
            TimeKind.CALENDAR,
            calendar=calendar,
            era=era,
            year=form.year or None,
            month=form.month or None,
            day=form.day or None,
            season=form.season or None,
        )

    def _calendar(self) -> tuple[str | None, str | None]:
        """Return the names of the calendar and the era in the reply entry, with None for a name that the work does not
        have.
        """
        asked, era_key = _bare(self._form.calendar), _bare(self._form.era)
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
        return named, self._form.era.strip() if known else None

    def _offset(self, kind: TimeKind) -> TimeExpression | None:
        form = self._form
        asked = form.anchor.strip().lower()
        if asked not in _ASKED_ANCHORS:
            return None
        anchor = Anchor(asked)
        name = self._event() if anchor is Anchor.EVENT else None
        if anchor is Anchor.EVENT and name is None:
            return None
        low, high = (None if bound < 0 else bound for bound in (form.low, form.high))
        if kind is TimeKind.ORDER or (low is None and high is None):
            low, high, kind = None, None, TimeKind.ORDER
        elif form.unit not in _UNITS or not (low or 0) <= (_LARGEST if high is None else high) <= _LARGEST:
            return None
        unit = "day" if kind is TimeKind.ORDER else form.unit
        counted = TimeExpression(kind, low=low, high=high, unit=unit, before=form.before, anchor=anchor, name=name)
        return self._from_date(counted) if anchor is Anchor.REFERENCE else counted

    def _event(self) -> str | None:
        """Return the key of the event from which the reply entry counts, or None if neither the time expression nor its
        sentence names the event.
        """
        name = self._form.name.strip()
        question = self._question
        return event_key(name) if name and name_key(name) in name_key(f"{question.words} {question.sentence}") else None

    def _from_date(self, counted: TimeExpression) -> TimeExpression | None:
        date = self._date()
        return None if date is None else from_date(counted, date)
