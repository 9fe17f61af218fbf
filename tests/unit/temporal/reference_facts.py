"""The facts of the reference implementation of the fold, and what it asks of single statements."""

from __future__ import annotations

from dataclasses import dataclass, field

from episodic.model.episodes import FrameKind
from episodic.model.name_keys import name_key
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase
from episodic.temporal.exclusion import StatementContent
from episodic.temporal.placed import PlacedStatement


@dataclass
class ReferenceFact:
    """The statements of one fact, its stated ends, and other causes of its end."""

    content: StatementContent
    denied: bool
    kind: PredicateKind
    said: list[PlacedStatement] = field(default_factory=list)
    closing: list[PlacedStatement] = field(default_factory=list)
    enders: set[tuple[str, str]] = field(default_factory=set)
    """(id of the ending fact, id of the statement at which the fact ends)."""

    @property
    def uuid(self) -> str:
        return (self.said or self.closing)[0].uuid

    @property
    def all(self) -> list[PlacedStatement]:
        return [*self.said, *self.closing]


PAST_FRAMES = (FrameKind.FLASHBACK, FrameKind.TALE, FrameKind.LETTER)


def quote_of(one: PlacedStatement) -> tuple[str, int, int]:
    """Return the position of a statement's quote."""
    return (one.evidence.episode, one.evidence.start, one.evidence.end)


LIVING_PHASES = (Phase.BEGINS, Phase.HOLDS)


def says_end(one: PlacedStatement) -> bool:
    """Return whether a statement says that a state ends."""
    return one.core.phase is Phase.ENDS and one.predicate.kind is not PredicateKind.EVENT


def narrowed_apart(first: ReferenceFact, second: ReferenceFact) -> bool:
    """Return whether all statements of two facts of equal content have qualifiers, and the facts share none of them."""
    if PredicateKind.FIXED in {first.kind, second.kind}:
        return False
    one, other = ({name_key(two.core.qualifier or "") for two in fact.all} for fact in (first, second))
    return "" not in one | other and one.isdisjoint(other)
