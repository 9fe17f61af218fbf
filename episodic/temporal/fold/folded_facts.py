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
    """A position in story time at which a fact is over, as far as the text shows. `by` is the id of the fact that ends
    this fact, or this fact's own id if a statement or a duration ends it.

    If `exact` is false, the fact ended at an unknown time between its last statement and `place`. `uncertain` is true
    if dated evidence of the fact may be later than `place`, so that the fact is still possible afterwards.
    """

    place: TimePosition
    by: str
    exact: bool = True
    uncertain: bool = False


@dataclass(frozen=True, slots=True)
class FactValidity:
    """The validity of a fact in story time: the positions at which the fact starts, has evidence and ends.

    The fact holds from the earliest position in `starts` on, and `starts` is empty if the start of the fact is unknown.
    `evidenced_at` contains all positions at which a statement says that the fact holds. `possible_ends` contains the
    positions of stated ends that were assigned to other facts but may end this one, too. From a possible end on, it is
    uncertain whether the fact holds, until later evidence shows that it does.

    If `open_start` is true, the fact may have begun before the positions in `starts`, so that the fact is possible at
    earlier moments. At a moment that is later than every position in `fades`, it is uncertain whether the fact holds.
    If `fades` is empty, the fact continues until one of its ends. If the start is unknown, the fact began after all
    positions in `not_before`, because an excluding fact held there, or a fact of the same content ended there.
    """

    kind: PredicateKind
    starts: tuple[TimePosition, ...]
    evidenced_at: tuple[TimePosition, ...]
    ends: tuple[FactEnd, ...] = ()
    possible_ends: tuple[TimePosition, ...] = ()
    open_start: bool = False
    fades: tuple[TimePosition, ...] = ()
    not_before: tuple[TimePosition, ...] = ()


@dataclass(frozen=True, slots=True)
class FoldedFact(Deferred):
    """A fact as the fold computes it: in `core`, the names and types of its entities are still missing, and the
    projection adds them.

    The id of a folded fact is the id of its first statement in narrative order. If the fact has no statements, its id
    is the id of its first stated end. `statements` contains the ids of the statements that support the fact, and
    `closing` the ids of those that say that it ends. `rivals` contains the validities of facts that exclude this fact
    and that may hold at the same time. If the author has locked this fact, `rivals` contains only the validities of
    other locked facts.
    """

    core: Fact
    predicate: Predicate
    statements: tuple[str, ...]
    closing: tuple[str, ...]
    validity: FactValidity
    rivals: tuple[FactValidity, ...] = ()

    @property
    def uuid(self) -> str:
        # The id is not read from `core`, which contains it too, because this could load the whole core from a
        # checkpoint.
        return (self.statements or self.closing)[0]

    @property
    def implied(self) -> bool:
        """Whether the fact only says that an event ended a state which no statement mentions. For example, "Ann no
        longer has the key" only repeats "Ann gave Bo the key" if the text never says that Ann had the key.
        """
        return not self.statements and self.core.derived


@dataclass(frozen=True, slots=True)
class FoldResult:
    """The result of a fold. It contains the facts by id in narrative order, and the issues in order of urgency. For
    each statement of these facts, it also contains the id of the fact.
    """

    by_id: SharedDict[str, FoldedFact]
    issues: tuple[Issue, ...]
    fact_of: Mapping[str, str]

    @property
    def facts(self) -> tuple[FoldedFact, ...]:
        """The facts in narrative order."""
        return tuple(self.by_id.values())
