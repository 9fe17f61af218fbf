"""Result types of the fold: facts, their validity in story time, and their ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from episodic.model.deferred import Deferred
from episodic.model.graph import Fact, Issue
from episodic.model.predicates import Predicate, PredicateKind
from episodic.model.shared_dict import SharedDict
from episodic.temporal.chronology.narrative_line import TimePosition


@dataclass(frozen=True, slots=True)
class FactEnd:
    """A position by which a fact has certainly ended. `by` is the id of the fact that ends the fact, or the fact's own
    id if the text states the end.

    If `exact` is false, the fact ended at an unknown time between its last statement and the position `place`.
    `uncertain` is true if dated evidence of the fact may be later than the position, so that the fact remains possible
    after its end.
    """

    place: TimePosition
    by: str
    exact: bool = True
    uncertain: bool = False


@dataclass(frozen=True, slots=True)
class FactValidity:
    """The validity of a fact in story time: the positions at which the fact starts, has evidence and ends.

    The fact holds from the earliest position in `starts` on, and `starts` is empty if the start of the fact is unknown.
    `evidenced_at` contains all positions at which a statement says that the fact holds. `possible_ends` contains stated
    ends whose order relative to the evidence of the fact is unknown. From the earliest possible position of a possible
    end on, it is uncertain whether the fact holds.

    If `open_start` is true, the fact may have begun before the positions in `starts`, so that the fact is possible at
    earlier moments. After the last position in `fades`, it is uncertain whether the fact holds. If `fades` is empty,
    the fact continues until one of its ends.
    """

    kind: PredicateKind
    starts: tuple[TimePosition, ...]
    evidenced_at: tuple[TimePosition, ...]
    ends: tuple[FactEnd, ...] = ()
    possible_ends: tuple[TimePosition, ...] = ()
    open_start: bool = False
    fades: tuple[TimePosition, ...] = ()


@dataclass(frozen=True, slots=True)
class FoldedFact(Deferred):
    """A fact as the fold computes it: `core` is the fact without the names and types of its entities, which the
    projection adds later.

    The id of the fact is the id of the fact's first statement in narrative order. `statements` contains the ids of the
    statements that support the fact, and `closing` contains the ids of the statements that end the fact. `rivals`
    contains the validities of facts that exclude this fact and whose order in time relative to this fact is unknown.
    """

    core: Fact
    predicate: Predicate
    statements: tuple[str, ...]
    closing: tuple[str, ...]
    validity: FactValidity
    rivals: tuple[FactValidity, ...] = ()

    @property
    def uuid(self) -> str:
        """The id of the fact, which equals the id of the fact's first statement."""
        return self.core.uuid

    @property
    def implied(self) -> bool:
        """Whether the fact says nothing but that an event ended a state which nothing else mentions. For example, "Ann no
        longer has the key" only repeats "Ann gave Bo the key" if the text never says that Ann had the key.
        """
        return self.core.derived and not self.statements


@dataclass(frozen=True, slots=True)
class FoldResult:
    """The result of a fold: facts by id in narrative order, issues by rank, and the fact id of every statement."""

    by_id: SharedDict[str, FoldedFact]
    issues: tuple[Issue, ...]
    fact_of: Mapping[str, str]

    @property
    def facts(self) -> tuple[FoldedFact, ...]:
        """The facts in narrative order."""
        return tuple(self.by_id.values())
