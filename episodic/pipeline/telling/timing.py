"""Time words as the replay sees them: rules first, then the kept answers, and a question where neither knows."""

from __future__ import annotations

from collections.abc import Mapping

from episodic.model.asserted import Question
from episodic.model.episodes import Language
from episodic.model.moments import UNKNOWN_TIME, TimeExpression
from episodic.model.records import from_json
from episodic.temporal.calendars import Calendars
from episodic.temporal.expressions import read_time
from episodic.temporal.questions import WhenAnswer, WhenQuestion, question_of


class TimeWords:
    """Reads time words, each distinct one once."""

    def __init__(self, calendars: Calendars, answers: Mapping[str, str]) -> None:
        self.calendars = calendars
        self._answers = answers
        self._read: dict[tuple[str, Language], TimeExpression | None] = {}

    def by_rule(self, words: str, language: Language) -> TimeExpression | None:
        """What the rules make of the words; None where they cannot tell."""
        key = (words, language)
        if key not in self._read:
            self._read[key] = read_time(words, language=language, calendars=self.calendars)
        return self._read[key]

    def read(
        self, words: str, sentence: str, language: Language, *, episode: str
    ) -> tuple[TimeExpression, Question | None, bool]:
        """What the words say, the question they raise if no rule reads them, and whether that question has no kept answer."""
        ruled = self.by_rule(words, language)
        if ruled is not None:
            return ruled, None, False
        names = tuple(
            name
            for one in self.calendars.definitions
            for name in (one.name, *(era.name for era in one.eras), *(month.name for month in one.months))
        )
        question = question_of(WhenQuestion(language, words, sentence, names), episode)
        kept = self._answers.get(question.uuid)
        if kept is None:
            return UNKNOWN_TIME, question, True
        return from_json(WhenAnswer, kept).expression, question, False
