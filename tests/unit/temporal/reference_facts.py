"""The facts of the reference implementation of the fold, and what it asks of single statements."""

from __future__ import annotations

from dataclasses import dataclass, field

from episodic.model.episodes import FrameKind
from episodic.model.name_keys import name_key
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase
from episodic.temporal.chronology.chronology import Chronology
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


def told_in_one_breath(first: ReferenceFact, second: ReferenceFact, chronology: Chronology) -> bool:
    """Return whether a statement of each of two facts that have one subject and predicate are told in one breath: in
    one quote, or as claims of one passage, or as claims about homes in one scene of the main line.
    """
    told = [*first.said, *second.said]
    plain = all(
        one.predicate.kind is PredicateKind.STATE and one.core.phase is Phase.HOLDS and one.core.time is None
        for one in told
    )
    if not plain or first.content[:2] != second.content[:2] or not first.said or not second.said:
        return False
    return any(_one_breath(one, other, chronology) for one in first.said for other in second.said)


def _one_breath(one: PlacedStatement, other: PlacedStatement, chronology: Chronology) -> bool:
    if quote_of(one) == quote_of(other):
        return True
    if one.world or one.core.placing is not other.core.placing:
        return False
    first, last = sorted(
        (chronology.passage_of(two.passage) for two in (one, other)), key=lambda two: two.narrative_key
    )
    narrated = {first.frame, last.frame} & {FrameKind.TALE, FrameKind.LETTER}
    if first == last:
        return one.predicate.place or not narrated
    if narrated or first.episode != last.episode or not one.predicate.place or one.predicate.presence:
        return False
    between = last
    while between != first:
        before = chronology.neighbours(between.uuid)[0]
        if between.time is not None or between.aside or before is None:
            return False
        between = chronology.passage_of(before)
    return True


def narrowed_apart(first: ReferenceFact, second: ReferenceFact) -> bool:
    """Return whether all statements of two facts of equal content have qualifiers, and the facts share none of them."""
    if PredicateKind.FIXED in {first.kind, second.kind}:
        return False
    one, other = ({name_key(two.core.qualifier or "") for two in fact.all} for fact in (first, second))
    values = [{two.value_key or name_key(two.core.value or "") for two in fact.all} for fact in (first, second)]
    if first.all[0].predicate.passing:
        values = [named - {""} for named in values]
    unnamed = first.all[0].predicate.mental and values[0].isdisjoint(values[1])
    return unnamed or ("" not in one | other and one.isdisjoint(other))
