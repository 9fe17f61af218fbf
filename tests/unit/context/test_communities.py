"""Communities: groups of entities that facts connect, the same every time."""

from __future__ import annotations

from episodic.context.communities import modularity_groups, storylines
from tests.unit.search.story_builder import Tale


def two_houses() -> Tale:
    tale = Tale("houses")
    people = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
    pairs = [("Ann", "Bob"), ("Bob", "Cid"), ("Ann", "Cid"), ("Dee", "Eve"), ("Eve", "Fay"), ("Dee", "Fay")]
    tale.chapter("One", *(f"{one} met {other}." for one, other in pairs), "Gus sang.")
    for name in (*people, "Gus"):
        tale.who(name)
    for one, other in pairs:
        tale.fact(one, "met", other, quote=f"{one} met {other}.")
    return tale


async def test_two_cliques_are_two_storylines() -> None:
    view = await two_houses().view()

    found = await storylines(view)

    members = [sorted(one.name for one in community.members) for community in found]
    assert sorted(members) == [["Ann", "Bob", "Cid"], ["Dee", "Eve", "Fay"]]
    assert all(len(one.facts) == 3 for one in found)
    assert await storylines(view) == found


def test_the_moves_end_on_any_graph() -> None:
    star = {"hub": {str(n): 1 for n in range(9)}} | {str(n): {"hub": 1} for n in range(9)}
    ring = {str(n): {str((n - 1) % 8): 1, str((n + 1) % 8): 1} for n in range(8)}

    assert len(set(modularity_groups(star).values())) == 1
    assert set(modularity_groups(ring)) == set(ring)
    assert modularity_groups({}) == {}
