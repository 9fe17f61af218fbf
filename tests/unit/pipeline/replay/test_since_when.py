"""Tests of time words that tell the beginning of a state."""

from __future__ import annotations

import pytest

from episodic.model.readings import Phase, StatementCore
from episodic.pipeline.replay.since_when import without_opening_time


@pytest.mark.parametrize("words", ["at first", "on first going to live there", "起初"])
def test_the_time_at_which_a_past_state_began_is_not_its_end(words: str) -> None:
    """At first Anna hated Wick: when she ceased to, the text does not tell."""
    hate = StatementCore("Anna had hated Wick.", "hates", phase=Phase.ENDS, time=words, time_event="the move")

    assert without_opening_time(hate).time is None
    assert without_opening_time(hate).time_event is None


@pytest.mark.parametrize("words", ["on the first of May", "before they went to Cromer", "on her first visit"])
def test_other_times_end_a_state(words: str) -> None:
    hate = StatementCore("Anna had hated Wick.", "hates", phase=Phase.ENDS, time=words)

    assert without_opening_time(hate).time == words
