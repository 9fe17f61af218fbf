"""Ages order themselves, and who says less says nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.model.episodes import FrameKind
from episodic.model.predicates import Cardinality, Predicate
from episodic.temporal.asof import Holding
from episodic.temporal.exclusion import Content
from episodic.temporal.growing import grown
from tests.unit.temporal import telling
from tests.unit.temporal.telling import DEAD, day

AGE = Predicate("age", cardinality=Cardinality.ONE_VALUE, living=True)
DESTROYED = Predicate("destroyed", cardinality=Cardinality.ONE_VALUE)
WEARS = Predicate("wears", cardinality=Cardinality.ONE_VALUE)


class Tale(telling.Tale):
    """A story whose statements may have values in words."""

    def says(self, subject: str, predicate: Predicate, value: str) -> Tale:
        """One more statement."""
        self.say(subject, predicate)
        said = self.statements[-1]
        self.statements[-1] = replace(said, value=value, text=f"{said.text} {value}", uuid=f"{said.uuid} {value}")
        return self

    def looking_back(self, number: int, on: int) -> Tale:
        """The next chapter begins with a flashback to this day, which nothing but its date puts anywhere."""
        self.chapter(number)
        self.passage(day(on), frame=FrameKind.FLASHBACK)
        return self

    def then(self, number: int, on: int) -> Tale:
        """The next chapter, on this day."""
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
    """What only comes near a number is none."""
    assert grown(Content("Lin", "age", "", value)) == years


def test_what_is_no_age_grows_by_nothing() -> None:
    """A height is a number, too."""
    assert grown(Content("Lin", "height", "", "24")) is None


@given(st.integers(0, 120))
def test_every_age_in_figures_is_read(years: int) -> None:
    """In both languages."""
    for value in (f"{years}", f"{years} years old", f"{years}岁"):
        assert grown(Content("Lin", "age", "", value)) == years


@pytest.mark.parametrize(("older", "younger"), [("twenty-four", "thirteen"), ("二十四岁", "十三岁")])
def test_ages_of_unknown_order_order_themselves(older: str, younger: str) -> None:
    """A flashback without a date: nothing is open, and the lesser age is over when the greater one is told."""
    tale = Tale().then(1, 9000).says("Lin", AGE, older)
    tale.passage(frame=FrameKind.FLASHBACK)
    story = tale.says("Lin", AGE, younger).read()

    assert story.kinds() == []
    assert story.at(f"Lin age {older}", 9000) is Holding.HOLDS
    assert story.at(f"Lin age {younger}", 9000) is Holding.NO


def test_an_age_ends_where_the_next_one_is_told() -> None:
    """As every state does, where the order is known."""
    story = Tale().then(1, 10).says("Lin", AGE, "13").then(2, 4000).says("Lin", AGE, "24").read()

    assert [story.at("Lin age 13", one) for one in (10, 4000)] == [Holding.HOLDS, Holding.NO]
    assert story.kinds() == []


def test_growing_younger_is_a_contradiction() -> None:
    """By the order that is known."""
    story = Tale().then(1, 10).says("Lin", AGE, "24").then(2, 4000).says("Lin", AGE, "13").read()

    assert story.kinds() == ["contradiction"]


def test_two_ages_on_one_day_are_a_contradiction() -> None:
    """Told in one chapter or in two."""
    story = Tale().then(1, 10).says("Lin", AGE, "24").then(2, 10).says("Lin", AGE, "13").read()

    assert story.kinds() == ["contradiction"]


def test_the_same_age_in_other_words_is_no_rival() -> None:
    """Thirteen and 13 on one day."""
    story = Tale().then(1, 10).says("Lin", AGE, "thirteen").then(2, 10).says("Lin", AGE, "13").read()

    assert story.kinds() == []
    assert story.true_at(10) == {"Lin age thirteen", "Lin age 13"}


def test_who_says_only_that_it_is_so_contradicts_nobody_who_says_how() -> None:
    """The mill stands no more; it burned, on the very same day."""
    tale = Tale().looking_back(1, 10)
    tale.say("Mill", DESTROYED)
    story = tale.looking_back(2, 10).says("Mill", DESTROYED, "burned").read()

    assert story.kinds() == []
    assert story.true_at(10) == {"Mill destroyed", "Mill destroyed burned"}


def test_two_ways_of_it_on_one_day_still_contradict() -> None:
    """Burned and drowned."""
    tale = Tale().looking_back(1, 10).says("Mill", DESTROYED, "drowned")
    tale.looking_back(2, 10).says("Mill", DESTROYED, "burned").say("Mill", DESTROYED)
    story = tale.read()

    assert story.kinds() == ["contradiction"]


def test_who_wore_something_may_have_worn_what_is_told_next() -> None:
    """No value ends no value."""
    tale = Tale().then(1, 10)
    tale.say("Lin", WEARS)
    story = tale.then(2, 20).says("Lin", WEARS, "a red coat").read()

    assert story.at("Lin wears", 30) is Holding.HOLDS


def test_a_death_needs_no_value_to_exclude_a_life() -> None:
    """Being dead is a predicate of its own."""
    story = Tale().then(1, 10).says("Lin", AGE, "13").then(2, 20).say("Lin", DEAD).read()

    assert story.at("Lin age 13", 30) is Holding.NO
