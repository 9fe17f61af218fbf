"""Tests of merges: entity types that exclude each other."""

from __future__ import annotations

import pytest

from episodic.errors import InvalidOverrideError
from episodic.model.episodes import Chapter, Layer
from episodic.pipeline.overrides.entity_merges import exclude_each_other
from tests.story import memory_graph

TEXT = "Marsh Weller lives in Harrow Ferry.\n"


@pytest.mark.parametrize("being", ["Person", "Creature", "人物", "妖兽"])
@pytest.mark.parametrize("thing", ["Place", "Organization", "Item", "Ability", "门派"])
def test_somebody_is_no_thing(being: str, thing: str) -> None:
    """The order of the two types and the names used for them do not matter."""
    assert exclude_each_other(being, thing)
    assert exclude_each_other(thing, being)


@pytest.mark.parametrize(
    ("first", "second"),
    [("Person", "Creature"), ("Place", "Organization"), ("Person", "Concept"), ("Person", "Ship"), ("Ship", "Item")],
)
def test_types_that_are_near_or_unknown_exclude_nothing(first: str, second: str) -> None:
    """A fox may be a person, a sect may be its mountain, and a title may be a person. Custom types exclude nothing."""
    assert not exclude_each_other(first, second)


async def test_a_merge_of_a_person_with_a_place_is_refused() -> None:
    """The error names the types, and no override is stored."""
    async with memory_graph() as graph:
        await graph.add_manuscript([Chapter(TEXT, key="ch1")])

        with pytest.raises(InvalidOverrideError, match=r"Marsh Weller.*Person.*Harrow Ferry.*Place"):
            await graph.merge_entities("Marsh Weller", "Harrow Ferry")

        assert await graph.acts() == ()


async def test_an_author_who_insists_is_obeyed() -> None:
    """With an explicit flag, a sword and a person can be merged."""
    async with memory_graph() as graph:
        await graph.add_manuscript([Chapter(TEXT, key="ch1")])

        await graph.merge_entities("Marsh Weller", "Harrow Ferry", across_types=True)

        assert await graph.entity_id("Marsh Weller") == await graph.entity_id("Harrow Ferry")


async def test_a_merge_from_a_draft_on_is_refused() -> None:
    """A replay of canon never comes to a draft, so that the merge would have no effect."""
    text = '"Yes," said Mara. "No," said Tom. "Yes," said Kim.\n'
    async with memory_graph() as graph:
        await graph.add_manuscript([Chapter(text, key="ch1")])
        await graph.add_episode(Chapter(text, key="later"), layer=Layer.DRAFT)

        with pytest.raises(InvalidOverrideError, match="chapter of canon"):
            await graph.merge_entities("Mara", "Tom", told_from="later")

        assert await graph.acts() == ()
