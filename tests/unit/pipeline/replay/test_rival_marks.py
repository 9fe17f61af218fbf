"""Tests of the marks of statements in rival questions."""

from __future__ import annotations

from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.readings import Phase, Placement, StatementCore, StatementScope
from episodic.pipeline.replay.rival_marks import marks_of


def test_a_statement_of_the_world_that_holds_now_has_no_marks() -> None:
    """Its question is the question of older versions."""
    assert marks_of(StatementCore("Ann met Bob.", "met"), ENGLISH) == ()


def test_a_claim_a_denial_and_a_look_back_are_marked() -> None:
    """The marks are in the language of the chapter."""
    core = StatementCore("Ann met Bob.", "met", phase=Phase.DENIED, scope=StatementScope.CLAIM, placing=Placement.BACK)

    assert marks_of(core, ENGLISH) == ("claimed", "denied", "before that scene")
    assert marks_of(core, CHINESE) == ("声称", "否认", "那一幕之前")


def test_every_scope_and_placement_has_a_mark() -> None:
    """No message is missing."""
    for scope in StatementScope:
        for placing in Placement:
            marks = marks_of(StatementCore("x", "y", scope=scope, placing=placing), CHINESE)

            assert len(marks) == (scope is not StatementScope.WORLD) + (placing is not Placement.NOW), (scope, placing)
