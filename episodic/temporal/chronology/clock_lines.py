"""Orders statements about the past or the future that mean the same day by the times of day that they name.

An *account* is what one person says in one scene, or what the narration of one scene looks back to. Two times of day
are compared only if they are on the same day. All speakers of a scene mean the same day by a date. All speakers of a
scene also mean the same day by words that count from the scene ("yesterday at nine"). If no words name the day, times
of day are compared only within one account. An account tells its times of day in story order. If an account names a
time earlier than its previous one, another unnamed day begins. The account may have gone back, or on to the next day.
What the narration tells at its current moment is ordered as in the text, and never by a time of day.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace

from episodic.languages import lexicon
from episodic.model.graph import LinePlace, TimelineTurn
from episodic.model.moments import Anchor, ClockTime, TimeExpression, TimeKind
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.model.spans import NarrativePosition
from episodic.temporal.chronology.clock_times import DAY, MinuteRange, first_told, in_half, of_stated_day, told_next
from episodic.temporal.chronology.layout import ChronologyLayout
from episodic.temporal.chronology.line_places import claims_happening, content_turn
from episodic.temporal.chronology.time_terms import TimeTerms
from episodic.temporal.chronology.weekdays import WEEK, with_day
from episodic.temporal.constraints import StrictOrder
from episodic.temporal.placed import PlacedPassage, PlacedStatement

_SCOPES = (StatementScope.WORLD, StatementScope.CLAIM, StatementScope.BELIEF, StatementScope.PLAN)
_ORIGIN = 1_000_000_000
"""The moments of one day whose times of day are known form a line (an ordered sequence). Moments on this line are
ordered by the minute of the day, and not by their offsets in the text. On a line of times of day, a narrative position
has a number in place of an offset in the text. This number is _ORIGIN plus the minute of the day. _ORIGIN is greater
than every offset in a chapter.
"""
_FARTHEST = 2_000
"""The greatest number of characters between two quotes whose times of day can count as times of the same day. This
limit applies if one person tells both times, and no words name the day of the second one.
"""
_COMPARED = 8
"""The maximum number of statements with which the network orders a statement with a time of day. These statements are
the last ones of the same account (what one person says in one scene).
"""
_WHOLE_DAY = MinuteRange(0, DAY - 1)
_DAYS_ON = 3
"""A person may name a weekday after another one ("on Monday", then "on Wednesday"). The second weekday counts as a day
of the same sequence if it is at most this many days later.
"""
_CLOSE = 120
"""Two successive hours may be told without words for the half of the day ("at nine", "at ten"). Both hours are in the
same half if the second one is at most this many minutes later on the dial.
"""


@dataclass(slots=True)
class _Account:
    """The state of an account, that is, of what one person says of the past or the future in one scene. `line` is the
    line (chain of ordered moments) on which the current day of the account lies. `day` is the minute on this line at
    which the current day begins.
    """

    scene: int | None
    line: str | None = None
    named: bool = False
    """True if words of the text, such as "yesterday", named the day of which the person speaks."""
    weekday: int | None = None
    """The day of the week, if the words named only a weekday."""
    day: int = 0
    before: MinuteRange | None = None
    """The last time of day that the person told of the day of which he speaks now, or None."""
    end: int = 0
    """The offset at which the last quote with a time of day ends."""
    back: bool = False
    """True if the last quote with a time of day is about the past."""
    words: tuple[int, str | None] | None = None
    """The offset and the text of the most recent time words ("at nine") of this account. Time words that belong to
    several statements count once.
    """
    times: tuple[MinuteRange, tuple[LinePlace, ...]] | None = None
    """The minutes and the places on lines that the last time words of this account mean, as `_places` returns them."""
    dial: tuple[str, int, MinuteRange] | None = None
    """The last hour told without "morning" or "evening", as three items. The first item is the line that orders this
    hour with the hours told just before. The second item is the first minute of the hour on a twelve-hour clock. The
    third item contains all minutes of the day that the hour can mean.
    """
    lines: dict[Hashable, tuple[str, int]] = field(default_factory=dict[Hashable, "tuple[str, int]"])
    """The lines that order times of day, each with the number of the first day on the line. There is one line for each
    calendar of dates. There is also one line for each moment from which the text counts days ("yesterday" counts from
    the scene). All accounts of a scene share the same `lines`, because all speakers mean the same day by "yesterday".
    """
    nodes: list[tuple[str, MinuteRange, int]] = field(default_factory=list["tuple[str, MinuteRange, int]"])
    """An item for each statement about the story's world with a time of day. The item contains the line (ordered
    sequence of moments) of the statement's day, the statement's first and last minute on this line, and its network
    node.
    """


class ClockLines:
    """For each day, orders the statements with a time of day on one line (an ordered sequence of moments). The places
    of the statements on the lines are recorded in the layout of the chronology. Statements are read in narrative order.
    Times of day that somebody tells in different scenes are never compared. A scene ends with its chapter, so that
    chapters can be added one by one.
    """

    def __init__(self, layout: ChronologyLayout, terms: TimeTerms) -> None:
        self._layout, self._terms = layout, terms
        self._accounts: dict[Hashable, _Account] = {}
        self._lines: dict[Hashable, dict[Hashable, tuple[str, int]]] = {}

    def read(self, passage: PlacedPassage, statement: PlacedStatement) -> tuple[StrictOrder, ...]:
        """Read the next statement of a passage. Return the orders, by time of day, between the statement's node and the
        nodes of earlier statements about the story's world.
        """
        time, turn = statement.time, _turn(passage, statement)
        if time is None or turn is TimelineTurn.ON or not _happens(statement):
            return ()
        scene, core = self._layout.scene_starts.get(passage.run), statement.core
        key = (passage.run, passage.episode, core.scope, statement.holder, statement.tellers, turn)
        account = self._accounts.get(key)
        if account is None or account.scene != scene:
            lines = self._lines.setdefault((passage.run, passage.episode, scene), {})
            account = self._accounts[key] = _Account(scene, lines=lines)
        place = statement.evidence.start if statement.time_start is None else statement.time_start
        if (place, core.time) != account.words:
            account.words = (place, core.time)
            account.times = self._places(account, statement, time)
        return () if account.times is None else self._put(account, statement, *account.times)

    def _places(
        self, account: _Account, statement: PlacedStatement, time: TimeExpression
    ) -> tuple[MinuteRange, tuple[LinePlace, ...]] | None:
        """Set the current day of an account (the day of which its speaker tells) to the day of a time expression.
        Return the first and the last minute that the expression can mean, counted from the beginning of the account's
        current day. The second part of the result is empty, except for an hour that may be in the morning or in the
        evening ("at nine"). For such an hour, the second part contains two places on a separate line of such hours. The
        hour lies between these two places. Return None if the expression names neither a time of day nor a weekday.
        """
        quote, dated = statement.evidence, time.weekday is not None or (time.stated and not _goes_on(time))
        back = lexicon.pattern("look_backs").search(quote.quote) is not None
        apart = quote.start - account.end > _FARTHEST or (back and not account.back)
        if (dated and not self._name_day(account, time, statement.uuid)) or (apart and not dated):
            account.line = account.before = account.dial = account.weekday = None
        account.end, account.back = quote.end, back
        if time.clock is None:
            return None if time.weekday is None else (_WHOLE_DAY, ())
        clock = in_half(time.clock, quote.quote, statement.core.time or "")
        found = self._minutes(account, clock, statement.uuid, dated=dated)
        halves = clock.either_half and clock.last - clock.first < _CLOSE and found == first_told(clock)
        dial = self._dial_places(account, clock, statement, found) if halves else ()
        account.before = found
        return found, dial

    def with_day(
        self, passage: PlacedPassage, statement: PlacedStatement, today: tuple[str, int, int] | None
    ) -> PlacedStatement:
        """Return the statement with its weekday ("on Thursday") replaced by a number of days before or after *today*.
        The function `weekdays.with_day` computes this number.
        """
        if statement.time is None or statement.time.weekday is None:
            return statement
        return replace(statement, time=with_day(statement.time, today, _turn(passage, statement)))

    def _name_day(self, account: _Account, time: TimeExpression, uuid: str) -> bool:
        """Set the current day of an account (the day of which its speaker tells) to the day that a time expression
        names. Return whether the expression names a day.
        """
        if not time.stated and time.weekday is not None:
            self._name_weekday(account, time.weekday, uuid)
            return True
        if time.anchor is Anchor.PREVIOUS and time.kind is TimeKind.OFFSET and not time.before:
            if time.unit != "day" or time.low is None or time.low != time.high:
                return False
            if account.line is None:
                account.line, account.day = f"{uuid}:day", 0
            else:
                account.day += time.low * DAY
            account.weekday = None if account.weekday is None else (account.weekday + time.low) % WEEK
            account.named = True
            account.before = account.before if time.low == 0 else None
            return True
        named = self._named_day(time)
        if named is None:
            return False
        frame, number = named
        line, first = account.lines.setdefault(frame, (f"{uuid}:day", number))
        day = (number - first) * DAY
        if (line, day) != (account.line, account.day):
            account.before = None
        account.line, account.day, account.named, account.weekday = line, day, True, None
        return True

    def _name_weekday(self, account: _Account, weekday: int, uuid: str) -> None:
        """Set the current day of an account (the day of which its speaker tells) to a weekday. A weekday at most
        _DAYS_ON days after the weekday that the account named before is taken as the next such day. A weekday that
        would come later is in an unknown week, because the speaker may have gone back in time.
        """
        further = None if account.weekday is None else (weekday - account.weekday) % WEEK
        if account.line is None or further is None or further > _DAYS_ON:
            account.line, account.day, account.before = f"{uuid}:day", 0, None
        elif further:
            account.day += further * DAY
            account.before = None
        account.weekday, account.named = weekday, True

    def _named_day(self, time: TimeExpression) -> tuple[Hashable, int] | None:
        """Return the day that a time expression names, as a key and a number, or None if the expression names no single
        day. The key stands for a sequence of days: the days of a calendar, or the days before and after the scene. The
        number is that of the day in this sequence.
        """
        if time.kind is TimeKind.CALENDAR:
            days = self._terms.day_range(time) if time.day is not None else None
            if days is None:
                return None
            axis, first, last = days
            return (("date", axis), first) if first == last else (("date", axis, first), 0)
        if time.kind is not TimeKind.OFFSET or time.unit != "day" or time.low is None:
            return None
        sign = -1 if time.before else 1
        if time.anchor is Anchor.HERE and time.low != time.high:
            return ("last night", 0) if (time.low, time.high) == (0, 1) and time.before else None
        if time.anchor is Anchor.HERE and not time.low and time.clock is None:
            # Words such as "at once" mean the moment of which the account has just told.
            return None
        if time.low != time.high or time.anchor not in (Anchor.HERE, Anchor.EVENT):
            return None
        return (time.anchor, time.name), sign * time.low

    def _minutes(self, account: _Account, clock: ClockTime, uuid: str, *, dated: bool) -> MinuteRange:
        """Return the minutes that a time of day means on the day of which the speaker tells. If the time of day may be
        earlier than the one told before, the speaker now tells of a new, unnamed day. In this case, the minutes count
        from the beginning of the new day.
        """
        following = None if account.before is None else told_next(clock, account.before)
        if account.line is not None and (dated or (account.before is None and account.named)):
            return following or of_stated_day(clock)
        if following is not None:
            return following
        if account.line is not None and self._is_close(account, clock):
            return first_told(clock)
        account.line, account.day, account.named, account.weekday = f"{uuid}:day", 0, False, None
        return first_told(clock)

    def _is_close(self, account: _Account, clock: ClockTime) -> bool:
        if account.dial is None or not clock.either_half:
            return False
        _, hour, minutes = account.dial
        return minutes is account.before and 0 <= clock.first - hour <= _CLOSE

    def _dial_places(
        self, account: _Account, clock: ClockTime, statement: PlacedStatement, found: MinuteRange
    ) -> tuple[LinePlace, LinePlace]:
        """Return the two places between which a statement lies in time. The statement names an hour, but not whether
        the hour is in the morning or in the evening. The two places are on a separate line (an ordered sequence of
        moments), which orders successive hours that are told without "morning" or "evening".
        """
        close = account.dial if self._is_close(account, clock) else None
        dial = f"{statement.uuid}:dial" if close is None else close[0]
        account.dial = (dial, clock.first, found)
        return _between(dial, MinuteRange(clock.first, clock.last), statement.told.order)

    def _put(
        self, account: _Account, statement: PlacedStatement, found: MinuteRange, dial: tuple[LinePlace, ...]
    ) -> tuple[StrictOrder, ...]:
        layout, line, minutes = self._layout, account.line or f"{statement.uuid}:day", found.after(account.day)
        layout.clock_places[statement.uuid] = (*_between(line, minutes, statement.told.order), *dial)
        place = layout.places.get(statement.uuid)
        if not statement.world or place is None:
            return ()
        here, known = place.start, account.nodes[-_COMPARED:]
        account.nodes.append((line, minutes, here))
        earlier = [node for on, of, node in known if on == line and of.last < minutes.first and node != here]
        later = [node for on, of, node in known if on == line and minutes.last < of.first and node != here]
        return (*((node, here) for node in earlier), *((here, node) for node in later))


def _turn(passage: PlacedPassage, statement: PlacedStatement) -> TimelineTurn:
    """Return BACK, ON or AHEAD for a statement about a time before, at or after the moment at which it is told or said."""
    if statement.core.placing is Placement.NOW and passage.main and claims_happening(statement):
        turn = content_turn(statement)
        return TimelineTurn.BACK if turn is TimelineTurn.ON else turn
    return content_turn(statement)


def _happens(statement: PlacedStatement) -> bool:
    """Return whether a statement can have a single time of day: it reports no habit, and denies nothing."""
    core = statement.core
    lasts = statement.predicate.kind is PredicateKind.FIXED or core.phase is Phase.DENIED
    return core.scope in _SCOPES and not core.habit and not lasts and core.condition is None


def _goes_on(time: TimeExpression) -> bool:
    return time.kind is TimeKind.ORDER and time.anchor is Anchor.PREVIOUS and not time.before


def _between(line: str, minutes: MinuteRange, order: int) -> tuple[LinePlace, LinePlace]:
    """Return two places on *line*, the ordered sequence of the moments of a day. The statement lies before the first
    returned place (the last minute of the range *minutes*) and after the second one (the first minute).
    """
    return (
        LinePlace(line, NarrativePosition(order, _ORIGIN + minutes.last), TimelineTurn.BACK),
        LinePlace(line, NarrativePosition(order, _ORIGIN + minutes.first), TimelineTurn.AHEAD),
    )
