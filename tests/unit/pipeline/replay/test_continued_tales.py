"""Tests of the claims that the teller of a letter or tale makes in windows that do not show the teller."""

from __future__ import annotations

from episodic.model.episodes import FrameKind
from episodic.model.readings import FrameReading, StatementCore, StatementReading, StatementScope
from episodic.model.spans import Span
from episodic.pipeline.replay.continued_tales import StatementSource, with_tellers
from episodic.pipeline.text_positions import FramedPassage, SpannedStatement

ANN, WRITER = 1, 2


def passage(index: int, *, window: int, kind: FrameKind, frame: FrameKind) -> FramedPassage:
    run = 0 if frame is FrameKind.MAIN else 1
    return FramedPassage(index, Span(index, index + 1), frame, run, FrameReading(kind), window)


def statement(index: int, *, window: int, claimed: bool = False) -> StatementSource:
    """Return a statement about Ann in the passage *index*, as a claim of the writer if *claimed* is true."""
    scope = StatementScope.CLAIM if claimed else StatementScope.WORLD
    core = StatementCore(text="Ann left.", predicate="left", scope=scope)
    reading = StatementReading(Span(0, 1), core, subject=0, holder=1 if claimed else None)
    return SpannedStatement(window, reading, Span(index, index + 1), index), (ANN, WRITER), ("Ann", "Writer")


def holders(sources: list[StatementSource], framed: list[FramedPassage]) -> list[str | None]:
    made = with_tellers(sources, framed, root=lambda number: number)
    return [None if one.reading.holder is None else names[one.reading.holder] for one, _, names in made]


LETTER = [
    passage(0, window=0, kind=FrameKind.LETTER, frame=FrameKind.LETTER),
    passage(1, window=1, kind=FrameKind.CONTINUED, frame=FrameKind.LETTER),
    passage(2, window=1, kind=FrameKind.MAIN, frame=FrameKind.MAIN),
]


def test_a_letter_that_goes_on_in_the_next_window_is_claimed_by_its_writer() -> None:
    sources = [statement(0, window=0, claimed=True), statement(1, window=1), statement(2, window=1)]

    assert holders(sources, LETTER) == ["Writer", "Writer", None]


def test_a_tale_told_as_narration_stays_narration_in_the_next_window() -> None:
    sources = [statement(0, window=0), statement(1, window=1)]

    assert holders(sources, LETTER) == [None, None]


def test_without_statements_in_an_earlier_window_the_teller_stays_unknown() -> None:
    assert holders([statement(1, window=1)], LETTER) == [None]


def test_a_claim_of_nobody_in_a_letter_is_its_writer_s() -> None:
    reading = StatementReading(
        Span(0, 1), StatementCore(text="Ann left.", predicate="left", scope=StatementScope.CLAIM), 0
    )
    nobody_s = SpannedStatement(0, reading, Span(0, 1), 0), (ANN, WRITER), ("Ann", "Writer")

    assert holders([nobody_s, statement(0, window=0, claimed=True)], LETTER) == ["Writer", "Writer"]
