"""Tests of the ends of states that follow from a judge's answers: which answers end what, and which have no effect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from episodic.app import StoryGraph
from episodic.model.episodes import Chapter
from episodic.model.graph import Fact
from episodic.model.moments import TimeBasis
from episodic.search.fact_listing import FactQuery
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script

PEOPLE = {"Ann": "Person", "Bo": "Person", "Mill": "Place", "Wu": "Person", "林河": "Person", "吴海": "Person"}


async def facts_of(
    predicate: str, texts: Sequence[str], sentences: Mapping[str, Sequence[Says]], ends: Mapping[str, str]
) -> list[Fact]:
    """Return the facts with a predicate, in story order, if a judge names the given sentences as the ends of states."""
    model = Script(PEOPLE, sentences, ends=ends).model()
    chapters = [Chapter(text, key=str(number), number=number) for number, text in enumerate(texts, 1)]
    async with StoryGraph(SQLiteStore(":memory:"), model=model) as graph:
        await graph.add_manuscript(chapters)
        page = await graph.get_facts(FactQuery(predicate=predicate), scope=Scope(include_ended=True))
        return [one.fact for one in page.facts]


@pytest.mark.parametrize(
    ("promise", "kept", "other", "people"),
    [
        ("Ann promised Bo to sell the horse.", "Ann sold the horse to Bo.", "Ann lay in wait for Bo.", ("Ann", "Bo")),
        ("林河答应诚心相待吴海。", "林河从此诚心相待吴海。", "林河暗伏路旁以防吴海。", ("林河", "吴海")),
    ],
)
async def test_a_promise_ends_only_by_what_takes_it_up(
    promise: str, kept: str, other: str, people: tuple[str, str]
) -> None:
    async def promised(later: str) -> Fact:
        told = {
            promise[:-1]: [Says(people[0], "promised", people[1], text=promise)],
            later[:-1]: [Says(people[0], "met", people[1], text=later)],
        }
        return (await facts_of("promised", (promise, later), told, {promise[:-1]: later[:-1]}))[0]

    assert [one.quote for one in (await promised(kept)).ends] == [kept[:-1]]
    assert (await promised(other)).ends == ()


async def test_what_one_sentence_promises_several_people_ends_for_those_whom_the_end_names() -> None:
    """An end that names none of them is an end for all."""
    promise, given, gone = "Ann promised office to Bo, to Wu too.", "Ann gave Bo office.", "Ann lost all office."
    row = [Says("Ann", "promised", one, text=promise) for one in ("Bo", "Wu")]

    async def ended(later: str, of: str) -> list[bool]:
        told = {promise[:-1]: row, later[:-1]: [Says("Ann", "met", of, value="" if of else "it", text=later)]}
        found = await facts_of("promised", (promise, later), told, {"office to": later[:-1]})
        return [bool(one.ends) for one in sorted(found, key=lambda one: one.object_name or "")]

    assert await ended(given, "Bo") == [True, False]
    assert await ended(gone, "") == [True, True]


async def test_what_names_no_place_is_only_the_latest_end_of_a_stay() -> None:
    came, rode = Says("Ann", "arrived_at", "Mill", text="Ann came to the Mill."), "Ann rode to Bo."
    told = {"Ann came": [came], rode[:-1]: [Says("Ann", "struck", "Bo", text=rode)]}

    (stay,) = await facts_of("located_in", ("Ann came to the Mill.", rode), told, {"Ann is in": rode[:-1]})

    assert stay.ended_by == (stay.uuid,)
    assert stay.ends == ()
    assert stay.invalid_at is not None
    assert stay.invalid_at.basis is TimeBasis.BY
