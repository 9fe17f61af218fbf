"""Tests of the names by which a statement can call the nodes to which it refers."""

from __future__ import annotations

from episodic.dedup.nodes import PlacedNode
from episodic.model.readings import NodeReading, StatementCore, StatementReading, Surface
from episodic.model.spans import Span
from episodic.pipeline.replay.statement_sources import forms_of
from episodic.pipeline.text_positions import SpannedStatement


def test_a_teller_from_an_earlier_window_has_only_his_name() -> None:
    """The letter began in the first window, where its writer Ben is the second node; the second window has one node."""
    reading = StatementReading(Span(0, 3), StatementCore("Ann left.", "left"), 0)
    source = (SpannedStatement(1, reading, Span(0, 3), 0), (1, 2), ("Ann", "Ben"))
    surfaces = (Surface("Ann Pike", (Span(0, 8),)), Surface("Ann", (Span(9, 12),)))
    window = [PlacedNode(NodeReading("Ann", "Person", surfaces), "")]

    assert forms_of(source, 0, [[], window]) == ["Ann", "Ann Pike", "Ann"]
    assert forms_of(source, 1, [[], window]) == ["Ben"]
