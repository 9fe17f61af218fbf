"""Tests of facts that are built from drafts: which quotes tell the end of a fact, and which facts end it."""

from __future__ import annotations

import pytest

from episodic.model.graph import Fact
from episodic.model.moments import TimeBasis
from tests.replies import Stated
from tests.unit.pipeline.replay.told_facts import facts_told

PEOPLE = ["Person|Ann", "Place|the yard", "Place|the church"]
TEXT = "Ann stood in the yard. Then Ann left the church.\n"


async def test_a_stay_that_is_over_when_somebody_leaves_another_place_shows_no_quote_as_its_end() -> None:
    """ "Ann is no longer in the church" is no fact of the graph, because the text never says that she was in it. Ann
    may have left the yard long before she left the church.
    """
    facts = [
        Stated(quote="Ann stood in the yard", subject=1, predicate="located_in", object=2, text="Ann was in the yard."),
        Stated(quote="Ann left the church", subject=1, predicate="left", object=3, text="Ann left the church."),
    ]

    told = {one.text: one for one in await facts_told(TEXT, PEOPLE, facts, include_ended=True)}

    yard = told["Ann was in the yard."]
    assert set(told) == {"Ann was in the yard.", "Ann left the church."}
    assert yard.ends == ()
    assert yard.ended_by == (yard.uuid,)
    assert yard.invalid_at is not None
    assert yard.invalid_at.basis is TimeBasis.BY


@pytest.mark.parametrize(
    ("text", "people", "arrived", "fled"),
    [
        ("吴海到了海港。后来，吴海冒烟逃走。\n", ["Person|吴海", "Place|海港"], "吴海到了海港", "吴海冒烟逃走"),
        ("Ann came to the yard. Then Ann fled.\n", PEOPLE, "Ann came to the yard", "Ann fled"),
    ],
)
async def test_a_flight_that_names_no_place_is_only_the_latest_end_of_a_stay(
    text: str, people: list[str], arrived: str, fled: str
) -> None:
    """A flight that names the place tells the end of the stay."""

    async def stay(place: int) -> Fact:
        facts = [
            Stated(quote=arrived, subject=1, predicate="arrived_at", object=2, text=f"{arrived}."),
            Stated(quote=fled, subject=1, predicate="escaped", object=place, text=f"{fled}."),
        ]
        told = await facts_told(text, people, facts, include_ended=True)
        return next(one for one in told if one.predicate == "located_in")

    unnamed, named = await stay(0), await stay(2)

    assert unnamed.ended_by == (unnamed.uuid,)
    assert unnamed.invalid_at is not None
    assert named.invalid_at is not None
    assert (unnamed.ends, unnamed.invalid_at.basis) == ((), TimeBasis.BY)
    assert ([one.quote for one in named.ends], named.invalid_at.basis) == ([fled], TimeBasis.EVENT)


async def test_a_state_that_another_fact_ends_names_this_fact() -> None:
    facts = [
        Stated(quote="Ann was a captain", subject=1, predicate="rank", value="captain", text="Ann was a captain."),
        Stated(quote="Ann was a general", subject=1, predicate="rank", value="general", text="Ann was a general."),
    ]

    told = await facts_told("Ann was a captain. Then Ann was a general.\n", PEOPLE[:1], facts, include_ended=True)

    captain, general = told
    assert (captain.ends, captain.ended_by) == ((), (general.uuid,))
