"""Where an entity was last: its last told place or movement, and what others claim afterwards."""

from __future__ import annotations

from dataclasses import replace

from episodic.answering.whereabouts import whereabouts
from episodic.model.graph import TimelineTurn
from episodic.model.predicates import PredicateKind
from episodic.model.readings import StatementScope
from tests.unit.search.story_builder import Tale

TOLD = ("Lin lived in Harbor.", "Lin went to Westgate.", "Lin had once been in Town.", "Bo thought Lin at sea.")


def lin() -> Tale:
    """Lin lives in Harbor and goes to Westgate. The text looks back to Town, and Bo believes that Lin is at sea."""
    tale = Tale("lin")
    tale.chapter("One", *TOLD)
    tale.who("Lin")
    tale.who("Bo")
    for place in ("Harbor", "Westgate", "Town"):
        tale.who(place, "Place")
    tale.fact("Lin", "lives_in", "Harbor", quote=TOLD[0])
    tale.fact("Lin", "went_to", "Westgate", quote=TOLD[1], kind=PredicateKind.EVENT)
    tale.fact("Lin", "located_in", "Town", quote=TOLD[2])
    tale.facts[-1] = replace(tale.facts[-1], turn=TimelineTurn.BACK)
    tale.fact("Lin", "located_in", quote=TOLD[3], value="at sea")
    tale.facts[-1] = replace(tale.facts[-1], scope=StatementScope.BELIEF, holder=tale.facts[0].subject)
    return tale


async def test_the_last_movement_comes_first_and_then_what_is_believed_later() -> None:
    tale = lin()

    found = await whereabouts(await tale.view(), [tale.facts[0].subject])

    assert [one.predicate for one in found.known] == ["went_to", "located_in"]
    assert [one.fact.scope for one in found.known] == [StatementScope.WORLD, StatementScope.BELIEF]
    assert [one.target for one in found.others] == ["Town", "Harbor"]


async def test_who_was_nowhere_is_nowhere() -> None:
    """Nothing is told of where Bo is."""
    tale = lin()
    bo = tale.entities["Bo"].uuid

    assert not await whereabouts(await tale.view(), [bo])


async def test_who_died_after_the_last_place_is_dead() -> None:
    tale = lin()
    tale.fact("Lin", "dead", quote=TOLD[3])

    first, *_ = (await whereabouts(await tale.view(), [tale.facts[0].subject])).known

    assert first.predicate == "dead"
