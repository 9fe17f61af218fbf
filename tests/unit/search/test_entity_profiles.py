"""Entity profiles: names, visible facts, and mentions by chapter."""

from __future__ import annotations

from episodic.search.entity_profiles import find_entity, get_entity
from episodic.search.fact_listing import FactQuery, get_facts
from episodic.search.filters import SearchFilters
from episodic.search.scope import Scope
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
        found = await find_entity(view, name)
        assert found is not None, name
        assert found.entity.uuid == by_alias.entity.uuid, name
    assert await find_entity(view, "无此人") is None


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
