"""Numbers the nodes of a rebuilt chronology as in the earlier chronology, so that stored results about unchanged
moments stay valid.

A node is a point in the temporal network, at which a moment begins or ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from episodic.model.shared_dict import SharedDict
from episodic.temporal.chronology.layout import ChronologyLayout
from episodic.temporal.chronology.narrative_line import NodeChains, RunLine, TimePosition
from episodic.temporal.chronology.temporal_network import NetworkEdge, Potential, TemporalNetwork
from episodic.temporal.constraints import Constraint

Key = TypeVar("Key")
Renumber = Callable[[int], int]


def aligned(before: ChronologyLayout, after: ChronologyLayout) -> tuple[ChronologyLayout, frozenset[int]]:
    """Return *after* with new node numbers, and the set of the shared node numbers. A shared number stands for the same
    passage, event or date in *before* and in the returned layout. If *before* has a node for the same passage, event or
    date, a node of *after* gets the number of that node. Any other node of *after* gets a free number.

    If a number below the highest one is not needed for a node of *after*, it gets an unused node without constraints.
    Equal numbers do not mean equal moments: the constraints of the two nodes can differ.
    """
    number, matched = _numbers(before, after)
    return _renumbered(after, number, max(number, default=-1) + 1), matched


def _numbers(before: ChronologyLayout, after: ChronologyLayout) -> tuple[list[int], frozenset[int]]:
    found: dict[int, int] = {}
    taken: set[int] = set()
    for pairs in _matched(before, after):
        for known, node in pairs:
            if node not in found and known not in taken:
                found[node] = known
                taken.add(known)
    free = (one for one in range(len(before.network) + len(after.network)) if one not in taken)
    return [found[node] if node in found else next(free) for node in range(len(after.network))], frozenset(taken)


def _matched(before: ChronologyLayout, after: ChronologyLayout) -> Iterable[Iterable[tuple[int, int]]]:
    yield _with_one_key(before.origins, after.origins)
    yield _with_one_key(before.day_origins, after.day_origins)
    yield _with_one_key(before.boundaries, after.boundaries)
    yield _with_one_key(before.events, after.events)
    yield _with_one_key(before.nows, after.nows)
    for made, now in ((before.planned, after.planned), (before.placed, after.placed)):
        for passage, nodes in now.items():
            yield zip(made.get(passage, ()), nodes, strict=False)


def _with_one_key(before: Mapping[Key, int], after: Mapping[Key, int]) -> Iterable[tuple[int, int]]:
    return ((before[key], node) for key, node in after.items() if key in before)


def _renumbered(layout: ChronologyLayout, number: list[int], size: int) -> ChronologyLayout:
    of = number.__getitem__

    def place(one: TimePosition) -> TimePosition:
        return TimePosition(of(one.start), of(one.end), one.sub)

    def optional(one: int | None) -> int | None:
        return None if one is None else of(one)

    made = layout.copy()
    made.network = _network(layout.network, number, size)
    made.chains = _chains(layout.chains, of)
    numbered = (made.nows, made.origins, made.events, made.previous, made.lasting_ends, made.recalled)
    for nodes in (*numbered, made.day_origins, made.scene_starts, made.before_scenes, made.flashback_scenes):
        nodes.update((key, of(node)) for key, node in nodes.items())
    made.told_from.update((key, of(node)) for key, node in made.told_from.items())
    made.boundaries.update((key, of(node)) for key, node in made.boundaries.items())
    made.holder_events.update((key, of(node)) for key, node in made.holder_events.items())
    for of_layer in (made.mains, made.main_starts):
        of_layer.update((key, of(node)) for key, node in of_layer.items())
    made.scenes.update((key, optional(node)) for key, node in made.scenes.items())
    for positions in (made.ends, made.places, made.said, made.line_ends):
        positions.update((key, place(one)) for key, one in positions.items())
    made.lines = {run: _line(one, of) for run, one in layout.lines.items()}
    made.chapters = {
        layer: [(order, episode, place(end)) for order, episode, end in ends] for layer, ends in layout.chapters.items()
    }
    made.days = _by_node(layout.days, of)
    made.calendars = _by_node(layout.calendars, of)
    made.words = _by_node(layout.words, of)
    made.positions = _by_node(layout.positions, of)
    made.counted_from = _by_node(layout.counted_from, of)
    made.counted_within = _by_node(layout.counted_within, of)
    for listed in (made.planned, made.placed):
        listed.update((passage, tuple(map(of, nodes))) for passage, nodes in listed.items())
    return made


def _by_node(values: Mapping[int, Key], of: Renumber) -> SharedDict[int, Key]:
    return SharedDict((of(node), value) for node, value in values.items())


def _line(line: RunLine, of: Renumber) -> RunLine:
    return RunLine(
        tuple(map(of, line.fork)),
        tuple(map(of, line.strands)),
        tuple(map(of, line.last)),
        line.episode,
        None if line.now is None else of(line.now),
        tuple(map(of, line.chapter_ends)),
    )


def _chains(chains: NodeChains, of: Renumber) -> NodeChains:
    return NodeChains(
        _by_node(chains.chain, of),
        _by_node(chains.rank, of),
        list(map(of, chains.tails)),
        SharedDict((of(node), of(end)) for node, end in chains.interval_ends.items()),
    )


def _network(network: TemporalNetwork, number: list[int], size: int) -> TemporalNetwork:
    of = number.__getitem__
    return TemporalNetwork(
        _potential(network.days, number, size),
        _potential(network.steps, number, size),
        [_constraint(one, of) for one in network.accepted],
        set(map(of, network.key_nodes)),
    )


def _potential(potential: Potential, number: list[int], size: int) -> Potential:
    made = Potential([0] * size, [()] * size, [()] * size)
    for node, known in enumerate(number):
        made.heights[known] = potential.heights[node]
        made.out[known] = _edges(potential.out[node], number)
        made.into[known] = _edges(potential.into[node], number)
    return made


def _edges(edges: tuple[NetworkEdge, ...], number: list[int]) -> tuple[NetworkEdge, ...]:
    return tuple((number[other], weight, constraint) for other, weight, constraint in edges)


def _constraint(constraint: Constraint, of: Renumber) -> Constraint:
    spans = tuple((of(tail), of(head), days) for tail, head, days in constraint.spans)
    steps = tuple((of(tail), of(head)) for tail, head in constraint.steps)
    if (spans, steps) == (constraint.spans, constraint.steps):
        return constraint
    return Constraint(spans, steps, constraint.basis, constraint.source)
