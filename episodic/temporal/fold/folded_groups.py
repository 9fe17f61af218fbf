"""What a maintained fold keeps of each folded group of statements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from episodic.model.deferred import Deferred
from episodic.model.graph import Issue
from episodic.temporal.fold.acts_after_death import ClaimAfterDeath
from episodic.temporal.fold.folded_facts import FoldedFact
from episodic.temporal.fold.partitions import GroupFold
from episodic.temporal.fold.settled_part import UNSETTLED, SettledPart


@dataclass(frozen=True, slots=True)
class FoldedGroup(Deferred):
    """The fold of one group of statements.

    `alone` is the fold of a group about life and death without regard to deaths, and None for other groups. `settled`
    is the part of the group that need not be folded again if further statements come last in story time.
    """

    answer: GroupFold
    alone: GroupFold | None
    settled: SettledPart = UNSETTLED

    def facts(self) -> list[FoldedFact]:
        """Return the facts of the folds `answer` and `alone`. In `answer`, deaths end facts. In `alone`, deaths end no
        facts. If `alone` is None, only the facts of `answer` are returned.
        """
        return [fact for fold in (self.answer, self.alone) if fold is not None for fact in fold.facts]


class GroupIssues(NamedTuple):
    """The issues of one group, about contradictions and then about unknown order, and the place of the group's first
    statement in narrative order.
    """

    place: tuple[int, int, int, int, str]
    issues: tuple[Issue, ...]


@dataclass(frozen=True, slots=True)
class DeadActs:
    """The issues about dead persons who act in one group, and the claims that dead persons make in it."""

    acts: tuple[Issue, ...]
    claims: tuple[ClaimAfterDeath, ...]
