"""Entity profiles: names, visible facts, and mentions by chapter."""

from __future__ import annotations

import pytest

from episodic.app import StoryGraph
from episodic.errors import UnknownEntityError
from episodic.model.settings import DEFAULT_ENTITY_TYPES, Attribute, EntityType, WorkSettings
from episodic.search.entity_profiles import get_entity
from episodic.search.fact_listing import FactQuery, get_facts
from episodic.search.filter_fields import HitKind
from episodic.search.filters import SearchFilters
from episodic.search.scope import Scope
from episodic.stores.sqlite import SQLiteStore
from tests.stories.script import Says, Script
from tests.unit.search.story_builder import harbor, lotm, planned


async def test_a_profile_has_names_and_current_facts() -> None:
    """A profile looked up by an alias leaves out ended facts."""
    view = await lotm().view()

    man = await get_entity(view, "周明瑞")

    assert man.name == "克莱恩·莫雷蒂"
    assert set(man.aliases) == {"克莱恩·莫雷蒂", "周明瑞", "克莱恩"}
    assert [one.predicate for one in man.facts] == ["获得", "序列", "拥有"]
    assert man.facts[1].target == "序列8:小丑"


async def test_mentions_are_counted_chapter_by_chapter() -> None:
    view = await harbor().view()

    lin = await get_entity(view, "Lin")

    assert [(one.chapter.ordinal, one.count) for one in lin.mentions] == [(1, 3), (2, 1), (3, 1)]
    assert lin.mentions[1].surfaces == ("Lin",)


async def test_the_facts_of_a_holder_include_its_beliefs() -> None:
    """The holder of a belief takes part in the belief's fact."""
    view = await harbor().view()

    mei = await get_entity(view, "Mei")

    assert [one.text for one in mei.facts] == ["Mei believed that Chen was alive."]


async def test_an_entity_is_found_by_its_id_name_or_alias_and_nobody_by_an_unknown_name() -> None:
    view = await lotm().view()

    by_alias = await get_entity(view, "周明瑞")

    assert by_alias.name == "克莱恩·莫雷蒂"
    for name in (by_alias.entity.uuid, by_alias.name):
        assert (await get_entity(view, name)).entity.uuid == by_alias.entity.uuid, name
    with pytest.raises(UnknownEntityError):
        await get_entity(view, "无此人")


async def test_an_attribute_of_a_type_of_the_caller_is_a_fact_with_versions() -> None:
    """It is in the profile, has a timeline, and can be searched by its name and by its type."""
    mage = EntityType("Mage", "casts spells", names=("法师",), attributes=(Attribute("school", "where taught"),))
    said = {
        "Ada studied at Northgate": [Says("Ada", "school", value="Northgate", text="Ada studied at Northgate.")],
        "Ada went to Southgate": [
            Says("Ada", "school", value="Southgate", text="Ada studies at Southgate.", phase="begins")
        ],
    }
    model = Script({"Ada": "Mage"}, said).model()
    settings = WorkSettings(entity_types=(*DEFAULT_ENTITY_TYPES, mage))
    async with StoryGraph(SQLiteStore(":memory:"), model=model, settings=settings) as graph:
        for number, text in enumerate(said, start=1):
            await graph.add_episode(f"{text}.\n", name=f"{number}")
        profile = await graph.get_entity("Ada")
        versions = (await graph.timeline("Ada", predicate="school")).versions
        found = [
            await graph.search("Ada", kinds={HitKind.FACT}, scope=Scope(filters=one))
            for one in (SearchFilters(predicates=("school",)), SearchFilters(entity_types=("法师",)))
        ]

    assert (profile.entity.type, [one.target for one in profile.facts]) == ("Mage", ["Southgate"])
    assert [(one.shown.target, one.shown.validity.words) for one in versions] == [
        ("Northgate", "by chapter 1, until chapter 2"),
        ("Southgate", "from chapter 2"),
    ]
    assert [[hit.text for hit in one.hits] for one in found] == [["Ada studies at Southgate."]] * 2


async def test_filters_apply_to_facts_and_not_to_the_entity() -> None:
    """An entity is found although an entity cannot fulfil a filter on predicates."""
    view = await lotm().view(Scope(filters=SearchFilters(predicates=("序列",))))

    man = await get_entity(view, "克莱恩")

    assert [one.predicate for one in man.facts] == ["序列"]


async def test_a_profile_limits_its_facts_and_counts_all() -> None:
    """The facts beyond the limit of a profile are available by pagination."""
    view = await lotm().view()

    man = await get_entity(view, "克莱恩", limit=1)

    assert len(man.facts) == 1
    assert man.fact_count == 3
    rest = await get_facts(view, FactQuery(entity=man.entity.uuid), cursor=man.cursor)
    whole = await get_entity(view, "克莱恩")
    assert [*man.facts, *rest.facts] == [*whole.facts]
    assert (man.left_out, whole.left_out, whole.cursor) == (2, 0, None)


async def test_a_profile_in_canon_has_nothing_of_a_plan() -> None:
    view = await planned().view()

    lin = await get_entity(view, "Lin")

    assert lin.aliases == ("Lin",)
    assert [one.predicate for one in lin.facts] == ["lives_in"]
    assert [one.chapter.title for one in lin.mentions] == ["One"]


async def test_a_profile_is_text_for_a_prompt_with_the_entity_before_its_facts() -> None:
    lin = await get_entity(await harbor().view(), "Lin")

    lines = lin.to_prompt().split("\n")

    assert lines[0] == "Lin Marsh (Person), also Lin, Miss Lin Marsh"
    assert [one for one in lines if one.startswith("- ")] == [
        "- Lin gave Wu the Sword of Tides at noon. (at day 12)",
        "- Lin Marsh lives in the Capital. (from day 20)",
    ]
    assert lin.to_prompt(70).split("\n")[-1] == "(2 facts left out)"
