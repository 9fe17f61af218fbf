"""Tests of events that had already happened in the scene in which they are told."""

from __future__ import annotations

import pytest

from episodic.model.predicates import shipped_table
from episodic.model.readings import Placement, StatementCore, StatementReading
from episodic.model.spans import Span
from episodic.pipeline.replay.times.done_before import done_before
from episodic.pipeline.text_positions import SpannedStatement


def placing(text: str, quote: str, predicate: str = "arrived_at", time: str | None = None) -> Placement:
    at = text.index(quote)
    reading = StatementReading(Span(0, 1), StatementCore(quote, predicate, time=time), subject=0)
    spanned = SpannedStatement(0, reading, Span(at, at + len(quote)), 0)
    ((made, _, _),) = done_before([(spanned, (1,), ("Ben",))], text, shipped_table().find)
    return made.reading.core.placing


@pytest.mark.parametrize(
    "quote", ["时白安方与众人到了城中", "此时白安已到了城中", "By then, Ben had already reached Hull"]
)
def test_an_event_that_had_already_happened_lies_before_the_scene(quote: str) -> None:
    assert placing(f"{quote}.", quote) is Placement.BACK
    assert placing(f"{quote}.", quote, time="May") is Placement.NOW
    assert placing(f"{quote}.", quote, predicate="lives_in") is Placement.NOW
    assert placing(f"“{quote}.”", quote) is Placement.NOW


@pytest.mark.parametrize(
    "quote", ["时白安到了城中", "白安方到城下", "Ben had just sat down when Ann came in", "Ben reached Hull"]
)
def test_other_events_stay_in_the_scene(quote: str) -> None:
    assert placing(f"{quote}.", quote) is Placement.NOW
