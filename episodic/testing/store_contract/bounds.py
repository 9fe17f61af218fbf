"""Store tests: a search finds only records within its bounds, and applies its limit only to these records."""

import json
from collections.abc import Awaitable, Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

import pytest

from episodic.model.facets import Facet, facet
from episodic.model.records import Kind, Record
from episodic.ports import Bounds, GraphStore, Scored
from episodic.testing.store_contract.builders import (
    canonical,
    direction,
    entity,
    fact,
    save,
    search_text,
    search_vector,
    towards,
)
from episodic.testing.store_contract.fixtures import Contract
from episodic.text.listing_rows import listed_fact, listing_rows

Search = Callable[[GraphStore, str, Bounds, int], Awaitable[Sequence[Scored]]]


async def by_text(store: GraphStore, group: str, bounds: Bounds, limit: int) -> Sequence[Scored]:
    return await search_text(store, group, Kind.FACT, "值夜者", limit=limit, bounds=bounds)


async def by_vector(store: GraphStore, group: str, bounds: Bounds, limit: int) -> Sequence[Scored]:
    return await search_vector(store, group, Kind.FACT, direction(1), limit=limit, bounds=bounds)


both_searches = pytest.mark.parametrize("search", [by_text, by_vector])

FACTS = (
    ("always", 10, None, None),
    ("from20", 20, 20, None),
    ("until30", 20, None, 30),
    ("from20until30", 30, 20, 30),
    ("never", 30, 30, 20),
    ("late", 40, 5, None),
)
WITHIN: tuple[tuple[Bounds, AbstractSet[str]], ...] = (
    (Bounds(), {"always", "from20", "until30", "from20until30", "never", "late"}),
    (Bounds(told_by=9), frozenset[str]()),
    (Bounds(told_by=10), {"always"}),
    (Bounds(told_by=20), {"always", "from20", "until30"}),
    (Bounds(told_by=39), {"always", "from20", "until30", "from20until30", "never"}),
    (Bounds(at=4), {"always", "until30"}),
    (Bounds(at=5), {"always", "until30", "late"}),
    (Bounds(at=19), {"always", "until30", "late"}),
    (Bounds(at=20), {"always", "from20", "until30", "from20until30", "late"}),
    (Bounds(at=29), {"always", "from20", "until30", "from20until30", "late"}),
    (Bounds(at=30), {"always", "from20", "late"}),
    (Bounds(told_by=20, at=30), {"always", "from20"}),
    (Bounds(told_by=0, at=0), frozenset[str]()),
    (Bounds(at=-5), {"always", "until30"}),
)
"""Test cases: the bounds of a search, and the ids of the facts in FACTS that lie within these bounds."""


def held(uuid: str, told: int, lo: int | None, hi: int | None) -> Record:
    return fact(uuid, "e", text="值夜者", told=told, lo=lo, hi=hi, vector=direction(1))


FACETED = (("home", "lives_in", 1), ("gift", "gave", 3), ("love", "loves", 2))
LIVES, GAVE = facet(Facet.PREDICATE, "livesin"), facet(Facet.PREDICATE, "gave")
FACET_SETS = (
    (frozenset({LIVES, GAVE}),),
    (frozenset({LIVES, GAVE}), frozenset({facet(Facet.SALIENCE, "3")})),
    (frozenset({facet(Facet.SCOPE, "claim")}),),
    (frozenset({facet(Facet.SALIENCE, "1")}),),
)


def with_fields(uuid: str, predicate: str, salience: int, *, told: int = 10, others: tuple[str, ...] = ()) -> Record:
    made = fact(uuid, "e", text="值夜者", told=told, vector=direction(1), others=others)
    return replace(made, value=canonical(uuid=uuid, predicate=predicate, salience=salience))


def listed_record(uuid: str, told: int, *, ended_by: Sequence[str] = ()) -> Record:
    """Return the record of a fact with all fields that appear in a listing row (what a list reads of a fact without
    decoding it).
    """
    place = {"order": told, "offset": 0}
    state = {"layer": "canon", "predicate": "owns", "kind": "state", "scope": "world", "ended_by": ended_by}
    told_of: dict[str, object] = {"subject": "e", "object": None, "holder": None, "participants": [], "evidence": []}
    value = json.dumps({"uuid": uuid, "told_at": place, "valid_at": None, "invalid_at": None, **state, **told_of})
    return replace(fact(uuid, "e", told=told), value=value)


class BoundsContract(Contract):
    @both_searches
    async def test_told_by_and_at_restrict_searches_exactly(
        self, store: GraphStore, group: str, search: Search
    ) -> None:
        """With `told_by`, a search finds only records whose narrative position is not later than `told_by`. With `at`,
        the order key of a chapter, a search finds only records with lo <= at < hi. None as `lo` or `hi` (the range of
        chapters in which a fact can hold) means no limit.
        """
        await save(store, group, entity("e", "e"), *(held(*row) for row in FACTS))

        for bounds, expected in WITHIN:
            scored = await search(store, group, bounds, 20)

            assert {one.uuid for one in scored} == expected, bounds

    @both_searches
    async def test_better_matches_outside_the_bounds_do_not_count_against_the_limit(
        self, store: GraphStore, group: str, search: Search
    ) -> None:
        """With a limit of 1, a search finds the only record within its bounds, although 300 records outside the bounds
        match better.
        """
        better = [
            fact(f"o{n:03}", "e", text="值夜者", told=50, lo=50, hi=60, vector=towards(1, 0.99 - n / 1000))
            for n in range(300)
        ]
        inside = fact(
            "in", "e", text="很久以前有一个人叫值夜者，他在山里", told=10, lo=10, hi=20, vector=towards(1, -0.4)
        )
        await save(store, group, entity("e", "e"), *better, inside)

        told = await search(store, group, Bounds(told_by=49), 1)
        at = await search(store, group, Bounds(at=15), 1)

        assert [one.uuid for one in told] == ["in"]
        assert [one.uuid for one in at] == ["in"]

    @both_searches
    async def test_searches_use_the_newly_saved_bounds_of_a_record(
        self, store: GraphStore, group: str, search: Search
    ) -> None:
        """If a later commit gives a fact an end (`hi`), searches use the new end, although the fact's text and vector
        are unchanged.
        """
        await save(store, group, entity("e", "e"), held("f", 10, 10, None))
        before = await search(store, group, Bounds(at=25), 5)

        await save(store, group, fact("f", "e", text="值夜者", told=12, lo=11, hi=20))

        assert [one.uuid for one in before] == ["f"]
        assert list(await search(store, group, Bounds(at=25), 5)) == []
        assert list(await search(store, group, Bounds(told_by=11), 5)) == []
        assert [one.uuid for one in await search(store, group, Bounds(told_by=12, at=11), 5)] == ["f"]

    @both_searches
    async def test_large_order_keys_are_compared_exactly(self, store: GraphStore, group: str, search: Search) -> None:
        """Bounds and order keys near 2^60 are compared exactly."""
        key = 1 << 60
        await save(store, group, entity("e", "e"), held("a", key, key, key + 1), held("b", key + 1, key + 1, None))

        assert [one.uuid for one in await search(store, group, Bounds(told_by=key), 5)] == ["a"]
        assert [one.uuid for one in await search(store, group, Bounds(at=key), 5)] == ["a"]
        assert [one.uuid for one in await search(store, group, Bounds(at=key + 1), 5)] == ["b"]

    @both_searches
    async def test_facets_restrict_searches_exactly(self, store: GraphStore, group: str, search: Search) -> None:
        """The bounds of a search may contain sets of facets. The search then finds only the records that have at least
        one facet of each set. This is also true after a record has changed.
        """
        await save(store, group, entity("e", "e"), *(with_fields(*row) for row in FACETED))

        found = [{one.uuid for one in await search(store, group, Bounds(facets=sets), 20)} for sets in FACET_SETS]
        await save(store, group, with_fields("gift", "loves", 1))

        assert found == [{"home", "gift"}, {"gift"}, frozenset(), {"home"}]
        assert {one.uuid for one in await search(store, group, Bounds(facets=FACET_SETS[0]), 20)} == {"home"}

    async def test_facets_restrict_neighbours(self, store: GraphStore, group: str) -> None:
        """Facts without the wanted facets do not count against the limit of `neighbours`, whether the entity is their
        subject or a participant.
        """
        about = [with_fields(*row, others=("p",)) for row in FACETED]
        later = [with_fields(f"later{number}", "loves", 2, told=90, others=("p",)) for number in range(9)]
        await save(store, group, entity("e", "e"), entity("p", "p"), *about, *later)

        for uuid in ("e", "p"):
            near = await store.neighbours(group, [uuid], limit=3, facets=FACET_SETS[0])
            assert {one.uuid for one in near} == {"home", "gift"}, uuid

    async def test_the_listing_has_the_rows_of_all_facts_or_entities(self, store: GraphStore, group: str) -> None:
        """The listing has one row for each fact or entity, and lists are made from these rows. After a change, the
        listing has the new row of a changed record. It has no row for a retired record or a record of another kind.
        """
        facts = [listed_record(uuid, told) for uuid, told in (("late", 1 << 40), ("gone", 2), ("early", 1))]
        await save(store, group, entity("e", "e"), fact("unlisted", "e", text="值夜者"), *facts)
        moved = listed_record("early", 3, ended_by=["late"])
        await save(store, group, moved, retire=[(Kind.FACT, "gone")])

        rows = await store.listing(group, Kind.FACT)

        assert list(rows) == listing_rows([moved, facts[0]])
        assert [listed_fact(row).uuid for row in rows] == ["early", "late"]
        assert list(await store.listing(group, Kind.ENTITY)) == []
        assert list(await store.listing(group, Kind.EPISODE)) == []
        assert list(await store.listing("another group", Kind.FACT)) == []

    async def test_records_are_counted_by_narrative_position(self, store: GraphStore, group: str) -> None:
        """The method `counts_by_position` counts only records of the requested kind that are within the bounds and not
        retired.
        """
        rows = [with_fields(f"{name}{told}", name, 2, told=told) for told in (1, 1 << 40) for name in ("gave", "loves")]
        await save(store, group, entity("e", "e"), *rows, with_fields("gone", "gave", 2, told=1))
        await save(store, group, retire=[(Kind.FACT, "gone")])

        gave = Bounds(facets=(frozenset({GAVE}),))
        assert dict(await store.counts_by_position(group, Kind.FACT)) == {1: 2, 1 << 40: 2}
        assert dict(await store.counts_by_position(group, Kind.FACT, bounds=gave)) == {1: 1, 1 << 40: 1}
        assert dict(await store.counts_by_position(group, Kind.FACT, bounds=Bounds(told_by=1))) == {1: 2}
        assert dict(await store.counts_by_position(group, Kind.PASSAGE)) == {}
