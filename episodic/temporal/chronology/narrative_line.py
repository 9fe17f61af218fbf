"""Default time order from narrative order (R5): appends the passages of the main line to chains of ordered nodes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from episodic.temporal.chronology.temporal_network import TemporalNetwork
from episodic.temporal.constraints import Basis, Constraint, same_day


class TimePosition(NamedTuple):
    """A position in the temporal network: strictly after the node *start*, before the node *end*, and on the day of
    *start*.

    A moment with its own node has `start == end` and `sub` 0. Other moments share the interval between two nodes; `sub`
    numbers these moments in the order of their quotes. Off the main line, statements share the node of their passage;
    all such statements have `sub` 1 and no order among themselves.
    """

    start: int
    end: int
    sub: int = 0

    @property
    def own(self) -> bool:
        """Whether the position has its own node, that is, does not share an interval with other moments."""
        return self.sub == 0


@dataclass(slots=True)
class NodeChains:
    """Chains of nodes in certain total order; within a chain, comparing ranks decides the order of two nodes."""

    chain: dict[int, int] = field(default_factory=dict[int, int])
    rank: dict[int, int] = field(default_factory=dict[int, int])
    tails: list[int] = field(default_factory=list[int])
    interval_ends: dict[int, int] = field(default_factory=dict[int, int])
    """For each node, the end node of the interval after the node, if statements share that interval."""

    def copy(self) -> NodeChains:
        """Returns an independent copy of the chains."""
        return NodeChains(dict(self.chain), dict(self.rank), list(self.tails), dict(self.interval_ends))

    def can_follow(self, node: int, previous: int) -> bool:
        """Whether *node* can be appended to the chain whose last node is *previous*."""
        chain = self.chain.get(previous)
        return node not in self.chain and chain is not None and self.tails[chain] == previous

    def follow(self, node: int, previous: int) -> None:
        """Appends *node* to the chain whose last node is *previous*."""
        chain = self.chain[previous]
        self.chain[node], self.rank[node] = chain, self.rank[previous] + 1
        self.tails[chain] = node

    def begin(self, node: int) -> None:
        """Starts a new chain with *node*, unless *node* is in a chain already."""
        if node not in self.chain:
            self.chain[node], self.rank[node] = len(self.tails), 0
            self.tails.append(node)


@dataclass(slots=True)
class MainLine:
    """The state of a main line after the passages so far.

    Parallel strands all follow the predecessors of the first strand (`fork`). The next chapter follows the ends of all
    strands. A passage marked "meanwhile" therefore leaves only two strands without a mutual order; the rest of the book
    stays ordered.
    """

    fork: tuple[int, ...] = ()
    strands: tuple[int, ...] = ()
    """The end nodes of the earlier parallel strands in the current chapter."""
    last: tuple[int, ...] = ()
    """The nodes that the next passage follows; the first of these nodes is the current end of the line."""
    episode: str | None = None

    def copy(self) -> MainLine:
        """Returns an independent copy of the main line."""
        return MainLine(self.fork, self.strands, self.last, self.episode)

    def predecessors(self, episode: str, *, aside: bool, back: bool = False) -> tuple[int, ...]:
        """Returns the nodes that the next passage follows, and updates the state of the main line.

        A passage with *aside* starts a parallel strand, and a new chapter joins the strands. If the line goes *back* in
        time, the part before the jump becomes a strand as well, and the next chapter also follows the end of that part.
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
    """Appends a main-line passage and its statements to the chains, and adds the default constraints of the passage."""

    def __init__(self, network: TemporalNetwork, chains: NodeChains) -> None:
        self._network, self._chains = network, chains
        self._first = self._here = -1
        self._sub, self._offset = 0, -1

    def begin_passage(self, now: int, follows: tuple[int, ...]) -> None:
        """Starts a passage after the nodes that the passage follows."""
        self._first = self._here = now
        self._sub, self._offset = 0, -1
        for node in follows:
            self._link(node, now)
        self._chains.begin(now)

    def place_undated(self, offset: int) -> TimePosition:
        """Returns the position of the next statement without its own time; statements of the same quote have the same
        position.
        """
        interval_ends = self._chains.interval_ends
        if self._here not in interval_ends:
            interval_ends[self._here] = self._close_interval(self._here)
        if offset != self._offset:
            self._sub, self._offset = self._sub + 1, offset
        return TimePosition(self._here, interval_ends[self._here], self._sub)

    def append(self, node: int) -> None:
        """Appends a statement with its own node to the line, on the passage's day, unless this order contradicts the
        network.
        """
        if node != self._here and self._link(self._interval_end(self._here), node):
            self._chains.begin(node)
            self._network.accept(Constraint(same_day(self._first, node), (), Basis.DEFAULT))
            self._here, self._sub, self._offset = node, 0, -1

    def successor_anchors(self) -> tuple[int, ...]:
        """Returns the nodes that the next passage follows: the end of the current passage, and its current moment in
        case the end is set aside.
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
        """Orders two nodes by default; returns whether the network accepted the order."""
        along = self._chains.can_follow(node, previous)
        if self._network.accept(Constraint((), ((previous, node),), Basis.DEFAULT), in_line=along) is not None:
            return False
        if along:
            self._chains.follow(node, previous)
        return True
