"""Result types of the search for the ends of facts in one group of statements: causes of ends, contradictions, and
facts of unknown order.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from episodic.temporal.exclusion import ExclusiveKey


@dataclass(frozen=True, slots=True)
class EndCause:
    """A moment by which a fact has ended, with the cause of the end: a stated end, another fact, or a death.

    `number` is the index of the moment, among those of the statements and deaths of the group. `by` is the index of the
    fact that causes the end: for a stated end, this is the ended fact itself. If `death` is true, `by` is the index of
    a death, and not of a fact.

    If `exact` is false, the fact ended at an unknown time at or before the moment `number`.
    """

    number: int
    by: int
    exact: bool = True
    death: bool = False


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Statements that contradict each other, and the fact drafts (facts that still get statements) to which they
    belong. The statements and fact drafts of a contradiction are given by their indices in the group.

    `simultaneous` is true if two facts that exclude each other certainly hold at one moment.
    """

    statements: tuple[int, ...]
    drafts: tuple[int, ...]
    simultaneous: bool = False


@dataclass(slots=True)
class GroupEnds:
    """What ends the facts of one group of statements, and which of these facts contradict each other.

    `end_causes` contains, for each fact of the group, the causes of its end. `rivals` contains, for each fact of the
    group, the indices of the facts that exclude it and may hold at the same time.
    """

    end_causes: list[list[EndCause]]
    rivals: list[set[int]]
    contradictions: list[Contradiction] = field(default_factory=list[Contradiction])
    open: dict[ExclusiveKey, set[int]] = field(default_factory=dict[ExclusiveKey, set[int]])
    """For each exclusive key, the indices of the facts that exclude each other and whose order in time is unknown.
    Under an exclusive key such as "home of Ann", only one fact can hold at a time.
    """
