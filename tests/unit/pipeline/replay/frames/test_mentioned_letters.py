"""Tests of passages of a letter that only tell that a letter was written."""

from __future__ import annotations

import pytest

from episodic.model.episodes import FrameKind
from episodic.model.readings import FrameReading, StatementCore, StatementReading, StatementScope
from episodic.model.spans import Span
from episodic.pipeline.replay.frames.mentioned_letters import without_mentioned_letters
from episodic.pipeline.text_positions import FramedPassage, SpannedStatement

MAIN, LETTER = FrameKind.MAIN, FrameKind.LETTER
WORLD, CLAIM = StatementScope.WORLD, StatementScope.CLAIM
ENGLISH = (
    "Ann sat down.\n\n",
    "Ben held the town and wrote to Wat. Wat answered: “Stay in Hull till May.” Ben stayed.\n",
)
CHINESE = ("阿梅坐下。\n\n", "白安守城，写信问吴海。吴海回书道：“你守到五月为好。”白安便不走。\n")


def frames(parts: tuple[str, ...], *said: tuple[str, StatementScope]) -> list[tuple[FrameKind, int]]:
    text, start = "".join(parts), len(parts[0])
    framed = (
        FramedPassage(0, Span(0, start), MAIN, 0, FrameReading(MAIN), 0),
        FramedPassage(1, Span(start, len(text)), LETTER, 1, FrameReading(LETTER), 0),
    )
    spanned: list[SpannedStatement] = []
    for quote, scope in said:
        at = text.index(quote)
        core = StatementCore(text=quote, predicate="told", scope=scope)
        spanned.append(SpannedStatement(0, StatementReading(Span(0, 1), core, subject=0), Span(at, at + len(quote)), 1))
    return [(one.frame, one.run) for one in without_mentioned_letters(framed, spanned, text)]


@pytest.mark.parametrize(
    ("parts", "opening", "answer"),
    [(ENGLISH, "Ben held the town", "Stay in Hull"), (CHINESE, "白安守城", "你守到五月")],
)
def test_a_passage_that_only_tells_of_a_letter_is_on_the_main_line(
    parts: tuple[str, ...], opening: str, answer: str
) -> None:
    assert frames(parts, (opening, WORLD), (answer, WORLD)) == [(MAIN, 0), (MAIN, 0)]


@pytest.mark.parametrize(
    ("parts", "opening", "answer"),
    [(ENGLISH, "Ben held the town", "Stay in Hull"), (CHINESE, "白安守城", "你守到五月")],
)
def test_a_passage_with_the_content_of_a_letter_is_a_letter(parts: tuple[str, ...], opening: str, answer: str) -> None:
    assert frames(parts, (opening, WORLD), (answer, CLAIM)) == [(MAIN, 0), (LETTER, 1)]
    assert frames(parts, (answer, WORLD)) == [(MAIN, 0), (LETTER, 1)]
