"""Tests of what clusters keep up to date while they are linked and divided."""

from __future__ import annotations

import random

from episodic.dedup.clusters import Clusters
from tests.unit.dedup.test_identity import node


def change(clusters: Clusters, chance: random.Random, chapter: int) -> None:
    """Change some clusters at random."""
    one, other = (chance.randrange(len(clusters)) for _ in range(2)) if len(clusters) else (0, 0)
    match chance.choice(("new", "take", "unite", "conflict", "deny")) if len(clusters) > 1 else "new":
        case "new":
            clusters.new(node(chance.choice(("林远", "赵虎"))), chapter)
        case "take":
            clusters.take(one, node(chance.choice(("林兄", "虎子"))), chapter)
        case "unite":
            clusters.unite(one, other, agreed=1, names=0)
        case "conflict" if one != other:
            clusters.conflict(one, other, chance.randrange(3))
        case _:
            clusters.deny(one, other)


def test_candidate_search_sees_the_present_entities() -> None:
    for seed in range(40):
        chance, clusters = random.Random(seed), Clusters()
        for chapter in range(30):
            change(clusters, chance, chapter)
            if chance.random() < 0.3:
                clusters = clusters.copy()
            if chance.random() < 0.5:
                assert clusters.known() == [one.known for _, one in clusters.roots()], seed
