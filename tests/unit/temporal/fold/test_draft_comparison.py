"""Tests of which contents say different things."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.readings import StatementScope
from tests.unit.temporal.story_builder import HAIR, Tale


@pytest.mark.parametrize("denial", ["没有品级", "no rank"])
def test_who_says_that_there_is_none_and_then_names_it_tells_of_no_change(denial: str) -> None:
    """The two values stand in one speech. In a later passage, or in the narration, the second one ends the first."""

    def ended(tale: Tale) -> list[str]:
        claims = [one for one in tale.read().folded.facts if one.core.ended_by]
        return [one.core.value or "" for one in claims]

    def said(tale: Tale, value: str, scope: StatementScope = StatementScope.CLAIM) -> Tale:
        tale.say("office", HAIR, scope=scope, holder="Wu" if scope is StatementScope.CLAIM else None)
        last = tale.statements[-1]
        tale.statements[-1] = replace(last, core=replace(last.core, value=value), uuid=f"{last.uuid} {value}")
        return tale

    assert ended(said(said(Tale().chapter(1), denial), "lowest")) == []
    assert ended(said(said(Tale().chapter(1), "highest"), "lowest")) == ["highest"]
    assert ended(said(said(Tale().chapter(1), denial).chapter(2), "lowest")) == [denial]
    world = StatementScope.WORLD
    assert ended(said(said(Tale().chapter(1), denial, world), "lowest", world)) == [denial]
