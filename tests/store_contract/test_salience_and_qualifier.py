"""Tests of salience and qualifier in memory and on a server: override, storage, search, export and output."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from uuid import uuid4

import pytest

from episodic.app import StoryGraph
from episodic.errors import InvalidFilterError, InvalidOverrideError
from episodic.pipeline.edits.overrides import FactChange, NewFact
from episodic.ports import GraphStore
from episodic.search.fact_listing import FactQuery
from episodic.search.filters import SearchFilters
from episodic.search.scope import Scope
from episodic.serialisers.views import VIEWS
from episodic.stores.neo4j import Neo4jStore
from episodic.stores.sqlite import SQLiteStore
from tests.neo4j_servers import CURRENT, addresses

TEXT = "Marsh Weller lives in Harrow Ferry. Odile Reed walked to the quay and looked for Marsh Weller.\n"
QUOTE = "Odile Reed walked to the quay and looked for Marsh Weller."
COUSINS = NewFact(
    "Odile Reed", "relative_of", QUOTE, object="Marsh Weller", salience=3, qualifier="second cousin once removed"
)
FEAR = NewFact("Odile Reed", "fears", QUOTE, value="water", salience=1)


@pytest.fixture(
    params=[
        pytest.param("memory", id="memory"),
        pytest.param(CURRENT, id=f"neo4j-{CURRENT}", marks=pytest.mark.neo4j),
    ]
)
async def store(request: pytest.FixtureRequest) -> AsyncIterator[GraphStore]:
    """A store with its tables."""
    opened = SQLiteStore(":memory:") if request.param == "memory" else Neo4jStore(addresses()[request.param])
    await opened.setup()
    yield opened
    await opened.close()


@pytest.fixture
async def group(store: GraphStore) -> AsyncIterator[str]:
    """An unused group name; its work is deleted after the test."""
    name = f"test {uuid4()}"
    yield name
    await store.delete(name)


@pytest.fixture
async def graph(store: GraphStore, group: str) -> StoryGraph:
    """A chapter read by rules, and two facts that the author added."""
    made = StoryGraph(store, group_id=group)
    await made.add_episode(TEXT, name="One")
    await made.add_facts([COUSINS, FEAR])
    return made


async def visible_values(graph: StoryGraph, filters: SearchFilters | None = None) -> dict[str, tuple[int, str | None]]:
    """Return salience and qualifier of the visible facts, by predicate."""
    scope = Scope() if filters is None else Scope(filters=filters)
    page = await graph.get_facts(FactQuery(), scope=scope)
    return {one.predicate: (one.fact.salience, one.fact.qualifier) for one in page.facts}


async def test_both_are_kept_and_are_there_when_the_work_is_opened_again(graph: StoryGraph, store: GraphStore) -> None:
    """A fact without a stated salience has the default."""
    there = {"relative_of": (3, "second cousin once removed"), "fears": (1, None), "lives_in": (2, None)}

    again = StoryGraph(store, group_id=graph.group_id)

    assert there.items() <= (await visible_values(graph)).items()
    assert await visible_values(again) == await visible_values(graph)


async def test_the_most_salient_statement_counts_and_the_first_qualifier(graph: StoryGraph) -> None:
    """The author adds the fear twice, first as a detail and then with the highest salience."""
    second = NewFact(
        "Odile Reed", "fears", "Odile Reed walked to the quay", value="water", salience=3, qualifier="deep"
    )

    await graph.add_facts([second])

    assert (await visible_values(graph))["fears"] == (3, "deep")


@pytest.mark.parametrize(
    ("filters", "wanted"),
    [
        (SearchFilters(salience=3), {"relative_of"}),
        (SearchFilters(qualifiers=("Second Cousin",)), {"relative_of"}),
        (SearchFilters(qualifiers=("aunt", "cousin"), predicates=("fears",)), set[str]()),
        (SearchFilters(properties=(("salience", "<", 2),)), {"fears"}),
        (SearchFilters(properties=(("qualifier", "exists", True),)), {"relative_of"}),
    ],
)
async def test_a_filter_takes_either(graph: StoryGraph, filters: SearchFilters, wanted: set[str]) -> None:
    """A filter on salience gives the lowest visible salience. A filter on a qualifier matches a part of its text."""
    assert set(await visible_values(graph, filters)) == wanted


async def test_an_export_has_them_only_where_they_say_something_and_brings_them_back(
    graph: StoryGraph,
) -> None:
    """The export of a fact with default salience has no field for salience."""
    canonical = [line async for line in graph.export(canonical=True)]
    said = [line for line in map(json.loads, canonical) if line["kind"] in {"statement", "fact"}]

    def written(line: dict[str, object]) -> tuple[object, object]:
        return line.get("salience"), line.get("qualifier")

    by_predicate = {(one["kind"], one["predicate"]): written(one) for one in said}
    assert by_predicate["statement", "relative_of"] == (3, "second cousin once removed")
    assert by_predicate["fact", "relative_of"] == (3, "second cousin once removed")
    assert by_predicate["fact", "fears"] == (1, None)
    assert not any({"salience", "qualifier"} & one.keys() for one in said if one["predicate"] == "lives_in")

    async with StoryGraph(SQLiteStore(":memory:"), group_id=graph.group_id) as copy:
        await copy.import_([line async for line in graph.export()])

        assert await visible_values(copy) == await visible_values(graph)
        assert [line async for line in copy.export(canonical=True)] == canonical


async def test_json_has_both_for_every_fact(graph: StoryGraph) -> None:
    """Programs that read --json need not know the defaults."""
    page = VIEWS.object_of(await graph.get_facts(FactQuery(predicate="lives_in")))

    assert isinstance(page["facts"], list)
    (fact,) = page["facts"]
    assert isinstance(fact, dict)
    assert (fact["salience"], fact["qualifier"]) == (2, None)


async def test_a_correction_changes_either_and_keeps_the_words(graph: StoryGraph) -> None:
    """The sentence of the fact does not change."""
    (home,) = (await graph.get_facts(FactQuery(predicate="lives_in"))).facts

    await graph.correct_fact(home.uuid, FactChange(salience=3, qualifier="with her aunt"))

    (after,) = (await graph.get_facts(FactQuery(predicate="lives_in"))).facts
    assert (after.fact.salience, after.fact.qualifier) == (3, "with her aunt")
    assert after.text == home.text


@pytest.mark.parametrize("salience", [0, 4])
async def test_there_are_three_degrees(graph: StoryGraph, salience: int) -> None:
    """Any other degree is refused, by a filter, too."""
    with pytest.raises(InvalidOverrideError, match="salience"):
        await graph.add_facts([NewFact("Odile Reed", "fears", QUOTE, value="fire", salience=salience)])
    with pytest.raises(InvalidFilterError, match="salience"):
        SearchFilters(salience=salience)
