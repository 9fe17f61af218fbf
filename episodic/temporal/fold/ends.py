"""Decides when facts end: at a stated end, at the start of a fact that excludes them, or at a death.

It can happen that neither of two facts that exclude each other ends the other. The two facts can then be recorded as a
contradiction or as facts of unknown order.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum, auto
from itertools import islice

from episodic.model.predicates import PredicateKind
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.exclusion import ExclusiveKey, StatementContent
from episodic.temporal.fold.deaths import ends_with
from episodic.temporal.fold.draft_comparison import DraftComparison
from episodic.temporal.fold.fact_drafts import FactDraft
from episodic.temporal.fold.group_ends import Contradiction, EndCause, GroupEnds
from episodic.temporal.fold.grouping import FactGrouping
from episodic.temporal.fold.later_ends import ends_of_equal_facts
from episodic.temporal.fold.moment_ranks import OFF_LINE
from episodic.temporal.monotone import monotone_value


class PairOutcome(Enum):
    """The result of comparing two facts that exclude each other: which of them ends the other, or why none does."""

    FIRST_ENDS = auto()
    SECOND_ENDS = auto()
    CONTRADICTION = auto()
    """The outcome for two facts that exclude each other and certainly hold at one moment, or of which one must be
    wrong.
    """
    UNKNOWN_ORDER = auto()
    """The outcome for two facts that exclude each other and may follow each other, if it is unknown which of them is
    earlier.
    """
    NO_EFFECT = auto()


class EndFinder:
    """Decides when the facts of one group end. A fact draft (a fact that still gets statements) is given by its index
    in `grouping.drafts`.
    """

    def __init__(self, grouping: FactGrouping, chronology: Chronology) -> None:
        self._grouping, self._chronology = grouping, chronology
        self._ranks, self._drafts = grouping.ranks, grouping.drafts
        self._comparison = DraftComparison(grouping)
        self._seen: set[tuple[int, int]] = set()
        self._values: dict[int, int | None] = {}
        self._conditional = {
            number for number, draft in enumerate(self._drafts) if self._comparison.is_conditional(draft)
        }
        self._compatible_with: dict[StatementContent, AbstractSet[StatementContent]] = {}
        self.ends = GroupEnds([[] for _ in grouping.drafts], [set() for _ in grouping.drafts])

    def find(self) -> GroupEnds:
        """Return, for the facts of the group, the causes of their ends, their rivals, and the contradictions between
        them. Return also the facts that exclude each other in unknown order.
        """
        for members in self._drafts_by_key().values() if len(self._drafts) > 1 else ():
            self._sweep(members)
        self._apply_deaths()
        self._record_refused_ends()
        for number, cause in ends_of_equal_facts(self._drafts, self._ranks):
            self.ends.end_causes[number].append(cause)
        for number, end_causes in enumerate(self.ends.end_causes):
            end_causes.extend(EndCause(one, number) for one in self._grouping.told_ends(self._drafts[number]))
            if len(end_causes) > 1:
                end_causes[:] = self._first_ends(number, end_causes)
        return self.ends

    def _drafts_by_key(self) -> dict[tuple[str, ...], list[int]]:
        by_key: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for number, draft in enumerate(self._drafts):
            if draft.denied or self._grouping.drafts_of(draft.content, denied=True):
                by_key["denied", *map(str, draft.content)].append(number)
            if draft.denied:
                continue
            for key in self._grouping.separators.keys_of(draft.content):
                by_key[tuple(map(str, key.of))].append(number)
            for excluded in self._grouping.exclusions.excluded_by_judgement(draft.content):
                if self._grouping.drafts_of(excluded, denied=False):
                    pair = sorted((draft.content, excluded))
                    by_key["judged", *map(str, pair[0]), *map(str, pair[1])].append(number)
        return by_key

    def _disagree(self, first: FactDraft, second: FactDraft) -> bool:
        """Return whether two facts exclude each other, by their contents and their quotes."""
        return self._excludes(first, second) and not self._comparison.agree(first, second)

    def _excludes(self, first: FactDraft, second: FactDraft) -> bool:
        if first.content == second.content:
            return first.denied != second.denied
        return not first.denied and not second.denied and second.content not in self._compatible(first)

    def _compatible(self, draft: FactDraft) -> AbstractSet[StatementContent]:
        known = self._compatible_with.get(draft.content)
        if known is None:
            known = self._grouping.exclusions.compatible_classes(draft.content)
            self._compatible_with[draft.content] = known
        return known

    def _sweep(self, members: Sequence[int]) -> None:
        """Compare the facts *members*, which may exclude each other, and record which of them ends which.

        A state whose statements are all on one line (a chain of ordered moments) is compared only with some other
        facts. It is compared with later states on this line, and with all facts that are not on this line.
        """
        drafts = self._drafts
        states = all(drafts[number].kind is PredicateKind.STATE for number in members)
        line_of = {number: drafts[number].only_line() if states else OFF_LINE for number in members}
        for line in self._ranks.lines:
            simple = [number for number in members if line_of[number] == line]
            simple.sort(key=lambda number: (drafts[number].first[line], number))
            for place, number in enumerate(simple):
                self._compare_following(number, later=islice(simple, place + 1, None), line=line)
        elsewhere = {
            line: [place for place, other in enumerate(members) if line_of[other] != line]
            for line in set(line_of.values()) - {OFF_LINE}
        }
        for place, number in enumerate(members):
            places = elsewhere.get(line_of[number], range(len(members)))
            for other in places[bisect_right(places, place) :]:
                self._compare(number, members[other])

    def _compare_following(self, number: int, *, later: Iterable[int], line: int) -> None:
        draft = self._drafts[number]
        last = reach = draft.last[line]
        for following in later:
            begins = self._drafts[following].first[line]
            if begins > reach > last and not draft.locked:
                return
            other = self._drafts[following]
            if self._disagree(draft, other):
                self._decide(min(number, following), max(number, following))
                reach = max(reach, begins)

    def _compare(self, number: int, other: int) -> None:
        if (number, other) not in self._seen and self._disagree(self._drafts[number], self._drafts[other]):
            self._decide(number, other)

    def _decide(self, number: int, other: int) -> None:
        """Record which of two facts that exclude each other ends the other, unless one of the two is conditional."""
        if (number, other) in self._seen:
            return
        self._seen.add((number, other))
        first, second = self._drafts[number], self._drafts[other]
        if number in self._conditional or other in self._conditional:
            return
        outcome = self._outcome(number, other)
        if outcome is PairOutcome.FIRST_ENDS:
            apart = self._end_fact(number, other)
        elif outcome is PairOutcome.SECOND_ENDS:
            apart = self._end_fact(other, number)
        else:
            apart = outcome is PairOutcome.NO_EFFECT
        if not first.statements or not second.statements:
            return
        if outcome is PairOutcome.UNKNOWN_ORDER:
            self.ends.open.setdefault(self._key(first, second), set()).update((number, other))
        if not apart and (second.locked or not first.locked):
            self.ends.rivals[number].add(other)
        if not apart and (first.locked or not second.locked):
            self.ends.rivals[other].add(number)

    def _key(self, first: FactDraft, second: FactDraft) -> ExclusiveKey:
        """Return the exclusive key, such as "home of Ann", under which two facts are reported that exclude each other
        in unknown order. An exclusive key of both facts is preferred to a key of one of them. If neither fact has an
        exclusive key, one is made of subject and predicate.
        """
        keys = [self._grouping.separators.keys_of(one.content) for one in (first, second)]
        shared = sorted(set(keys[0]) & set(keys[1]) or {*keys[0], *keys[1]})
        if shared:
            return ExclusiveKey(*map(str, shared[0].of))
        content = min(first.content, second.content)
        return ExclusiveKey("value", content.subject, content.predicate)

    def _outcome(self, number: int, other: int) -> PairOutcome:
        first, second = self._drafts[number], self._drafts[other]
        if PredicateKind.FIXED in {first.kind, second.kind}:
            self._add_contradiction(number, other, first.statements[:1] + second.statements[:1])
            return PairOutcome.CONTRADICTION
        if PredicateKind.EVENT in {first.kind, second.kind}:
            return self._event_outcome(number, other)
        if first.locked != second.locked and self._ends_locked_fact(
            *((number, other) if first.locked else (other, number))
        ):
            return PairOutcome.CONTRADICTION
        simultaneous = self._comparison.outlives(first, second) or self._comparison.outlives(second, first)
        forward, backward = first.before(second, self._ranks), second.before(first, self._ranks)
        difference = self._value_difference(number, other)
        if difference is not None and not simultaneous:
            return self._monotone_outcome(number, other, difference, backward if difference > 0 else forward)
        if forward and backward and not simultaneous:
            # One quote can start the second fact just before it ends the first fact: "she gave him the key".
            forward, backward = (
                not self._comparison.handed_over(second, first),
                not self._comparison.handed_over(first, second),
            )
        if not simultaneous and forward != backward:
            return PairOutcome.FIRST_ENDS if forward else PairOutcome.SECOND_ENDS
        simultaneous = simultaneous or (() if forward else self._comparison.same_day(first, second))
        if not simultaneous or self._comparison.may_be_nested_places(simultaneous):
            return PairOutcome.UNKNOWN_ORDER
        self._add_contradiction(number, other, simultaneous, simultaneous=True)
        return PairOutcome.CONTRADICTION

    def _value_difference(self, number: int, other: int) -> int | None:
        first, second = self._value(number), self._value(other)
        return None if first is None or second is None else second - first

    def _value(self, number: int) -> int | None:
        if number not in self._values:
            draft = self._drafts[number]
            predicate = self._grouping.statement((draft.statements or draft.closing)[0]).predicate
            self._values[number] = monotone_value(draft.content, predicate)
        return self._values[number]

    def _monotone_outcome(self, number: int, other: int, difference: int, against: bool) -> PairOutcome:
        """Return the outcome for two values that only grow, such as ages: the fact with the lower value ends at the
        higher one.

        Two ages contradict each other if the higher one certainly came first, or if both are stated for the same day.
        Two facts with equal values do not exclude each other.
        """
        first, second = self._drafts[number], self._drafts[other]
        if difference == 0:
            return PairOutcome.NO_EFFECT
        simultaneous = self._comparison.same_day(first, second) or (
            (first.statements[0], second.statements[0]) if against else ()
        )
        if simultaneous:
            self._add_contradiction(number, other, simultaneous, simultaneous=not against)
            return PairOutcome.CONTRADICTION
        return PairOutcome.FIRST_ENDS if difference > 0 else PairOutcome.SECOND_ENDS

    def _ends_locked_fact(self, locked: int, other: int) -> bool:
        """Return whether a statement of the fact *other* certainly comes after a statement of the locked fact, and not
        after a stated end of it. If the fact *other* has no statements, its stated ends are examined in place of
        statements. If the result is true, a contradiction between the two facts is recorded, because only the author
        can end a locked fact.
        """
        rival = self._drafts[other]
        for start in rival.statements or rival.closing:
            held = self._evidence_before(self._drafts[locked], start)
            if held is not None:
                self._add_contradiction(locked, other, (held, start))
                return True
        return False

    def _event_outcome(self, number: int, other: int) -> PairOutcome:
        """Return the outcome of comparing an event with its denial ("they have never met").

        A denial that is certainly earlier than the event ends when the event happens. A denial that is certainly later
        than the event contradicts it, and every other order has no effect.
        """
        event_first = self._drafts[number].kind is PredicateKind.EVENT
        event, denial = (number, other) if event_first else (other, number)
        happened, denied = self._drafts[event], self._drafts[denial]
        if not denied.denied:
            return PairOutcome.NO_EFFECT
        if happened.before(denied, self._ranks):
            if not denied.before(happened, self._ranks):
                self._add_contradiction(number, other, happened.statements[:1] + denied.statements[:1])
                return PairOutcome.CONTRADICTION
            return PairOutcome.NO_EFFECT
        if denied.before(happened, self._ranks):
            return PairOutcome.SECOND_ENDS if event_first else PairOutcome.FIRST_ENDS
        return PairOutcome.NO_EFFECT

    def _add_contradiction(
        self, number: int, other: int, statements: Iterable[int], *, simultaneous: bool = False
    ) -> None:
        self.ends.contradictions.append(Contradiction(tuple(sorted(set(statements))), (number, other), simultaneous))

    def _end_fact(self, number: int, other: int) -> bool:
        """End the fact *number*, if it has no stated end, at certain statements of its rival *other*. These are the
        first statements of the rival that are certainly later than a statement of the fact. It can happen that no
        statement of the rival is certainly later, but a stated end of the rival is. In this case, the fact has ended at
        an unknown time before this stated end. If the two facts are about values that only grow, such as ages, every
        statement of the rival counts as later.

        If the fact *number* has a stated end, two kinds of statements of the rival are recorded as further causes of
        its end. The first kind is at the moment of the stated end. The second kind is certainly later than every
        statement and every stated end of the fact. A locked fact without a stated end gets no end from a rival that is
        not locked.

        Return whether the two facts certainly never hold at the same time.
        """
        draft, rival = self._drafts[number], self._drafts[other]
        ranks, end_causes = self._ranks, self.ends.end_causes[number]
        monotone = self._value_difference(number, other) is not None
        starts = [one for one in rival.statements if monotone or draft.begun_before(one, ranks)]
        if draft.locked and not rival.locked and not draft.closing:
            self._ends_locked_fact(number, other)
            return False
        over: Sequence[int] = [one for one in starts if draft.over_by(one, ranks)]
        if draft.closing:
            at_end = [one for one in starts if self._comparison.at_stated_end(draft, one)]
            over = [one for one in over if all(ranks.precedes(end, one) for end in draft.closing)]
            end_causes.extend(EndCause(one, other) for one in dict.fromkeys((*at_end, *over)))
            return all(
                one in at_end or any(ranks.precedes(end, one) for end in draft.closing) for one in rival.statements
            )
        known = len(starts) == len(rival.statements) and all(draft.begun_before(one, ranks) for one in starts)
        first = ranks.earliest_of(starts)
        end_causes.extend(EndCause(one, other, exact=known or not monotone) for one in first)
        if not any(one in over for one in first):
            end_causes.extend(EndCause(one, other) for one in ranks.earliest_of(over))
        if not starts:
            closing = [one for one in rival.closing if draft.begun_before(one, ranks)]
            end_causes.extend(EndCause(one, other, exact=False) for one in self._ranks.earliest_of(closing))
            self._note_untold_return(number, other)
        return len(starts) == len(rival.statements)

    def _note_untold_return(self, number: int, other: int) -> None:
        draft, again = self._drafts[number], self._drafts[other]
        for earlier in self._grouping.drafts_of(again.content, denied=False):
            for end in again.closing if earlier.statements else ():
                proof = self._comparison.outlived(earlier, draft, end)
                if proof and not self._comparison.may_be_nested_places(proof):
                    self._add_contradiction(number, other, proof)
                    return

    def _first_ends(self, number: int, end_causes: Sequence[EndCause]) -> list[EndCause]:
        """Return the earliest ends of a fact. If none of the earliest ends is certainly after all statements of the
        fact, also return some later ends. These are the earliest of the ends that are certainly after all statements of
        the fact.
        """
        draft, kept = self._drafts[number], self._earliest(end_causes)
        if any(draft.over_by(one.number, self._ranks) for one in kept):
            return kept
        certain = [one for one in end_causes if draft.over_by(one.number, self._ranks)]
        return [*kept, *self._earliest(certain)] if certain else kept

    def _earliest(self, end_causes: Sequence[EndCause]) -> list[EndCause]:
        kept = set(self._ranks.earliest_of(list({cause.number for cause in end_causes})))
        kept |= {
            one.number for one in end_causes if any(self._comparison.of_one_quote(one.number, first) for first in kept)
        }
        return sorted(
            (one for one in end_causes if one.number in kept), key=lambda one: (one.number, one.by, one.death)
        )

    def _apply_deaths(self) -> None:
        """End, at the death of a person, the states that require the person to be alive. End also the states in the
        person's beliefs, plans, wishes and hypotheses. A denied state does not end, and neither does a state with a
        statement or a stated end that is certainly later than the death. A locked state with a stated end does not end
        at a death either. If only the state is locked and not the death, a contradiction is recorded in place of the
        end.
        """
        grouping, ranks = self._grouping, self._ranks
        deaths: dict[str, list[int]] = defaultdict(list)
        for number, death in enumerate(grouping.deaths, start=len(grouping.statements)):
            deaths[death.fact].append(number)
        for number, draft in enumerate(self._drafts if deaths else ()):
            confirmed_end = draft.locked and draft.closing
            if draft.kind is not PredicateKind.STATE or draft.denied or not draft.statements or confirmed_end:
                continue
            first = grouping.statements[draft.statements[0]]
            for reports in deaths.values():
                if not ends_with(first, grouping.death(reports[0])) or any(
                    draft.continues_after(one, ranks) for one in reports
                ):
                    continue
                if draft.locked and not any(grouping.death(one).statement.locked for one in reports):
                    self.ends.contradictions.append(Contradiction((draft.statements[0], reports[0]), (number,)))
                    continue
                later = [one for one in reports if draft.begun_before(one, ranks)]
                self.ends.end_causes[number].extend(EndCause(one, one, death=True) for one in later or reports)

    def _record_refused_ends(self) -> None:
        for number, draft in enumerate(self._drafts):
            for end in draft.refused:
                held = self._evidence_before(draft, end)
                if held is not None:
                    self.ends.contradictions.append(Contradiction((held, end), (number,)))

    def _evidence_before(self, draft: FactDraft, moment: int) -> int | None:
        ranks = self._ranks
        if any(ranks.precedes(end, moment) or ranks.place(end) == ranks.place(moment) for end in draft.closing):
            return None
        return next((one for one in draft.statements if ranks.precedes(one, moment)), None)
