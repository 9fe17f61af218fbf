"""A predicate that a work does not know is an error with the similar predicates that the work has."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from episodic.app import StoryGraph
from episodic.errors import UnknownPredicateError
from episodic.model.episodes import Chapter
from episodic.model.graph import Fact
from episodic.search.fact_listing import FactQuery, get_facts, query_facts
from episodic.search.scope import Scope
from episodic.search.timelines import timeline
from episodic.search.view import View
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script
from tests.unit.search.story_builder import Tale, harbor, lotm


async def refused(tale: Tale, name: str) -> UnknownPredicateError:
    view = await tale.view()
    with pytest.raises(UnknownPredicateError) as raised:
        await query_facts(view, FactQuery(predicate=name))
    return raised.value


async def test_a_predicate_of_the_package_or_of_a_fact_is_known() -> None:
    """序列 is a predicate of the Chinese work's own, as "state" of the English work."""
    chinese, english = await lotm().view(), await harbor().view()

    for name in ("序列", "拥有", "持有", "married_to"):
        await query_facts(chinese, FactQuery(predicate=name))
    for name in ("lives_in", "wears", "STATE", "sets_up"):
        await query_facts(english, FactQuery(predicate=name))


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


async def test_the_predicates_of_a_work_are_known_without_decoding_all_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 100,000 facts, decoding all of them takes ten seconds."""
    sentences = {"Lin hid Wu": [Says("Lin", "hid", "Wu")], "Wu forgave Lin": [Says("Wu", "forgave", "Lin")]}
    model = Script({"Lin": "Person", "Wu": "Person", "Mei": "Person"}, {**sentences, "Mei slept": []}).model()
    decode = View.facts

    async def some(view: View, ids: Sequence[str] | None = None) -> list[Fact]:
        assert ids is not None
        return await decode(view, ids)

    async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
        await graph.add_manuscript([Chapter(f"{one}. Mei slept.", key=one) for one in sentences])
        monkeypatch.setattr(View, "facts", some)

        known = await graph.get_facts(FactQuery(entity="Mei", predicate="hid"))
        with pytest.raises(UnknownPredicateError) as raised:
            await graph.get_facts(FactQuery(entity="Mei", predicate="hidden"))

    assert known.total == 0
    assert "hid" in raised.value.near
