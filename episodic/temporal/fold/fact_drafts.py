"""Fact drafts: facts under construction, each with its statements so far and its rank interval on each line."""

from __future__ import annotations

from dataclasses import dataclass, field

from episodic.model.predicates import PredicateKind
from episodic.temporal.exclusion import StatementContent
from episodic.temporal.fold.moment_ranks import OFF_LINE, MomentRanks

MAX_RANK = 1 << 60
"""A rank greater than every real rank."""


@dataclass(slots=True)
class FactDraft:
    """A fact under construction: the indices of its statements, and the fact's rank interval on each line.

    `first` and `last` are the fact's lowest and highest rank on a line. `high` is the lowest rank certainly after some
    statement of the fact, and `low` is the highest rank certainly before some statement. `off_line` holds the
    statements outside all lines. `locked` is true if the author has confirmed the fact; `refused` holds the unlocked
    ends of a locked fact.
    """

    content: StatementContent
    denied: bool
    kind: PredicateKind
    first: list[int]
    last: list[int]
    high: list[int]
    low: list[int]
    statements: list[int] = field(default_factory=list[int])
    closing: list[int] = field(default_factory=list[int])
    off_line: list[int] = field(default_factory=list[int])
    refused: list[int] = field(default_factory=list[int])
    locked: bool = False

    @classmethod
    def begun(cls, content: StatementContent, kind: PredicateKind, *, denied: bool, lines: int) -> FactDraft:
        """Returns a draft without statements."""
        none, far = [OFF_LINE] * lines, [MAX_RANK] * lines
        return cls(content, denied, kind, list(far), list(none), list(far), list(none))

    def add(self, number: int, ranks: MomentRanks, *, closes: bool = False) -> None:
        """Adds a statement to the draft; a statement that ends the fact also extends the rank intervals."""
        (self.closing if closes else self.statements).append(number)
        line = ranks.line[number]
        if line == OFF_LINE:
            self.off_line.append(number)
        else:
            self.first[line] = min(self.first[line], ranks.rank[number])
            self.last[line] = max(self.last[line], ranks.rank[number])
        for line in ranks.lines:
            self.high[line] = min(self.high[line], ranks.high[number][line])
            self.low[line] = max(self.low[line], ranks.low[number][line])

    def begun_before(self, number: int, ranks: MomentRanks) -> bool:
        """Whether some statement of the draft certainly comes before the given moment."""
        low = ranks.low[number]
        if any(self.first[line] <= low[line] for line in ranks.lines):
            return True
        line = ranks.line[number]
        if line != OFF_LINE:
            return self.high[line] <= ranks.rank[number]
        return any(ranks.precedes(one, number) for one in self.off_line)

    def continues_after(self, number: int, ranks: MomentRanks) -> bool:
        """Whether some statement of the draft certainly comes after the given moment."""
        high = ranks.high[number]
        if any(self.last[line] >= high[line] for line in ranks.lines):
            return True
        line = ranks.line[number]
        if line != OFF_LINE:
            return self.low[line] >= ranks.rank[number]
        return any(ranks.precedes(number, one) for one in self.off_line)

    def before(self, other: FactDraft, ranks: MomentRanks) -> bool:
        """Whether some statement of this draft certainly comes before some statement of the draft *other*."""
        for line in ranks.lines:
            if self.first[line] <= other.low[line] or self.high[line] <= other.last[line]:
                return True
        return any(ranks.precedes(one, two) for one in self.off_line for two in other.off_line)

    def only_line(self) -> int:
        """Returns the line that contains all statements of the draft; OFF_LINE if no line contains all statements."""
        on = [line for line, last in enumerate(self.last) if last != OFF_LINE]
        return on[0] if len(on) == 1 and not self.off_line else OFF_LINE
