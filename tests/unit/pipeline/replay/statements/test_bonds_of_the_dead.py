"""Tests of bonds with somebody who is dead when the text mentions them."""

from __future__ import annotations

import pytest

from episodic.model.graph import TimelineTurn
from tests.replies import Stated
from tests.unit.pipeline.replay.told_facts import facts_told

CHINESE = ("吴海是林河心腹之人。", "林河被周山杀死。")
ENGLISH = ("Wu was a servant of Lin.", "Lin was killed by Zhou.")


async def turns(
    told: tuple[str, str], *, death: str = "back", first: bool = False, revived: bool = False
) -> dict[str, TimelineTurn]:
    """Return the turn of each state, if the two sentences are told in this order, or the death first."""
    people = ["Person|Wu", "Person|Lin", "Person|Zhou"] if told is ENGLISH else ["人物|吴海", "人物|林河", "人物|周山"]
    bond, killing = told
    rows = [
        Stated(quote=bond[:-1], subject=1, predicate="serves", object=2, text=bond),
        Stated(quote=killing[:-1], subject=3, predicate="killed", object=2, text=killing, placing=death),
    ]
    rows += [Stated(quote=bond[:-1], subject=2, predicate="alive", text=bond)] if revived else []
    text = " ".join(reversed(told) if first else told)
    return {one.predicate: one.turn for one in await facts_told(f"{text}\n", people, rows, include_ended=True)}


@pytest.mark.parametrize("told", [CHINESE, ENGLISH], ids=["zh", "en"])
async def test_a_bond_with_somebody_who_had_died_is_of_the_time_before(told: tuple[str, str]) -> None:
    """The servant of a dead man served him before the scene, also if the next clause tells the death."""
    assert (await turns(told))["serves"] is TimelineTurn.BACK
    assert (await turns(told, death="now", first=True))["serves"] is TimelineTurn.BACK


@pytest.mark.parametrize("told", [CHINESE, ENGLISH], ids=["zh", "en"])
async def test_a_bond_that_a_later_death_ends_is_of_its_own_time(told: tuple[str, str]) -> None:
    assert (await turns(told, death="now"))["serves"] is TimelineTurn.ON
    assert (await turns(told, revived=True))["serves"] is TimelineTurn.ON
