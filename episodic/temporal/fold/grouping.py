"""Groups statements of equal content into facts.

Statements of equal content form several facts in three cases. In the first case, a statement or death certainly lies
between them in time. In the second case, they report different events. In the third case, they tell of different stays
or moods.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from episodic.model.name_keys import name_key
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase, Placement
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.exclusion import Exclusions, StatementContent, ends_any_value
from episodic.temporal.fold.deaths import Death
from episodic.temporal.fold.event_identity import EventIndex
from episodic.temporal.fold.fact_drafts import FactDraft
from episodic.temporal.fold.moment_ranks import MomentRanks
from episodic.temporal.fold.partitions import StatementGroup
from episodic.temporal.fold.separators import SeparatorIndex, is_stated_end
from episodic.temporal.placed import PlacedStatement, of_one_row


class FactGrouping:
    """Assigns each statement of a group to a fact draft (a fact that still gets statements). Stated ends (statements
    which say that a state ends, such as "she left Paris") are assigned to fact drafts, too.

    `deaths` are the reported deaths that can end facts of the group, or divide statements of equal content into several
    facts.
    """

    def __init__(
        self, group: StatementGroup, deaths: Sequence[Death], *, ranks: MomentRanks, exclusions: Exclusions
    ) -> None:
        self.statements, self.deaths = group.statements, deaths
        self.ranks, self.exclusions = ranks, exclusions
        self.classes = [exclusions.class_of(one) for one in group.contents]
        self.separators = SeparatorIndex(group, deaths, self.classes, ranks=ranks, exclusions=exclusions)
        self._closings: dict[StatementContent, list[int]] = defaultdict(list)
        self.drafts: list[FactDraft] = []
        self._of_class: dict[tuple[StatementContent, bool], list[FactDraft]] = defaultdict(list)
        self._highest: dict[tuple[StatementContent, bool], list[list[int]]] = defaultdict(
            lambda: [[] for _ in ranks.lines]
        )
        """For each class of equal contents and each line (chain of ordered moments), a list with one number for each
        fact draft of the class. The number of a draft is the maximum of the ranks `FactDraft.high` of this draft and of
        all drafts before it. The rank `FactDraft.high` of a draft is read when the draft gets its first statement. The
        maxima stay upper bounds of the ranks, because `FactDraft.high` never increases when a draft gets further
        statements.
        """
        self._events = EventIndex(self.statements, group.contents, ranks)
        self._passing: dict[tuple[StatementContent, bool, str], list[int]] = defaultdict(list)
        self._lasting: dict[tuple[StatementContent, bool], set[int]] = defaultdict(set)
        self._of_scenes: set[tuple[StatementContent, bool, int]] = set()
        """The facts whose statements all say that the state holds in their scene only."""
        for number, statement in enumerate(self.statements):
            if not is_stated_end(statement):
                self._join(number, statement)
        for number, statement in enumerate(self.statements):
            if is_stated_end(statement):
                self._close(number, statement)
        self._refuse_unlocked_ends()

    def use(self, chronology: Chronology, exclusions: Exclusions) -> None:
        """Replace the chronology and the exclusions (judgements about contents) of this object by *chronology* and
        *exclusions*, so that the old ones are not kept in memory. The new ones must give the same order and days of the
        moments as the old ones. They must also say of the same contents of the group that they are equal or exclude
        each other.
        """
        self.ranks.chronology, self.exclusions = chronology, exclusions
        self.separators.use(exclusions)

    def death(self, number: int) -> Death:
        """Return the death with the index *number*; the deaths are numbered after the statements of the group."""
        return self.deaths[number - len(self.statements)]

    def statement(self, number: int) -> PlacedStatement:
        """Return the statement with the index *number*; if *number* is the index of a death, return the statement that
        reports the death.
        """
        own = len(self.statements)
        return self.statements[number] if number < own else self.deaths[number - own].statement

    def ends_any(self, number: int) -> bool:
        """Return whether the stated end *number* ("she left") ends a fact of its subject and predicate whatever the
        fact's object is.
        """
        return ends_any_value(self.classes[number], self.statements[number].predicate)

    def drafts_of(self, content: StatementContent, *, denied: bool) -> Sequence[FactDraft]:
        """Return the facts with the content *content* or an equal content: only denied facts if *denied* is true, else
        only facts that are not denied. Facts with statements come first, in the narrative order of their first
        statements, and facts with only stated ends ("she left Paris") come last.
        """
        return self._of_class.get((content, denied), ())

    def closings_of(self, content: StatementContent) -> Sequence[int]:
        """Return the indices of the stated ends ("she left Paris") that end, or may end, a fact with the content
        *content* or an equal content.
        """
        return self._closings.get(content, ())

    def _join(self, number: int, statement: PlacedStatement) -> None:
        content, denied = self.classes[number], statement.core.phase is Phase.DENIED
        kind = statement.predicate.kind
        facts = self._of_class[content, denied]
        event = kind is PredicateKind.EVENT and not denied
        if event:
            place = self._events.matching(number, content, facts)
        else:
            place = self._matching_fact(facts, number, statement)
        is_new = place is None
        if place is None:
            place = len(facts)
            self._new_draft(content, kind, denied=denied)
        fact = facts[place]
        fact.add(number, self.ranks)
        for line, highest in enumerate(self._highest[content, denied] if is_new else ()):
            highest.append(max(fact.high[line], highest[-1]) if highest else fact.high[line])
        fact.locked |= statement.locked
        if statement.predicate.presence:
            self._note_run(fact, statement)
        if event:
            self._events.add(number, content, place)
        elif statement.predicate.passing:
            for passage in {statement.passage, statement.scene_end or statement.passage}:
                self._passing[content, denied, passage].append(place)
        if statement.scene_end is None:
            self._of_scenes.discard((content, denied, place))
        elif is_new:
            self._of_scenes.add((content, denied, place))
        if not event and not statement.predicate.passing:
            self._lasting[content, denied].add(place)

    def _matching_fact(self, facts: Sequence[FactDraft], number: int, statement: PlacedStatement) -> int | None:
        """Return the index of the first fact in *facts* to which the given statement can belong, or None. No other
        statement or death may separate the fact from the statement in time.

        A statement of a passing state such as a mood belongs only to a fact with another statement of a passing state
        nearby. Nearby means the same, the previous or the next passage of the run (main line, flashback, letter or
        tale). Some statements say that a passing state holds in one scene only. Such a statement may also belong to a
        fact that has a statement in the same scene or a statement of a lasting state. Some stays follow from an arrival
        told outside the main line, as in a flashback. Such a stay belongs to no fact of another run (main line,
        flashback, letter or tale). A statement belongs only to a fact with the same condition ("if she comes") and, for
        a mood, the same recurrence (see `_says_alike`).
        """
        if not facts:
            return None
        content, denied = self.classes[number], statement.core.phase is Phase.DENIED
        test = self.separators.test_of(number)
        places: Sequence[int] = range(test.first_candidate(self._highest[content, denied]), len(facts))
        if statement.predicate.passing:
            lasting = () if statement.scene_end is None else self._lasting.get((content, denied), ())
            places = sorted(self._near(number, statement).union(lasting))
        elif self._of_scenes:
            near = self._near(number, statement)
            places = [one for one in places if one in near or (content, denied, one) not in self._of_scenes]
        return next(
            (
                place
                for place in places
                if not test.separates(facts[place])
                and not self._apart(facts[place], statement)
                and self._says_alike(facts[place], statement)
            ),
            None,
        )

    def _says_alike(self, fact: FactDraft, statement: PlacedStatement) -> bool:
        """Return whether a fact and a statement have the same condition ("if she comes"), or both have none. Two moods
        must also agree in whether the mood comes again and again, and in whether it is a former mood. The result is
        always true if the author has locked the fact or the statement.
        """
        first = self.statements[fact.statements[0]] if fact.statements else statement
        if statement.locked or first.locked:
            return True
        one, other = first.core, statement.core
        mood = statement.predicate.passing
        if mood and (one.habit, one.placing is Placement.BACK) != (other.habit, other.placing is Placement.BACK):
            return False
        return name_key(one.condition or "") == name_key(other.condition or "")

    def _near(self, number: int, statement: PlacedStatement) -> set[int]:
        """Return the indexes of those facts with the content of *statement* that have a statement of a passing state
        near *statement*. Near means in the same scene, or in the same, the previous or the next passage of the run
        (main line, flashback, letter or tale).
        """
        content, denied = self.classes[number], statement.core.phase is Phase.DENIED
        near = (statement.passage, *self.ranks.chronology.neighbours(statement.passage), statement.scene_end)
        return {place for one in near if one for place in self._passing.get((content, denied, one), ())}

    def _note_run(self, fact: FactDraft, statement: PlacedStatement) -> None:
        run = self.ranks.chronology.passage_of(statement.passage).run
        fact.runs.add(run)
        if self._is_told_arrival(statement):
            fact.arrivals.add(run)

    def _apart(self, fact: FactDraft, statement: PlacedStatement) -> bool:
        """Return whether a fact and a statement are about different stays. This is so if one follows from an arrival
        told outside the main line (as in a flashback), and the other is told in another run.
        """
        if not statement.predicate.presence:
            return False
        run = self.ranks.chronology.passage_of(statement.passage).run
        return bool((fact.runs if self._is_told_arrival(statement) else fact.arrivals) - {run})

    def _is_told_arrival(self, statement: PlacedStatement) -> bool:
        core, passage = statement.core, self.ranks.chronology.passage_of(statement.passage)
        return core.derived and core.phase is Phase.BEGINS and not passage.main

    def _new_draft(self, content: StatementContent, kind: PredicateKind, *, denied: bool) -> FactDraft:
        negated_event = denied and kind is PredicateKind.EVENT
        kind = PredicateKind.STATE if negated_event else kind
        draft = FactDraft.begun(content, kind, denied=denied, lines=len(self.ranks.lines))
        self.drafts.append(draft)
        self._of_class[content, denied].append(draft)
        return draft

    def _close(self, number: int, statement: PlacedStatement) -> None:
        """Give a stated end ("she left Paris") to the latest fact of its content that certainly began before it.

        If no fact certainly began before the stated end, facts that already have an end are considered. The stated end
        goes to such a fact if it may be a mere repetition of the fact's end. If the stated end repeats the end of no
        fact, facts that have only stated ends are considered. The stated end goes to such a fact, unless a statement or
        death certainly lies between them. If no suitable fact exists, the stated end begins a new one. A stated end can
        lack an object and a value ("she left"). It then ends the latest fact of its subject and predicate, whatever the
        object of this fact is. This is so only if its predicate has only one value at a time.
        """
        ranks, content = self.ranks, self.classes[number]
        own = self._of_class[content, False]
        ended = self._open_values(content, number) if ends_any_value(content, statement.predicate) else own
        for one in {content, *(draft.content for draft in ended)}:
            self._closings[one].append(number)
        latest: FactDraft | None = None
        for draft in self._begun_before_end(ended, number):
            if latest is None or latest.before(draft, ranks) or not draft.before(latest, ranks):
                latest = draft
        told = self.drafts if ends_any_value(content, statement.predicate) else own
        repeated = (one for one in told if latest is None and self._repeats_end(one, number))
        chosen = (
            latest
            or next(repeated, None)
            or self._unbegun(own, number)
            or self._new_draft(content, statement.predicate.kind, denied=False)
        )
        chosen.add(number, ranks, closes=True)
        chosen.locked |= statement.locked

    def _unbegun(self, drafts: Sequence[FactDraft], number: int) -> FactDraft | None:
        """Return the first fact that has only stated ends and is not separated from the stated end *number*, or None. A
        fact is separated from a stated end if a statement or death certainly lies between them in time.
        """
        unbegun = [one for one in drafts if not one.statements]
        if not unbegun:
            return None
        test = self.separators.test_of_end(number)
        return next((one for one in unbegun if not test.separates(one)), None)

    def _begun_before_end(self, drafts: Sequence[FactDraft], number: int) -> list[FactDraft]:
        """Return the facts that a stated end ("she left Paris") may end: those that certainly began before it.

        Some ends only follow from an event ("she set out", so she is no longer there). Such an end ends no fact that
        had certainly ended before the event. Somebody who left a place and later sets out from it must have returned in
        between, although the text does not say when. There is one exception, for a fact about several entities at once
        ("Ann and Wu have the map"). An earlier end for one of them ("Ann lost the map") does not prevent a later event
        from ending the fact. The fact may have gone on for the other entities.
        """
        statement = self.statements[number]
        begun = [one for one in drafts if one.begun_before(number, self.ranks) and not self._apart(one, statement)]
        if not statement.core.derived or ends_any_value(self.classes[number], statement.predicate):
            return begun
        test = self.separators.test_of(number)
        return [one for one in begun if not test.separates(one) or self._is_shared(one)]

    def _is_shared(self, draft: FactDraft) -> bool:
        first = draft.statements[0] if draft.statements else -1
        around = [one for one in (first - 1, first + 1) if first >= 0 and 0 <= one < len(self.statements)]
        return any(of_one_row(self.statements[first], self.statements[one]) for one in around)

    def _repeats_end(self, draft: FactDraft, number: int) -> bool:
        """Return whether a stated end may only repeat an end that the fact already has. Only a stated end that the text
        tells in a look back and without time words may repeat another one. The order of the two ends in story time must
        be unknown.
        """
        core = self.statements[number].core
        if core.placing is not Placement.BACK or core.time is not None or not draft.statements or not draft.closing:
            return False
        if draft.denied or draft.content[:2] != self.classes[number][:2]:
            return False
        return not any(self.ranks.precedes(end, number) or self.ranks.precedes(number, end) for end in draft.closing)

    def told_ends(self, draft: FactDraft) -> list[int]:
        """Return the stated ends of a fact, without ends that may only repeat an end that the text told before."""
        return [
            end
            for place, end in enumerate(draft.closing)
            if not any(
                self.statements[end].core.placing is Placement.BACK
                and self.statements[end].core.time is None
                and not self.ranks.precedes(first, end)
                and not self.ranks.precedes(end, first)
                for first in draft.closing[:place]
            )
        ]

    def _open_values(self, content: StatementContent, number: int) -> list[FactDraft]:
        """Return the facts of the subject and predicate of *content* that have no stated end certainly before the
        statement *number*.
        """
        return [
            one
            for one in self.drafts
            if not one.denied
            and one.content[:2] == content[:2]
            and not any(self.ranks.precedes(end, number) for end in one.closing)
        ]

    def _refuse_unlocked_ends(self) -> None:
        for draft in self.drafts:
            refused = [number for number in draft.closing if not self.statements[number].locked] if draft.locked else []
            if not refused:
                continue
            kept = FactDraft.begun(draft.content, draft.kind, denied=draft.denied, lines=len(self.ranks.lines))
            for number in draft.statements:
                kept.add(number, self.ranks)
            for number in draft.closing:
                if number not in refused:
                    kept.add(number, self.ranks, closes=True)
            draft.first, draft.last, draft.high, draft.low = kept.first, kept.last, kept.high, kept.low
            draft.off_line, draft.closing, draft.refused = kept.off_line, kept.closing, refused
