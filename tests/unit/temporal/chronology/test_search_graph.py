"""Tests of the searches of a graph: Python finds what scipy finds."""

from __future__ import annotations

import random
import sys

import numpy as np
import pytest

from episodic.temporal.chronology import search_graph
from episodic.temporal.chronology.search_graph import SearchGraph


def random_graph(chance: random.Random) -> SearchGraph:
    """Return a graph with parallel edges, edges of weight 0, and nodes that no edge reaches."""
    size = chance.randint(1, 30)
    edges = [
        (chance.randrange(size), chance.randrange(size), chance.randrange(4)) for _ in range(chance.randint(0, 60))
    ]
    tails, heads, weights = (np.array([edge[part] for edge in edges], dtype=np.int64) for part in range(3))
    return SearchGraph(tails, heads, weights.astype(np.float64), size=size)


def test_searches_in_python_find_what_scipy_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as without_scipy:
        without_scipy.delitem(sys.modules, "scipy.sparse.csgraph", raising=False)
        graphs = [random_graph(random.Random(seed)) for seed in range(200)]
        in_python = [one.distances(0).tolist() for one in graphs]
        assert "scipy.sparse.csgraph" not in sys.modules
    monkeypatch.setattr(search_graph, "MOST_VISITED", 0)

    by_scipy = [one.distances(0).tolist() for one in graphs]

    assert in_python == by_scipy
