"""Tests of the claims of a letter or tale whose holder the reader did not find."""

from __future__ import annotations

from episodic.model.episodes import FrameKind
from episodic.model.readings import FrameReading, StatementCore, StatementReading, StatementScope
from episodic.model.spans import Span
from episodic.pipeline.replay.frames.tellers import tellers_of, with_tellers
from episodic.pipeline.replay.statement_sources import StatementSource
from episodic.pipeline.text_positions import FramedPassage, SpannedStatement

ANN, WRITER = 1, 2
LETTER = [
    FramedPassage(0, Span(0, 1), FrameKind.LETTER, 1, FrameReading(FrameKind.LETTER), 0),
    FramedPassage(1, Span(1, 2), FrameKind.LETTER, 1, FrameReading(FrameKind.LETTER), 1),
    FramedPassage(2, Span(2, 3), FrameKind.MAIN, 0, FrameReading(FrameKind.MAIN), 1),
]


def statement(index: int, scope: StatementScope, *, holder: int | None = None) -> StatementSource:
    """Return a statement about Ann in the passage *index*."""
    reading = StatementReading(
        Span(0, 1), StatementCore(text="Ann left.", predicate="left", scope=scope), 0, holder=holder
    )
    return (
        SpannedStatement(LETTER[index].window, reading, Span(index, index + 1), index),
        (ANN, WRITER),
        ("Ann", "Writer"),
    )


def holders(*sources: StatementSource) -> list[str | None]:
    made = with_tellers(sources, LETTER, tellers_of(sources, LETTER, root=lambda number: number))
    return [None if one.reading.holder is None else names[one.reading.holder] for one, _, names in made]


def test_a_claim_of_nobody_in_a_letter_is_its_writer_s() -> None:
    """A claim outside the letter, and what the letter's reader took for the world, stay as they are."""
    written = statement(0, StatementScope.CLAIM, holder=1)
    others = [
        statement(1, StatementScope.CLAIM),
        statement(1, StatementScope.WORLD),
        statement(2, StatementScope.CLAIM),
    ]

    assert holders(written, written, *others) == ["Writer", "Writer", "Writer", None, None]


def test_without_claims_of_one_entity_the_teller_stays_unknown() -> None:
    nobody_s = statement(1, StatementScope.CLAIM)

    assert holders(nobody_s) == [None]
    assert holders(nobody_s, statement(0, StatementScope.WORLD)) == [None, None]
