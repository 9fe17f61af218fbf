"""Tests of the quotes that describe a cluster of nodes."""

from __future__ import annotations

from itertools import permutations

import pytest

from episodic.dedup.candidates import CandidateCluster
from episodic.dedup.cluster import Cluster
from episodic.dedup.nodes import PlacedNode
from episodic.model.readings import NodeReading, Surface
from episodic.model.spans import Span

PLACES = {"early": (0, 0, 3000), "middle": (0, 1, 100), "late": (1, 0, 50)}
"""The chapter, the window and the offset in the window of nodes in narrative order."""


def cluster_of(number: int, *quotes: str) -> Cluster:
    made = Cluster(CandidateCluster(number, "Person"))
    for quote in quotes:
        chapter, window, start = PLACES[quote]
        reading = NodeReading("Lin", "Person", (Surface("Lin", (Span(start, start + 3),)),))
        made.take(PlacedNode(reading, quote), chapter, window)
    return made


def test_of_two_windows_the_later_one_has_the_latest_quote() -> None:
    """Offsets count from the beginning of a window, so that a greater offset in an earlier window is not later."""
    united = cluster_of(0, "early")
    united.absorb(cluster_of(1, "middle"))

    assert united.latest_quote == "middle"


@pytest.mark.parametrize("order", tuple(permutations(PLACES)))
def test_the_latest_quote_does_not_depend_on_the_order_of_joining(order: tuple[str, ...]) -> None:
    taken, united = cluster_of(0, *order), cluster_of(0, order[0])
    for number, quote in enumerate(order[1:], 1):
        united.absorb(cluster_of(number, quote))

    assert taken.latest_quote == united.latest_quote == "late"
