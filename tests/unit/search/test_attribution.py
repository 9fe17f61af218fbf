"""The holder before the sentence of a claim, belief or plan: named once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.search.attribution import attributed
from tests.unit.search.story_builder import harbor

CLAIM = replace(harbor().facts[0], holder_name="林如海")


@pytest.mark.parametrize(
    ("holder", "text", "shown"),
    [
        ("林如海", "贾雨村是清官。", "林如海说：贾雨村是清官。"),
        ("林如海", "林如海说贾雨村是清官。", "林如海说贾雨村是清官。"),
        ("林如海", "如海说贾雨村是清官。", "如海说贾雨村是清官。"),
        ("如海", "林如海答道，贾雨村是清官。", "林如海答道，贾雨村是清官。"),
        ("林如海", "贾政说贾雨村是清官。", "林如海说：贾政说贾雨村是清官。"),
        ("阿满", "阿满说谎。", "阿满说：阿满说谎。"),
        ("如海", "如海知道贾雨村是清官。", "如海说：如海知道贾雨村是清官。"),
        ("林如海", "林如海相信贾雨村是清官。", "林如海说：林如海相信贾雨村是清官。"),
        ("Wu", "Wu lives in Harbor.", "Wu (claim): Wu lives in Harbor."),
    ],
)
def test_a_sentence_that_names_who_says_it_stays_as_it_is(holder: str, text: str, shown: str) -> None:
    """The sentence names its holder by the same or another form of the name, with any verb of saying."""
    said = "{}说：" if holder.isascii() is False else "{} (claim): "

    assert attributed(replace(CLAIM, holder_name=holder, text=text), said.format(holder)) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("林如海要贾雨村进京。", "林如海要贾雨村进京。"),
        ("如海想进京。", "如海想进京。"),
        ("林如海对贾雨村许诺：进京。", "林如海对贾雨村许诺：进京。"),
        ("贾雨村要进京。", "林如海打算：贾雨村要进京。"),
        ("林如海进京。", "林如海打算：林如海进京。"),
    ],
)
def test_a_plan_whose_sentence_says_who_intends_it_stays_as_it_is(text: str, shown: str) -> None:
    assert attributed(replace(CLAIM, text=text), "林如海打算：") == shown


def test_the_sentence_of_an_order_is_not_called_a_plan() -> None:
    """The order was given; what is ordered is a plan."""
    for text, said in (("林如海叫雨村进京。", "林如海打算："), ("Lin told Wu to go.", "Lin (plan): ")):
        assert attributed(replace(CLAIM, text=text, asked_for=True), said) == text
        assert attributed(replace(CLAIM, text=text), said) == f"{said}{text}"


def test_a_fact_of_the_world_has_no_holder() -> None:
    """Its sentence stands alone."""
    fact = harbor().facts[0]

    assert attributed(fact, "") == fact.text
