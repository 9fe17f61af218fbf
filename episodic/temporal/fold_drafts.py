"""A fact in the making: which statements it has so far, and what certainly comes before and after it."""

from __future__ import annotations

from dataclasses import dataclass, field

from episodic.model.predicates import PredicateKind
from episodic.temporal.exclusion import Content
from episodic.temporal.fold_ranks import OFF, Ranks

FAR = 1 << 60
"""The rank after every other."""


@dataclass(slots=True)
class Draft:
    """A fact in the making: numbers of its statements, and between which ranks of each line they stand.

    `first` and `last` are its outermost ranks on a line; `high` is the lowest rank certainly after one of its statements and
    `low` the highest certainly before one. `locked`: the author has confirmed it, and what else would have closed it is
    `refused`.
    """

    content: Content
    denied: bool
    kind: PredicateKind
    first: list[int]
    last: list[int]
    high: list[int]
    low: list[int]
    statements: list[int] = field(default_factory=list[int])
    closing: list[int] = field(default_factory=list[int])
    off: list[int] = field(default_factory=list[int])
    refused: list[int] = field(default_factory=list[int])
    locked: bool = False

    @classmethod
    def begun(cls, content: Content, kind: PredicateKind, *, denied: bool, lines: int) -> Draft:
        """A fact without statements yet."""
        none, far = [OFF] * lines, [FAR] * lines
        return cls(content, denied, kind, list(far), list(none), list(far), list(none))

    def add(self, number: int, ranks: Ranks, *, closes: bool = False) -> None:
        """Take a statement in; one that closes the fact counts for where it stands, too."""
        (self.closing if closes else self.statements).append(number)
        line = ranks.line[number]
        if line == OFF:
            self.off.append(number)
        else:
            self.first[line] = min(self.first[line], ranks.rank[number])
            self.last[line] = max(self.last[line], ranks.rank[number])
        for line in ranks.lines:
            self.high[line] = min(self.high[line], ranks.high[number][line])
            self.low[line] = max(self.low[line], ranks.low[number][line])

    def begun_before(self, number: int, ranks: Ranks) -> bool:
        """Whether some statement of it certainly comes before this moment."""
        low = ranks.low[number]
        if any(self.first[line] <= low[line] for line in ranks.lines):
            return True
        line = ranks.line[number]
        if line != OFF:
            return self.high[line] <= ranks.rank[number]
        return any(ranks.precedes(one, number) for one in self.off)

    def goes_past(self, number: int, ranks: Ranks) -> bool:
        """Whether some statement of it certainly comes after this moment."""
        high = ranks.high[number]
        if any(self.last[line] >= high[line] for line in ranks.lines):
            return True
        line = ranks.line[number]
        if line != OFF:
            return self.low[line] >= ranks.rank[number]
        return any(ranks.precedes(number, one) for one in self.off)

    def before(self, other: Draft, ranks: Ranks) -> bool:
        """Whether some statement of this certainly comes before one of the other."""
        for line in ranks.lines:
            if self.first[line] <= other.low[line] or self.high[line] <= other.last[line]:
                return True
        return any(ranks.precedes(one, two) for one in self.off for two in other.off)

    def only_line(self) -> int:
        """The one line that it stands on, OFF where it stands on several or beside them."""
        on = [line for line, last in enumerate(self.last) if last != OFF]
        return on[0] if len(on) == 1 and not self.off else OFF
