"""Derives a default time order from narrative order: the passages of the main line form chains of ordered network
nodes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from episodic.temporal.chronology.temporal_network import TemporalNetwork
from episodic.temporal.constraints import Basis, Constraint, same_day


class TimePosition(NamedTuple):
    """A position in the temporal network: after the node *start*, before the node *end*, and on the same day as
    *start*.

    If a moment has its own node, `start` equals `end` and `sub` is 0. Moments without their own nodes share the
    interval between two nodes, and `sub` numbers the moments of an interval in the order of their quotes. Statements
    outside the main line share the node of their passage: `sub` is 1 for all of these statements, which therefore have
    no order among themselves.
    """

    start: int
    end: int
    sub: int = 0

    @property
    def own(self) -> bool:
        """True if the moment has its own node, and does not share an interval with other moments."""
        return self.sub == 0


@dataclass(slots=True)
class NodeChains:
    """Chains of network nodes in a certain order; the ranks of two nodes on the same chain show which node is earlier."""

    chain: dict[int, int] = field(default_factory=dict[int, int])
    rank: dict[int, int] = field(default_factory=dict[int, int])
    tails: list[int] = field(default_factory=list[int])
    interval_ends: dict[int, int] = field(default_factory=dict[int, int])
    """The end node of the interval that follows a node, for each node whose following interval contains statements."""

    def copy(self) -> NodeChains:
        """Return an independent copy of the chains."""
        return NodeChains(dict(self.chain), dict(self.rank), list(self.tails), dict(self.interval_ends))

    def can_follow(self, node: int, previous: int) -> bool:
        """Return whether *node* can be appended to the chain whose last node is *previous*."""
        chain = self.chain.get(previous)
        return node not in self.chain and chain is not None and self.tails[chain] == previous

    def follow(self, node: int, previous: int) -> None:
        """Append *node* to the chain whose last node is *previous*."""
        chain = self.chain[previous]
        self.chain[node], self.rank[node] = chain, self.rank[previous] + 1
        self.tails[chain] = node

    def begin(self, node: int) -> None:
        """Start a new chain with *node*, unless *node* is in a chain already."""
        if node not in self.chain:
            self.chain[node], self.rank[node] = len(self.tails), 0
            self.tails.append(node)


@dataclass(slots=True)
class MainLine:
    """The state of a main line during the construction of a chronology.

    Parallel strands of a chapter all follow the nodes in `fork`, which are the predecessors of the first strand. The
    next chapter follows the ends of all strands of the chapter before. Therefore a passage that starts with "meanwhile"
    leaves only two strands of one chapter without a mutual order. The order of all other chapters is unaffected.
    """

    fork: tuple[int, ...] = ()
    strands: tuple[int, ...] = ()
    """The end nodes of the earlier parallel strands of the current chapter."""
    last: tuple[int, ...] = ()
    """The nodes that the next passage follows; the first of these nodes is the end of the line so far."""
    episode: str | None = None

    def copy(self) -> MainLine:
        """Return an independent copy of the main line."""
        return MainLine(self.fork, self.strands, self.last, self.episode)

    def predecessors(self, episode: str, *, aside: bool, back: bool = False) -> tuple[int, ...]:
        """Return the nodes that the next passage follows, and update the state of the main line.

        If *aside* is true, the passage starts a parallel strand. A new chapter joins all strands of the chapter before.
        If *back* is true, the line jumps back in time at this passage. The part of the chapter before the jump then
        becomes a strand of its own, so that the next chapter also follows the end of this part.
        """
        if aside and self.last:
            self.strands = (*self.strands, *self.last)
            self.last = self.fork
        elif episode != self.episode:
            self.last = (*self.last, *(node for node in self.strands if node not in self.last))
            self.fork, self.strands = self.last, self.last if back else ()
        elif back:
            self.strands = (*self.strands, *self.last)
        self.episode = episode
        return self.last


class MainLineWriter:
    """Appends passages of the main line and their statements to the chains, and adds default constraints to the
    network.
    """

    def __init__(self, network: TemporalNetwork, chains: NodeChains) -> None:
        self._network, self._chains = network, chains
        self._first = self._here = -1
        self._sub, self._offset = 0, -1

    def begin_passage(self, now: int, follows: tuple[int, ...]) -> None:
        """Start a passage whose current moment is the node *now*, after the nodes in *follows*."""
        self._first = self._here = now
        self._sub, self._offset = 0, -1
        for node in follows:
            self._link(node, now)
        self._chains.begin(now)

    def place_undated(self, offset: int) -> TimePosition:
        """Return the time position of the next statement without its own time; statements of the same quote have the
        same position.
        """
        interval_ends = self._chains.interval_ends
        if self._here not in interval_ends:
            interval_ends[self._here] = self._close_interval(self._here)
        if offset != self._offset:
            self._sub, self._offset = self._sub + 1, offset
        return TimePosition(self._here, interval_ends[self._here], self._sub)

    def append(self, node: int) -> None:
        """Append the node of a statement to the line, on the same day as the passage, unless this order contradicts the
        network.
        """
        if node != self._here and self._link(self._interval_end(self._here), node):
            self._chains.begin(node)
            self._network.accept(Constraint(same_day(self._first, node), (), Basis.DEFAULT))
            self._here, self._sub, self._offset = node, 0, -1

    def successor_anchors(self) -> tuple[int, ...]:
        """Return the nodes that the next passage follows: the end of the current passage, and also the start of the
        current passage if it differs from the end.
        """
        last, now = self._interval_end(self._here), self._interval_end(self._first)
        return (last,) if last == now else (last, now)

    def _interval_end(self, node: int) -> int:
        return self._chains.interval_ends.get(node, node)

    def _close_interval(self, node: int) -> int:
        close = self._network.new_node()
        interval = Constraint(((close, node, 0),), ((node, close),), Basis.DEFAULT)
        self._network.accept(interval, in_line=True)
        if self._chains.can_follow(close, node):
            self._chains.follow(close, node)
        else:
            self._network.key_nodes.update((node, close))
            self._chains.begin(close)
        return close

    def _link(self, previous: int, node: int) -> bool:
        """Order two nodes by default, and return whether the network accepted the order."""
        along = self._chains.can_follow(node, previous)
        if self._network.accept(Constraint((), ((previous, node),), Basis.DEFAULT), in_line=along) is not None:
            return False
        if along:
            self._chains.follow(node, previous)
        return True
