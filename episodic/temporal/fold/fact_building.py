"""Builds facts from fact drafts and their ends: ids, validity, evidence and times."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.model.episodes import FrameKind
from episodic.model.graph import Fact, LinePlace
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase
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


class FactBuilder:
    """Builds the facts of one group of statements."""

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
        self._start_statements = [self._starting_statements(draft) for draft in grouping.drafts]
        self._lasting = [
            duration_of(draft, [grouping.statement(one) for one in draft.statements], chronology, ended=bool(causes))
            for draft, causes in zip(grouping.drafts, ends.end_causes, strict=True)
        ]
        self._end_causes = [
            self._causes_in_time(causes, lasting)
            for causes, lasting in zip(ends.end_causes, self._lasting, strict=True)
        ]
        self._repeated_ends = {
            one for draft in grouping.drafts for one in set(draft.closing).difference(grouping.told_ends(draft))
        }
        self._validities = [self._validity(number) for number in range(len(grouping.drafts))]

    def facts(self) -> tuple[FoldedFact, ...]:
        """Return the group's facts, in the order of `grouping.drafts`."""
        return tuple(self._fact(number) for number in range(len(self._grouping.drafts)))

    def uuid(self, number: int) -> str:
        """Return the id that a fact draft gives to its fact: the id of its first statement (or else of its first stated
        end).
        """
        draft = self._grouping.drafts[number]
        return self._grouping.statement((draft.statements or draft.closing)[0]).uuid

    def _fact(self, number: int) -> FoldedFact:
        draft = self._grouping.drafts[number]
        supporting = [self._grouping.statement(one) for one in draft.statements]
        closing = [self._grouping.statement(one) for one in draft.closing]
        core = self._core(number, supporting or closing, closing)
        return FoldedFact(
            core,
            (supporting or closing)[0].predicate,
            statements=tuple(one.uuid for one in supporting),
            closing=tuple(one.uuid for one in closing),
            validity=self._validities[number],
            rivals=tuple(self._validities[one] for one in sorted(self._ends.rivals[number])),
        )

    def _core(self, number: int, told: Sequence[PlacedStatement], closing: Sequence[PlacedStatement]) -> Fact:
        draft, validity, lasting = self._grouping.drafts[number], self._validities[number], self._lasting[number]
        first = told[0]
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
            valid_at=self._times.start(draft, self._start_statements[number], open_start=validity.open_start),
            invalid_at=self._times.end(draft, self._end_causes[number], lasting),
            ended_by=tuple(dict.fromkeys(end.by for end in validity.ends)) if lasting.told else (),
            told_at=first.told,
            evidence=tuple(dict.fromkeys(one.evidence for one in told)),
            ends=tuple(one.evidence for one in closing),
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
            begins=self._times.begins(self._start_statements[number]),
            places=self._places(number),
            may_have_ended=bool(validity.fades) and (not validity.ends or self._ends_untold(number)),
        )

    def _ends_untold(self, number: int) -> bool:
        lasting = self._lasting[number]
        return not self._end_causes[number] and not (lasting.told and lasting.stated)

    def _places(self, number: int) -> tuple[LinePlace, ...]:
        """Return where a fact lies on the lines of the chronology (sequences of moments that the text tells in story
        order). The tuple is empty for a fixed fact, for a fact without statements, for a state whose first statement is
        not its only start, and for an event that the holder of a claim, belief or plan in a letter denies.
        """
        draft, starting = self._grouping.drafts[number], self._start_statements[number]
        if draft.kind is PredicateKind.FIXED or not draft.statements:
            return ()
        first = self._grouping.statement(draft.statements[0])
        judged = draft.denied and not first.world and self._times.frame(first) is FrameKind.LETTER
        if judged and first.predicate.kind is PredicateKind.EVENT:
            return ()
        if draft.kind is PredicateKind.STATE and starting != draft.statements[:1]:
            return ()
        return self._chronology.line_places(self._grouping.statement(draft.statements[0]).uuid)

    def _validity(self, number: int) -> FactValidity:
        draft = self._grouping.drafts[number]
        ends = tuple(
            FactEnd(self._ranks.place(one.number), self._cause_id(one), one.exact, self._uncertain(draft, one.number))
            for one in self._end_causes[number]
        )
        evidenced_at = tuple(dict.fromkeys(self._ranks.place(one) for one in draft.statements))
        starts = tuple(dict.fromkeys(self._ranks.place(one) for one in self._start_statements[number]))
        lasting = self._lasting[number]
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
        """Return, for a state that only stated ends mention, positions after which the state must have begun."""
        if draft.statements or draft.kind is not PredicateKind.STATE:
            return ()
        ranks = self._ranks
        before = self._grouping.separators.last_before(draft.closing[0])
        return tuple(ranks.place(one) for one in before if all(ranks.precedes(one, end) for end in draft.closing))

    def _causes_in_time(self, causes: Sequence[EndCause], lasting: Duration) -> list[EndCause]:
        """Return the end causes without deaths that certainly come after the fact's duration is over. A mood is over
        with its scene, even if the person dies many chapters later.
        """
        over = lasting.over
        if over is None:
            return list(causes)
        ranks = self._ranks
        return [one for one in causes if not one.death or not self._chronology.precedes(over, ranks.place(one.number))]

    def _has_open_start(self, number: int) -> bool:
        """Return whether a state may have begun before its first statements in story time. A state has no earlier
        beginning if a statement says that it begins, or if an equal or excluding fact certainly comes before.
        """
        draft, starts = self._grouping.drafts[number], self._start_statements[number]
        if draft.kind is not PredicateKind.STATE or not starts:
            return False
        if any(self._grouping.statement(one).core.phase is Phase.BEGINS for one in starts):
            return False
        return not any(self._grouping.separators.follows(one) for one in starts)

    def _cause_id(self, cause: EndCause) -> str:
        return self._grouping.death(cause.by).fact if cause.death else self.uuid(cause.by)

    def _starting_statements(self, draft: FactDraft) -> list[int]:
        """Return the indices of the statements at which a fact starts: those of its statements that no other one
        certainly precedes.

        If a statement says that the fact begins, only this statement and certainly earlier ones can be its start.
        """
        ranks = self._ranks
        begins = next(
            (one for one in draft.statements if self._grouping.statement(one).core.phase is Phase.BEGINS), None
        )
        if begins is None or draft.kind is PredicateKind.EVENT:
            return ranks.earliest_of(draft.statements)
        return ranks.earliest_of([one for one in draft.statements if one == begins or ranks.precedes(one, begins)])

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
