"""Explorations: from a query, between two entities, through passages that mention both, and the best facts first."""

from __future__ import annotations

import pytest

from episodic.errors import InvalidFilterError, UnknownEntityError
from episodic.search.exploration import Exploration, explored
from episodic.search.scope import Scope
from episodic.search.traversal import Traversal, Via
from episodic.search.view import View
from tests.unit.search.story_builder import Tale, day, lotm

K = "克莱恩·莫雷蒂"


def village() -> Tale:
    """Lin knows Mei, Mei knows Wu; Lin and Wu both live in Harbor, and Zoe is known to nobody."""
    tale = Tale("village")
    tale.chapter("One", "Lin met Mei. Lin lived in Harbor.", "Mei loved Wu. Wu lived in Harbor.", "Zoe sang.")
    tale.chapter("Two", "Lin hated Wu.")
    for name in ("Lin", "Mei", "Wu", "Zoe"):
        tale.who(name)
    tale.who("Harbor", "Place")
    tale.fact("Lin", "met", "Mei", quote="Lin met Mei.")
    tale.fact("Lin", "lives_in", "Harbor", quote="Lin lived in Harbor.")
    tale.fact("Mei", "loves", "Wu", quote="Mei loved Wu.")
    tale.fact("Wu", "lives_in", "Harbor", quote="Wu lived in Harbor.")
    return tale


async def view_of(tale: Tale, scope: Scope | None = None) -> View:
    return await tale.view(scope or Scope())


async def test_a_path_prefers_persons_to_a_shared_place() -> None:
    found = await explored(await view_of(village()), Exploration(path_between=("Lin", "Wu")), traversal=Traversal())

    assert [one.name for one in found.entities] == ["Lin", "Mei", "Wu"]
    assert [one.predicate for one in found.facts] == ["met", "loves"]


async def test_a_direct_fact_is_the_shortest_path() -> None:
    tale = village()
    tale.fact("Lin", "hates", "Wu", quote="Lin hated Wu.")

    found = await explored(await view_of(tale), Exploration(path_between=("Lin", "Wu")), traversal=Traversal())

    assert [one.predicate for one in found.facts] == ["hates"]


async def test_a_path_uses_only_what_the_scope_shows() -> None:
    tale = village()
    tale.fact("Lin", "hates", "Wu", quote="Lin hated Wu.", since=day(1), until=day(2))

    path = Exploration(path_between=("Lin", "Wu"))
    now = await explored(await view_of(tale), path, traversal=Traversal())
    ever = await explored(await view_of(tale, Scope(include_ended=True)), path, traversal=Traversal())

    assert (len(now.facts), len(ever.facts)) == (2, 1)


async def test_entities_without_connection_have_no_path() -> None:
    found = await explored(await view_of(village()), Exploration(path_between=("Lin", "Zoe")), traversal=Traversal())

    assert (found.facts, found.entities) == ((), ())
    assert [one.name for one in found.seeds] == ["Lin", "Zoe"]


async def test_co_mentions_are_counted_by_passage() -> None:
    bounds = Traversal(via=Via.CO_MENTION)

    found = await explored(await view_of(village()), Exploration(("Wu",)), traversal=bounds)

    assert [(one.name, one.passages) for one in found.co_mentions] == [("Lin", 1), ("Harbor", 1), ("Mei", 1)]
    assert [one.name for one in found.entities] == ["Wu", "Lin", "Harbor", "Mei"]


async def test_co_mentions_have_a_limit() -> None:
    bounds = Traversal(via=Via.CO_MENTION, limit=1)

    found = await explored(await view_of(village()), Exploration(("Wu",)), traversal=bounds)

    assert (len(found.co_mentions), found.left_out) == (1, 2)


async def test_a_query_finds_the_start_with_its_score() -> None:
    found = await explored(await view_of(lotm()), Exploration(query=f"{K}常用的武器"), traversal=Traversal(fan=1))

    assert found.seeds[0].name == K
    assert all(one.score is not None and one.score > 0 for one in found.seeds)


async def test_fan_takes_the_facts_that_answer_the_query() -> None:
    view = await view_of(village())

    home = await explored(view, Exploration(("Lin",), query="Lin lives in Harbor"), traversal=Traversal(fan=1))

    assert "lives_in" in {one.predicate for one in home.facts}


async def test_an_exploration_needs_one_start() -> None:
    with pytest.raises(InvalidFilterError):
        Exploration()
    with pytest.raises(InvalidFilterError):
        Exploration(("Lin",), path_between=("Lin", "Wu"))
    with pytest.raises(UnknownEntityError):
        await explored(await view_of(village()), Exploration(path_between=("Lin", "Nobody")), traversal=Traversal())
