"""Filters by the time at which the store recorded something: created and expired, after edits and up to chapters."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from episodic.app import StoryGraph
from episodic.errors import InvalidFilterError
from episodic.model.episodes import Chapter
from episodic.search.filters import SearchFilters
from episodic.search.ranking import Ranking
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script

PEOPLE = dict.fromkeys(("Lin", "Mei"), "Person") | {"Harbor": "Place", "Capital": "Place", "Sword": "Item"}
HOME, SWORD, MOVE, SISTER = (
    "Lin lived in Harbor",
    "Mei held the Sword",
    "Lin moved to Capital",
    "Mei was Lin's sister",
)
SENTENCES = {
    HOME: [Says("Lin", "lives_in", "Harbor")],
    SWORD: [Says("Mei", "holds", "Sword")],
    MOVE: [Says("Lin", "lives_in", "Capital", phase="begins")],
    SISTER: [Says("Mei", "sibling_of", "Lin")],
}


def day(number: int) -> datetime:
    return datetime(2031, 1, 1, tzinfo=UTC) + timedelta(days=number)


class Clock:
    """A clock that stands still until a test sets it."""

    def __init__(self) -> None:
        self.day = 0

    def __call__(self) -> str:
        return day(self.day).isoformat()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def graph(clock: Clock) -> AsyncIterator[StoryGraph]:
    """A work with one chapter for each of the days 1, 2 and 3."""
    model = Script(PEOPLE, SENTENCES).model()
    async with StoryGraph(SQLiteStore(":memory:"), group_id="times", model=model, clock=clock) as made:
        for number, text in enumerate((HOME, SWORD, MOVE), start=1):
            clock.day = number
            await made.add_episode(Chapter(f"On day {number}0, {text}.\n", key=f"ch{number}", title=f"ch{number}"))
        yield made


async def facts(graph: StoryGraph, filters: SearchFilters, *, told_by: int | None = None) -> set[str]:
    """Return the quotes of the facts that pass, which are the same in a list, in a search and after a replay."""
    scope = Scope(filters=filters, include_ended=True, told_by=told_by)
    listed = {one.fact.evidence[0].quote for one in (await graph.get_facts(scope=scope)).facts}
    for query in ("Lin", "Mei", "who lives in Harbor"):
        found = await graph.search(query, scope=scope, limit=50)
        assert {one.shown.fact.evidence[0].quote for one in found.facts} <= listed
    again = await graph.views.replayed_view(scope)
    assert {one.evidence[0].quote for one in await again.facts() if again.visibility_of(one).seen} == listed
    return listed


async def test_facts_are_created_when_their_quote_comes_into_the_work(graph: StoryGraph) -> None:
    for after, before, expected in (
        (None, None, {HOME, SWORD, MOVE}),
        (1, None, {HOME, SWORD, MOVE}),
        (2, None, {SWORD, MOVE}),
        (None, 2, {HOME}),
        (2, 3, {SWORD}),
        (4, None, set[str]()),
    ):
        filters = SearchFilters(
            created_after=None if after is None else day(after), created_before=None if before is None else day(before)
        )
        assert await facts(graph, filters) == expected, filters


async def test_a_fact_expires_when_its_end_comes_into_the_work(graph: StoryGraph) -> None:
    assert await facts(graph, SearchFilters(expired_after=day(3))) == {HOME}
    assert await facts(graph, SearchFilters(expired_after=day(3), expired_before=day(4))) == {HOME}
    assert await facts(graph, SearchFilters(expired_before=day(3))) == set()
    assert await facts(graph, SearchFilters(expired_after=day(4))) == set()
    assert await facts(graph, SearchFilters(expired_after=day(0)), told_by=2) == set()


async def test_an_edit_creates_only_what_is_new(graph: StoryGraph, clock: Clock) -> None:
    clock.day = 5
    await graph.replace_episode("ch2", f"On day 20, {SWORD}. {SISTER}.\n")

    assert await facts(graph, SearchFilters(created_after=day(5))) == {SISTER}
    assert await facts(graph, SearchFilters(created_after=day(2), created_before=day(3))) == {SWORD}


async def test_a_text_that_was_away_is_created_again(graph: StoryGraph, clock: Clock) -> None:
    clock.day = 5
    await graph.remove_episode("ch2")
    clock.day = 6
    await graph.undo()

    assert await facts(graph, SearchFilters(created_after=day(6))) == {SWORD}


async def test_entities_and_passages_are_filtered(graph: StoryGraph) -> None:
    found = await graph.search("Mei held the Sword", scope=Scope(filters=SearchFilters(created_before=day(2))))

    assert {one.name for one in found.entities} <= {"Lin", "Harbor"}
    assert all(HOME in one.text for one in found.passages)
    ended = await graph.search("Lin", scope=Scope(filters=SearchFilters(expired_after=day(0)), include_ended=True))
    assert {hit.kind for hit in ended.hits} == {"fact"}


async def test_conditions_are_combined(graph: StoryGraph) -> None:
    either = SearchFilters(any=(SearchFilters(created_before=day(2)), SearchFilters(created_after=day(3))))
    both = SearchFilters(all=(SearchFilters(created_after=day(2)), SearchFilters(predicates=("holds",))))

    assert await facts(graph, either) == {HOME, MOVE}
    assert await facts(graph, both) == {SWORD}


async def test_a_later_commit_is_seen(graph: StoryGraph, clock: Clock) -> None:
    new = SearchFilters(created_after=day(7))
    assert await facts(graph, new) == set()

    clock.day = 7
    await graph.add_episode(Chapter(f"On day 70, {SISTER}.\n", key="ch4", title="ch4"))

    assert await facts(graph, new) == {SISTER}


async def test_times_that_a_search_does_not_know_are_refused(graph: StoryGraph) -> None:
    with pytest.raises(InvalidFilterError, match="time zone"):
        SearchFilters(created_after=day(1).replace(tzinfo=None))
    with pytest.raises(InvalidFilterError, match="not supported"):
        await graph.search("Lin", ranking=Ranking(boost=SearchFilters(created_after=day(1))))
