"""Graph traversal: depth, directions, bounds, and counts of facts left out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.errors import InvalidFilterError, UnknownEntityError
from episodic.search.filters import SearchFilters
from episodic.search.scope import Scope
from episodic.search.subgraph import Subgraph
from episodic.search.traversal import Direction, Traversal, explore
from episodic.text.token_counts import token_bound
from tests.unit.search.story_builder import Tale, harbor, lotm

EVER = Scope(include_ended=True)
K, N = "克莱恩·莫雷蒂", "值夜者"


def hub(spokes: int) -> Tale:
    """A work in which one entity has this many facts."""
    tale = Tale("hub")
    tale.chapter("One", "".join(f"Lin greeted guest{number}x. " for number in range(spokes)))
    tale.who("Lin")
    for number in range(spokes):
        tale.fact("Lin", "greeted", quote=f"Lin greeted guest{number}x.", value=f"guest{number}x")
    return tale


def predicates(graph: Subgraph) -> set[str]:
    """Return the predicates of the subgraph's facts."""
    return {one.predicate for one in graph.facts}


async def test_one_step_reaches_an_entitys_own_facts() -> None:
    view = await lotm().view(EVER)

    graph = await explore(view, ["周明瑞"])

    assert predicates(graph) == {"成员", "获得", "序列", "拥有"}
    assert graph.entities[0].name == K
    assert graph.seeds[0].asked == "周明瑞"
    assert {one.name for one in graph.entities} == {K, N, "安提哥努斯家族笔记", "“丧钟”手枪"}


async def test_two_steps_reach_the_facts_of_the_neighbours() -> None:
    tale = lotm()
    view = await tale.view(EVER)

    graph = await explore(view, [K], traversal=Traversal(depth=2))

    assert len(graph.facts) == len({one.uuid for one in graph.facts}) == len(tale.facts)
    assert len(graph.entities) == 6
    assert graph.left_out == 0


async def test_ended_facts_are_followed_only_on_request() -> None:
    """The church is reached through a membership that has ended."""
    tale = lotm()

    graph = await explore(await tale.view(), [K], traversal=Traversal(depth=2))
    ever = await explore(await tale.view(EVER), [K], traversal=Traversal(depth=2))

    assert N not in {one.name for one in graph.entities}
    assert N in {one.name for one in ever.entities}


@pytest.mark.parametrize(
    ("seed", "direction", "expected"),
    [
        (K, Direction.OUT, {"成员", "获得", "序列", "拥有"}),
        (K, Direction.IN, set[str]()),
        (N, Direction.IN, {"成员", "领导"}),
        (N, Direction.OUT, {"位于"}),
        (N, Direction.BOTH, {"成员", "领导", "位于"}),
    ],
)
async def test_facts_are_followed_in_their_direction(seed: str, direction: Direction, expected: set[str]) -> None:
    view = await lotm().view(EVER)

    graph = await explore(view, [seed], traversal=Traversal(direction=direction))

    assert predicates(graph) == expected


async def test_third_parties_are_reached_from_the_subject() -> None:
    """The recipient of the sword is a third party of the gift."""
    view = await harbor().view()

    out = await explore(view, ["Lin"], traversal=Traversal(direction=Direction.OUT))
    back = await explore(view, ["Wu"], traversal=Traversal(direction=Direction.IN))

    assert "Wu O'Brien" in {one.name for one in out.entities}
    assert predicates(back) == {"gave"}


async def test_bounds_hold_exactly() -> None:
    """There is a bound for all facts and a bound for the facts of an entity. Visible facts that are left out are
    counted.
    """
    view = await lotm().view(EVER)

    two = await explore(view, [K], traversal=Traversal(limit=2))
    one = await explore(view, [K], traversal=Traversal(fan=1))

    assert len(two.facts) == 2
    assert two.left_out == 3
    assert len(one.facts) == 1


async def test_facts_between_the_seeds_come_first() -> None:
    """Facts between the seeds come before facts that are earlier in narrative order but lead to other entities."""
    view = await lotm().view(EVER)

    graph = await explore(view, [K, N], traversal=Traversal(limit=1))

    assert predicates(graph) == {"成员"}


async def test_bounds_hold_at_a_hub() -> None:
    """Only the limit is returned for an entity with a thousand facts. The field `more` says that there are others."""
    view = await hub(1_000).view()

    graph = await explore(view, ["Lin"], traversal=Traversal(limit=10))

    assert len(graph.facts) == 10
    assert graph.more


async def test_every_bound_is_exact_at_a_hub_with_ten_thousand_facts() -> None:
    view = await hub(10_000).view()

    for bounds in (Traversal(limit=7), Traversal(fan=7), Traversal(fan=7, depth=3), Traversal(fan=50, limit=7)):
        graph = await explore(view, ["Lin"], traversal=bounds)
        assert len(graph.facts) == 7, bounds
    prompt = graph.to_prompt(100)

    assert token_bound(prompt) <= 100
    assert prompt


async def test_a_strict_filter_reads_on_at_a_hub() -> None:
    """The traversal reads further facts until enough facts pass the filter or none are left."""
    tale = hub(500)
    tale.facts = [replace(one, locked=number == 3) for number, one in enumerate(tale.facts)]
    view = await tale.view(Scope(filters=SearchFilters(properties=(("locked", "=", True),))))

    graph = await explore(view, ["Lin"], traversal=Traversal(limit=5))

    assert [one.target for one in graph.facts] == ["guest3x"]
    assert not graph.more


@pytest.mark.parametrize("reach", [{"depth": 0}, {"depth": 99}, {"fan": 0}, {"limit": 0}])
def test_invalid_bounds_are_refused(reach: dict[str, int]) -> None:
    """The error for an invalid bound contains the bound."""
    with pytest.raises(InvalidFilterError):
        Traversal(**reach)  # type: ignore[arg-type] # all of them are numbers


async def test_an_unknown_seed_is_an_error() -> None:
    with pytest.raises(UnknownEntityError):
        await explore(await lotm().view(), ["无此人"])
