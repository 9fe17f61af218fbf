# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false, reportUnknownVariableType=false
"""Reference implementation of the fold: compares every pair of statements by the rules. Slow; checks the fast fold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.exclusion import Exclusions, StatementContent, content_of, exclusive_keys
from episodic.temporal.fold.fold import PartitionKey, partition_of
from episodic.temporal.fold.grouping import ended_by_death_of
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


class ReferenceFold:
    """The facts of one partition, by a literal implementation of the rules R2, R4 and R10."""

    def __init__(self, statements: list[PlacedStatement], chronology: Chronology, exclusions: Exclusions) -> None:
        self.chronology, self.exclusions = chronology, exclusions
        self.statements = sorted(statements, key=lambda one: one.narrative_key)
        self.deaths = [
            one for one in self.statements if one.predicate.name == "dead" and one.core.phase in LIVING_PHASES
        ]
        self.keys: dict[StatementContent, set[object]] = defaultdict(set)
        for one in self.statements:
            if one.core.phase is not Phase.DENIED:
                self.keys[self.class_of(one)] |= set(exclusive_keys(content_of(one), one.predicate))
        self.facts: list[ReferenceFact] = []
        for one in self.statements:
            if not closes(one):
                self.join(one)
        for one in self.statements:
            if closes(one):
                self.close(one)
        for fact in self.facts:
            self.end(fact)

    def class_of(self, one: PlacedStatement) -> StatementContent:
        return self.exclusions.class_of(content_of(one))

    def precedes(self, one: PlacedStatement, other: PlacedStatement) -> bool:
        return self.chronology.precedes(self.chronology.position_of(one.uuid), self.chronology.position_of(other.uuid))

    def some_before(self, ones: Iterable[PlacedStatement], others: Iterable[PlacedStatement]) -> bool:
        return any(self.precedes(one, other) for one in ones for other in others)

    def contents_exclude(self, first: StatementContent, second: StatementContent) -> bool:
        if first == second or second in self.exclusions.compatible_classes(first):
            return False
        return second in self.exclusions.excluded_by_judgement(first) or bool(self.keys[first] & self.keys[second])

    def statements_exclude(self, one: PlacedStatement, other: PlacedStatement) -> bool:
        first, second = self.class_of(one), self.class_of(other)
        denials = [one.core.phase is Phase.DENIED, other.core.phase is Phase.DENIED]
        if first == second:
            return denials[0] != denials[1]
        return not any(denials) and self.contents_exclude(first, second)

    def walls(self, one: PlacedStatement) -> list[PlacedStatement]:
        """The statements that can separate statements of this content."""
        kind, denied = one.predicate.kind, one.core.phase is Phase.DENIED
        own_ends = [two for two in self.statements if closes(two) and self.class_of(two) == self.class_of(one)]
        if kind is PredicateKind.FIXED:
            return [] if denied else own_ends
        walls = [two for two in self.statements if self.statements_exclude(one, two)]
        if not denied:
            walls += own_ends
            walls += [two for two in self.deaths if two.subject in ended_by_death_of(one)]
        return walls

    def parted(self, one: PlacedStatement, other: PlacedStatement) -> bool:
        if other.predicate.kind is PredicateKind.EVENT and other.core.phase is not Phase.DENIED:
            return self.precedes(one, other) or self.precedes(other, one)
        return any(
            (self.precedes(one, wall) and self.precedes(wall, other))
            or (self.precedes(other, wall) and self.precedes(wall, one))
            for wall in self.walls(other)
        )

    def join(self, one: PlacedStatement) -> None:
        content, denied = self.class_of(one), one.core.phase is Phase.DENIED
        for fact in self.facts:
            if (fact.content, fact.denied) == (content, denied) and not any(self.parted(two, one) for two in fact.said):
                fact.said.append(one)
                return
        kind = one.predicate.kind
        if denied and kind is PredicateKind.EVENT:
            kind = PredicateKind.STATE
        self.facts.append(ReferenceFact(content, denied, kind, [one]))

    def close(self, one: PlacedStatement) -> None:
        content = self.class_of(one)
        own = [fact for fact in self.facts if fact.content == content and not fact.denied]
        begun = [fact for fact in own if self.some_before(fact.all, [one])]
        if begun:
            latest = begun[0]
            for fact in begun[1:]:
                if self.some_before(latest.all, fact.all) or not self.some_before(fact.all, latest.all):
                    latest = fact
            latest.closing.append(one)
            return
        walls = [two for two in self.statements if self.statements_exclude(one, two)]
        walls += [
            two for two in self.statements if self.class_of(two) == content and two.core.phase is not Phase.DENIED
        ]
        walls += [two for two in self.deaths if two.subject in ended_by_death_of(one)]
        if one.predicate.kind is PredicateKind.FIXED:
            walls = [two for two in walls if self.class_of(two) == content and two.core.phase is not Phase.DENIED]
        for fact in own:
            apart = any(
                (self.precedes(two, wall) and self.precedes(wall, one))
                or (self.precedes(one, wall) and self.precedes(wall, two))
                for wall in walls
                for two in fact.all
            )
            if not fact.said and not apart:
                fact.closing.append(one)
                return
        self.facts.append(ReferenceFact(content, False, one.predicate.kind, [], [one]))

    def facts_exclude(self, first: ReferenceFact, second: ReferenceFact) -> bool:
        if first.content == second.content:
            return first.denied != second.denied
        return not first.denied and not second.denied and self.contents_exclude(first.content, second.content)

    def end(self, fact: ReferenceFact) -> None:
        if fact.kind is PredicateKind.EVENT:
            return
        enders = [(fact.uuid, one) for one in fact.closing]
        for rival in self.facts:
            if fact.kind is PredicateKind.STATE and rival is not fact and self.facts_exclude(fact, rival):
                enders += self.ended_by(fact, rival)
        if fact.kind is PredicateKind.STATE and not fact.denied and not fact.closing:
            enders += self.killed_by(fact)
        fact.enders = {
            (by, one.uuid) for by, one in enders if not any(self.precedes(other, one) for _, other in enders)
        }

    def ended_by(self, fact: ReferenceFact, rival: ReferenceFact) -> list[tuple[str, PlacedStatement]]:
        if rival.kind is PredicateKind.FIXED or (rival.kind is PredicateKind.EVENT and not fact.denied):
            return []
        starts = [one for one in rival.said if self.some_before(fact.all, [one])]
        if rival.kind is not PredicateKind.EVENT and self.outlives(fact, rival):
            return []
        if not self.some_before(fact.all, rival.all) or self.some_before(rival.all, fact.all):
            return []
        if fact.closing:
            places = {self.chronology.position_of(one.uuid) for one in fact.closing}
            return [(rival.uuid, one) for one in starts if self.chronology.position_of(one.uuid) in places]
        closing = [one for one in rival.closing if self.some_before(fact.all, [one])]
        return [(rival.uuid, one) for one in starts or closing]

    def outlives(self, fact: ReferenceFact, rival: ReferenceFact) -> bool:
        return any(
            self.precedes(held, start) and self.precedes(start, end)
            for one, other in ((fact, rival), (rival, fact))
            for held in one.said
            for start in other.said
            for end in one.closing
        )

    def killed_by(self, fact: ReferenceFact) -> list[tuple[str, PlacedStatement]]:
        found: list[tuple[str, PlacedStatement]] = []
        for dead in self.facts:
            said = [one for one in dead.said if one in self.deaths]
            if not said or dead.denied or said[0].subject not in ended_by_death_of(fact.said[0]):
                continue
            if self.some_before(said, fact.all):
                continue
            later = [one for one in said if self.some_before(fact.all, [one])]
            found += [(dead.uuid, one) for one in later or said]
        return found


LIVING_PHASES = (Phase.BEGINS, Phase.HOLDS)


def closes(one: PlacedStatement) -> bool:
    """Whether a statement says that a state ends."""
    return one.core.phase is Phase.ENDS and one.predicate.kind is not PredicateKind.EVENT


def reference_fold(
    statements: list[PlacedStatement], chronology: Chronology, exclusions: Exclusions
) -> list[ReferenceFact]:
    """All facts of a work."""
    by_reality: dict[PartitionKey, list[PlacedStatement]] = defaultdict(list)
    for one in statements:
        by_reality[partition_of(one)].append(one)
    return [fact for told in by_reality.values() for fact in ReferenceFold(told, chronology, exclusions).facts]
