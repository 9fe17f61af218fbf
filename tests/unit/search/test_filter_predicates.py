"""A predicate in the filters of a read that the work does not know is an error, as in a list of facts."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from episodic.app import StoryGraph
from episodic.errors import UnknownPredicateError
from episodic.model.episodes import Chapter, Layer
from episodic.search.filters import SearchFilters
from episodic.search.ranking import Ranking
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script

PEOPLE: dict[str, str] = dict.fromkeys(("Lin", "Mei", "青禾", "何婆"), "Person")
FIRST = {
    "Lin lives in a barn": [Says("Lin", "lives_in", value="a barn")],
    "Lin admires Mei": [Says("Lin", "*admires", "Mei")],
    "青禾感激何婆": [Says("青禾", "*感激", "何婆")],
}
SECOND = {"Mei distrusts Lin": [Says("Mei", "*distrusts", "Lin")], "何婆疏远青禾": [Says("何婆", "*疏远", "青禾")]}


@pytest.fixture
async def graph() -> AsyncIterator[StoryGraph]:
    """Return a graph of two chapters with predicates of the work's own."""
    script = Script(PEOPLE, FIRST | SECOND)
    async with StoryGraph(SQLiteStore(":memory:"), model=script.model()) as made:
        for said in (FIRST, SECOND):
            text = "\n\n".join(f"{one}。" if one[0] > "z" else f"{one}." for one in said)
            await made.add_episode(Chapter(text, key=text[:3]))
        yield made


def scope(*predicates: str, told_by: int | None = None) -> Scope:
    return Scope(filters=SearchFilters(predicates=predicates), told_by=told_by, include_ended=True)


@pytest.mark.parametrize(
    ("query", "predicate", "near"), [("Lin", "admire", "admires"), ("青禾", "感激了", "感激"), ("Lin", "flies_to", "")]
)
async def test_a_search_refuses_a_predicate_that_the_work_does_not_know(
    graph: StoryGraph, query: str, predicate: str, near: str
) -> None:
    with pytest.raises(UnknownPredicateError) as raised:
        await graph.search(query, scope=scope("lives_in", predicate))

    assert (raised.value.name, near in " ".join(raised.value.near)) == (predicate, True)


async def test_every_read_with_filters_refuses_it(graph: StoryGraph) -> None:
    inner = Scope(filters=SearchFilters(any=(SearchFilters(predicates=("flies_to",)),)))
    for read in (graph.get_facts, graph.timeline, graph.issues, graph.chapters, graph.stats):
        with pytest.raises(UnknownPredicateError):
            await read(scope=inner)
    with pytest.raises(UnknownPredicateError):
        await graph.explore(["Lin"], scope=inner)


async def test_a_boost_refuses_it(graph: StoryGraph) -> None:
    known = Ranking(boost=SearchFilters(predicates=("admires", "lives_in")))
    unknown = Ranking(boost=SearchFilters(any=(SearchFilters(predicates=("flies_to",)),)))

    assert (await graph.search("Lin", ranking=known)).hits
    with pytest.raises(UnknownPredicateError, match="flies_to"):
        await graph.search("Lin", ranking=unknown)


@pytest.mark.parametrize("predicate", ["admires", "Admires", "感激", "lives_in", "居住于", "married_to", "sets_up"])
async def test_a_predicate_of_a_fact_or_of_the_package_is_known(graph: StoryGraph, predicate: str) -> None:
    for told_by in (None, 1):
        await graph.search("Lin", scope=scope(predicate, told_by=told_by))


@pytest.mark.parametrize("predicate", ["distrusts", "疏远"])
async def test_a_predicate_of_a_later_chapter_is_unknown(graph: StoryGraph, predicate: str) -> None:
    await graph.search("Lin", scope=scope(predicate))
    for early in (scope(predicate, told_by=1), Scope(filters=scope(predicate).filters, at_revision=1)):
        with pytest.raises(UnknownPredicateError) as raised:
            await graph.search("Lin", scope=early)

        assert predicate not in raised.value.near


async def test_a_predicate_of_another_layer_is_unknown(graph: StoryGraph) -> None:
    """The facts of a draft are no facts of canon."""
    await graph.remove_episode(2)
    draft = "Mei distrusts Lin.\n\n何婆疏远青禾。"
    await graph.add_episode(Chapter(draft, key="draft"), layer=Layer.DRAFT)
    filters = scope("distrusts").filters

    await graph.search("Lin", scope=Scope(filters=filters, layers=frozenset({Layer.DRAFT})))

    with pytest.raises(UnknownPredicateError):
        await graph.search("Lin", scope=Scope(filters=filters))


async def test_a_point_of_view_knows_the_predicates_of_the_told_chapters(graph: StoryGraph) -> None:
    await graph.search("Mei", scope=Scope(filters=scope("admires").filters, pov="Lin"))

    with pytest.raises(UnknownPredicateError):
        await graph.search("Mei", scope=Scope(filters=scope("flies_to").filters, pov="Lin"))


async def test_a_series_knows_the_predicates_of_each_of_its_works(graph: StoryGraph) -> None:
    other = StoryGraph(graph.store, group_id="other")
    await other.add_episode("Odile Reed lives in Port Ash.", name="one")
    async with graph.series("saga") as series:
        await series.add(graph.group_id, "other")

        found = await series.search("Lin", scope=scope("admires"))
        with pytest.raises(UnknownPredicateError):
            await series.search("Lin", scope=scope("flies_to"))

    assert [hit.work for hit in found.hits] == [graph.group_id]
    await other.views.close()
