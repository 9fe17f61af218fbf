"""Tests of the entities that a node may be although they share no name with the node."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from episodic.dedup.candidates import CandidateCluster
from episodic.dedup.cluster import Cluster
from episodic.dedup.nodes import PlacedNode
from episodic.dedup.plausibility import is_plausible
from episodic.model.readings import NodeReading, Surface
from episodic.model.spans import Span

SPELLINGS = """
from episodic.dedup.candidates import CandidateCluster
from episodic.dedup.cluster import Cluster
from episodic.dedup.nodes import PlacedNode
from episodic.dedup.plausibility import is_plausible
from episodic.model.readings import NodeReading, Surface
from episodic.model.spans import Span

def node(name):
    return PlacedNode(NodeReading(name, "Person", (Surface(name, (Span(0, len(name)),)),)), "")

known = Cluster(CandidateCluster(0, "Person"))
known.take(node("Helnar Galonstead"), 0)
print(is_plausible(node("Helnar Talonstead"), known, 99))
"""


@pytest.mark.parametrize("seed", ["0", "3"])
def test_a_misspelt_surname_is_plausible_whatever_the_seed_of_hashes_is(seed: str) -> None:
    """A question that a stored answer answers must be the same question in every process."""
    found = subprocess.run(
        [sys.executable, "-c", SPELLINGS],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )

    assert found.stdout.strip() == "True"


@pytest.mark.parametrize(
    ("name", "kind", "chapter", "plausible"),
    [
        ("the manuscript", "Item", 0, True),
        ("Chronicle of Devon", "Item", 0, False),
        ("the manuscript", "Item", 1, False),
        ("the manuscript", "Place", 0, False),
    ],
)
def test_a_thing_that_is_only_described_may_be_any_thing_of_its_chapter(
    name: str, kind: str, chapter: int, plausible: bool
) -> None:
    """A paper is "the manuscript" in one scene and "this tale" in the next, but a place keeps its kind."""

    def node(called: str) -> PlacedNode:
        return PlacedNode(NodeReading(called, kind, (Surface(called, (Span(0, len(called)),)),)), "")

    known = Cluster(CandidateCluster(0, kind))
    known.take(node("this singular narrative"), 0)

    assert is_plausible(node(name), known, chapter) is plausible
