"""Tests of the copies of entities that candidate search uses."""

from __future__ import annotations

import random

from episodic.dedup.clusters import Clusters
from tests.unit.dedup.test_identity import node


def shown(clusters: Clusters) -> list[tuple[int, str, list[str], int, int]]:
    return [(one.number, one.type, one.keys, one.last_seen, one.chapters) for one in clusters.candidates()]


def derived(clusters: Clusters) -> list[tuple[int, str, list[str], int, int]]:
    known = [clusters[number].known for number in range(len(clusters)) if clusters.root(number) == number]
    return [(one.number, one.type, one.keys, one.last_seen, one.chapters) for one in known]


def test_the_copies_are_those_of_the_present_entities_after_any_changes() -> None:
    chance = random.Random(5)
    clusters = Clusters()
    for chapter in range(60):
        earlier = clusters
        clusters = clusters.copy()
        for _ in range(3):
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
        if chapter % 2:
            assert shown(clusters) == derived(clusters)
        assert shown(earlier) == derived(earlier)
