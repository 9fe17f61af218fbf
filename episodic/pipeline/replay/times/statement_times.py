"""Reads the time expressions of a chapter's statements and decides from which moment each of them counts."""

from __future__ import annotations

from dataclasses import dataclass

from episodic.model.episodes import Episode
from episodic.model.moments import TimeExpression
from episodic.model.readings import Placement, StatementCore
from episodic.pipeline.replay.questions.open_questions import QuestionCollector
from episodic.pipeline.replay.replayed_chapter import ReplayedPassage
from episodic.pipeline.replay.times.announced_times import without_announced_time
from episodic.pipeline.replay.times.date_completion import DateCompletion
from episodic.pipeline.replay.times.earlier_placing import counted_in_speech
from episodic.pipeline.replay.times.recalled_words import words_near
from episodic.pipeline.replay.times.since_when import without_opening_time, without_present_time
from episodic.pipeline.replay.times.telling_times import counted_from_scene, counted_from_telling
from episodic.pipeline.replay.times.time_resolution import TimeResolver
from episodic.pipeline.text_positions import SpannedStatement


@dataclass(frozen=True, slots=True)
class StatementTime:
    """The content of a statement, the meaning of its time expression, and the offset of the expression in the chapter.
    The content has no time expression if the reader's expression is not the time of the statement.
    """

    core: StatementCore
    time: TimeExpression | None = None
    start: int | None = None


@dataclass(frozen=True, slots=True)
class StatementTimes:
    """The reading of the time expressions of one chapter's statements. `asked` collects the questions that time
    expressions raise. `dates` completes dates without a year.
    """

    episode: Episode
    times: TimeResolver
    dates: DateCompletion
    asked: QuestionCollector

    def of(self, spanned: SpannedStatement, passage: ReplayedPassage, *, of_teller: bool) -> StatementTime:
        """Return the content and the time of a statement of the passage *passage*. *of_teller* says whether the
        narration, or the teller of the passage's tale, tells the statement in his own words. "Three years ago" in his
        words counts from the scene in which he tells the tale.
        """
        text, core, span = self.episode.text, spanned.reading.core, spanned.span
        time = self.times.of_statement(core, span.of(text), self.episode, self.asked)
        core = without_present_time(without_opening_time(core))
        start = None if core.time is None else words_near(core.time, span, text, around=passage.value.span)
        core = without_announced_time(core, time, span, text=text, frame=passage.value.frame, start=start)
        if core.time is None or time is None:
            return StatementTime(core)
        time = counted_in_speech(core, time, span, text=text) or time
        if of_teller:
            time = counted_from_telling(time, core.time, passage.value.frame) or time
        if start is not None:
            begin, frame = passage.value.span.start, passage.value.frame
            time = counted_from_scene(time, text, start=begin, place=start, frame=frame) or time
        near = passage.near(span.start if start is None else start)
        return StatementTime(core, self.dates.completed(time, back=core.placing is Placement.BACK, near=near), start)
