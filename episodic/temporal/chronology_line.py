"""Where telling order puts passages and statements by default (R5): the main line, its strands, and its breaks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from episodic.temporal.chronology_network import Network
from episodic.temporal.constraints import Basis, Constraint, same_day


class Place(NamedTuple):
    """Where a moment stands in the network: strictly after *start* and before *end*, on the day of *start*.

    A moment with a node of its own has `start == end` and `sub` 0. Others share the stretch between two nodes, where `sub` counts
    them in the order of their quotes; off the main line they share the passage's node, `sub` 1 and no order.
    """

    start: int
    end: int
    sub: int = 0

    @property
    def own(self) -> bool:
        """Whether it is one moment, not one of several that share a stretch."""
        return self.sub == 0


@dataclass(slots=True)
class Chains:
    """Runs of nodes each of which certainly comes after the one before: within one, order is a matter of counting."""

    chain: dict[int, int] = field(default_factory=dict[int, int])
    rank: dict[int, int] = field(default_factory=dict[int, int])
    tails: list[int] = field(default_factory=list[int])
    closes: dict[int, int] = field(default_factory=dict[int, int])
    """Where the stretch behind a node ends, if statements share it."""

    def copy(self) -> Chains:
        """The same chains, to be grown apart."""
        return Chains(dict(self.chain), dict(self.rank), list(self.tails), dict(self.closes))

    def can_follow(self, node: int, previous: int) -> bool:
        """Whether *node* would go on along the chain that *previous* ends."""
        chain = self.chain.get(previous)
        return node not in self.chain and chain is not None and self.tails[chain] == previous

    def follow(self, node: int, previous: int) -> None:
        """Put *node* behind *previous*, the end of a chain."""
        chain = self.chain[previous]
        self.chain[node], self.rank[node] = chain, self.rank[previous] + 1
        self.tails[chain] = node

    def begin(self, node: int) -> None:
        """Put *node* at the head of a new chain, if it is in none."""
        if node not in self.chain:
            self.chain[node], self.rank[node] = len(self.tails), 0
            self.tails.append(node)


@dataclass(slots=True)
class Line:
    """One main line while it is being told.

    Strands told side by side all follow what the first of them follows (`fork`); the next chapter follows them all. So one
    "meanwhile" leaves the two strands without order, and costs the rest of the book nothing.
    """

    fork: tuple[int, ...] = ()
    strands: tuple[int, ...] = ()
    """Where earlier strands of this chapter end."""
    last: tuple[int, ...] = ()
    """What the next passage follows; the first is where the line stands now."""
    episode: str | None = None

    def copy(self) -> Line:
        """The same state, to be told on apart."""
        return Line(self.fork, self.strands, self.last, self.episode)

    def opened(self, episode: str, *, aside: bool, back: bool = False) -> tuple[int, ...]:
        """What the next passage follows; a passage aside opens a strand, a new chapter joins them.

        Where the line goes *back*, what it leaves is a strand, too: the next chapter follows that as well.
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


class Writer:
    """Puts one passage of the main line, and the statements that stand in it, behind what was told."""

    def __init__(self, network: Network, chains: Chains) -> None:
        self._network, self._chains = network, chains
        self._first = self._here = -1
        self._sub, self._offset = 0, -1

    def open(self, now: int, follows: tuple[int, ...]) -> None:
        """Begin a passage behind the nodes it follows."""
        self._first = self._here = now
        self._sub, self._offset = 0, -1
        for node in follows:
            self._link(node, now)
        self._chains.begin(now)

    def share(self, offset: int) -> Place:
        """The place of the next statement that has no time of its own; equal quotes have equal places."""
        closes = self._chains.closes
        if self._here not in closes:
            closes[self._here] = self._closed(self._here)
        if offset != self._offset:
            self._sub, self._offset = self._sub + 1, offset
        return Place(self._here, closes[self._here], self._sub)

    def put(self, node: int) -> None:
        """The next statement, which has a node of its own: in line, and on the passage's day, if nothing stands against it."""
        if node != self._here and self._link(self._behind(self._here), node):
            self._chains.begin(node)
            self._network.accept(Constraint(same_day(self._first, node), (), Basis.DEFAULT))
            self._here, self._sub, self._offset = node, 0, -1

    def ends(self) -> tuple[int, ...]:
        """What the next passage follows: where this one ends, and its own now in case the end gives way."""
        last, now = self._behind(self._here), self._behind(self._first)
        return (last,) if last == now else (last, now)

    def _behind(self, node: int) -> int:
        return self._chains.closes.get(node, node)

    def _closed(self, node: int) -> int:
        close = self._network.new_node()
        stretch = Constraint(((close, node, 0),), ((node, close),), Basis.DEFAULT)
        self._network.accept(stretch, in_line=True)
        if self._chains.can_follow(close, node):
            self._chains.follow(close, node)
        else:
            self._network.busy.update((node, close))
            self._chains.begin(close)
        return close

    def _link(self, previous: int, node: int) -> bool:
        """Put a node behind another by default; whether nothing stands against it."""
        along = self._chains.can_follow(node, previous)
        if self._network.accept(Constraint((), ((previous, node),), Basis.DEFAULT), in_line=along) is not None:
            return False
        if along:
            self._chains.follow(node, previous)
        return True
