"""An entity as a reader is shown it."""

from __future__ import annotations

from episodic.search.filters import SearchFilters
from episodic.search.portraits import find_entity, get_entity
from episodic.search.scope import Scope
from tests.unit.search.telling import harbor, lotm, planned


async def test_a_portrait_holds_names_and_what_is_true_now() -> None:
    """Asked for by an alias; ended facts are left out."""
    view = await lotm().view()

    man = await get_entity(view, "周明瑞")

    assert man.name == "克莱恩·莫雷蒂"
    assert set(man.aliases) == {"克莱恩·莫雷蒂", "周明瑞", "克莱恩"}
    assert [one.predicate for one in man.facts] == ["获得", "序列", "拥有"]
    assert man.facts[1].target == "序列8:小丑"


async def test_mentions_are_counted_chapter_by_chapter() -> None:
    """With the names each chapter uses."""
    view = await harbor().view()

    lin = await get_entity(view, "Lin")

    assert [(one.chapter.ordinal, one.count) for one in lin.mentions] == [(1, 3), (2, 1), (3, 1)]
    assert lin.mentions[1].surfaces == ("Lin",)


async def test_who_believes_something_has_that_fact() -> None:
    """A holder takes part."""
    view = await harbor().view()

    mei = await get_entity(view, "Mei")

    assert [one.text for one in mei.facts] == ["Mei believed that Chen was alive."]


async def test_nobody_is_none_when_asked_softly() -> None:
    """No error for a question that may be answered with no."""
    view = await lotm().view()

    assert await find_entity(view, "无此人") is None


async def test_filters_choose_facts_and_not_the_entity() -> None:
    """Who is named is meant, though an entity has no predicate."""
    view = await lotm().view(Scope(filters=SearchFilters(predicates=("序列",))))

    man = await get_entity(view, "克莱恩")

    assert [one.predicate for one in man.facts] == ["序列"]


async def test_a_portrait_shows_so_many_facts_and_counts_all() -> None:
    """The rest is a page away."""
    view = await lotm().view()

    man = await get_entity(view, "克莱恩", limit=1)

    assert len(man.facts) == 1
    assert man.fact_count == 3


async def test_a_portrait_in_canon_shows_nothing_of_a_plan() -> None:
    """Names, facts and mentions of canon only."""
    view = await planned().view()

    lin = await get_entity(view, "Lin")

    assert lin.aliases == ("Lin",)
    assert [one.predicate for one in lin.facts] == ["lives_in"]
    assert [one.chapter.title for one in lin.mentions] == ["One"]
