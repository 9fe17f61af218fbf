"""Derives a default time order from narrative order: chains the moments of each run in the order of the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from episodic.model.shared_dict import SharedDict
from episodic.temporal.chronology.temporal_network import TemporalNetwork
from episodic.temporal.constraints import Basis, Constraint


class TimePosition(NamedTuple):
    """A position in the temporal network: after the node *start*, before the node *end*, and on the same day as
    *start*.

    A moment with its own node has `start == end` and `sub` 0. Other moments share the interval between two nodes; `sub`
    numbers these moments in the order of their quotes.
    """

    start: int
    end: int
    sub: int = 0

    @property
    def own(self) -> bool:
        """True if the moment has its own node in the network, and does not share the interval between two nodes with
        other moments.
        """
        return self.sub == 0


@dataclass(slots=True)
class NodeChains:
    """Chains of network nodes whose order in time is certain. The ranks of two nodes on the same chain show which node
    is earlier.
    """

    chain: SharedDict[int, int] = field(default_factory=SharedDict[int, int])
    rank: SharedDict[int, int] = field(default_factory=SharedDict[int, int])
    tails: list[int] = field(default_factory=list[int])
    interval_ends: SharedDict[int, int] = field(default_factory=SharedDict[int, int])
    """The end node of each interval that contains statements, by the node at which the interval starts."""

    KEPT: ClassVar[tuple[str, ...]] = ("chain", "rank", "tails", "interval_ends")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def copy(self) -> NodeChains:
        """Return an independent copy of the chains."""
        return NodeChains(self.chain.copy(), self.rank.copy(), list(self.tails), self.interval_ends.copy())

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
class RunLine:
    """The end of the chain of moments of one run (such as the main line, a flashback or a tale) after the passages so
    far.

    A passage that starts with a word such as "meanwhile" starts a new strand of its chapter. All strands of a chapter
    come after the nodes in `fork`, but the order of two strands is unknown. The next chapter comes after the ends of
    all strands of the previous chapter.
    """

    fork: tuple[int, ...] = ()
    strands: tuple[int, ...] = ()
    """The end nodes of the earlier parallel strands of the current chapter."""
    last: tuple[int, ...] = ()
    """The nodes that come before the next passage by default. The first node in this list is the end of the last
    passage that is in narrative order.
    """
    episode: str | None = None
    now: int | None = None
    """The node of the current moment of the last passage, or None if the next passage does not continue the scene of
    the last passage.
    """

    def copy(self) -> RunLine:
        """Return an independent copy of the line."""
        return RunLine(self.fork, self.strands, self.last, self.episode, self.now)

    def predecessors(self, episode: str, *, aside: bool) -> tuple[int, ...]:
        """Return the nodes that come before the next passage by default, and update the strands.

        If *aside* is true, the passage starts a new parallel strand. The first passage of a new chapter comes after the
        ends of all strands.
        """
        if aside and self.last:
            self.strands = (*self.strands, *self.last)
            self.last, self.now = self.fork, None
        elif episode != self.episode:
            self.last = (*self.last, *(node for node in self.strands if node not in self.last))
            self.fork, self.strands, self.now = self.last, (), None
        self.episode = episode
        return self.last


class LineWriter:
    """Appends a passage and its statements to the chains, and adds the default constraints of the passage.

    A node that the text dates before the end of the chain is not appended, and later nodes are appended to the previous
    end of the chain.
    """

    def __init__(self, network: TemporalNetwork, chains: NodeChains) -> None:
        self._network, self._chains = network, chains
        self._line = self._here = self.line_now = -1
        self._sub = 0

    def begin_passage(self, now: int, follows: tuple[int, ...]) -> bool:
        """Start a passage whose current moment is the node *now*. Return whether the passage can come after all nodes
        in *follows* without a contradiction to a time expression.
        """
        self._line = self._here = self.line_now = now
        self._sub = 0
        linked = [self._link(node, now) for node in follows]
        self._chains.begin(now)
        return all(linked)

    def shift(self, node: int) -> None:
        """Make *node* the current moment of the passage from the next statement on."""
        if self._link(self._interval_end(self._line), node):
            self._line = self.line_now = node
        self._chains.begin(node)
        self._here, self._sub = node, 0

    def append(self, node: int) -> bool:
        """Append the node of a statement to the chain, or return False if the node cannot follow the current moment."""
        if node == self._here or not self._link(self._interval_end(self._here), node):
            return False
        self._chains.begin(node)
        if self._line == self._here:
            self._line = self.line_now = node
        self._here, self._sub = node, 0
        return True

    def place_undated(self) -> TimePosition:
        """Return the time position of the next statement that has no node of its own. The position is at the current
        moment, after the earlier statements without nodes.
        """
        end = self._open_interval()
        self._sub += 1
        return TimePosition(self._here, end, self._sub)

    def place_run(self, ids: Sequence[str]) -> dict[str, TimePosition]:
        """Return the time positions of consecutive statements that have no nodes of their own, by id."""
        if not ids:
            return {}
        here, end, first = self._here, self._open_interval(), self._sub + 1
        self._sub += len(ids)
        return {uuid: TimePosition(here, end, sub) for sub, uuid in enumerate(ids, first)}

    def after_statements(self) -> int:
        """Return a node that follows the statements so far and precedes the next statements of the passage."""
        if self._sub:
            end = self._interval_end(self._here)
            self._line = end if self._line == self._here else self._line
            self._here, self._sub = end, 0
        return self._here

    @property
    def end(self) -> int:
        """The last node of the chain after the statements so far."""
        return self._interval_end(self._line)

    @property
    def here(self) -> int:
        """The node of the current moment."""
        return self._here

    def _open_interval(self) -> int:
        """Return the end of the interval that begins with the node of the current moment, which is made if needed."""
        interval_ends = self._chains.interval_ends
        if self._here not in interval_ends:
            interval_ends[self._here] = self._close_interval(self._here)
        return interval_ends[self._here]

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
        """Add the default order of two nodes to the network, and return whether the network accepted the order."""
        along = self._chains.can_follow(node, previous)
        if self._network.accept(Constraint((), ((previous, node),), Basis.DEFAULT), in_line=along) is not None:
            return False
        if along:
            self._chains.follow(node, previous)
        return True
