"""Statistics: counts of a view, groups by fields, scopes and errors."""

from __future__ import annotations

import pytest

from episodic.errors import InvalidFilterError
from episodic.model.episodes import Layer
from episodic.search.filter_fields import HitKind
from episodic.search.filters import SearchFilters
from episodic.search.scope import Scope
from episodic.search.statistics import Stats, stats
from tests.unit.search.story_builder import harbor, lotm, planned


def counted(found: Stats) -> dict[tuple[object, ...], int]:
    """Return the counts of the groups by the values of the groups."""
    return {one.values: one.number for one in found.groups}


async def test_counts_cover_exactly_the_visible_records() -> None:
    """Ended facts count only with `include_ended`."""
    tale = lotm()

    now, ever = await stats(await tale.view()), await stats(await tale.view(Scope(include_ended=True)))

    assert (now.chapters, now.passages, now.entities, now.facts) == (5, 9, 6, 5)
    assert ever.facts == 7


async def test_groups_of_single_valued_fields_add_up_to_the_total() -> None:
    view = await lotm().view(Scope(include_ended=True))

    found = await stats(view, group_by=("predicate", "layer"))

    assert sum(one.number for one in found.groups) == found.facts == 7
    assert found.groups[0].values == ("序列", "canon")
    assert found.groups[0].number == 2


async def test_entities_are_grouped_by_type_and_degree() -> None:
    view = await lotm().view(Scope(include_ended=True))

    types, degrees = await stats(view, group_by=("entity_type",)), await stats(view, group_by=("degree", "name"))

    assert types.counted is HitKind.ENTITY
    assert counted(types) == {("人物",): 2, ("物品",): 2, ("组织",): 1, ("地点",): 1}
    assert (5, "克莱恩·莫雷蒂") in counted(degrees)


async def test_facts_are_grouped_by_each_participant() -> None:
    """The entity with the most facts comes first."""
    view = await lotm().view(Scope(include_ended=True))

    found = await stats(view, group_by=("entity",), limit=2)

    assert [(one.values, one.number) for one in found.groups] == [(("克莱恩·莫雷蒂",), 5), (("值夜者",), 3)]


async def test_records_without_a_value_form_a_group() -> None:
    """World facts have no holder."""
    found = await stats(await harbor().view(), group_by=("holder",))

    assert counted(found) == {(None,): 3, ("Mei",): 1}


async def test_passages_are_grouped_by_chapter() -> None:
    """A field that only passages have selects passages for counting."""
    found = await stats(await lotm().view(), group_by=("frame", "chapter"))

    assert found.counted is HitKind.PASSAGE
    assert counted(found)["main", 2] == 3


async def test_counts_respect_layers_and_filters() -> None:
    tale = planned()

    canon = await stats(await tale.view())
    plan = await stats(await tale.view(Scope(layers=frozenset({Layer.PLAN}))))
    filtered = await stats(await lotm().view(Scope(filters=SearchFilters(predicates=("领导",)))))

    assert (canon.chapters, canon.passages, canon.entities, canon.facts) == (1, 1, 2, 1)
    assert (plan.chapters, plan.passages, plan.facts) == (1, 1, 1)
    assert (filtered.facts, filtered.entities, filtered.passages) == (1, 0, 0)


@pytest.mark.parametrize("fields", [("colour",), ("predicate", "frame"), ("entity_type", "predicate")])
async def test_fields_of_different_kinds_are_refused(fields: tuple[str, ...]) -> None:
    """The error lists the valid fields."""
    with pytest.raises(InvalidFilterError, match=fields[0]):
        await stats(await lotm().view(), group_by=fields)
