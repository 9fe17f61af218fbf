"""Fact drafts: facts to which the fold still adds statements, with the positions of their statements in story time."""

from __future__ import annotations

from dataclasses import dataclass, field

from episodic.model.predicates import PredicateKind
from episodic.temporal.exclusion import StatementContent
from episodic.temporal.fold.moment_ranks import OFF_LINE, MomentRanks

MAX_RANK = 1 << 60
"""A number that is greater than every rank (the place of a moment on a line of ordered moments)."""


@dataclass(slots=True)
class FactDraft:
    """A fact while statements are added to it, with the indices of its statements, and their ranks on each line (chain
    of ordered moments).

    A rank is a place on a line. `first` contains, for each line, the lowest rank of the fact's statements and stated
    ends. `last` contains, for each line, their highest rank. `high` contains one rank for each line. It is the lowest
    rank whose moment is certainly later than at least one statement or stated end of the fact. `low` contains one rank
    for each line. It is the highest rank whose moment is certainly earlier than at least one statement or stated end of
    the fact. `off_line` contains the indices of the statements and stated ends that are on no line (chain of ordered
    moments). `locked` is true if the author has locked a statement or a stated end of the fact. A locked fact does not
    end by a stated end that the author has not locked. `refused` contains these stated ends of a locked fact.
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
    runs: set[str] = field(default_factory=set[str])
    """If the fact says where somebody is, the runs (main line, flashbacks, letters) of its statements."""
    arrivals: set[str] = field(default_factory=set[str])
    """If the fact follows from an event of arrival, the runs outside the main line (such as flashbacks, letters and
    tales) that tell this event.
    """

    @classmethod
    def begun(cls, content: StatementContent, kind: PredicateKind, *, denied: bool, lines: int) -> FactDraft:
        """Return a new fact with the content *content*, to which statements are yet to be added."""
        none, far = [OFF_LINE] * lines, [MAX_RANK] * lines
        return cls(content, denied, kind, list(far), list(none), list(far), list(none))

    def add(self, number: int, ranks: MomentRanks, *, closes: bool = False) -> None:
        """Add the statement with the index *number*, and update the lowest and highest ranks on each line of ordered
        moments. *closes* is true if the statement says that the fact ends.
        """
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
        """Return whether some statement or stated end of the fact certainly comes before the moment with the index
        *number*.
        """
        for first, low in zip(self.first, ranks.low[number], strict=True):
            if first <= low:
                return True
        line = ranks.line[number]
        if line != OFF_LINE:
            return self.high[line] <= ranks.rank[number]
        return any(ranks.precedes(one, number) for one in self.off_line)

    def over_by(self, number: int, ranks: MomentRanks) -> bool:
        """Return whether all statements of the fact certainly come before the moment with the index *number*; its
        stated ends are not considered.
        """
        return all(ranks.precedes(one, number) for one in self.statements)

    def continues_after(self, number: int, ranks: MomentRanks) -> bool:
        """Return whether some statement or stated end of the fact certainly comes after the moment with the index
        *number*.
        """
        for last, high in zip(self.last, ranks.high[number], strict=True):
            if last >= high:
                return True
        line = ranks.line[number]
        if line != OFF_LINE:
            return self.low[line] >= ranks.rank[number]
        return any(ranks.precedes(number, one) for one in self.off_line)

    def before(self, other: FactDraft, ranks: MomentRanks) -> bool:
        """Return whether some statement or stated end of this fact certainly comes before a statement or stated end of
        *other*.
        """
        for line in ranks.lines:
            if self.first[line] <= other.low[line] or self.high[line] <= other.last[line]:
                return True
        return any(ranks.precedes(one, two) for one in self.off_line for two in other.off_line)

    def only_line(self) -> int:
        """Return the line on which all statements and stated ends of the fact lie, or OFF_LINE if there is no such
        line. A line is a chain of ordered moments.
        """
        on = [line for line, last in enumerate(self.last) if last != OFF_LINE]
        return on[0] if len(on) == 1 and not self.off_line else OFF_LINE
