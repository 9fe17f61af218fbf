"""Tests of monotone values (ages), which order themselves, and of statements without a value."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.model.episodes import FrameKind
from episodic.model.holding import Holding
from episodic.model.predicates import Cardinality, Predicate
from episodic.temporal.exclusion import StatementContent
from episodic.temporal.monotone import monotone_value
from tests.unit.temporal import story_builder
from tests.unit.temporal.story_builder import DEAD, day

AGE = Predicate("age", cardinality=Cardinality.ONE_VALUE, living=True, growing=True)
DESTROYED = Predicate("destroyed", cardinality=Cardinality.ONE_VALUE)
WEARS = Predicate("wears", cardinality=Cardinality.ONE_VALUE)


class Tale(story_builder.Tale):
    """A story whose statements may have values."""

    def says(self, subject: str, predicate: Predicate, value: str) -> Tale:
        """Add a statement."""
        self.say(subject, predicate)
        said = self.statements[-1]
        self.statements[-1] = replace(
            said, core=said.core.with_text(f"{said.core.text} {value}", value), uuid=f"{said.uuid} {value}"
        )
        return self

    def looking_back(self, number: int, on: int) -> Tale:
        """Add a chapter that begins with a flashback to this day. Only its date places the flashback."""
        self.chapter(number)
        self.passage(day(on), frame=FrameKind.FLASHBACK)
        return self

    def then(self, number: int, on: int) -> Tale:
        """Add a chapter on this day."""
        self.chapter(number, day(on))
        return self


@pytest.mark.parametrize(
    ("value", "years"),
    [
        ("twenty-four", 24),
        ("13", 13),
        ("thirteen years old", 13),
        ("aged fifty", 50),
        ("二十四", 24),
        ("十三岁", 13),
        ("年方十八", 18),
        ("about forty", None),
        ("三十多岁", None),
        ("over ninety", None),
        ("old", None),
        ("老", None),
        ("", None),
    ],
)
def test_an_age_is_read_as_its_years(value: str, years: int | None) -> None:
    """A text that is only similar to a number has no value."""
    assert monotone_value(StatementContent("Lin", "age", "", value), AGE) == years


def test_other_predicates_have_no_monotone_value() -> None:
    """A height is a number, but unlike an age it can also decrease."""
    assert monotone_value(StatementContent("Lin", "height", "", "24"), Predicate("height")) is None


@given(st.integers(0, 120))
def test_every_age_in_figures_is_read(years: int) -> None:
    """The texts are in both languages."""
    for value in (f"{years}", f"{years} years old", f"{years}岁"):
        assert monotone_value(StatementContent("Lin", "age", "", value), AGE) == years


@pytest.mark.parametrize(("older", "younger"), [("twenty-four", "thirteen"), ("二十四岁", "十三岁")])
def test_ages_of_unknown_order_order_themselves(older: str, younger: str) -> None:
    """In a flashback without a date, the lower age ends when the higher age is stated."""
    tale = Tale().then(1, 9000).says("Lin", AGE, older)
    tale.passage(frame=FrameKind.FLASHBACK)
    story = tale.says("Lin", AGE, younger).read()

    assert story.kinds() == []
    assert story.at(f"Lin age {older}", 9000) is Holding.HOLDS
    assert story.at(f"Lin age {younger}", 9000) is Holding.NO


def test_an_age_ends_where_the_next_one_is_told() -> None:
    """If the order is known, an age ends like every other state."""
    story = Tale().then(1, 10).says("Lin", AGE, "13").then(2, 4000).says("Lin", AGE, "24").read()

    assert [story.at("Lin age 13", one) for one in (10, 4000)] == [Holding.HOLDS, Holding.NO]
    assert story.kinds() == []


def test_growing_younger_is_a_contradiction() -> None:
    story = Tale().then(1, 10).says("Lin", AGE, "24").then(2, 4000).says("Lin", AGE, "13").read()

    assert story.kinds() == ["contradiction"]


def test_two_ages_on_one_day_are_a_contradiction() -> None:
    """The two ages are in one chapter or in two."""
    story = Tale().then(1, 10).says("Lin", AGE, "24").then(2, 10).says("Lin", AGE, "13").read()

    assert story.kinds() == ["contradiction"]


def test_the_same_age_in_other_words_is_no_rival() -> None:
    """ "Thirteen" and "13" on one day are the same age."""
    story = Tale().then(1, 10).says("Lin", AGE, "thirteen").then(2, 10).says("Lin", AGE, "13").read()

    assert story.kinds() == []
    assert story.true_at(10) == {"Lin age thirteen", "Lin age 13"}


def test_a_statement_without_value_does_not_contradict_one_with_a_value() -> None:
    """ "The mill is gone" and "the mill burned" are compatible on one day."""
    tale = Tale().looking_back(1, 10)
    tale.say("Mill", DESTROYED)
    story = tale.looking_back(2, 10).says("Mill", DESTROYED, "burned").read()

    assert story.kinds() == []
    assert story.true_at(10) == {"Mill destroyed", "Mill destroyed burned"}


def test_two_values_on_one_day_contradict() -> None:
    """ "Burned" and "drowned" on one day are a contradiction."""
    tale = Tale().looking_back(1, 10).says("Mill", DESTROYED, "drowned")
    tale.looking_back(2, 10).says("Mill", DESTROYED, "burned").say("Mill", DESTROYED)
    story = tale.read()

    assert story.kinds() == ["contradiction"]


def test_a_missing_value_ends_no_value() -> None:
    """A statement without a value ends no value."""
    tale = Tale().then(1, 10)
    tale.say("Lin", WEARS)
    story = tale.then(2, 20).says("Lin", WEARS, "a red coat").read()

    assert story.at("Lin wears", 30) is Holding.HOLDS


def test_a_death_needs_no_value_to_exclude_a_life() -> None:
    """Being dead is a separate predicate."""
    story = Tale().then(1, 10).says("Lin", AGE, "13").then(2, 20).say("Lin", DEAD).read()

    assert story.at("Lin age 13", 30) is Holding.NO
