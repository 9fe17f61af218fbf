"""The benchmark of search draws what it asks for out of the text, and counts what it finds as it says."""

from __future__ import annotations

import random

import pytest

from benchmarks.search import (
    SEED,
    SETS,
    WITH,
    WITHOUT,
    Compared,
    Expected,
    Named,
    Novel,
    Places,
    Wanted,
    all_figures,
    compared,
    lost,
    merged,
    pieces,
)
from episodic.app import StoryGraph
from episodic.search.results import SearchResults
from episodic.stores.sqlite import SQLiteStore

CHINESE = (
    "林远住在雁城。林远是沈青的师父，灯火一夜没有熄过。\n\n沈青住在南浦。沈青去了雁城，见到林远，那个冬天没有下雪。"
)
ENGLISH = "Clara Bell lives in Harbor. Her lantern never went out.\n\nEdmund Vane killed Corporal Reed. Nobody told Clara Bell."
"""Two stories of two chapters, a paragraph each."""


def places(found: tuple[int, ...], peer: tuple[int, ...]) -> Compared:
    """The places of a set, with coverage and without."""
    return {WITH: Places(found), WITHOUT: Places(peer)}


async def told(graph: StoryGraph, text: str) -> Novel:
    """The text read by rules, each paragraph as a chapter."""
    for paragraph in text.split("\n\n"):
        await graph.add_episode(paragraph, name=paragraph[:2])
    return await Novel.of(graph)


async def asked(text: str, query: str) -> SearchResults:
    """What the query finds in the text."""
    async with StoryGraph(SQLiteStore(":memory:")) as graph:
        await told(graph, text)
        return await graph.search(query)


def test_what_was_not_found_counts_nothing() -> None:
    """Places 1, 2 and none are one and a half of three."""
    found = Places((1, 2, 0))

    assert found.mrr == pytest.approx(0.5)
    assert (found.within(1), found.within(10)) == (1, 2)


def test_what_coverage_costs_is_what_the_peer_has_more() -> None:
    """A set that stands one place lower with coverage has lost a half of the rank."""
    worse = places((2, 1), (1, 1))

    assert lost(worse) == pytest.approx(0.25)
    assert lost(merged([worse, places((1, 1), (2, 1))])) == 0


def test_a_set_may_cost_one_item_and_all_of_them_nothing() -> None:
    """One item lost in a set is within the limit of the set, and not within that of all sets."""
    figures = all_figures({"a set": places((0, 1), (1, 1))}, top=1)

    assert [one.what for one in figures if not one.kept] == ["all sets: MRR lost by coverage"]


@pytest.mark.parametrize("text", [CHINESE, ENGLISH], ids=["zh", "en"])
def test_pieces_stand_in_the_text(text: str) -> None:
    """Each word of a piece is the author's own, and no piece comes twice."""
    drawn = pieces(text, 2, random.Random(SEED))

    assert len(set(drawn)) == 2
    assert all(word in text for one in drawn for word in one.split())


@pytest.mark.parametrize("text", [CHINESE, ENGLISH], ids=["zh", "en"])
async def test_what_is_drawn_is_found(text: str) -> None:
    """In so short a story every known item is found, whichever way it is asked for."""
    async with StoryGraph(SQLiteStore(":memory:")) as graph:
        novel = await told(graph, text)

        drawn = {what: list(draw(novel, random.Random(SEED))) for what, draw in SETS.items()}
        found = {what: (await compared(graph, items))[WITH] for what, items in drawn.items() if items}

    assert {"a name and a piece", "two names", "a fact's sentence", "a fact's quote"} <= found.keys()
    assert all(one.within(10) == len(one.places) for one in found.values())


async def test_the_same_seed_draws_the_same() -> None:
    """Two runs ask the same."""
    async with StoryGraph(SQLiteStore(":memory:")) as graph:
        novel = await told(graph, CHINESE)

        runs = [[item.query for draw in SETS.values() for item in draw(novel, random.Random(SEED))] for _ in range(2)]

    assert runs[0]
    assert runs[0] == runs[1]


async def test_a_name_is_found_where_its_bearer_is() -> None:
    """A passage with the name in it is no person of that name."""
    (by_name, by_sentence) = Expected(
        (Wanted("Clara Bell", "Clara Bell"), Wanted("Clara Bell", "Clara Bell lives\n in Harbor.")),
        (Named("Clara Bell"),),
    ).items()

    found = await asked(ENGLISH, "Clara Bell")

    assert any(by_name.fits(hit) for hit in found.entities)
    assert not any(by_name.fits(hit) for hit in found.facts + found.passages)
    assert any(by_sentence.fits(hit) for hit in found.hits)
