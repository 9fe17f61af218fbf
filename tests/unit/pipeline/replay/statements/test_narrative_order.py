"""Tests of the order of the statements of one quote."""

from __future__ import annotations

import pytest

from tests.stories.script import Says, Script
from tests.unit.pipeline.replay.told_facts import facts_of


@pytest.mark.parametrize(
    ("people", "alive", "death"),
    [
        (("Ann", "Wu", "Ben"), "Ann is the wife of Wu, who serves Ben", "Wu's wife Ann, whom Ben led, is dead"),
        (("安儿", "吴海", "本哥"), "安儿是吴海之妻", "吴海的媳妇、本哥手下的安儿死了"),
    ],
)
async def test_a_bond_that_the_news_of_a_death_mentions_is_over(
    people: tuple[str, str, str], alive: str, death: str
) -> None:
    """The marriage is told again, and a service for the first time, in the quote of the death that ended both."""
    ann, wu, ben = people
    married = Says(wu, "married_to", ann)
    news = [Says(ann, "dead"), married, Says(ben, "leads", ann)]
    script = Script(dict.fromkeys(people, "Person"), {alive: [married], death: news})

    bonds = [one for one in await facts_of(script, f"{alive}。\n\n{death}。\n") if one.fact.predicate != "dead"]

    assert sorted((one.fact.predicate, bool(one.fact.ended_by)) for one in bonds) == [
        ("leads", True),
        ("married_to", True),
    ]
