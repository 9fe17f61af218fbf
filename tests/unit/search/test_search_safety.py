"""Search is read-only, stays within its work and layers, and refuses invalid arguments."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.errors import InvalidFilterError
from episodic.model.episodes import Layer
from episodic.model.records import Kind
from episodic.search.filter_fields import HitKind
from episodic.search.hybrid_search import search
from episodic.search.ranking import Ranking
from episodic.search.scope import Scope
from tests.memory_stores import memory_store
from tests.unit.search.story_builder import Tale, lotm, planned


async def test_searching_leaves_the_store_as_it_was() -> None:
    tale = lotm()
    store = await tale.saved()
    before = (await store.digests("lotm"), await store.commits("lotm"))

    await search(await tale.view(store=store), "克莱恩", ranking=Ranking(diversity=0.5))

    assert (await store.digests("lotm"), await store.commits("lotm")) == before


async def test_two_works_in_one_store_are_separate() -> None:
    """Both works have the same names and text."""
    store = memory_store()
    here, there = lotm(), replace(lotm(), group_id="other")
    await here.saved(store)
    other = Tale("other", there.language)
    other.chapter("一", "克莱恩·莫雷蒂养了一只乌鸦。")
    other.who("克莱恩·莫雷蒂", "人物", "克莱恩")
    other.fact("克莱恩·莫雷蒂", "拥有", quote="克莱恩·莫雷蒂养了一只乌鸦。", value="乌鸦")
    await other.saved(store)

    found = await search(await here.view(store=store), "克莱恩的乌鸦")

    assert all("乌鸦" not in hit.text for hit in found.hits)
    assert {one.entity.group_id for one in found.entities} == {"lotm"}


async def test_a_plan_is_searched_only_on_request() -> None:
    tale = planned()
    store = await tale.saved()

    canon = await search(await tale.view(store=store), "the Silent Queen will die in Winter Keep")
    plan = await search(
        await tale.view(Scope(layers=frozenset({Layer.PLAN})), store=store), "the Silent Queen will die in Winter Keep"
    )

    assert all("Queen" not in hit.text and "Keep" not in hit.text for hit in canon.hits)
    assert canon.searched.names == ()
    assert plan.facts[0].predicate == "dies_in"


@pytest.mark.parametrize(
    "query",
    [
        "x'}) DETACH DELETE n //",
        "'); DROP TABLE works; --",
        "AND OR NOT NEAR(* ^ ~ : + - && || !",
        "before\x00after",
        "half of a pair \ud800",
        "名" * 5_000,
        "𠮷野家",
        "\x1b[31mred",
    ],
)
async def test_no_query_is_interpreted_as_a_store_command(query: str) -> None:
    """Query syntax of the stores in a query is treated as text."""
    tale = lotm()
    store = await tale.saved()

    await search(await tale.view(store=store), query)

    assert (await store.counts("lotm"))[Kind.FACT] == len(tale.facts)


@pytest.mark.parametrize("wrong", [{"weights": {HitKind.FACT: -1.0}}, {"diversity": 1.5}, {"diversity": -0.1}])
def test_an_invalid_ranking_is_refused(wrong: dict[str, float]) -> None:
    """An invalid ranking is refused when it is created."""
    with pytest.raises(InvalidFilterError):
        Ranking(**wrong)  # type: ignore[arg-type] # wrong ones are meant


@pytest.mark.parametrize("limit", [0, -1])
async def test_a_limit_below_1_is_refused(limit: int) -> None:
    view = await lotm().view()

    with pytest.raises(InvalidFilterError):
        await search(view, "克莱恩", limit=limit)


@pytest.mark.parametrize("kinds", [frozenset[str](), frozenset({"villain"}), frozenset({"fact", "villain"})])
async def test_unknown_kinds_are_refused(kinds: frozenset[str]) -> None:
    view = await lotm().view()

    with pytest.raises(InvalidFilterError):
        await search(view, "克莱恩", kinds=kinds)  # type: ignore[arg-type] # wrong ones are meant
