"""Computes the times that a fact shows: its start and end in story time, and what the text says about both.

The class `FactTimes` also computes when a holder says or thinks a claim, belief or plan, and whether a fact is told in
story order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from episodic.model.episodes import FrameKind, Language
from episodic.model.graph import TimelineTurn
from episodic.model.moments import TimeBasis, TimePoint
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase, Placement, StatementCore, StatementScope
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.chronology.counted_from import continues_tale
from episodic.temporal.chronology.day_bounds import DayBounds, bounds_from
from episodic.temporal.chronology.line_places import claims_happening
from episodic.temporal.fold.durations import Duration
from episodic.temporal.fold.fact_drafts import FactDraft
from episodic.temporal.fold.group_ends import EndCause
from episodic.temporal.fold.moment_ranks import MomentRanks
from episodic.temporal.placed import PlacedStatement


class FactTimes:
    """Computes the times of the facts of one group. *statement* is a function that returns the statement with a given
    index.
    """

    def __init__(
        self,
        statement: Callable[[int], PlacedStatement],
        ranks: MomentRanks,
        *,
        chronology: Chronology,
        language: Language,
    ) -> None:
        self._statement, self._ranks = statement, ranks
        self._chronology, self._language = chronology, language

    def start(self, draft: FactDraft, starting: Sequence[int], *, open_start: bool) -> TimePoint | None:
        """Return the time at which a fact starts, or None if nothing is known about it. For example, the result is None
        for a habit or a conditional event that somebody only claims. *starting* contains the indices of the earliest
        statements of a state. If *open_start* is true, the state may have begun before its earliest statements.
        """
        if self._only_said(draft):
            return None
        if draft.kind is PredicateKind.FIXED:
            return self._earliest([one for one in draft.statements if self._statement(one).dated], TimeBasis.EVENT)
        if draft.kind is PredicateKind.EVENT:
            return self._event(draft.statements)
        if not self.begins(starting):
            return self._earliest(starting, TimeBasis.BY, standing=open_start and self._is_standing(starting))
        derived = all(one.derived for one in map(self._core, starting) if one.phase is Phase.BEGINS)
        return self._earliest(starting, TimeBasis.EVENT if derived else TimeBasis.STATED)

    def _only_said(self, draft: FactDraft) -> bool:
        told = [self._statement(one) for one in draft.statements]
        return bool(told) and all(
            not one.world
            and (one.core.habit or one.core.condition is not None)
            and one.core.time is None
            and self._chronology.position_of(one.uuid) == self._chronology.said_of(one.uuid)
            for one in told
        )

    def begins(self, starting: Sequence[int]) -> bool:
        """Return whether one of the earliest statements of a fact says that the state begins."""
        return any(self._core(one).phase is Phase.BEGINS for one in starting)

    def _is_standing(self, starting: Sequence[int]) -> bool:
        """Return whether a state counts as one of long standing. The result is true for kinships, homes and offices.
        The result is false for moods, and for the places where people are.
        """
        predicates = [self._statement(one).predicate for one in starting]
        return not any(one.passing or one.presence for one in predicates)

    def _core(self, number: int) -> StatementCore:
        return self._statement(number).core

    def end(self, draft: FactDraft, causes: Sequence[EndCause], lasting: Duration) -> TimePoint | None:
        """Return the time of the first end of a fact, or None if the text tells no end. *lasting* is the duration of
        the state, which counts only if *causes* is empty. The end of a stated duration is returned only if the story
        has reached that end. A mood that no statement, fact or death ends has no end time.

        If the exact end is unknown, the time is a range of days, up to the day by which the fact has ended.
        """
        if not causes:
            if lasting.over is None or not lasting.told or not lasting.stated:
                return None
            bounds = self._chronology.bounds(lasting.over)
            basis = TimeBasis.STATED if lasting.exact else TimeBasis.BY
            return TimePoint(None, bounds.earliest, bounds.latest, self._label(bounds), None, basis)
        exact = list(dict.fromkeys(one.number for one in causes if one.exact))
        if exact:
            # Where somebody was once seen does not tell that he stayed there until his death.
            left_before = all(one.death for one in causes if one.exact) and self._is_presence(draft)
            left_before = left_before or self.leaves_unnamed(draft, exact[0])
            return self._earliest(exact, TimeBasis.BY if left_before else self._end_basis(exact[0]))
        shown = [one.number for one in causes]
        said = [self._days(one) for one in draft.statements]
        by = [self._days(one) for one in shown]
        axis = next((one.axis for one in (*by, *said) if one.axis is not None), None)
        since = [one.earliest for one in said if one.axis == axis and one.earliest is not None]
        until = [one.latest for one in by if one.axis == axis and one.latest is not None]
        earliest, latest = max(since, default=None), min(until, default=None)
        bounds = bounds_from(earliest, latest, axis, days=(*by, *said))
        return self._point(bounds, shown, basis=TimeBasis.BY)

    def _is_presence(self, draft: FactDraft) -> bool:
        return any(self._statement(one).predicate.presence for one in draft.statements)

    def is_stay(self, draft: FactDraft) -> bool:
        """Return whether a fact says where somebody is, and not where somebody is imprisoned."""
        predicates = (self._statement(one).predicate for one in draft.statements)
        return any(one.presence and one.within for one in predicates)

    def leaves_unnamed(self, draft: FactDraft, end: int) -> bool:
        """Return whether a fact is a stay (`is_stay`), and the stated end *end* follows from a departure that names no
        place ("he fled"). Such a departure shows only that he is no longer in the place of the fact. He may have left
        this place long before.
        """
        statement = self._statement(end)
        departs = statement.core.phase is Phase.ENDS and statement.core.derived and statement.object is None
        return departs and bool(draft.content.object) and self.is_stay(draft)

    def said(self, statement: PlacedStatement) -> TimePoint | None:
        """Return the time at which the holder of a statement (a claim, belief, plan or dream) says or thinks it. Return
        None for a fact of the story's world. The words of a letter are said when it is written, which is before it is
        read. A thought inside a letter, flashback or tale belongs to the time of which the letter, flashback or tale
        tells. A claim inside a tale is said at this time, or when the tale is told.
        """
        if statement.world:
            return None
        place = self._chronology.said_of(statement.uuid)
        bounds = self._chronology.bounds(place)
        _, read = self._chronology.telling_of(statement.passage)
        earlier = self._said_within(statement) and read is not None and self._chronology.precedes(place, read)
        basis = TimeBasis.EVENT
        if statement.tellers or earlier:
            later = earlier and self._chronology.in_later_scene(statement)
            basis = TimeBasis.EARLIER if later else TimeBasis.BEFORE
        episode = self._chronology.passage_of(statement.passage).episode
        if self._may_be_said_at_telling(statement):
            end = None if read is None else self._chronology.bounds(read)
            latest = end.latest if end is not None and end.axis == bounds.axis else None
            return TimePoint(None, bounds.earliest, latest, None, episode, basis)
        return TimePoint(None, bounds.earliest, bounds.latest, self._label(bounds), episode, basis)

    def _may_be_said_at_telling(self, statement: PlacedStatement) -> bool:
        """Return whether a claim in a tale may be the words in which the tale is told."""
        claimed = statement.core.scope is StatementScope.CLAIM and not statement.tellers
        return claimed and self.frame(statement) is FrameKind.TALE

    def _said_within(self, statement: PlacedStatement) -> bool:
        """Return whether a holder says or thinks something at the time of which a letter, flashback or tale tells. For
        a claim in a tale, the result is false. The claims of the teller are the words of the tale itself, and are said
        when the tale is told.
        """
        frame = self.frame(statement)
        told = frame is FrameKind.TALE and statement.core.scope is not StatementScope.CLAIM
        return told or frame in (FrameKind.LETTER, FrameKind.FLASHBACK)

    def turn(self, statement: PlacedStatement) -> TimelineTurn:
        """Return BACK if a statement is about an earlier time than the passage that narrates it. Return AHEAD if the
        statement is about a later time. Otherwise return ON. The time that a claim, belief, plan or dream is about is
        compared with the moment at which its holder says or thinks it.
        """
        if statement.core.placing.past:
            return TimelineTurn.BACK
        if statement.core.placing is Placement.AHEAD:
            return TimelineTurn.AHEAD
        passage = self._chronology.passage_of(statement.passage)
        if statement.time is not None and continues_tale(statement, statement.time, passage):
            return TimelineTurn.ON
        chronology, place = self._chronology, self._chronology.position_of(statement.uuid)
        said = chronology.said_of(statement.uuid)
        if not statement.world and chronology.precedes(place, said):
            return TimelineTurn.BACK
        if not statement.world and chronology.precedes(said, place):
            return TimelineTurn.AHEAD
        if statement.world and place.own and chronology.precedes(place, chronology.now_of(statement.passage)):
            return TimelineTurn.BACK
        return TimelineTurn.ON

    def frame(self, statement: PlacedStatement) -> FrameKind:
        """Return the frame (main line, flashback, letter, ...) of the passage that narrates a statement."""
        return self._chronology.passage_of(statement.passage).frame

    def _end_basis(self, number: int) -> TimeBasis:
        """Return what the text says about an exact end at the moment with the index *number*. The result is `stated` if
        the text says that the state ends. The result is `event` if an event or the beginning of a rival state ends it.
        The result is `by` if the text only shows that the state has ended by then. If a rival state is only reported as
        true at a moment, the state has ended by this moment.
        """
        statement = self._statement(number)
        if statement.core.phase is Phase.ENDS:
            return TimeBasis.EVENT if statement.core.derived else TimeBasis.STATED
        if statement.core.phase is Phase.BEGINS or statement.predicate.kind is PredicateKind.EVENT:
            return TimeBasis.EVENT
        return TimeBasis.BY

    def _earliest(self, numbers: Sequence[int], basis: TimeBasis, *, standing: bool = False) -> TimePoint | None:
        """Return the time of the earliest of several moments as one range of days, or None if nothing is known.
        *standing* is true if the statements at these moments only mention a state of long standing. If *standing* is
        true and the first or the last day is unknown, only the statements' own time words are shown. The time words of
        their passages are then left out.
        """
        days = [self._content_days(one) for one in numbers]
        axis = next((one.axis for one in days if one.axis is not None), None)
        opens = [one.earliest if one.axis == axis else None for one in days]
        since = None if None in opens else min((day for day in opens if day is not None), default=None)
        until = min((one.latest for one in days if one.axis == axis and one.latest is not None), default=None)
        own = standing and (since is None or until is None)
        text = self._own_text(numbers) if own else self._time_text(numbers)
        return self._point(bounds_from(since, until, axis, days=days), numbers, basis=basis, text=text)

    def _own_text(self, numbers: Sequence[int]) -> str | None:
        return next((words for one in numbers if (words := self._own_words(self._statement(one)))), None)

    def _own_words(self, statement: PlacedStatement) -> str | None:
        """Return the time words to show for a statement. Return None if the statement has no time words of its own and
        its quote does not contain the time words of its moment. A part of the day is shown after the time words of its
        moment ("the next day…at dusk").
        """
        own = self._chronology.own_time_text(statement.uuid)
        shown = self._chronology.effective_time_text(statement.uuid)
        return shown if own or (shown and shown in statement.evidence.quote) else None

    def _event(self, numbers: Sequence[int]) -> TimePoint | None:
        days = [self._content_days(one) for one in numbers]
        axis = next((one.axis for one in days if one.axis is not None), None)
        since = max((one.earliest for one in days if one.axis == axis and one.earliest is not None), default=None)
        until = min((one.latest for one in days if one.axis == axis and one.latest is not None), default=None)
        bounds = bounds_from(since, until, axis, days=days)
        if since is not None and until is not None and since > until:
            bounds = days[0]
        return self._point(bounds, numbers, basis=TimeBasis.EVENT, text=self._time_text(numbers))

    def _days(self, number: int) -> DayBounds:
        return self._chronology.bounds(self._ranks.place(number))

    def _content_days(self, number: int) -> DayBounds:
        """Return the first and the last possible day of what a statement tells. What a claim reports as an earlier
        event has happened by the day of the claim, and its first possible day is unknown.
        """
        days = self._days(number)
        reported = self._is_report(self._statement(number))
        return days._replace(earliest=None, rough_earliest=False) if reported else days

    def _time_text(self, numbers: Sequence[int]) -> str | None:
        return next((words for one in numbers if (words := self._content_words(self._statement(one)))), None)

    def _content_words(self, statement: PlacedStatement) -> str | None:
        """Return the time words of what a statement tells. If a claim reports an earlier event, the time words of the
        moment of the claim are left out. These words do not say when the event happened.
        """
        if self._is_report(statement):
            return self._own_words(statement)
        return self._chronology.effective_time_text(statement.uuid)

    def _is_report(self, statement: PlacedStatement) -> bool:
        """Return whether a claim without a time of its own reports what happened before its holder makes the claim."""
        core = statement.core
        if core.scope is not StatementScope.CLAIM or core.placing is not Placement.NOW or core.time is not None:
            return False
        places = self._chronology.line_places(statement.uuid)
        return claims_happening(statement) and bool(places) and places[0].turn is TimelineTurn.BACK

    def _point(
        self, bounds: DayBounds, numbers: Sequence[int], *, basis: TimeBasis, text: str | None = None
    ) -> TimePoint | None:
        """Return a time point with the given days, the time words and a chapter, or None if none of these is known. The
        time point has a chapter only if its first or its last possible day is unknown.
        """
        chapter = None
        if bounds.earliest is None or bounds.latest is None:
            chapters = (self._chronology.main_line_chapter(self._statement(one).uuid) for one in numbers)
            chapter = next((one for one in chapters if one is not None), None)
            if chapter is None and text is None and numbers:
                chapter, relation = self._beside_telling(numbers[0])
                basis = relation or basis
        if text is None and chapter is None and bounds.earliest is None and bounds.latest is None:
            return None
        since = None
        if text is not None and (bounds.earliest is None or bounds.latest is None):
            counted = (self._chronology.counted_from(self._ranks.place(one), text) for one in numbers)
            since = next((one for one in counted if one is not None), None)
        return TimePoint(text, bounds.earliest, bounds.latest, self._label(bounds), chapter, basis, since)

    def _beside_telling(self, number: int) -> tuple[str | None, TimeBasis | None]:
        """Return the chapter that narrates a moment, and the order of the moment and its narration. The order is BEFORE
        or AFTER if the moment is certainly before or after the moment of its narration. If neither is certain, the
        result is (None, None). EARLIER is returned in place of BEFORE if the moment may lie in an earlier scene of the
        chapter, and not only before the chapter. If a letter that is written in the scene reports something as
        happening now, None is returned in place of AFTER.
        """
        statement = self._statement(number)
        episode, told = self._chronology.telling_of(statement.passage)
        place = self._ranks.place(number)
        around = self._chronology.runs_around(statement.passage)
        if around and told == self._chronology.now_of(around[0]) and statement.core.placing is Placement.NOW:
            return episode, None
        if told is not None and self._chronology.precedes(place, told):
            later = self._chronology.in_later_scene(statement)
            return episode, TimeBasis.EARLIER if later else TimeBasis.BEFORE
        if told is not None and self._chronology.precedes(told, place):
            return episode, TimeBasis.AFTER
        return None, None

    def _label(self, bounds: DayBounds) -> str | None:
        return self._chronology.label(bounds, self._language)
