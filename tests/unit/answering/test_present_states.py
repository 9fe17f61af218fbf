"""Which states are known to hold at the moment of a question."""

from __future__ import annotations

from dataclasses import replace

from episodic.answering.present_states import Present, present
from episodic.model.graph import TimelineTurn
from episodic.model.readings import StatementScope
from episodic.search.fact_listing import FactQuery, query_facts
from episodic.search.scope import Scope
from tests.unit.search.story_builder import Tale

TOLD = ("Lin had the sword.", "Wu had the sword.", "Mei had the sword.")


def sword() -> Tale:
    """Lin, Wu and Mei have the sword, one after the other."""
    tale = Tale("sword")
    tale.chapter("One", *TOLD)
    for name in ("Lin", "Wu", "Mei"):
        tale.who(name)
    tale.who("sword", "Item")
    for name, quote in zip(("Lin", "Wu", "Mei"), TOLD, strict=True):
        tale.fact(name, "holds", "sword", quote=quote)
    return tale


async def names(tale: Tale, *, exclusive: bool = False) -> tuple[list[str], list[str]]:
    """Return the holders who are known to have the sword now, and the others."""
    view = await tale.view(Scope(include_ended=True))
    facts = await query_facts(view, FactQuery(predicate="holds"))
    found = present(view, facts, exclusive=exclusive)
    return [one.subject for one in found.known], [one.subject for one in found.others]


async def test_the_state_that_is_told_last_is_known() -> None:
    assert await names(sword()) == (["Mei"], ["Wu", "Lin"])


async def test_an_ended_state_and_one_of_a_look_back_are_not_known() -> None:
    tale = sword()
    tale.facts[2] = replace(tale.facts[2], turn=TimelineTurn.BACK)
    tale.facts[1] = replace(tale.facts[1], ended_by=(tale.facts[2].uuid,))

    assert await names(tale) == (["Lin"], ["Mei", "Wu"])


async def test_no_older_state_is_known_if_the_newest_of_exclusive_states_has_ended() -> None:
    tale = sword()
    tale.facts[2] = replace(tale.facts[2], ended_by=(tale.facts[0].uuid,))

    assert await names(tale, exclusive=True) == ([], ["Mei", "Wu", "Lin"])


async def test_a_later_claim_follows_the_known_state_and_an_earlier_one_does_not() -> None:
    tale = sword()
    tale.facts[2] = replace(tale.facts[2], scope=StatementScope.CLAIM, holder=tale.facts[0].subject)
    tale.facts[0] = replace(tale.facts[0], scope=StatementScope.CLAIM, holder=tale.facts[0].subject)

    assert await names(tale) == (["Wu", "Mei"], ["Lin"])


def test_nothing_known_is_false() -> None:
    assert not Present()
    assert not Present() + Present()
