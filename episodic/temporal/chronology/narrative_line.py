"""Derives a default order in story time from narrative order.

The moments of each run (the main line, or one flashback, dream, letter or tale) follow each other as in the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from episodic.model.shared_dict import SharedDict
from episodic.temporal.chronology.temporal_network import TemporalNetwork
from episodic.temporal.constraints import Basis, Constraint


class TimePosition(NamedTuple):
    """A position in the temporal network: at a node, or after the node *start*, before the node *end* and on the same
    day as *start*.

    If a moment has a node of its own in the network, `start` and `end` are both this node, and `sub` is 0. Moments
    without their own node lie between two nodes, and `sub` numbers them (from 1) in the order of their quotes.
    """

    start: int
    end: int
    sub: int = 0

    @property
    def own(self) -> bool:
        """True if the moment has a node of its own in the network, and is not one of several moments between two nodes."""
        return self.sub == 0


@dataclass(slots=True)
class NodeChains:
    """Chains of network nodes. The order in story time of all nodes of one chain is certain: a node with a lower rank
    is earlier.
    """

    chain: SharedDict[int, int] = field(default_factory=SharedDict[int, int])
    rank: SharedDict[int, int] = field(default_factory=SharedDict[int, int])
    tails: list[int] = field(default_factory=list[int])
    interval_ends: SharedDict[int, int] = field(default_factory=SharedDict[int, int])
    """Statements without nodes of their own lie in an interval between two nodes. `interval_ends` maps the first node
    of each interval to its last node.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("chain", "rank", "tails", "interval_ends")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()

    def copy(self) -> NodeChains:
        return NodeChains(self.chain.copy(), self.rank.copy(), list(self.tails), self.interval_ends.copy())

    def can_follow(self, node: int, previous: int) -> bool:
        """Return whether *node* can be appended to the chain (sequence of nodes in certain order) of *previous*. A node
        can be appended if it is on no chain yet and *previous* is the last node of its chain.
        """
        chain = self.chain.get(previous)
        return node not in self.chain and chain is not None and self.tails[chain] == previous

    def follow(self, node: int, previous: int) -> None:
        chain = self.chain[previous]
        self.chain[node], self.rank[node] = chain, self.rank[previous] + 1
        self.tails[chain] = node

    def follow_all(self, nodes: Sequence[int]) -> None:
        """Append all but the first of *nodes*, in their order, to a chain (a sequence of nodes in certain order). The
        chain is the one that ends with the first of *nodes*.
        """
        chain, rank = self.chain[nodes[0]], self.rank[nodes[0]]
        self.chain.put_all(dict.fromkeys(nodes[1:], chain))
        self.rank.put_all({node: number for number, node in enumerate(nodes[1:], rank + 1)})
        self.tails[chain] = nodes[-1]

    def begin(self, node: int) -> None:
        if node not in self.chain:
            self.chain[node], self.rank[node] = len(self.tails), 0
            self.tails.append(node)


@dataclass(slots=True)
class RunLine:
    """The nodes that the next passage of a run follows: the end of the run after the passages so far. A run is the main
    line, or one flashback, tale or the like.

    A passage that begins with a word such as "meanwhile" begins a new strand. The events of a new strand happen at the
    same time as those told before in the chapter. If the first passage of a chapter begins with "meanwhile", its events
    happen at the same time as those of the previous chapter. `fork` contains the nodes after which all strands
    (parallel series of events) of the current chapter begin. It is unknown which of two parallel strands is earlier,
    unless a person acts in both or a time expression tells it. In story time, the next chapter comes after the ends of
    all parallel strands of the previous chapter. A chapter with several parallel strands ends at a node of its own,
    which comes after the ends of its strands.
    """

    fork: tuple[int, ...] = ()
    strands: tuple[int, ...] = ()
    """The last nodes of the strands (parallel series of events) that were told earlier in the current chapter."""
    last: tuple[int, ...] = ()
    """The nodes after which the next passage of the run is placed unless the text says otherwise. The last node in
    `last` is the end of the run's last passage. A passage does not count as the last one if the text gives it a time
    before passages that come earlier in the text.
    """
    episode: str | None = None
    now: int | None = None
    """The node of the last passage's current moment, or None if the next passage begins another scene."""
    chapter_ends: tuple[int, ...] = ()
    """The end nodes of the latest chapter with several strands (parallel series of events), and of the letters whose
    writing the run told. These nodes are kept until a passage of the run has been placed after them.
    """

    def copy(self) -> RunLine:
        return RunLine(self.fork, self.strands, self.last, self.episode, self.now, self.chapter_ends)

    def predecessors(self, episode: str, *, aside: bool) -> tuple[int, ...]:
        """Return the nodes that the next passage of the run follows by default.

        If *aside* is true, the next passage begins a new strand: events that happen at the same time as those told
        before in its chapter. The first passage of a new chapter follows the ends of all strands (parallel series of
        events) of the previous chapter. The first node of the result is the end of the strand that was told first. The
        moments of the new chapter therefore continue the sequence of moments of this strand.
        """
        if aside and self.last:
            self.strands = (*self.strands, *self.last)
            self.last, self.now = self.fork, None
        elif episode != self.episode:
            self.last = (*(node for node in self.strands if node not in self.last), *self.last)
            self.fork, self.strands, self.now = self.last, (), None
        self.episode = episode
        return self.last

    def joined(self) -> tuple[int, ...]:
        """Return the nodes that come before the end of the current chapter."""
        return (*self.strands, *self.chapter_ends, *self.last)


class LineWriter:
    """Puts a passage and its statements in their default order: appends their nodes to chains and adds the constraints
    of the order.
    """

    def __init__(self, network: TemporalNetwork, chains: NodeChains) -> None:
        self._network, self._chains = network, chains
        self._line = self._here = self.line_now = -1
        self._sub = 0

    def begin_passage(self, now: int, follows: tuple[int, ...]) -> bool:
        """Begin a passage whose statements follow its current moment, the node *now*. Return whether the network
        accepts that the passage comes after every node in *follows*.
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
        """Order the node of a statement after the earlier statements and return True. Return False if time expressions
        contradict that *node* comes after the earlier statements, or if *node* is already the node of the latest
        statement.
        """
        if node == self._here or not self._link(self._interval_end(self._here), node):
            return False
        self._chains.begin(node)
        if self._line == self._here:
            self._line = self.line_now = node
        self._here, self._sub = node, 0
        return True

    def place_undated(self) -> TimePosition:
        """Return the time position of the passage's next statement, which has no node of its own. The statement lies in
        the interval after the current moment, later than all earlier statements of this interval.
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
        """Return the node after which the next statements of the passage lie."""
        if self._sub:
            end = self._interval_end(self._here)
            self._line = end if self._line == self._here else self._line
            self._here, self._sub = end, 0
        return self._here

    @property
    def end(self) -> int:
        """The node at which the passage ends, after the statements so far."""
        return self._interval_end(self._line)

    @property
    def here(self) -> int:
        return self._here

    def _open_interval(self) -> int:
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
        along = self._chains.can_follow(node, previous)
        if self._network.accept(Constraint((), ((previous, node),), Basis.DEFAULT), in_line=along) is not None:
            return False
        if along:
            self._chains.follow(node, previous)
        return True
