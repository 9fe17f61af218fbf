"""Who is meant: ids, ids that have become others, names and aliases."""

from __future__ import annotations

import pytest

from episodic.errors import AmbiguousNameError, UnknownEntityError
from episodic.model.records import Kind
from episodic.pipeline.deriving.records_of import Redirect
from episodic.search.resolving import current_id, known_entity, meant_entity, near_names
from tests.unit.search.telling import Tale, harbor, lotm, planned


def redirected(*steps: tuple[str, str]) -> Tale:
    """The Chinese tale, with ids that have become others."""
    tale = lotm()
    tale.redirects.extend(Redirect(old, tale.group_id, Kind.ENTITY, new) for old, new in steps)
    return tale


@pytest.mark.parametrize("name", ["周明瑞", "克莱恩·莫雷蒂", "克莱恩・莫雷蒂", " 克莱恩 ", "《克莱恩》"])
async def test_an_entity_goes_by_any_of_its_names(name: str) -> None:
    """Width, dots and marks do not count."""
    tale = lotm()

    found = await known_entity(await tale.view(), name)

    assert found == tale.entities["克莱恩·莫雷蒂"]


async def test_an_entity_goes_by_its_id() -> None:
    """As search shows it."""
    tale = lotm()
    uuid = tale.entities["值夜者"].uuid

    assert (await known_entity(await tale.view(), uuid)).name == "值夜者"


async def test_an_id_that_became_another_still_resolves() -> None:
    """Over several steps."""
    uuid = lotm().entities["值夜者"].uuid
    tale = redirected(("first", "second"), ("second", "third"), ("third", uuid))

    assert (await known_entity(await tale.view(), "first")).uuid == uuid


async def test_ids_that_became_each_other_end() -> None:
    """A circle leads nowhere, and not for ever."""
    view = await redirected(("first", "second"), ("second", "first")).view()

    assert await current_id(view, "first") == "second"
    assert await meant_entity(view, "first") is None


async def test_an_id_that_is_still_used_is_not_followed() -> None:
    """A redirect that is out of date does not hide the entity."""
    uuid = lotm().entities["值夜者"].uuid
    tale = redirected((uuid, lotm().entities["圣赛琳娜教堂"].uuid))

    assert (await known_entity(await tale.view(), uuid)).name == "值夜者"


async def test_a_name_of_nobody_is_an_error_with_near_names() -> None:
    """One wrong character in each language."""
    with pytest.raises(UnknownEntityError) as chinese:
        await known_entity(await lotm().view(), "克莱因")
    with pytest.raises(UnknownEntityError) as english:
        await known_entity(await harbor().view(), "Lin Mash")

    assert chinese.value.near[0] == "克莱恩"
    assert english.value.near[0] == "Lin Marsh"


async def test_nothing_near_is_said_to_be_near() -> None:
    """A name that looks like none has no near ones."""
    assert await near_names(await lotm().view(), "Zarathustra") == ()


async def test_a_name_of_several_is_an_error_that_tells_them_apart() -> None:
    """By id, name, type and the chapter where each is first named."""
    tale = Tale("two")
    tale.chapter("One", "Catherine wrote. Young Cathy sang; they called her Catherine.")
    elder = tale.who("Catherine")
    younger = tale.who("Young Cathy", "Creature", "Catherine")

    with pytest.raises(AmbiguousNameError) as refused:
        await known_entity(await tale.view(), "Catherine")

    assert dict(refused.value.candidates) == {
        elder.uuid: "Catherine, Person, first named in chapter 1",
        younger.uuid: "Young Cathy, Creature, first named in chapter 1",
    }


@pytest.mark.parametrize("name", ["the Silent Queen", "Winter Keep"])
async def test_canon_does_not_know_the_names_of_a_plan(name: str) -> None:
    """Nor are they offered as near ones."""
    view = await planned().view()

    with pytest.raises(UnknownEntityError) as refused:
        await known_entity(view, name)

    assert refused.value.near == ()


@pytest.mark.parametrize("name", ["", "\x00", "\ud800", "名" * 600, "x'}) DETACH DELETE n //"])
async def test_any_text_can_be_asked_for(name: str) -> None:
    """It is nobody's name, and nothing else happens."""
    assert await meant_entity(await lotm().view(), name) is None
