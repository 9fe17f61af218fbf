"""Tests of time words that tell the beginning of a state, or only say "now"."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.predicates import shipped_table
from episodic.model.readings import Phase, Placement, StatementCore
from episodic.pipeline.replay.times.since_when import since_learned, without_opening_time, without_present_time


@pytest.mark.parametrize(
    "words", ["at first", "on first going to live there", "起初", "ever since I started", "since May", "自五月以来"]
)
def test_the_time_at_which_a_past_state_began_is_not_its_end(words: str) -> None:
    """At first Anna hated Wick: when she ceased to, the text does not tell."""
    hate = StatementCore("Anna had hated Wick.", "hates", phase=Phase.ENDS, time=words, time_event="the move")

    assert without_opening_time(hate).time is None
    assert without_opening_time(hate).time_event is None


@pytest.mark.parametrize("words", ["on the first of May", "before they went to Cromer", "on her first visit"])
def test_other_times_end_a_state(words: str) -> None:
    hate = StatementCore("Anna had hated Wick.", "hates", phase=Phase.ENDS, time=words)

    assert without_opening_time(hate).time == words


@pytest.mark.parametrize("words", ["now", "even now", "如今", "现在"])
def test_now_of_what_lies_ahead_of_its_scene_is_not_the_time_of_the_scene(words: str) -> None:
    """The narrator's hair is white now that she tells the story of her youth."""
    white = StatementCore("My hair is white now.", "hair_colour", "white", placing=Placement.AHEAD, time=words)

    assert without_present_time(white).time is None
    assert without_present_time(replace(white, placing=Placement.NOW)).time == words


@pytest.mark.parametrize("words", ["today", "next year", "今晚", "明年"])
def test_other_words_for_what_lies_ahead_stay(words: str) -> None:
    leaves = StatementCore("Ann will leave.", "left", placing=Placement.AHEAD, time=words)

    assert without_present_time(leaves).time == words


@pytest.mark.parametrize(
    "sentence", ["顾大嫂打听得史进在牢中。", "程太守闻知宋江到了。", "Ann heard that Bo had gone."]
)
def test_what_somebody_hears_is_known_from_then_on(sentence: str) -> None:
    knows = shipped_table().find("knows_that")
    assert knows is not None
    core = StatementCore(sentence, "knows_that")

    assert since_learned(core, knows).phase is Phase.BEGINS
    assert since_learned(StatementCore(sentence, "knows_that", placing=Placement.BACK), knows).phase is Phase.HOLDS


@pytest.mark.parametrize(
    "sentence", ["赵姨娘已闻得此事。", "郁保四认得董平。", "Ann had heard of it.", "Ann knows Bo."]
)
def test_what_somebody_knew_before_does_not_begin(sentence: str) -> None:
    knows = shipped_table().find("knows_that")
    assert knows is not None

    assert since_learned(StatementCore(sentence, "knows_that"), knows).phase is Phase.HOLDS


@pytest.mark.parametrize(
    ("predicate", "sentence"),
    [
        ("fears", "袁军由此不敢登高。"),
        ("wants", "猴王听了想做大圣。"),
        ("knows_that", "袁绍闻报粮草有失。"),
        ("fears", "At this, Ann was afraid of Bo."),
        ("wants", "On hearing the news, Ann wants the ring."),
    ],
)
def test_what_somebody_feels_because_of_what_just_happened_begins_then(predicate: str, sentence: str) -> None:
    known = shipped_table().find(predicate)
    assert known is not None

    assert since_learned(StatementCore(sentence, predicate), known).phase is Phase.BEGINS
    assert since_learned(StatementCore(sentence, predicate, habit=True), known).phase is Phase.HOLDS


@pytest.mark.parametrize(
    ("predicate", "sentence", "quote"),
    [
        ("fears", "袁军不敢登高。", ""),
        ("fears", "猴王听了更怕师父。", ""),
        ("fears", "猴王听了怕师父。", "猴王一向怕师父"),
        ("hates", "猴王听了恨师父。", ""),
        ("fears", "On hearing this, Ann was still afraid of Bo.", ""),
        ("fears", "Ann is afraid at that house.", ""),
    ],
)
def test_what_somebody_may_have_felt_before_does_not_begin(predicate: str, sentence: str, quote: str) -> None:
    known = shipped_table().find(predicate)
    assert known is not None

    assert since_learned(StatementCore(sentence, predicate), known, quote).phase is Phase.HOLDS
