"""A predicate that a work does not know is an error with the similar predicates that the work has."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.errors import UnknownPredicateError
from episodic.model.episodes import Chapter
from episodic.search.fact_listing import FactQuery, get_facts, query_facts
from episodic.search.predicate_lookup import require_predicate
from episodic.search.scope import Scope
from episodic.search.timelines import timeline
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script
from tests.unit.search.story_builder import Tale, harbor, lotm


async def refused(tale: Tale, name: str) -> UnknownPredicateError:
    with pytest.raises(UnknownPredicateError) as raised:
        await require_predicate(await tale.view(), name)
    return raised.value


async def test_a_predicate_of_the_package_or_of_a_fact_is_known() -> None:
    """序列 is a predicate of the Chinese work's own, as "state" of the English work."""
    chinese, english = await lotm().view(), await harbor().view()

    for name in ("序列", "拥有", "持有", "married_to"):
        await require_predicate(chinese, name)
    for name in ("lives_in", "wears", "STATE", "sets_up"):
        await require_predicate(english, name)


async def test_an_unknown_predicate_is_an_error_with_similar_predicates_of_the_work() -> None:
    assert (await refused(lotm(), "拥有者")).near[0] == "拥有"
    assert (await refused(lotm(), "序列号")).near == ("序列",)
    assert (await refused(harbor(), "living in")).near[0] == "lives_in"


async def test_without_a_similar_predicate_the_frequent_ones_are_named() -> None:
    error = await refused(harbor(), "x")

    assert set(error.near) == {"lives_in", "gave", "state"}
    assert "lives_in" in error.hint


async def test_a_list_and_a_timeline_refuse_an_unknown_predicate() -> None:
    view = await harbor().view()

    for query in (FactQuery(predicate="x"), FactQuery(entity="Lin", predicate="x")):
        with pytest.raises(UnknownPredicateError):
            await get_facts(view, query)
        with pytest.raises(UnknownPredicateError):
            await query_facts(view, query)
    with pytest.raises(UnknownPredicateError):
        await timeline(view, predicate="x")


async def test_a_known_predicate_without_facts_is_an_empty_list() -> None:
    """A predicate that only an ended or filtered fact has is known, too."""
    view = await harbor().view()

    for query in (FactQuery(predicate="married_to"), FactQuery(entity="Wu", predicate="state")):
        assert (await get_facts(view, query)).total == 0
    assert (await timeline(view, predicate="嫁给")).versions == ()


async def test_a_predicate_of_later_chapters_is_not_named() -> None:
    sentences = {"Lin hid Wu": [Says("Lin", "hid", "Wu")], "Wu forgave Lin": [Says("Wu", "forgave", "Lin")]}
    model = Script({"Lin": "Person", "Wu": "Person"}, sentences).model()
    async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
        await graph.add_manuscript([Chapter(f"{one}.", key=one) for one in sentences])

        found = await graph.get_facts(FactQuery(predicate="forgave"))
        with pytest.raises(UnknownPredicateError, match="up to") as raised:
            await graph.get_facts(FactQuery(predicate="forgave"), scope=Scope(told_by=1))

    assert found.total == 1
    assert raised.value.near == ("hid",)
