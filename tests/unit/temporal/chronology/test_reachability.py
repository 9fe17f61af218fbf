"""Tests of the order and the distance of moments, compared with all paths of random networks."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from episodic.temporal.chronology import search_graph
from episodic.temporal.chronology.narrative_line import NodeChains
from episodic.temporal.chronology.reachability import Reachability
from episodic.temporal.chronology.temporal_network import TemporalNetwork
from episodic.temporal.constraints import Basis, Constraint

UNKNOWN = -np.inf


def random_network(chance: random.Random) -> tuple[TemporalNetwork, NodeChains]:
    """Return a network of some chains, of moments on no chain, and of orders and distances between any of them."""
    network, chains = TemporalNetwork(), NodeChains()
    for _ in range(chance.randrange(2, 14)):
        node = network.new_node()
        tails = chains.tails
        previous = chance.choice(tails) if tails and chance.random() < 0.7 else None
        if previous is not None and chains.can_follow(node, previous):
            network.accept(Constraint((), ((previous, node),), Basis.DEFAULT), in_line=True)
            chains.follow(node, previous)
        elif chance.random() < 0.7:
            chains.begin(node)
        else:
            network.key_nodes.add(node)
    size = len(network)
    for _ in range(chance.randrange(size)):
        tail, head = chance.randrange(size), chance.randrange(size)
        spans = ((tail, head, chance.randrange(-2, 3)),) if chance.random() < 0.5 else ()
        network.accept(Constraint(spans, () if spans else ((tail, head),), Basis.STATED))
    return network, chains


def closed(network: TemporalNetwork) -> tuple[list[list[float]], list[list[bool]]]:
    """Return the greatest number of days, and whether there is a strict order, between any two moments."""
    size = len(network)
    days = [[0.0 if one == other else UNKNOWN for other in range(size)] for one in range(size)]
    order = [[one == other for other in range(size)] for one in range(size)]
    for node in range(size):
        for head, weight, _ in network.days.out[node]:
            days[node][head] = max(days[node][head], weight)
        for head, _, _ in network.steps.out[node]:
            order[node][head] = True
    for middle, one, other in product(range(size), repeat=3):
        days[one][other] = max(days[one][other], days[one][middle] + days[middle][other])
        order[one][other] = order[one][other] or (order[one][middle] and order[middle][other])
    return days, order


@pytest.mark.parametrize("visited", [0, 1_000_000_000])
def test_orders_and_days_are_those_of_all_paths(visited: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With and without scipy."""
    monkeypatch.setattr(search_graph, "MOST_VISITED", visited)
    for seed in range(60):
        network, chains = random_network(random.Random(seed))
        nodes = range(len(network))
        days, order = closed(network)
        rows = Reachability(network, chains, compared=nodes)

        for one, other in product(nodes, repeat=2):
            if one != other and chains.chain.get(one, -one) != chains.chain.get(other, -other):
                expected = order[one][other] or days[one][other] >= 1
                for about in (one, other, None):
                    assert rows.precedes(one, other, about=about) == expected, (seed, one, other)
        for one in nodes:
            later, after = rows.following(one)
            earlier, before = rows.preceding(one)
            assert later.tolist() == days[one], seed
            assert earlier.tolist() == [days[other][one] for other in nodes], seed
            assert after.tolist() == order[one], seed
            assert before.tolist() == [order[other][one] for other in nodes], seed
