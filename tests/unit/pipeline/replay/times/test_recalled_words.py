"""Tests of time words that only say when something recalled happened."""

from __future__ import annotations

import pytest

from episodic.model.episodes import FrameKind
from episodic.model.readings import FrameReading, Placement, StatementCore, StatementReading
from episodic.model.spans import Span
from episodic.pipeline.replay.times.recalled_words import recalled_words
from episodic.pipeline.text_positions import FramedPassage, SpannedStatement

ENGLISH = ("On day 50, Lin met Mei. On day 30, Ben moved away.", "On day 30", "Ben moved away")
CHINESE = ("第五十日，林河见到阿梅。第三十日，白安已搬走。", "第三十日", "白安已搬走")


def statement(text: str, words: str, quote: str, placing: Placement) -> SpannedStatement:
    core = StatementCore(text=quote, predicate="moved", time=words, placing=placing)
    start = text.index(quote)
    return SpannedStatement(0, StatementReading(Span(0, 1), core, subject=0), Span(start, start + len(quote)), 0)


@pytest.mark.parametrize(("text", "words", "quote"), [ENGLISH, CHINESE])
def test_the_time_of_a_look_back_is_recalled_unless_the_scene_has_it(text: str, words: str, quote: str) -> None:
    """A statement about the current moment with the same time words shows that the narration itself goes there."""
    framed = [FramedPassage(0, Span(0, len(text)), FrameKind.MAIN, 0, FrameReading(FrameKind.MAIN), 0)]
    back, now = (statement(text, words, quote, placing) for placing in (Placement.BACK, Placement.NOW))

    assert [one.of(text) for one in recalled_words(text, framed, [back])] == [words]
    assert recalled_words(text, framed, [back, now]) == ()
    assert recalled_words(text, framed, [now]) == ()
