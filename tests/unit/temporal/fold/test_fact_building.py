"""Tests of facts that are built from drafts: every end of a fact has a quote, or a fact that a reader can look up."""

from __future__ import annotations

from tests.replies import Stated
from tests.unit.pipeline.replay.told_facts import facts_told

PEOPLE = ["Person|Ann", "Place|the yard", "Place|the church"]
TEXT = "Ann stood in the yard. Then Ann left the church.\n"


async def test_a_state_that_only_an_event_ends_has_the_events_quote_as_its_end() -> None:
    """ "Ann is no longer in the church" is no fact of the graph, because the text never says that she was in it."""
    facts = [
        Stated(quote="Ann stood in the yard", subject=1, predicate="located_in", object=2, text="Ann was in the yard."),
        Stated(quote="Ann left the church", subject=1, predicate="left", object=3, text="Ann left the church."),
    ]

    told = {one.text: one for one in await facts_told(TEXT, PEOPLE, facts, include_ended=True)}

    yard = told["Ann was in the yard."]
    assert set(told) == {"Ann was in the yard.", "Ann left the church."}
    assert [one.quote for one in yard.ends] == ["Ann left the church"]
    assert yard.ended_by == (yard.uuid,)


async def test_a_state_that_another_fact_ends_names_this_fact() -> None:
    facts = [
        Stated(quote="Ann was a captain", subject=1, predicate="rank", value="captain", text="Ann was a captain."),
        Stated(quote="Ann was a general", subject=1, predicate="rank", value="general", text="Ann was a general."),
    ]

    told = await facts_told("Ann was a captain. Then Ann was a general.\n", PEOPLE[:1], facts, include_ended=True)

    captain, general = told
    assert (captain.ends, captain.ended_by) == ((), (general.uuid,))
