"""Result types of the search for ends in one group of statements: causes of ends, contradictions, and open facts."""

from __future__ import annotations

from dataclasses import dataclass, field

from episodic.temporal.exclusion import ExclusiveKey


@dataclass(frozen=True, slots=True)
class EndCause:
    """A moment by which a fact has ended, with the cause of the end: another fact, or a death.

    `number` is the index of the moment, and `by` is the index of the fact (or of the death, if `death` is true) that
    ends the fact.

    If `exact` is false, the fact ended at an unknown time before the moment `number`.
    """

    number: int
    by: int
    exact: bool = True
    death: bool = False


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Statements that contradict each other, and the fact drafts to which the statements belong. Statements and fact
    drafts are given by index.

    `simultaneous` is true if the text says that two mutually exclusive facts hold at the same moment.
    """

    statements: tuple[int, ...]
    drafts: tuple[int, ...]
    simultaneous: bool = False


@dataclass(slots=True)
class GroupEnds:
    """The ends and the contradictions of the fact drafts of one group.

    `end_causes` contains the end causes of each fact draft. For each fact draft, `rivals` contains the indices of
    drafts that exclude the draft and that may hold at the same time.
    """

    end_causes: list[list[EndCause]]
    rivals: list[set[int]]
    contradictions: list[Contradiction] = field(default_factory=list[Contradiction])
    open: dict[ExclusiveKey, set[int]] = field(default_factory=dict[ExclusiveKey, set[int]])
    """For each key under which only one fact can hold at a time, the indices of the fact drafts whose order in time is
    unknown.
    """
