"""A reference implementation of the fold: slow code that compares every pair of statements by the rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from episodic.model.predicates import LifeState, PredicateKind
from episodic.model.readings import Phase, Placement
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.exclusion import Exclusions, StatementContent, content_of, ends_any_value, exclusive_keys
from episodic.temporal.fold.deaths import ended_by_death_of, is_foretold
from episodic.temporal.fold.fold import PartitionKey, partition_of
from episodic.temporal.placed import PlacedStatement, of_one_row
from tests.unit.temporal.reference_facts import (
    LIVING_PHASES,
    PAST_FRAMES,
    ReferenceFact,
    narrowed_apart,
    quote_of,
    says_end,
    told_in_one_breath,
)


class ReferenceFold:
    """The facts of statements with one partition key, by a literal implementation of the rules."""

    def __init__(self, statements: list[PlacedStatement], chronology: Chronology, exclusions: Exclusions) -> None:
        self.chronology, self.exclusions = chronology, exclusions
        self.statements = sorted(statements, key=lambda one: one.narrative_key)
        self.deaths = [
            one
            for one in self.statements
            if one.predicate.name == "dead" and one.core.phase in LIVING_PHASES and not is_foretold(one)
        ]
        self.keys: dict[StatementContent, set[object]] = defaultdict(set)
        for one in self.statements:
            if one.core.phase is not Phase.DENIED and not one.core.habit:
                self.keys[self.class_of(one)] |= set(exclusive_keys(content_of(one), one.predicate))
        self.facts: list[ReferenceFact] = []
        for one in self.statements:
            if not says_end(one):
                self.join(one)
        for one in self.statements:
            if says_end(one):
                self.close(one)
        for fact in self.facts:
            self.end(fact)

    def class_of(self, one: PlacedStatement) -> StatementContent:
        return self.exclusions.class_of(content_of(one))

    def place(self, one: PlacedStatement) -> TimePosition:
        return self.chronology.position_of(one.uuid)

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

    def ends_content(self, end: PlacedStatement, content: StatementContent) -> bool:
        """Return whether a stated end concerns facts of a content."""
        own = self.class_of(end)
        return own == content or (ends_any_value(own, end.predicate) and own[:2] == content[:2])

    def separating_statements(self, one: PlacedStatement) -> list[PlacedStatement]:
        """Return the statements that can separate statements of this content."""
        kind, denied = one.predicate.kind, one.core.phase is Phase.DENIED
        own_ends = [two for two in self.statements if says_end(two) and self.ends_content(two, self.class_of(one))]
        if kind is PredicateKind.FIXED:
            return [] if denied else own_ends
        walls = [two for two in self.statements if self.statements_exclude(one, two)]
        if not denied:
            walls += own_ends
            walls += [two for two in self.deaths if two.subject in ended_by_death_of(one)]
        return walls

    def stated_day(self, one: PlacedStatement) -> tuple[str, int] | None:
        bounds = self.chronology.bounds(self.place(one))
        if bounds.axis is None or bounds.earliest is None or bounds.earliest != bounds.latest:
            return None
        return (bounds.axis, bounds.earliest)

    def one_line(self, one: PlacedStatement, other: PlacedStatement) -> bool:
        runs = {self.chronology.passage_of(two.passage).run for two in (one, other)}
        return len(runs) == 1 and {one.core.placing, other.core.placing} == {Placement.NOW}

    def is_event(self, one: PlacedStatement) -> bool:
        return one.predicate.kind is PredicateKind.EVENT and one.core.phase is not Phase.DENIED

    def happened_together(self, one: PlacedStatement, other: PlacedStatement) -> bool:
        """Return whether two event statements are about one event."""
        if one.predicate.once or content_of(one) != content_of(other):
            return True
        if self.one_line(one, other):
            return False
        named = one.event is not None and one.event == other.event
        return named or (self.stated_day(one) is not None and self.stated_day(one) == self.stated_day(other))

    def are_near(self, one: PlacedStatement, other: PlacedStatement) -> bool:
        """Return whether *one*, a statement of a passing state, is in the same passage or scene as *other* or in a
        neighbouring passage of one run.
        """
        if not one.predicate.passing:
            return False
        near = {other.passage, other.scene_end or other.passage, *self.chronology.neighbours(other.passage)}
        return one.passage in near or (one.scene_end is not None and one.scene_end in near)

    def may_join(self, fact: ReferenceFact, one: PlacedStatement) -> bool:
        if self.is_event(one):
            if not any(self.happened_together(two, one) for two in fact.said):
                return False
            if one.predicate.once:
                days = {self.stated_day(two) for two in (*fact.said, one)} - {None}
                return self.stated_day(one) is None or len(days) == 1
            return not any(self.precedes(two, one) or self.precedes(one, two) for two in fact.said)
        near = any(self.are_near(two, one) for two in fact.said)
        lasts = any(not two.predicate.passing for two in fact.said)
        if one.predicate.passing and not near and (one.scene_end is None or not lasts):
            return False
        if not one.predicate.passing and not near and all(two.scene_end is not None for two in fact.said):
            return False
        return not any(self.parted(two, one) or self.other_stay(two, one) for two in fact.said)

    def other_stay(self, one: PlacedStatement, other: PlacedStatement) -> bool:
        """Return whether one of two statements of one place only follows from an arrival in a flashback, dream, letter
        or tale, and the other is in another run.
        """
        passages = [self.chronology.passage_of(two.passage) for two in (one, other)]
        arrivals = [
            two.predicate.presence and two.core.derived and two.core.phase is Phase.BEGINS and not passage.main
            for two, passage in zip((one, other), passages, strict=True)
        ]
        return any(arrivals) and passages[0].run != passages[1].run

    def starts(self, fact: ReferenceFact) -> list[PlacedStatement]:
        begins = next((one for one in fact.said if one.core.phase is Phase.BEGINS), None)
        ones = [one for one in fact.said if begins is None or one is begins or self.precedes(one, begins)]
        return [one for one in ones if not any(self.precedes(other, one) for other in ones)]

    def open_start(self, fact: ReferenceFact) -> bool:
        """Return whether the start of a fact is open: its first statement says that the state holds, and no rival comes
        before.
        """
        starts = self.starts(fact)
        if fact.kind is not PredicateKind.STATE or not starts:
            return False
        if any(one.core.phase is Phase.BEGINS for one in starts):
            return False
        others = [other.all for other in self.facts if other is not fact and self.rivals_or_repeats(fact, other)]
        if not fact.denied:
            others += [[one] for one in self.statements if says_end(one) and self.ends_content(one, fact.content)]
        return not any(self.some_before(other, [start]) for other in others for start in starts)

    def rivals_or_repeats(self, fact: ReferenceFact, other: ReferenceFact) -> bool:
        return other.content == fact.content or self.facts_exclude(fact, other)

    def last_certain_moments(self, fact: ReferenceFact) -> set[TimePosition]:
        """Return the last moments up to which a past or passing state certainly lasts."""
        if fact.kind is not PredicateKind.STATE or not fact.said:
            return set()
        if self.passes(fact):
            last = self.last_here(fact)
            return {self.place(one) for one in fact.said} if last is None else {self.chronology.end_of(last[0])}
        dead = fact.said[0].predicate.life is LifeState.DEAD and not fact.denied
        begins = any(one.core.phase is Phase.BEGINS and not one.core.derived for one in fact.said)
        if fact.enders or dead or begins or not all(self.past(one) for one in fact.said):
            return set()
        return {self.last_moment(one) for one in fact.said}

    def passes(self, fact: ReferenceFact) -> bool:
        return bool(fact.said) and not fact.denied and all(one.predicate.passing for one in fact.said)

    def last_here(self, fact: ReferenceFact) -> tuple[str, int] | None:
        """Return the last passage in which a passing state certainly holds, and how many passages later it is over."""
        here = [one for one in fact.said if one.core.placing is Placement.NOW]
        if not here:
            return None
        passages = [self.chronology.passage_of(one.scene_end or one.passage) for one in here]
        last = max(passages, key=lambda one: (one.order, one.index)).uuid
        return last, 2 if any(one.scene_end is None and one.passage == last for one in here) else 1

    def past(self, one: PlacedStatement) -> bool:
        passage = self.chronology.passage_of(one.passage)
        if one.core.placing is Placement.BACK or passage.frame in PAST_FRAMES:
            return True
        place, now = self.place(one), self.chronology.now_of(passage.uuid)
        return place.start == place.end and self.chronology.precedes(place, now)

    def last_moment(self, one: PlacedStatement) -> TimePosition:
        framed = self.chronology.passage_of(one.passage).frame in PAST_FRAMES
        on_line = self.chronology.chain_position(self.place(one)) is not None
        if framed and on_line and one.core.placing is Placement.NOW:
            return self.chronology.line_end_of(one.passage)
        return self.place(one)

    def parted(self, one: PlacedStatement, other: PlacedStatement) -> bool:
        return any(
            (self.precedes(one, wall) and self.precedes(wall, other))
            or (self.precedes(other, wall) and self.precedes(wall, one))
            for wall in self.separating_statements(other)
        )

    def join(self, one: PlacedStatement) -> None:
        content, denied = self.class_of(one), one.core.phase is Phase.DENIED
        for fact in self.facts:
            if (fact.content, fact.denied) == (content, denied) and self.may_join(fact, one):
                fact.said.append(one)
                return
        kind = one.predicate.kind
        if denied and kind is PredicateKind.EVENT:
            kind = PredicateKind.STATE
        self.facts.append(ReferenceFact(content, denied, kind, [one]))

    def close(self, one: PlacedStatement) -> None:
        content = self.class_of(one)
        own = [fact for fact in self.facts if fact.content == content and not fact.denied]
        endable = own
        same = [fact for fact in self.facts if fact.content[:2] == content[:2] and not fact.denied]
        if ends_any_value(content, one.predicate):
            endable = [fact for fact in same if not self.some_before(fact.closing, [one])]
        endable = [fact for fact in endable if not any(self.other_stay(two, one) for two in fact.said)]
        begun = [fact for fact in endable if self.some_before(fact.all, [one])]
        if one.core.derived and not ends_any_value(content, one.predicate):
            begun = [fact for fact in begun if self.shared(fact) or not any(self.parted(two, one) for two in fact.all)]
        if begun:
            latest = begun[0]
            for fact in begun[1:]:
                if self.some_before(latest.all, fact.all) or not self.some_before(fact.all, latest.all):
                    latest = fact
            latest.closing.append(one)
            return
        told = [
            fact for fact in (same if ends_any_value(content, one.predicate) else own) if fact.said and fact.closing
        ]
        if repeated := next((fact for fact in told if self.repeats(one, fact.closing)), None):
            repeated.closing.append(one)
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

    def shared(self, fact: ReferenceFact) -> bool:
        """Return whether a fact starts with one of several statements of one row."""
        return any(of_one_row(one, two) for one in fact.said[:1] for two in self.statements if two is not one)

    def repeats(self, end: PlacedStatement, earlier: list[PlacedStatement]) -> bool:
        """Return whether an undated stated end of a look back is in no order to the ends that were told earlier."""
        undated = end.core.placing is Placement.BACK and end.core.time is None
        return undated and not any(self.precedes(one, end) or self.precedes(end, one) for one in earlier)

    def facts_exclude(self, first: ReferenceFact, second: ReferenceFact) -> bool:
        if first.content == second.content:
            return first.denied != second.denied and not narrowed_apart(first, second)
        if first.denied or second.denied or told_in_one_breath(first, second, self.chronology):
            return False
        return self.contents_exclude(first.content, second.content)

    def end(self, fact: ReferenceFact) -> None:
        if fact.kind is PredicateKind.EVENT:
            return
        told = enumerate(fact.closing)
        enders = [
            (fact.uuid, one) for at, one in told if not any(self.repeats(one, [two]) for two in fact.closing[:at])
        ]
        for rival in self.facts:
            if fact.kind is PredicateKind.STATE and rival is not fact and self.facts_exclude(fact, rival):
                enders += self.ended_by(fact, rival)
        if fact.kind is PredicateKind.STATE and not fact.denied:
            enders += self.killed_by(fact) if fact.said else []
            ends = [one for two in self.facts if two.content == fact.content and not two.denied for one in two.closing]
            enders += [(fact.uuid, one) for one in ends if not fact.closing and self.after_all(fact, one)]
        first = [(by, one) for by, one in enders if not any(self.precedes(other, one) for _, other in enders)]
        if not any(self.after_all(fact, one) for one in self.of_quotes_of(first, enders)):
            certain = [(by, one) for by, one in enders if self.after_all(fact, one)]
            first += [(by, one) for by, one in certain if not any(self.precedes(other, one) for _, other in certain)]
        quotes = {quote_of(one) for _, one in first}
        over = self.over(fact)
        fact.enders = {
            (by, one.uuid)
            for by, one in enders
            if ((by, one) in first or quote_of(one) in quotes)
            and not (one in self.deaths and over is not None and self.chronology.precedes(over, self.place(one)))
        }

    def after_all(self, fact: ReferenceFact, end: PlacedStatement) -> bool:
        """Return whether every statement of a fact certainly comes before a moment."""
        return all(self.precedes(one, end) for one in fact.said)

    def of_quotes_of(
        self, first: list[tuple[str, PlacedStatement]], enders: list[tuple[str, PlacedStatement]]
    ) -> list[PlacedStatement]:
        return [one for _, one in enders if quote_of(one) in {quote_of(two) for _, two in first}]

    def over(self, fact: ReferenceFact) -> TimePosition | None:
        """Return the moment at which a passing state is over by itself, or None. A later death does not end it."""
        last = self.last_here(fact) if self.passes(fact) else None
        if last is None:
            return None
        following: str | None = last[0]
        for _ in range(last[1]):
            following = None if following is None else self.chronology.neighbours(following)[1]
        if following is None:
            return None
        over = self.chronology.now_of(following)
        return over if self.chronology.precedes(self.chronology.end_of(last[0]), over) else None

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
            quotes = {quote_of(one) for one in fact.closing}
            at_end = [one for one in starts if self.place(one) in places or quote_of(one) in quotes]
            over = [one for one in starts if self.after_all(fact, one)]
            over = [one for one in over if all(self.precedes(end, one) for end in fact.closing)]
            return [(rival.uuid, one) for one in starts if one in at_end or one in over]
        closing = [one for one in rival.closing if self.some_before(fact.all, [one])]
        over = self.earliest([one for one in starts if self.after_all(fact, one)])
        ends = self.earliest(starts or closing)
        needed = [] if any(self.after_all(fact, one) for one in ends if one in starts) else over
        return [(rival.uuid, one) for one in (*ends, *needed)]

    def earliest(self, ones: list[PlacedStatement]) -> list[PlacedStatement]:
        return [one for one in ones if not any(self.precedes(other, one) for other in ones)]

    def outlives(self, fact: ReferenceFact, rival: ReferenceFact) -> bool:
        return any(
            self.precedes(held, start) and self.precedes(start, end) and quote_of(start) != quote_of(end)
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


def reference_folds(
    statements: list[PlacedStatement], chronology: Chronology, exclusions: Exclusions
) -> list[ReferenceFold]:
    """Return the folds of all partitions of a work."""
    by_reality: dict[PartitionKey, list[PlacedStatement]] = defaultdict(list)
    for one in statements:
        by_reality[partition_of(one)].append(one)
    return [ReferenceFold(told, chronology, exclusions) for told in by_reality.values()]
