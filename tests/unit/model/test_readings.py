"""Tests of readings as JSON: old records without the newer fields can be loaded, and the newer fields are restored."""

from __future__ import annotations

import pytest

from episodic.model.readings import Placement, StatementCore, StatementReading
from episodic.model.records import from_json, to_json
from episodic.model.settings import Density, WorkSettings
from episodic.model.spans import Span

OLD = (
    '{"quote":{"start":0,"end":4},"text":"Anna left.","subject":0,"predicate":"left","object":null,"value":null,'
    '"participants":[],"phase":"holds","scope":"world","holder":null,"tellers":[],"time":null,"placing":"now","event":null}'
)


def test_a_statement_without_the_newer_fields_is_read_and_written_as_before() -> None:
    old = from_json(StatementReading, OLD)

    assert old.core == StatementCore("Anna left.", "left")
    assert to_json(old) == OLD


def test_the_newer_fields_of_a_statement_come_back() -> None:
    core = StatementCore(
        "Anna sings.",
        "sings",
        placing=Placement.EARLIER,
        habit=True,
        condition="if it rains",
        duration="two years",
        time_event="the flood",
        derived=True,
    )
    reading = StatementReading(Span(0, 4), core, 0)

    assert from_json(StatementReading, to_json(reading)) == reading


def test_settings_that_were_kept_without_a_density_have_the_usual_one() -> None:
    assert from_json(WorkSettings, '{"instructions":"x"}') == WorkSettings(instructions="x", density=Density.STANDARD)


@pytest.mark.parametrize(("placing", "past"), [("now", False), ("back", True), ("earlier", True), ("ahead", False)])
def test_two_placements_lie_before_now(placing: str, *, past: bool) -> None:
    assert Placement(placing).past is past
