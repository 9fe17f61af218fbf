"""Compares the temporal network with an enumeration of all timelines: refusals and certain orders must match exactly."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from episodic.temporal.chronology.narrative_line import NodeChains
from episodic.temporal.chronology.reachability import Reachability
from episodic.temporal.chronology.temporal_network import TemporalNetwork
from episodic.temporal.constraints import Basis, Constraint, same_day

NODES = 3
DAYS = range(9)
PLACES = range(3)
"""The possible places of a moment within one day. Three moments need at most three places in a day, and at most nine
days, because spans are at most two days long.
"""

TIMELINES = np.array(list(product([day * len(PLACES) + place for day in DAYS for place in PLACES], repeat=NODES)))
"""All timelines, one in each row: the places of the moments, counted from the first place of the first day."""

nodes = st.integers(0, NODES - 1)
constraints = st.builds(
    lambda spans, steps: Constraint(tuple(spans), tuple(steps), Basis.STATED),
    st.lists(st.tuples(nodes, nodes, st.integers(-2, 2)), max_size=2),
    st.lists(st.tuples(nodes, nodes), max_size=1),
)


def allowed(timelines: NDArray[np.int_], constraint: Constraint) -> NDArray[np.int_]:
    """Return the timelines that fulfil a constraint."""
    for a, b, k in constraint.spans:
        days = timelines // len(PLACES)
        timelines = timelines[days[:, b] - days[:, a] >= k]
    for a, b in constraint.steps:
        timelines = timelines[timelines[:, a] < timelines[:, b]]
    return timelines


def network_of(accepted: list[Constraint]) -> tuple[TemporalNetwork, list[Constraint]]:
    network = TemporalNetwork()
    for _ in range(NODES):
        network.new_node()
    return network, [one for one in accepted if network.accept(one) is None]


@settings(max_examples=60, deadline=None)
@given(st.lists(constraints, max_size=6))
def test_a_constraint_is_refused_exactly_if_no_timeline_is_left(told: list[Constraint]) -> None:
    """The network refuses no possible constraint and accepts no impossible constraint."""
    left, expected = TIMELINES, list[Constraint]()
    for constraint in told:
        narrowed = allowed(left, constraint)
        if len(narrowed):
            left = narrowed
            expected.append(constraint)

    _, accepted = network_of(told)

    assert accepted == expected


@settings(max_examples=60, deadline=None)
@given(st.lists(constraints, max_size=6))
def test_an_order_is_certain_exactly_if_every_timeline_has_it(told: list[Constraint]) -> None:
    """The answer for two moments is "before" if and only if all timelines have this order."""
    network, accepted = network_of(told)
    left = TIMELINES
    for one in accepted:
        left = allowed(left, one)

    rows = Reachability(network, NodeChains())

    for first, second in product(range(NODES), repeat=2):
        if first != second:
            always = bool((left[:, first] < left[:, second]).all())
            assert rows.precedes(first, second) == always


@settings(max_examples=60, deadline=None)
@given(st.lists(constraints, max_size=6), constraints)
def test_a_refused_constraint_changes_nothing_and_names_what_stands_against_it(
    told: list[Constraint], more: Constraint
) -> None:
    """The constraints in the answer alone exclude the refused constraint."""
    network, _ = network_of(told)
    before = network.copy()

    against = network.accept(more)

    if against is not None:
        assert network == before
        alone, accepted = network_of(list(against))
        assert len(accepted) == len(against)
        assert alone.accept(more) is not None


def test_days_are_exact_whatever_the_hour() -> None:
    """Three days after a moment on day 100 is on day 103, whatever the hour."""
    network = TemporalNetwork()
    origin, fire, moment = (network.new_node() for _ in range(3))
    network.accept(Constraint(((origin, fire, 100), (fire, origin, -100)), (), Basis.STATED))
    network.accept(Constraint(((fire, moment, 3), (moment, fire, -3)), ((fire, moment),), Basis.STATED))

    earliest, latest = Reachability(network, NodeChains()).days_from(origin)

    assert (earliest[moment], latest[moment]) == (103, 103)


def test_days_far_away_do_not_overflow() -> None:
    """A distance of a million years is exact."""
    network = TemporalNetwork()
    origin, moment, after = (network.new_node() for _ in range(3))
    far = 365_250_000
    network.accept(Constraint(((origin, moment, far), (moment, origin, -far)), (), Basis.STATED))
    network.accept(Constraint(((moment, after, 1), (after, moment, -1)), (), Basis.STATED))

    earliest, latest = Reachability(network, NodeChains()).days_from(origin)

    assert (earliest[after], latest[after]) == (far + 1, far + 1)


def test_moments_of_one_day_keep_their_order() -> None:
    """Two steps within a day that form a cycle are refused, although the days are consistent."""
    network = TemporalNetwork()
    morning, evening = network.new_node(), network.new_node()
    network.accept(Constraint(same_day(morning, evening), ((morning, evening),), Basis.STATED))

    against = network.accept(Constraint((), ((evening, morning),), Basis.DEFAULT))

    assert against is not None
