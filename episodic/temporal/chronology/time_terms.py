"""Converts time expressions to constraints: the node from which each counts, and the days or order relative to it."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.temporal.chronology.layout import ChronologyLayout, HolderKey
from episodic.temporal.constraints import (
    Basis,
    CalendarRanges,
    Constraint,
    ConstraintTerms,
    PeriodBoundary,
    anchor_date,
    date_terms,
    offset_terms,
    period_terms,
)


@dataclass(frozen=True, slots=True)
class TimeAnchors:
    """The nodes from which time expressions at one place of the text can count.

    `here` is the current moment. `previous` is the moment that the text told just before, from which "the next day"
    counts. It is the current moment, or the recalled moment after a look back. `recalled` is the last past or future
    moment that a statement was about. `scene` is the moment of the scene in which a flashback, tale or letter is told
    or read. `holder` says whose claim, belief, plan or dream contains the time expression (its scope, holder and
    tellers), or is None in the narration. In a claim by Ann, "after the war" counts from the time that Ann gave to the
    war, if she gave any.
    """

    here: int | None
    previous: int | None
    recalled: int | None = None
    scene: int | None = None
    holder: HolderKey | None = None


class TimeTerms:
    """Makes the constraints that a time expression states, and creates nodes for the events and periods it names."""

    def __init__(self, layout: ChronologyLayout, calendars: CalendarRanges) -> None:
        self._layout, self._calendars = layout, calendars
        self.consistent = True
        """False if the network refused the constraints for the beginning of some year or month, because they contradict
        constraints that it had accepted before.
        """

    def of(self, node: int, expression: TimeExpression, anchors: TimeAnchors) -> ConstraintTerms:
        """Return the day differences and orders by which a time expression constrains *node*. The terms are empty if
        the date is unknown, or if the moment from which an offset or order counts is unknown.
        """
        if not expression.stated:
            return ConstraintTerms()
        if expression.kind is TimeKind.CALENDAR:
            return self._date_terms(node, expression, bounded=anchors.holder is None)
        if expression.anchor is Anchor.REFERENCE:
            return self._offset_from_date(node, expression, bounded=anchors.holder is None)
        anchor = self._anchor(expression, anchors)
        if anchor is None or anchor == node:
            return ConstraintTerms()
        calendar = self._layout.calendars.get(anchor)
        if calendar is not None:
            self._layout.calendars[node] = calendar
        return offset_terms(node, anchor, expression, self._calendars, calendar=calendar)

    def day_range(self, expression: TimeExpression) -> tuple[str, int, int] | None:
        """Return the axis, the first day and the last day of a date. Return None if the time expression is not a date
        or its days are unknown.
        """
        days = self._calendars.range_of(expression) if expression.kind is TimeKind.CALENDAR else None
        return None if days is None or days[0] > days[1] else (self._calendars.axis_of(expression), *days)

    def can_be_since(self, time: TimeExpression | None, begun: tuple[str, int, int] | None) -> bool:
        """Return whether a date can be at or after the day *begun*: its axis, and its first and last possible number.
        Return False if the date or the day is unknown.
        """
        days = None if time is None else self.day_range(time)
        return days is not None and begun is not None and (days[0] != begun[0] or days[2] >= begun[1])

    def days_in_scene(self) -> int:
        """Return the greatest number of units (days or hours) between two moments of one scene. The number is 0 if the
        calendars count days, and a little less than the hours of two days if the calendars count hours.
        """
        return (self._calendars.offset_days(0, 1, "day")[1] or 1) - 1 if self._counts_hours() else 0

    def _counts_hours(self) -> bool:
        return self._calendars.offset_days(1, 1, "day")[1] != 1

    def _anchor(self, expression: TimeExpression, anchors: TimeAnchors) -> int | None:
        match expression.anchor:
            case Anchor.HERE:
                return anchors.here
            case Anchor.SCENE:
                return anchors.here if anchors.scene is None else anchors.scene
            case Anchor.RECALLED:
                return anchors.here if anchors.recalled is None else anchors.recalled
            case Anchor.EVENT:
                return self.event(expression.name, anchors.holder)
            case _:
                return anchors.previous

    def event(self, name: str | None, holder: HolderKey | None) -> int | None:
        """Return the node of a named event, or None without a name. If *holder* has given the event a time, the result
        is the holder's own node for the event. If the holder has given the event no time, the result is the node of the
        event in the story's world. This node is made if it does not exist.
        """
        if not name:
            return None
        own = None if holder is None else self._layout.holder_events.get((holder, name))
        if own is not None:
            return own
        events = self._layout.events
        if name not in events:
            events[name] = self._layout.network.new_node()
        return events[name]

    def _date_terms(self, node: int, expression: TimeExpression, *, bounded: bool) -> ConstraintTerms:
        days = self._calendars.range_of(expression)
        if days is None or days[0] > days[1]:
            return ConstraintTerms()
        axis = self._calendars.axis_of(expression)
        self._layout.calendars[node] = expression.calendar
        origins = self._layout.origins
        if axis not in origins:
            origins[axis] = self._layout.network.new_node()
        date = date_terms(node, origins[axis], days)
        if days[1] - days[0] < (self._calendars.offset_days(1, 1, "day")[1] or 1):
            day_origins = self._layout.day_origins
            if axis not in day_origins:
                day_origins[axis] = self._layout.network.new_node()
            date = ConstraintTerms((*date.spans, *date_terms(node, day_origins[axis], days).spans))
        part = self._calendars.period_of(expression) if bounded else None
        if part is None:
            return date
        since, until = (self._boundary_node(boundary, origins[axis]) for boundary in (part.since, part.until))
        return ConstraintTerms((*date.spans, *period_terms(node, since, until, part).spans))

    def _boundary_node(self, boundary: PeriodBoundary, origin: int) -> int:
        """Return the node for the beginning of a year or month. If the node is new, constraints put it within the
        possible days of the beginning. Further constraints keep the least possible distance between the new node and
        the nearest nodes for earlier and later beginnings of years or months.
        """
        boundaries, network = self._layout.boundaries, self._layout.network
        if boundary not in boundaries:
            node = network.new_node()
            spans = list(date_terms(node, origin, boundary.days).spans)
            known = sorted(one for one in boundaries if one.calendar == boundary.calendar)
            place = bisect_left(known, boundary)
            spans += [
                (boundaries[one], node, self._calendars.least_between(one, boundary))
                for one in known[max(0, place - 1) : place]
            ]
            spans += [
                (node, boundaries[one], self._calendars.least_between(boundary, one))
                for one in known[place : place + 1]
            ]
            boundaries[boundary] = node
            accepted = network.accept(Constraint(tuple(spans), (), Basis.STATED)) is None
            self.consistent = accepted and self.consistent
        return boundaries[boundary]

    def _offset_from_date(self, node: int, expression: TimeExpression, *, bounded: bool) -> ConstraintTerms:
        anchor = self._layout.network.new_node()
        date = self._date_terms(anchor, anchor_date(expression), bounded=bounded)
        if date.empty:
            return ConstraintTerms()
        calendar = expression.calendar
        offset = offset_terms(node, anchor, expression, self._calendars, calendar=calendar)
        return ConstraintTerms((*date.spans, *offset.spans), offset.steps)
