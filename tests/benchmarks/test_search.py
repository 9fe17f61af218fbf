"""Tests of the search benchmark: items are drawn from the text, and ranks are counted correctly."""

from __future__ import annotations

import random

import pytest

from benchmarks.search import (
    SEED,
    SETS,
    WITH,
    WITHOUT,
    Expected,
    ExpectedEntity,
    ExpectedSearch,
    Novel,
    Ranks,
    RanksByRecipe,
    all_figures,
    compare_recipes,
    draw_pieces,
    lost_mrr,
    merged_sets,
)
from episodic.app import StoryGraph
from episodic.search.results import SearchResults
from episodic.stores.sqlite import SQLiteStore

CHINESE = (
    "林远住在雁城。林远是沈青的师父，灯火一夜没有熄过。\n\n沈青住在南浦。沈青去了雁城，见到林远，那个冬天没有下雪。"
)
ENGLISH = "Clara Bell lives in Harbor. Her lantern never went out.\n\nEdmund Vane killed Corporal Reed. Nobody told Clara Bell."
"""Two stories of two chapters. Each chapter is one paragraph."""


def ranks_by_recipe(found: tuple[int, ...], peer: tuple[int, ...]) -> RanksByRecipe:
    """Return the ranks of one set of items with coverage and without coverage."""
    return {WITH: Ranks(found), WITHOUT: Ranks(peer)}


async def ingested_novel(graph: StoryGraph, text: str) -> Novel:
    """Ingest each paragraph of the text as a chapter, read by rules, and return the novel."""
    for paragraph in text.split("\n\n"):
        await graph.add_episode(paragraph, name=paragraph[:2])
    return await Novel.of(graph)


async def search_in(text: str, query: str) -> SearchResults:
    """Return the search results for the query in the text."""
    async with StoryGraph(SQLiteStore(":memory:")) as graph:
        await ingested_novel(graph, text)
        return await graph.search(query)


def test_an_item_that_was_not_found_adds_nothing_to_the_mrr() -> None:
    """The MRR of ranks 1 and 2 and of an item that was not found is (1 + 1/2 + 0) / 3."""
    found = Ranks((1, 2, 0))

    assert found.mrr == pytest.approx(0.5)
    assert (found.within(1), found.within(10)) == (1, 2)


def test_lost_mrr_is_the_mrr_without_coverage_minus_the_mrr_with_coverage() -> None:
    """If coverage moves one of two items from rank 1 to rank 2, the MRR decreases by 0.25."""
    worse = ranks_by_recipe((2, 1), (1, 1))

    assert lost_mrr(worse) == pytest.approx(0.25)
    assert lost_mrr(merged_sets([worse, ranks_by_recipe((1, 1), (2, 1))])) == 0


def test_coverage_may_lose_one_item_of_a_set_but_no_mrr_over_all_sets() -> None:
    """One lost item is within the limit of its set, and over the limit of all sets."""
    figures = all_figures({"a set": ranks_by_recipe((0, 1), (1, 1))}, top=1)

    assert [one.what for one in figures if not one.within_limit] == ["all sets: MRR lost by coverage"]


@pytest.mark.parametrize("text", [CHINESE, ENGLISH], ids=["zh", "en"])
def test_drawn_pieces_occur_in_the_text(text: str) -> None:
    """Each word of a drawn piece occurs in the text, and no piece is drawn twice."""
    drawn = draw_pieces(text, 2, random.Random(SEED))

    assert len(set(drawn)) == 2
    assert all(word in text for one in drawn for word in one.split())


@pytest.mark.parametrize("text", [CHINESE, ENGLISH], ids=["zh", "en"])
async def test_every_drawn_item_is_found_in_a_short_story(text: str) -> None:
    """In a short story every kind of search finds its items."""
    async with StoryGraph(SQLiteStore(":memory:")) as graph:
        novel = await ingested_novel(graph, text)

        drawn = {what: list(draw(novel, random.Random(SEED))) for what, draw in SETS.items()}
        found = {what: (await compare_recipes(graph, items))[WITH] for what, items in drawn.items() if items}

    assert {"a name and a piece", "two names", "a fact's sentence", "a fact's quote"} <= found.keys()
    assert all(one.within(10) == len(one.places) for one in found.values())


async def test_two_draws_with_one_seed_are_equal() -> None:
    async with StoryGraph(SQLiteStore(":memory:")) as graph:
        novel = await ingested_novel(graph, CHINESE)

        runs = [[item.query for draw in SETS.values() for item in draw(novel, random.Random(SEED))] for _ in range(2)]

    assert runs[0]
    assert runs[0] == runs[1]


async def test_a_search_for_a_name_must_find_the_entity() -> None:
    """A passage that contains the name does not count as the entity with the name."""
    (by_name, by_sentence) = Expected(
        (ExpectedSearch("Clara Bell", "Clara Bell"), ExpectedSearch("Clara Bell", "Clara Bell lives\n in Harbor.")),
        (ExpectedEntity("Clara Bell"),),
    ).items()

    found = await search_in(ENGLISH, "Clara Bell")

    assert any(by_name.fits(hit) for hit in found.entities)
    assert not any(by_name.fits(hit) for hit in found.facts + found.passages)
    assert any(by_sentence.fits(hit) for hit in found.hits)
