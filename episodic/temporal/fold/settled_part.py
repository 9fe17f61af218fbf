"""Finds the settled part of a group: the first statements, whose facts stay the same when later statements are added."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from episodic.temporal.fold.group_ends import GroupEnds
from episodic.temporal.fold.grouping import FactGrouping
from episodic.temporal.fold.moment_ranks import OFF_LINE, MomentRanks

TAIL = 4
"""The default minimum number of a group's statements that follow its settled part, the statements whose facts stay the
same when statements are added. If four statements follow the settled part, statements that are added to the group
seldom change the facts of the settled part.
"""
_LEAST = 4
"""The settled part of a group consists of its first statements, whose facts stay the same. A group gets a settled part
only if it has at least _LEAST * *tail* statements. Here, *tail* is the minimum number of statements after the settled
part.
"""


class SettledPart(NamedTuple):
    """The settled part of a group: its first statements in narrative order, and the facts to which they belong.
    `statements` and `facts` say how many statements and facts the settled part contains. `aside` is true if a fact of
    the settled part has a statement that is not on the group's line. The group's line is the chain of ordered moments
    on which all other statements of the group lie. `ends_any` is true if a statement of the settled part says that
    something ends, but names no object ("she left"). Such a statement ends a fact of its subject and predicate,
    whatever the object of this fact is.
    """

    statements: int = 0
    facts: int = 0
    aside: bool = False
    ends_any: bool = False


UNSETTLED = SettledPart()


class _Reach:
    """Finds out where the settled part of a group can end, while the facts of the group are added to the part one by
    one.
    """

    def __init__(self, grouping: FactGrouping, ends: GroupEnds) -> None:
        self._grouping, self._ends = grouping, ends
        self._line = grouping.ranks.line[-1]
        unsettled = (number for one in ends.contradictions for number in one.drafts)
        opened = (number for drafts in ends.open.values() for number in drafts)
        self._draft = max((*unsettled, *opened), default=-1)
        """The index of the last fact that the settled part must contain. The settled part must contain each fact that
        is part of a contradiction, or whose order to a rival is unknown. It must also contain the rivals of the facts
        that it contains already.
        """
        self._count = 0
        self._statement = -1
        """The index of the last statement of the facts that are in the settled part so far."""
        self._cause = -1
        """The index of the last statement or death that ends one of the facts in the settled part so far."""
        self.rank = -1
        """A rank on the line of ordered moments. All moments with a greater rank are certainly later than all
        statements of the settled part.
        """
        self.aside, self.ends_any = False, False

    def add(self, number: int) -> bool:
        """Add the fact draft *number* (a fact whose statements are still being collected) to the settled part. Return
        whether this fact has certainly ended.
        """
        draft, ranks = self._grouping.drafts[number], self._grouping.ranks
        causes = self._ends.end_causes[number]
        members = (*draft.statements, *draft.closing)
        self._count += len(members)
        self._statement = max(self._statement, *members)
        self._cause = max(self._cause, *(one.number for one in causes), -1)
        self._draft = max(self._draft, *self._ends.rivals[number], -1)
        self.rank = max(self.rank, *(_rank(one, self._line, ranks) for one in members))
        self.aside = self.aside or draft.only_line() != self._line
        self.ends_any = self.ends_any or any(map(self._grouping.ends_any, draft.closing))
        return any(draft.over_by(one.number, ranks) for one in causes)

    def allows(self, number: int, first: int) -> bool:
        """Return whether the settled part can end before the fact *number*, whose first statement is *first*."""
        return self._draft < number and self._count == first and self._statement < first and self._cause <= first


def settled_part(grouping: FactGrouping, ends: GroupEnds, before: SettledPart, *, tail: int) -> SettledPart:
    """Return the settled part of a group: first statements whose facts later statements cannot change, with at least
    *tail* statements after them. *before* is the settled part that an earlier fold found, and *grouping* has the facts
    of the statements after *before*. If the settled part cannot be extended, *before* is returned.

    The statements of a settled part are certainly before the remaining statements of the group. The remaining
    statements of the group are all on one line (chain of ordered moments). Each fact of the settled part has been ended
    by a statement that is in the part or directly follows it. Later statements cannot end such a fact earlier.
    """
    drafts, ranks = grouping.drafts, grouping.ranks
    count = len(grouping.statements)
    short = before.statements + count < _LEAST * tail
    if short or ranks.line[-1] == OFF_LINE or any(not one.statements for one in drafts):
        return before
    lowest = _lowest_ranks(ranks)
    reach, found = _Reach(grouping, ends), before
    for number, draft in enumerate(drafts):
        first = draft.statements[0]
        if first > count - tail:
            break
        if first and reach.allows(number, first) and reach.rank < lowest[first]:
            aside, ends_any = before.aside or reach.aside, before.ends_any or reach.ends_any
            found = SettledPart(before.statements + first, before.facts + number, aside, ends_any)
        if not reach.add(number):
            break
    return found


def _lowest_ranks(ranks: MomentRanks) -> Sequence[int]:
    """Return, for each moment of *ranks*, the lowest rank of this moment and of all moments with higher numbers. A rank
    is a place on a line of ordered moments. Only the line (chain of ordered moments) of the last moment counts. The
    result for a moment is OFF_LINE if this moment, or a moment with a higher number, is not on that line.
    """
    line, lowest = ranks.line[-1], list[int]()
    for number in reversed(range(len(ranks.line))):
        rank = ranks.rank[number] if line == ranks.line[number] else OFF_LINE
        lowest.append(min(rank, lowest[-1]) if lowest else rank)
    return lowest[::-1]


def _rank(number: int, line: int, ranks: MomentRanks) -> int:
    """Return the highest rank on *line*, a chain of ordered moments, whose moment is not certainly after the moment
    *number*.
    """
    return ranks.rank[number] if ranks.line[number] == line else ranks.high[number][line] - 1
