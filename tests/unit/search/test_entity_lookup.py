"""Entity lookup by id, redirected id, name and alias, and the errors for unknown and ambiguous names."""

from __future__ import annotations

import pytest

from episodic.errors import AmbiguousNameError, UnknownEntityError
from episodic.model.records import Kind, Redirect
from episodic.search.entity_lookup import current_id, lookup_entity, require_entity, similar_names
from tests.unit.search.story_builder import Tale, harbor, lotm, planned


def redirected(*steps: tuple[str, str]) -> Tale:
    """The Chinese work with redirects from old to new ids."""
    tale = lotm()
    tale.redirects.extend(Redirect(old, tale.group_id, Kind.ENTITY, new) for old, new in steps)
    return tale


@pytest.mark.parametrize("name", ["周明瑞", "克莱恩·莫雷蒂", "克莱恩・莫雷蒂", " 克莱恩 ", "《克莱恩》"])
async def test_an_entity_is_found_by_any_of_its_names(name: str) -> None:
    """The lookup of a name ignores character width, middle dots and quotation marks."""
    tale = lotm()

    found = await require_entity(await tale.view(), name)

    assert found == tale.entities["克莱恩·莫雷蒂"]


async def test_an_entity_is_found_by_its_id() -> None:
    tale = lotm()
    uuid = tale.entities["值夜者"].uuid

    assert (await require_entity(await tale.view(), uuid)).name == "值夜者"


async def test_a_redirected_id_resolves_to_the_current_entity() -> None:
    """A redirect can lead to another redirect."""
    uuid = lotm().entities["值夜者"].uuid
    tale = redirected(("first", "second"), ("second", "third"), ("third", uuid))

    assert (await require_entity(await tale.view(), "first")).uuid == uuid


async def test_a_cycle_of_redirects_ends() -> None:
    """The lookup of an id in a cycle of redirects finds no entity."""
    view = await redirected(("first", "second"), ("second", "first")).view()

    assert await current_id(view, "first") == "second"
    assert await lookup_entity(view, "first") is None


async def test_the_redirect_of_an_existing_entity_is_ignored() -> None:
    """An outdated redirect does not hide an existing entity."""
    uuid = lotm().entities["值夜者"].uuid
    tale = redirected((uuid, lotm().entities["圣赛琳娜教堂"].uuid))

    assert (await require_entity(await tale.view(), uuid)).name == "值夜者"


async def test_an_unknown_name_is_an_error_with_similar_names() -> None:
    with pytest.raises(UnknownEntityError) as chinese:
        await require_entity(await lotm().view(), "克莱因")
    with pytest.raises(UnknownEntityError) as english:
        await require_entity(await harbor().view(), "Lin Mash")

    assert chinese.value.near[0] == "克莱恩"
    assert english.value.near[0] == "Lin Marsh"


async def test_names_that_differ_only_in_spaces_are_one_suggestion() -> None:
    tale = harbor()
    tale.chapter("The Inn", "John Silver came in.", "Then John  Silver left.")
    tale.who("John Silver", "Person", "John  Silver")

    assert await similar_names(await tale.view(), "Long John Silver") == ("John Silver",)


async def test_a_dissimilar_name_has_no_similar_names() -> None:
    """The error suggests no name for a name unlike all names of the work."""
    assert await similar_names(await lotm().view(), "Zarathustra") == ()


async def test_an_ambiguous_name_is_an_error_that_lists_the_entities() -> None:
    """The error lists the id, name, type and first chapter of each entity."""
    tale = Tale("two")
    tale.chapter("One", "Catherine wrote. Young Cathy sang; they called her Catherine.")
    elder = tale.who("Catherine")
    younger = tale.who("Young Cathy", "Creature", "Catherine")

    with pytest.raises(AmbiguousNameError) as refused:
        await require_entity(await tale.view(), "Catherine")

    assert dict(refused.value.candidates) == {
        elder.uuid: "Catherine, Person, first named in chapter 1",
        younger.uuid: "Young Cathy, Creature, first named in chapter 1",
    }


@pytest.mark.parametrize("name", ["the Silent Queen", "Winter Keep"])
async def test_names_of_a_plan_are_unknown_in_canon(name: str) -> None:
    """The error for a plan's name does not suggest other names of the plan."""
    view = await planned().view()

    with pytest.raises(UnknownEntityError) as refused:
        await require_entity(view, name)

    assert refused.value.near == ()


@pytest.mark.parametrize("name", ["", "\x00", "\ud800", "名" * 600, "x'}) DETACH DELETE n //"])
async def test_any_text_can_be_looked_up(name: str) -> None:
    assert await lookup_entity(await lotm().view(), name) is None
