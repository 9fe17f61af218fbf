"""Tests of time words that open a passage, and of those that set no current moment."""

from __future__ import annotations

import pytest

from episodic.model.episodes import Episode, FrameKind, Language
from episodic.model.readings import FrameReading
from episodic.model.spans import Span
from episodic.pipeline.replay.times.passage_words import PassageWordFinder, is_period
from episodic.pipeline.replay.times.told_parts import QuotedContent
from episodic.pipeline.text_positions import FramedPassage
from episodic.temporal.calendars.work_calendars import Calendars


@pytest.mark.parametrize(
    "words", ["自八月起，至九月终", "从五月起到七月", "from May till July", "From morning to night"]
)
def test_a_period_with_beginning_and_end_is_no_moment(words: str) -> None:
    assert is_period(words)


@pytest.mark.parametrize("words", ["自冬至", "自八月起", "至九月终", "from May on", "in July", "on the way from York"])
def test_other_time_words_are_no_period(words: str) -> None:
    assert not is_period(words)


@pytest.mark.parametrize(
    ("language", "text", "time"),
    [
        (
            "en",
            "“I drove to his house one evening three weeks before the fire. He was at the door.",
            "three weeks before",
        ),
        ("zh", "“大火前三周，我到他家去。他在门口。", "大火前三周"),
    ],
)
def test_the_time_of_a_quoted_tale_opens_its_passage(language: Language, text: str, time: str) -> None:
    """A passage of the main line that begins with speech does not take place at the time that the speech names."""
    episode = Episode("ch1", "work", "1", 1, "One", ("One",), text, language)
    finder = PassageWordFinder(Calendars(()))

    def opening(frame: FrameKind) -> str | None:
        framed = FramedPassage(0, Span(0, len(text)), frame, 1, FrameReading(frame, time=time), 0)
        (words,) = finder.words_of(episode, [framed], [], by_rule=False)
        return None if words.opening is None else words.opening[1]

    assert [opening(one) for one in (FrameKind.TALE, FrameKind.LETTER)] == [time, time]
    assert opening(FrameKind.MAIN) is None


@pytest.mark.parametrize(
    ("language", "text", "told", "time"),
    [
        ("en", "They came to York, and two days later Ann fell ill.", "They came to York", "two days later"),
        ("zh", "三人回至新野，过了数日，林河病了。", "三人回至新野", "过了数日"),
    ],
)
def test_time_words_after_what_a_statement_tells_do_not_open_their_passage(
    language: Language, text: str, told: str, time: str
) -> None:
    episode = Episode("ch1", "work", "1", 1, "One", ("One",), text, language)
    framed = FramedPassage(0, Span(0, len(text)), FrameKind.MAIN, 0, FrameReading(FrameKind.MAIN, time=time), 0)
    finder = PassageWordFinder(Calendars(()))
    end = text.index(told) + len(told)

    def opening(*quotes: Span) -> tuple[str | None, tuple[str, ...]]:
        contents = [QuotedContent(one, text, (), ()) for one in quotes]
        (words,) = finder.words_of(episode, [framed], [], by_rule=False, told=contents)
        return None if words.opening is None else words.opening[1], tuple(one for _, one in words.later)

    assert opening() == (time, ())
    assert opening(Span(0, len(text))) == (time, ())
    assert opening(Span(0, end), Span(end, len(text))) == (None, (time,))
