"""Builds facts from fact drafts and their ends: ids, validity, evidence and times."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property

from episodic.model.episodes import FrameKind
from episodic.model.graph import Fact, LinePlace, TimelineTurn
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase, Placement
from episodic.temporal.chapter_bounds import ChapterBounds
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.fold.durations import Duration, duration_of
from episodic.temporal.fold.fact_drafts import FactDraft
from episodic.temporal.fold.fact_times import FactTimes
from episodic.temporal.fold.folded_facts import FactEnd, FactValidity, FoldedFact
from episodic.temporal.fold.group_ends import EndCause, GroupEnds
from episodic.temporal.fold.grouping import FactGrouping
from episodic.temporal.fold.moment_ranks import OFF_LINE
from episodic.temporal.issues import IssueContext
from episodic.temporal.placed import PlacedStatement


@dataclass(frozen=True, slots=True)
class _Span:
    """The statements from which the start of a fact is computed, the duration of the fact, and what ends the fact
    within this duration.
    """

    starting: Sequence[int]
    lasting: Duration
    causes: Sequence[EndCause]


class FactBuilder:
    """Builds the facts of one group of statements, each when it is asked for."""

    def __init__(
        self,
        grouping: FactGrouping,
        ends: GroupEnds,
        *,
        chronology: Chronology,
        chapter_bounds: ChapterBounds,
        issue_context: IssueContext,
    ) -> None:
        self._grouping, self._ends = grouping, ends
        self._chronology, self._chapter_bounds, self._issue_context = chronology, chapter_bounds, issue_context
        self._ranks = grouping.ranks
        self._times = FactTimes(
            grouping.statement, grouping.ranks, chronology=chronology, language=issue_context.language
        )
        self._spans: dict[int, _Span] = {}
        self._validities: dict[int, FactValidity] = {}

    @cached_property
    def _repeated_ends(self) -> frozenset[int]:
        drafts, told_ends = self._grouping.drafts, self._grouping.told_ends
        return frozenset(one for draft in drafts for one in set(draft.closing).difference(told_ends(draft)))

    def uuid(self, number: int) -> str:
        """Return the id of the fact *number*: the id of its first statement (or else of its first stated end)."""
        return self.first(number).uuid

    def first(self, number: int) -> PlacedStatement:
        """Return the first statement (or else the first stated end) of the fact *number*, from which the fact has its
        id, content and narrative position.
        """
        draft = self._grouping.drafts[number]
        return self._grouping.statement((draft.statements or draft.closing)[0])

    def has_ended(self, number: int) -> bool:
        """Return whether the fact *number* has ended, as `Fact.ended` says, without building the `Fact`."""
        if self.first(number).predicate.kind is PredicateKind.EVENT:
            return False
        lasting, causes = self._lasting(number)
        if lasting.told and (causes or lasting.over is not None):
            return True
        return self._times.end(self._grouping.drafts[number], causes, lasting) is not None

    def _lasting(self, number: int) -> tuple[Duration, Sequence[EndCause]]:
        """Return the duration of the fact *number*, and what ends the fact within this duration."""
        draft, causes = self._grouping.drafts[number], self._ends.end_causes[number]
        told = [self._grouping.statement(one) for one in draft.statements]
        lasting = duration_of(draft, told, self._chronology, ended=bool(causes))
        return lasting, self._causes_in_time(causes, lasting)

    def _span(self, number: int) -> _Span:
        known = self._spans.get(number)
        if known is None:
            starting = self._starting_statements(self._grouping.drafts[number])
            known = self._spans[number] = _Span(starting, *self._lasting(number))
        return known

    def _validity(self, number: int) -> FactValidity:
        known = self._validities.get(number)
        if known is None:
            known = self._validities[number] = self._computed_validity(number)
        return known

    def fact(self, number: int) -> FoldedFact:
        draft = self._grouping.drafts[number]
        supporting = [self._grouping.statement(one) for one in draft.statements]
        closing = [self._grouping.statement(one) for one in draft.closing]
        core = self._core(number, supporting or closing)
        return FoldedFact(
            core,
            (supporting or closing)[0].predicate,
            statements=self._ids(draft.statements),
            closing=self._ids(draft.closing),
            validity=self._validity(number),
            rivals=self._rivals(number),
        )

    def known_fields(self, number: int) -> dict[str, object]:
        """Return, by name, the fields of the fact *number* that can be read from its statements. These fields do not
        depend on the fact's moments, which take longer to find.
        """
        draft, first = self._grouping.drafts[number], self.first(number)
        told = draft.statements or draft.closing
        return {
            "uuid": first.uuid,
            "layer": first.layer,
            "subject": first.subject,
            "predicate": first.predicate.name,
            "kind": first.predicate.kind,
            "object": first.object,
            "value": first.core.value,
            "participants": first.participants,
            "denied": draft.denied,
            "scope": first.core.scope,
            "holder": first.holder,
            "told_at": first.told,
            "position": first.position,
            "salience": max(self._grouping.statement(one).core.salience for one in told),
        }

    def has_same_draft(self, number: int, fact: FoldedFact, changed: AbstractSet[str]) -> bool:
        """Return whether the fact draft *number* and *fact*, a fact of an earlier fold, agree. They agree if they have
        the same statements, validity and rivals. Also, no statement of *changed* may belong to the draft or end it. If
        the statements outside *changed*, their times and the range of chapters of the fact are unchanged, a draft that
        agrees gives an equal fact.
        """
        draft, statement = self._grouping.drafts[number], self._grouping.statement
        told, closing = self._ids(draft.statements), self._ids(draft.closing)
        if fact.statements != told or fact.closing != closing:
            return False
        if not (changed.isdisjoint(told) and changed.isdisjoint(closing)):
            return False
        if any(statement(one.number).uuid in changed for one in self._ends.end_causes[number]):
            return False
        return fact.validity == self._validity(number) and fact.rivals == self._rivals(number)

    def _ids(self, numbers: Sequence[int]) -> tuple[str, ...]:
        return tuple(self._grouping.statement(one).uuid for one in numbers)

    def _rivals(self, number: int) -> tuple[FactValidity, ...]:
        return tuple(self._validity(one) for one in sorted(self._ends.rivals[number]))

    def _core(self, number: int, told: Sequence[PlacedStatement]) -> Fact:
        draft, validity, span = self._grouping.drafts[number], self._validity(number), self._span(number)
        first, lasting = told[0], span.lasting
        lo, hi = self._chapter_bounds.of(validity)
        return Fact(
            uuid=first.uuid,
            group_id=self._issue_context.group_id,
            layer=first.layer,
            subject=first.subject,
            subject_name="",
            subject_type="",
            predicate=first.predicate.name,
            kind=first.predicate.kind,
            object=first.object,
            object_name=None,
            object_type=None,
            value=first.core.value,
            participants=first.participants,
            text=first.sentence or first.core.text,
            denied=draft.denied,
            scope=first.core.scope,
            holder=first.holder,
            holder_name=None,
            tellers=first.tellers,
            valid_at=self._times.start(draft, span.starting, open_start=validity.open_start),
            invalid_at=self._times.end(draft, span.causes, lasting),
            ended_by=tuple(dict.fromkeys(end.by for end in validity.ends)) if lasting.told else (),
            told_at=first.told,
            evidence=tuple(dict.fromkeys(one.evidence for one in told)),
            ends=tuple(dict.fromkeys(one.evidence for one in self._told_ends(number))),
            lo=lo,
            hi=hi,
            locked=draft.locked,
            salience=max(one.core.salience for one in told),
            qualifier=next((one.core.qualifier for one in told if one.core.qualifier), None),
            position=first.position,
            habit=all(one.core.habit for one in told),
            condition=next((one.core.condition for one in told if one.core.condition), None),
            duration=next((one.core.duration for one in told if one.core.duration), None),
            derived=all(one.core.derived for one in told),
            frame=self._times.frame(first),
            turn=self._times.turn(first),
            runs=self._chronology.runs_around(first.passage),
            said=self._times.said(first),
            begins=self._times.begins(span.starting),
            places=self._places(number),
            said_places=self._chronology.said_places(first.uuid),
            may_have_ended=bool(validity.fades) and (not validity.ends or self._ends_untold(number)),
            asked_for=first.core.asked_for,
            holdings=self._chapter_bounds.runs.of(validity, self._rivals(number)),
        )

    def _ends_untold(self, number: int) -> bool:
        """Return whether the text tells no end of a fact. The stated duration of such a fact is not yet over, or the
        fact is a passing state such as a mood.
        """
        span = self._span(number)
        return not span.causes and not (span.lasting.told and span.lasting.stated)

    def _places(self, number: int) -> tuple[LinePlace, ...]:
        """Return where a fact lies on the lines of the chronology (sequences of moments that the text tells in story
        order). A fixed fact holds at all times, and has no position on a line of moments. A fixed fact has a position
        only if the text says that it begins ("he took him for his godfather"). A letter may say that an event did not
        happen. Such an event has no position on a line of moments. A state that may have begun before its first
        statement in narrative order lies before this statement. A state of which the text tells only the end lies at
        its end.
        """
        draft, starting = self._grouping.drafts[number], self._span(number).starting
        first = self._grouping.statement((draft.statements or draft.closing)[0])
        if draft.kind is PredicateKind.FIXED and first.core.phase is not Phase.BEGINS:
            return ()
        judged = draft.denied and not first.world and self._times.frame(first) is FrameKind.LETTER
        if judged and first.predicate.kind is PredicateKind.EVENT:
            return ()
        places = self._chronology.line_places(first.uuid)
        if draft.kind is PredicateKind.STATE and starting != draft.statements[:1]:
            return tuple(replace(one, turn=TimelineTurn.BACK) for one in places if one.turn is TimelineTurn.ON)
        return places

    def _computed_validity(self, number: int) -> FactValidity:
        draft, span = self._grouping.drafts[number], self._span(number)
        ends = tuple(
            FactEnd(
                self._ranks.place(one.number),
                self._cause_id(number, one),
                one.exact,
                self._uncertain(draft, one.number),
            )
            for one in span.causes
        )
        evidenced_at = tuple(dict.fromkeys(self._ranks.place(one) for one in draft.statements))
        starts = tuple(dict.fromkeys(self._ranks.place(one) for one in span.starting))
        lasting = span.lasting
        if not ends and lasting.over is not None:
            ends = (FactEnd(lasting.over, self.uuid(number), lasting.exact),)
        return FactValidity(
            draft.kind,
            starts,
            evidenced_at,
            ends,
            self._possible_ends(draft),
            open_start=self._has_open_start(number),
            fades=lasting.fades,
            not_before=self._not_before(draft),
        )

    def _not_before(self, draft: FactDraft) -> tuple[TimePosition, ...]:
        """Return positions in story time after which a state must have begun. The result is empty unless the text tells
        only the end of the state ("she left Paris").
        """
        if draft.statements or draft.kind is not PredicateKind.STATE:
            return ()
        ranks = self._ranks
        before = self._grouping.separators.last_before(draft.closing[0])
        return tuple(ranks.place(one) for one in before if all(ranks.precedes(one, end) for end in draft.closing))

    def _causes_in_time(self, causes: Sequence[EndCause], lasting: Duration) -> list[EndCause]:
        """Return the causes of a fact's end, without deaths that certainly come after the fact's duration is over. For
        example, a person's death many chapters later does not end a mood.
        """
        over = lasting.over
        if over is None:
            return list(causes)
        ranks = self._ranks
        return [one for one in causes if not one.death or not self._chronology.precedes(over, ranks.place(one.number))]

    def _has_open_start(self, number: int) -> bool:
        """Return whether a state may have begun before its first statements in story time. A state has no earlier
        beginning if a statement says that it begins, or if a fact of the same content, or one that excludes it,
        certainly comes before.
        """
        draft, starts = self._grouping.drafts[number], self._span(number).starting
        if draft.kind is not PredicateKind.STATE or not starts:
            return False
        if any(self._grouping.statement(one).core.phase is Phase.BEGINS for one in starts):
            return False
        return not any(self._grouping.separators.follows(one) for one in starts)

    def _cause_id(self, number: int, cause: EndCause) -> str:
        if cause.death:
            return self._grouping.death(cause.by).fact
        return self.uuid(number if self.implied(cause.by) else cause.by)

    def implied(self, number: int) -> bool:
        """Return whether a fact only says that an event ended a state which no statement mentions
        (`FoldedFact.implied`). An implied fact is left out of the graph; what it would end is ended by the statement of
        the event.
        """
        draft = self._grouping.drafts[number]
        return not draft.statements and all(self._grouping.statement(one).core.derived for one in draft.closing)

    def _told_ends(self, number: int) -> list[PlacedStatement]:
        """Return the statements which tell the end of the fact *number*: its own stated ends, and the statements that
        end it although they belong to facts which are not in the graph. A statement from which it only follows that
        somebody is elsewhere by then does not tell the end of a stay. Such a statement names no place ("he fled"), or
        says that he left another place.
        """
        draft, times, grouping = self._grouping.drafts[number], self._times, self._grouping
        told = [one for one in draft.closing if not times.leaves_unnamed(draft, one)]
        if not times.is_stay(draft):
            causes = (one for one in self._span(number).causes if not one.death and one.by != number)
            told += [one.number for one in causes if self.implied(one.by)]
        return [grouping.statement(one) for one in told]

    def _starting_statements(self, draft: FactDraft) -> list[int]:
        """Return the indices of the statements at which a fact starts: the statements of the fact that no other
        statement of the fact certainly precedes.

        If statements of a state say that it begins, the first of them in narrative order can be its start. Statements
        that are certainly before this first one can be the start, too. No other statement of the state can be its
        start. A death that the text tells when it happens starts at that moment, and not at the moment of a later look
        back.
        """
        ranks, told = self._ranks, self._without_later_looks_back(draft.statements)
        begins = next((one for one in told if self._grouping.statement(one).core.phase is Phase.BEGINS), None)
        if begins is None or draft.kind is PredicateKind.EVENT:
            return ranks.earliest_of(told)
        return ranks.earliest_of([one for one in told if one == begins or ranks.precedes(one, begins)])

    def _without_later_looks_back(self, statements: Sequence[int]) -> Sequence[int]:
        first = self._grouping.statement(statements[0]) if statements else None
        if first is None or first.predicate.life is None or first.core.placing is not Placement.NOW:
            return statements
        return [one for one in statements if not self._is_look_back(self._grouping.statement(one))]

    def _is_look_back(self, statement: PlacedStatement) -> bool:
        return statement.core.placing is Placement.BACK and not statement.dated

    def _uncertain(self, draft: FactDraft, end: int) -> bool:
        ranks = self._ranks
        return any(
            not ranks.precedes(one, end)
            and (ranks.line[one] == OFF_LINE or ranks.line[one] != ranks.line[end])
            and self._dated(one)
            and ranks.place(one) != ranks.place(end)
            for one in draft.statements
        )

    def _dated(self, number: int) -> bool:
        bounds = self._chronology.bounds(self._ranks.place(number))
        return bounds.earliest is not None and bounds.latest is not None

    def _possible_ends(self, draft: FactDraft) -> tuple[TimePosition, ...]:
        ranks, grouping = self._ranks, self._grouping
        if not draft.statements or draft.denied or draft.kind is PredicateKind.EVENT:
            return ()
        line = draft.only_line()
        possible_ends = [
            one
            for one in grouping.closings_of(draft.content)
            if one not in draft.closing
            and one not in self._repeated_ends
            and (not draft.locked or grouping.statement(one).locked)
            and (
                line == OFF_LINE or line != ranks.line[one] or draft.first[line] <= ranks.rank[one] <= draft.last[line]
            )
            and not all(ranks.precedes(one, other) for other in draft.statements)
        ]
        return tuple(dict.fromkeys(ranks.place(one) for one in possible_ends))
