"""The question what time words say, and what of the reply is believed: nothing that the words and the work's calendars do not bear out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import ClassVar, Final

from pydantic import Field
from pydantic.config import JsonDict

from episodic.model.episodes import Language
from episodic.model.moments import UNKNOWN_TIME, Anchor, TimeExpression, TimeKind
from episodic.model.names import name_key
from episodic.model.settings import CalendarDefinition
from episodic.prompts import Prompt, ReplyForm, cut, fenced, fitting
from episodic.temporal.calendar_gregorian import BEFORE_CHRIST, GREGORIAN
from episodic.temporal.calendars import DAY_AXIS
from episodic.temporal.expressions.events import event_key
from episodic.temporal.expressions.numerals import CARDINAL, HAN_NUMBER, ORDINAL
from episodic.temporal.expressions.saying import from_date
from episodic.temporal.questions import WhenAnswer, WhenQuestion

SHOWN_LIMIT: Final = 2_500
"""Characters that the questions of one prompt should stay within: sentences are shown shorter until they do."""
_SENTENCE_LENGTHS: Final = (160, 120, 90, 60, 40)
_LONGEST_WORDS: Final = 120
_WORDS: Final = {Language.CHINESE: "词语", Language.ENGLISH: "words"}
_UNITS: Final = ("day", "week", "month", "year")
_LARGEST: Final = 1_000_000_000
_NUMBER: Final = re.compile(rf"\d|{HAN_NUMBER}|[元正]|{CARDINAL}|{ORDINAL}|\b[IVXLCDM]+\b", re.IGNORECASE)


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
    anchor: str = Field(default="", json_schema_extra=_choice(Anchor, ""))
    name: str = ""


class TimesReply(ReplyForm):
    """One entry a question."""

    times: list[TimeForm]


@dataclass(frozen=True)
class WhenPrompt(Prompt[TimesReply]):
    """What do these time words say?"""

    stage: ClassVar[str] = "temporal"
    name: ClassVar[str] = "when"
    version: ClassVar[int] = 1
    reply: ClassVar[type[TimesReply]] = TimesReply

    words: str
    calendars: str


def when_prompt(
    questions: Sequence[WhenQuestion], calendars: Sequence[CalendarDefinition], *, language: Language
) -> WhenPrompt:
    """The prompt that asks them all."""
    (words,) = fitting(partial(_listed, questions), lengths=_SENTENCE_LENGTHS, limit=SHOWN_LIMIT)
    shown = "\n".join(_calendar(one, language) for one in calendars)
    if not calendars:
        shown = ", ".join(dict.fromkeys(name for question in questions for name in question.calendars))
    return WhenPrompt(language, words=fenced(words, _WORDS[language]), calendars=shown)


def time_answers(
    questions: Sequence[WhenQuestion], reply: TimesReply, calendars: Sequence[CalendarDefinition]
) -> list[WhenAnswer]:
    """One answer a question; words that the reply left out, or read in a way they do not bear out, say nothing."""
    said: dict[int, TimeForm] = {}
    for form in reply.times:
        said.setdefault(form.n, form)
    return [
        WhenAnswer(UNKNOWN_TIME if number not in said else _Reading(said[number], question, calendars).expression())
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
    if language is Language.CHINESE:
        return f"历法 {one.name}；纪元 {eras}；月 {months}"
    return f"calendar {one.name}; eras {eras}; months {months}"


def _bare(name: str) -> str:
    """The key of a calendar's or era's name, an English article left out."""
    return name_key(name).removeprefix("the ")


class _Reading:
    """One entry of a reply held against its question."""

    def __init__(self, form: TimeForm, question: WhenQuestion, calendars: Sequence[CalendarDefinition]) -> None:
        self._form = form
        self._question = question
        self._calendars = calendars

    def expression(self) -> TimeExpression:
        """What the words say, UNKNOWN_TIME where the entry cannot be believed."""
        try:
            kind = TimeKind(self._form.kind.strip().lower())
        except ValueError:
            return UNKNOWN_TIME
        if kind is TimeKind.CALENDAR:
            return self._date() or UNKNOWN_TIME
        if kind is TimeKind.UNKNOWN:
            return UNKNOWN_TIME
        return self._counted(kind) or UNKNOWN_TIME

    def _date(self) -> TimeExpression | None:
        form = self._form
        parts = (form.year, form.month, form.day, form.season)
        numbered = any(parts[:1]) or bool(form.day)
        if not any(parts) or any(abs(part) > _LARGEST for part in parts) or min(parts[1:]) < 0 or form.season > 4:
            return None
        if numbered and not _NUMBER.search(self._question.words):
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
        """The calendar and era that the entry names, as far as the work has them."""
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

    def _counted(self, kind: TimeKind) -> TimeExpression | None:
        form = self._form
        try:
            anchor = Anchor(form.anchor.strip().lower())
        except ValueError:
            return None
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
        """The key of the event that the entry counts from, if the words or their sentence name it."""
        name = self._form.name.strip()
        question = self._question
        return event_key(name) if name and name_key(name) in name_key(f"{question.words} {question.sentence}") else None

    def _from_date(self, counted: TimeExpression) -> TimeExpression | None:
        date = self._date()
        return None if date is None else from_date(counted, date)
