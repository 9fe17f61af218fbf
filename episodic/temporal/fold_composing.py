"""From drafts and their ends to facts: ids, places in story time, and the words for them."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.model.episodes import Language
from episodic.model.moments import TimePoint
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase
from episodic.temporal.chronology import Chronology, DayBounds
from episodic.temporal.chronology_line import Place
from episodic.temporal.coarse import Coarse
from episodic.temporal.fold_drafts import Draft
from episodic.temporal.fold_ending import Ender, Ends
from episodic.temporal.fold_facts import Course, End, FoldedFact
from episodic.temporal.fold_joining import Joining
from episodic.temporal.fold_ranks import OFF


class Composing:
    """Makes the facts of one group."""

    def __init__(
        self, joining: Joining, ends: Ends, *, chronology: Chronology, coarse: Coarse, language: Language
    ) -> None:
        self._joining, self._ends = joining, ends
        self._chronology, self._coarse, self._language = chronology, coarse, language
        self._ranks = joining.ranks
        self._since_of = [self._starts(draft) for draft in joining.drafts]
        self._courses = [self._course(number) for number in range(len(joining.drafts))]

    def facts(self) -> tuple[FoldedFact, ...]:
        """The group's facts, in the order of `joining.drafts`."""
        return tuple(self._fact(number) for number in range(len(self._joining.drafts)))

    def uuid(self, number: int) -> str:
        """The id of a draft: that of its earliest-told statement."""
        draft = self._joining.drafts[number]
        return self._joining.statement((draft.statements or draft.closing)[0]).uuid

    def _fact(self, number: int) -> FoldedFact:
        draft, course = self._joining.drafts[number], self._courses[number]
        said = [self._joining.statement(one) for one in draft.statements]
        closing = [self._joining.statement(one) for one in draft.closing]
        told = (said or closing)[0]
        lo, hi = self._coarse.of(course)
        return FoldedFact(
            uuid=told.uuid,
            layer=told.layer,
            subject=told.subject,
            predicate=told.predicate,
            object=told.object,
            value=told.value,
            participants=told.participants,
            text=told.text,
            denied=draft.denied,
            scope=told.scope,
            holder=told.holder,
            tellers=told.tellers,
            valid_at=self._since(number),
            invalid_at=self._until(number),
            ended_by=tuple(dict.fromkeys(self._ender(ender) for ender in self._ends.enders[number])),
            told_at=told.told,
            evidence=tuple(one.evidence for one in said or closing),
            ends=tuple(one.evidence for one in closing),
            lo=lo,
            hi=hi,
            statements=tuple(one.uuid for one in said),
            closing=tuple(one.uuid for one in closing),
            course=course,
            rivals=tuple(self._courses[one] for one in sorted(self._ends.rivals[number])),
            locked=draft.locked,
        )

    def _course(self, number: int) -> Course:
        draft = self._joining.drafts[number]
        ends = tuple(
            End(self._ranks.place(one.number), self._ender(one), one.sharp, self._doubted(draft, one.number))
            for one in self._ends.enders[number]
        )
        stands = tuple(dict.fromkeys(self._ranks.place(one) for one in draft.statements))
        starts = tuple(dict.fromkeys(self._ranks.place(one) for one in self._since_of[number]))
        return Course(draft.kind, starts, stands, ends, self._doubts(draft))

    def _ender(self, ender: Ender) -> str:
        return self._joining.death(ender.by).fact if ender.death else self.uuid(ender.by)

    def _starts(self, draft: Draft) -> list[int]:
        """Where a fact starts: its earliest statements; where one says that it begins, those of unknown order to it add nothing."""
        ranks = self._ranks
        begins = next((one for one in draft.statements if self._joining.statement(one).phase is Phase.BEGINS), None)
        if begins is None or draft.kind is PredicateKind.EVENT:
            return ranks.earliest_of(draft.statements)
        return ranks.earliest_of([one for one in draft.statements if one == begins or ranks.precedes(one, begins)])

    def _doubted(self, draft: Draft, end: int) -> bool:
        """Whether dated words for the fact may stand after its end."""
        ranks = self._ranks
        return any(
            not ranks.precedes(one, end)
            and (ranks.line[one] == OFF or ranks.line[one] != ranks.line[end])
            and self._dated(one)
            and ranks.place(one) != ranks.place(end)
            for one in draft.statements
        )

    def _dated(self, number: int) -> bool:
        bounds = self._chronology.bounds(self._ranks.place(number))
        return bounds.earliest is not None or bounds.latest is not None

    def _doubts(self, draft: Draft) -> tuple[Place, ...]:
        ranks, joining = self._ranks, self._joining
        if not draft.statements or draft.denied or draft.kind is PredicateKind.EVENT:
            return ()
        line = draft.only_line()
        doubts = [
            one
            for one in joining.closings_of(draft.content)
            if one not in draft.closing
            and (not draft.locked or joining.statement(one).locked)
            and (line == OFF or line != ranks.line[one] or draft.first[line] <= ranks.rank[one] <= draft.last[line])
            and not all(ranks.precedes(one, other) for other in draft.statements)
        ]
        return tuple(dict.fromkeys(ranks.place(one) for one in doubts))

    def _since(self, number: int) -> TimePoint | None:
        draft = self._joining.drafts[number]
        if draft.kind is PredicateKind.FIXED:
            return self._earliest([one for one in draft.statements if self._joining.statement(one).dated])
        if draft.kind is PredicateKind.EVENT:
            return self._moment(draft.statements)
        return self._earliest(self._since_of[number])

    def _until(self, number: int) -> TimePoint | None:
        """The first of a fact's ends; one that is not sharp lies between its last dated words and what shows that it is over."""
        shown = [one.number for one in self._ends.enders[number]]
        if not shown:
            return None
        sharp = [one.number for one in self._ends.enders[number] if one.sharp]
        if sharp:
            return self._earliest(list(dict.fromkeys(sharp)))
        said = [self._days(one) for one in self._joining.drafts[number].statements]
        by = [self._days(one) for one in shown]
        axis = next((one.axis for one in (*by, *said) if one.axis is not None), None)
        since = [one.earliest for one in said if one.axis == axis and one.earliest is not None]
        until = [one.latest for one in by if one.axis == axis and one.latest is not None]
        bounds = DayBounds(max(since, default=None), min(until, default=None), axis)
        return self._point(bounds, shown, text=None)

    def _earliest(self, numbers: Sequence[int]) -> TimePoint | None:
        """When the first of several moments is."""
        days = [self._days(one) for one in numbers]
        axis = next((one.axis for one in days if one.axis is not None), None)
        opens = [one.earliest if one.axis == axis else None for one in days]
        since = None if None in opens else min((day for day in opens if day is not None), default=None)
        until = min((one.latest for one in days if one.axis == axis and one.latest is not None), default=None)
        return self._point(DayBounds(since, until, axis), numbers, text=self._words(numbers))

    def _moment(self, numbers: Sequence[int]) -> TimePoint | None:
        """When one moment is that several statements tell."""
        days = [self._days(one) for one in numbers]
        axis = next((one.axis for one in days if one.axis is not None), None)
        since = max((one.earliest for one in days if one.axis == axis and one.earliest is not None), default=None)
        until = min((one.latest for one in days if one.axis == axis and one.latest is not None), default=None)
        bounds = DayBounds(since, until, axis)
        if since is not None and until is not None and since > until:
            bounds = days[0]
        return self._point(bounds, numbers, text=self._words(numbers))

    def _days(self, number: int) -> DayBounds:
        return self._chronology.bounds(self._ranks.place(number))

    def _words(self, numbers: Sequence[int]) -> str | None:
        words = (self._chronology.words_of(self._joining.statement(one).uuid) for one in numbers)
        return next((one for one in words if one), None)

    def _point(self, bounds: DayBounds, numbers: Sequence[int], *, text: str | None) -> TimePoint | None:
        """The point of these bounds; None where nothing is known of it. A chapter is named where days alone do not place it."""
        chapter = None
        if bounds.earliest is None or bounds.latest is None:
            chapters = (self._chronology.in_line(self._joining.statement(one).uuid) for one in numbers)
            chapter = next((one for one in chapters if one is not None), None)
        if text is None and chapter is None and bounds.earliest is None and bounds.latest is None:
            return None
        label = self._chronology.label(bounds, self._language)
        return TimePoint(text, bounds.earliest, bounds.latest, label, chapter)
