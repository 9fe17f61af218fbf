"""Tests of the copies of entities that candidate search uses."""

from __future__ import annotations

import random

import pytest

from episodic.dedup import known_candidates
from episodic.dedup.clusters import Clusters
from tests.unit.dedup.test_identity import node


def shown(clusters: Clusters) -> list[tuple[int, str, list[str], int, int]]:
    return [(one.number, one.type, one.keys, one.last_seen, one.chapters) for one in clusters.candidates()]


def derived(clusters: Clusters) -> list[tuple[int, str, list[str], int, int]]:
    known = [clusters[number].known for number in range(len(clusters)) if clusters.root(number) == number]
    return [(one.number, one.type, one.keys, one.last_seen, one.chapters) for one in known]


def change(clusters: Clusters, chance: random.Random, chapter: int) -> None:
    """Add an entity, give an entity another name, unite two entities, or keep two apart."""
    number = chance.randrange(len(clusters) + 1)
    other = chance.randrange(len(clusters) + 1)
    if number == len(clusters):
        clusters.new(node(f"name {number}"), chapter)
    elif other == len(clusters):
        clusters.take(number, node(f"other name {chapter}"), chapter)
    elif chance.random() < 0.7:
        clusters.unite(number, other, agreed=1, names=1)
    else:
        clusters.conflict(number, other, 9)


def test_the_copies_are_those_of_the_present_entities_after_any_changes() -> None:
    chance = random.Random(5)
    clusters = Clusters()
    for chapter in range(60):
        earlier = clusters
        clusters = clusters.copy()
        for _ in range(3):
            change(clusters, chance, chapter)
        if chapter % 2:
            assert shown(clusters) == derived(clusters)
        assert shown(earlier) == derived(earlier)


def test_pools_of_changed_entities_contain_what_new_pools_contain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pools are made again only after many changes, and each copy of the clusters has pools of its own."""
    monkeypatch.setattr(known_candidates, "_LEAST_CHANGED", 6)
    chance = random.Random(7)
    clusters = Clusters()
    for chapter in range(60):
        earlier, before = clusters, len(clusters)
        clusters = clusters.copy()
        for _ in range(4):
            change(clusters, chance, chapter)
        for one, count in ((clusters, before), (earlier, before), (clusters, len(clusters))):
            pools, fresh = one.candidate_pools(count)
            roots = [number for number in range(len(one)) if one.root(number) == number]
            found = [known.number for pool in pools.values() for known in pool.latest()]
            assert sorted(found) == [number for number in roots if number < count]
            assert [known.number for known in fresh] == [number for number in roots if number >= count]
            shown_names = {
                (pool.owner_at(place), name)
                for pool in pools.values()
                for place in pool.containing("name")
                for name in pool.names_at([place])
            }
            assert shown_names == {
                (number, key) for number in roots if number < count for key in one[number].known.keys if "name" in key
            }
