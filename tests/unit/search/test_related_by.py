"""A hit says whether it has a name or a word of the query, or is only similar."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.search.related_by import RelatedBy, strongest
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script

PEOPLE: dict[str, str] = dict.fromkeys(("Bram", "Peg", "青禾", "老尺"), "Person")
SENTENCES = {
    "Bram gave Peg the key to the mill": [Says("Bram", "gave", "Peg", value="the key to the mill")],
    "老尺把铜尺交给青禾": [Says("老尺", "gave", "青禾", value="铜尺")],
}
CHAPTERS = (
    "Bram gave Peg the key to the mill. The evening was cold.",
    "In the morning the river was high.",
    "老尺把铜尺交给青禾。",
    "清早的潮水涨得很高。",
)


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    model = Script(PEOPLE, SENTENCES).model()
    async with StoryGraph(SQLiteStore(":memory:"), model=model) as made:
        await made.add_manuscript([Chapter(text, key=text[:5]) for text in CHAPTERS])
        yield made


@pytest.mark.parametrize(
    ("query", "found", "related_by"),
    [
        ("Bram", "Bram gave", RelatedBy.NAME),
        ("Who is Peg?", "Bram gave", RelatedBy.NAME),
        ("a key", "Bram gave", RelatedBy.WORDS),
        ("the rivers", "river was high", RelatedBy.WORDS),
        ("how is the weather in Spain", "river was high", RelatedBy.SIMILARITY),
        ("青禾", "交给青禾", RelatedBy.NAME),
        ("铜尺", "交给青禾", RelatedBy.WORDS),
        ("潮水", "潮水涨得", RelatedBy.WORDS),
    ],
)
async def test_a_hit_says_what_it_has_in_common_with_the_query(
    graph: StoryGraph, query: str, found: str, related_by: RelatedBy
) -> None:
    hits = (await graph.search(query)).hits

    assert [one.related_by for one in hits if found in one.text][:1] == [related_by]


@pytest.mark.parametrize("query", ["how is the weather in Spain", "Who is the wizard in the tower?"])
async def test_a_search_without_a_related_hit_says_so(graph: StoryGraph, query: str) -> None:
    """Such hits have low scores, but they are not cut: another embedder finds the answer in other words."""
    found = await graph.search(query, limit=50)

    assert found.hits
    assert not found.related
    assert max(one.score for one in found.hits) < 1 / 3


@pytest.mark.parametrize("query", ["Bram and the wizard", "老尺和魔法师"])
async def test_a_hit_with_a_name_is_related_whatever_else_is_asked(graph: StoryGraph, query: str) -> None:
    found = await graph.search(query)

    assert found.related
    assert found.hits[0].related_by is RelatedBy.NAME


async def test_a_passage_relates_the_fact_that_it_states(graph: StoryGraph) -> None:
    """The word is only in the passage, which is attached to the fact."""
    (first, *_) = (await graph.search("evening", limit=1)).hits

    assert first.related_by is RelatedBy.WORDS


def test_the_strongest_relation_counts() -> None:
    assert strongest([RelatedBy.SIMILARITY, RelatedBy.NAME, RelatedBy.WORDS]) is RelatedBy.NAME
    assert strongest([]) is RelatedBy.SIMILARITY
