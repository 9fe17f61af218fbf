"""From some entities outwards: bounds, directions, and what is left out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.errors import InvalidFilterError, UnknownEntityError
from episodic.search.exploring import Direction, Reach, explore
from episodic.search.filters import SearchFilters
from episodic.search.scope import Scope
from episodic.search.subgraph import Subgraph
from tests.unit.search.telling import Tale, harbor, lotm

EVER = Scope(include_ended=True)
K, N = "克莱恩·莫雷蒂", "值夜者"


def hub(spokes: int) -> Tale:
    """One entity with so many facts."""
    tale = Tale("hub")
    tale.chapter("One", "".join(f"Lin greeted guest{number}x. " for number in range(spokes)))
    tale.who("Lin")
    for number in range(spokes):
        tale.fact("Lin", "greeted", quote=f"Lin greeted guest{number}x.", value=f"guest{number}x")
    return tale


def predicates(graph: Subgraph) -> set[str]:
    """The predicates of all its facts."""
    return {one.predicate for one in graph.facts}


async def test_one_step_reaches_an_entitys_own_facts() -> None:
    """And who stands at their other ends."""
    view = await lotm().view(EVER)

    graph = await explore(view, ["周明瑞"])

    assert predicates(graph) == {"成员", "获得", "序列", "拥有"}
    assert graph.entities[0].name == K
    assert graph.seeds[0].asked == "周明瑞"
    assert {one.name for one in graph.entities} == {K, N, "安提哥努斯家族笔记", "“丧钟”手枪"}


async def test_two_steps_reach_the_facts_of_those() -> None:
    """Each entity and each fact once."""
    tale = lotm()
    view = await tale.view(EVER)

    graph = await explore(view, [K], reach=Reach(depth=2))

    assert len(graph.facts) == len({one.uuid for one in graph.facts}) == len(tale.facts)
    assert len(graph.entities) == 6
    assert graph.left_out == 0


async def test_ended_facts_lead_nowhere_unless_asked_for() -> None:
    """He left; the church is out of reach."""
    view = await lotm().view()

    graph = await explore(view, [K], reach=Reach(depth=2))

    assert N not in {one.name for one in graph.entities}


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
    """And keep it."""
    view = await lotm().view(EVER)

    graph = await explore(view, [seed], reach=Reach(direction=direction))

    assert predicates(graph) == expected


async def test_third_parties_are_reached_from_the_subject() -> None:
    """Who got the sword."""
    view = await harbor().view()

    out = await explore(view, ["Lin"], reach=Reach(direction=Direction.OUT))
    back = await explore(view, ["Wu"], reach=Reach(direction=Direction.IN))

    assert "Wu O'Brien" in {one.name for one in out.entities}
    assert predicates(back) == {"gave"}


async def test_bounds_hold_exactly() -> None:
    """So many facts in all, so many from one entity; what was seen and left out is counted."""
    view = await lotm().view(EVER)

    two = await explore(view, [K], reach=Reach(limit=2))
    one = await explore(view, [K], reach=Reach(fan=1))

    assert len(two.facts) == 2
    assert two.left_out == 3
    assert len(one.facts) == 1


async def test_facts_between_who_was_asked_for_come_first() -> None:
    """Before later told ones that lead elsewhere."""
    view = await lotm().view(EVER)

    graph = await explore(view, [K, N], reach=Reach(limit=1))

    assert predicates(graph) == {"成员"}


async def test_bounds_hold_at_a_hub() -> None:
    """A thousand facts, and only those that are asked for; that there are more is said."""
    view = await hub(1_000).view()

    graph = await explore(view, ["Lin"], reach=Reach(limit=10))

    assert len(graph.facts) == 10
    assert graph.more


async def test_a_strict_filter_looks_on_at_a_hub() -> None:
    """Until it has enough, or nothing is left."""
    tale = hub(500)
    tale.facts = [replace(one, locked=number == 3) for number, one in enumerate(tale.facts)]
    view = await tale.view(Scope(filters=SearchFilters(properties=(("locked", "=", True),))))

    graph = await explore(view, ["Lin"], reach=Reach(limit=5))

    assert [one.target for one in graph.facts] == ["guest3x"]
    assert not graph.more


@pytest.mark.parametrize("reach", [{"depth": 0}, {"depth": 99}, {"fan": 0}, {"limit": 0}])
def test_bounds_that_make_no_sense_are_refused(reach: dict[str, int]) -> None:
    """By name."""
    with pytest.raises(InvalidFilterError):
        Reach(**reach)  # type: ignore[arg-type] # all of them are numbers


async def test_an_unknown_seed_is_an_error() -> None:
    """Never an empty graph."""
    with pytest.raises(UnknownEntityError):
        await explore(await lotm().view(), ["无此人"])
