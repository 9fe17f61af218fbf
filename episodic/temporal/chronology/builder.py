"""Builds the temporal network of a chronology: a node per moment, constraints from time expressions, and default time
order.
"""

from __future__ import annotations

from bisect import bisect_left

from episodic.model.episodes import FrameKind, Layer
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.readings import Placement
from episodic.model.spans import Evidence
from episodic.temporal.chronology.layout import ChronologyLayout, PassageBatch, TimelineConflict
from episodic.temporal.chronology.narrative_line import MainLine, MainLineWriter, TimePosition
from episodic.temporal.chronology.temporal_network import consistent
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
    same_day,
)
from episodic.temporal.placed import ATTRIBUTED_SCOPES, PlacedPassage, PlacedStatement

DIRECT = (Anchor.EVENT, Anchor.REFERENCE)
"""Anchors that the time expression itself names; all other anchors depend on the position of the expression in the
text.
"""


class ChronologyBuilder:
    """Extends a chronology layout by a batch of passages that follow all earlier passages in narrative order."""

    def __init__(self, layout: ChronologyLayout, calendars: CalendarRanges) -> None:
        self._layout, self._calendars = layout, calendars
        self._network = layout.network
        self._stated: list[tuple[Constraint, str]] = []
        self._content_constraints: list[Constraint] = []
        self._calendars_consistent = True
        """Whether the order of the calendar boundaries is consistent with all earlier constraints."""

    def grow(self, batch: PassageBatch, *, strict: bool) -> bool:
        """Adds the batch to the layout. With *strict*, stops and returns False if the batch may invalidate an earlier
        constraint.
        """
        if strict and self._layout.unplaced:
            return False
        self._name_passages(batch)
        for passage in batch.passages:
            self._read_passage(passage)
            for statement in batch.statements.get(passage.uuid, ()):
                self._read_statement(statement, passage)
            self._layout.previous[passage.run] = self._layout.nows[passage.uuid]
        if strict and not self._calendars_consistent:
            return False
        for basis in (Basis.STATED, Basis.RULE):
            for constraint, owner in self._stated:
                if constraint.basis is basis and not self._accepts(constraint, owner) and strict:
                    return False
        if not self._check_repeated_events(batch) and strict:
            return False
        for passage in batch.passages:
            self._place_passage(passage, batch.statements.get(passage.uuid, []))
        for constraint in self._content_constraints:
            self._network.accept(constraint)
        return True

    def _accepts(self, constraint: Constraint, owner: str) -> bool:
        against = self._network.accept(constraint)
        if against is None:
            return True
        self._layout.conflicts.append(
            TimelineConflict(owner, _minimal_loop(constraint, against, self._network.accepted))
        )
        return False

    def _check_repeated_events(self, batch: PassageBatch) -> bool:
        """Checks whether repeated reports of a named event can be reports of the same event; records a conflict if the
        reports contradict each other.
        """
        layout, fits = self._layout, True
        for passage in batch.passages:
            for statement in batch.statements.get(passage.uuid, ()):
                again = self._same_event_constraint(statement)
                against = None if again is None else self._network.against(again)
                if again is not None and against is not None:
                    loop = _minimal_loop(again, against, self._network.accepted)
                    layout.conflicts.append(TimelineConflict(statement.uuid, loop, repeats_event=True))
                    fits = False
        return fits

    def _same_event_constraint(self, statement: PlacedStatement) -> Constraint | None:
        """Returns the constraint that a statement reports the same named event as an earlier statement; None without an
        earlier report.
        """
        if not statement.world or not statement.event:
            return None
        node, event = self._layout.places[statement.uuid].start, self._layout.events[statement.event]
        if node == event:
            return None
        return Constraint(same_day(node, event), (), Basis.DEFAULT, statement.evidence)

    def _both_on_main_line(self, statement: PlacedStatement) -> bool:
        """Whether both reports of a named event are on a main line; such reports are about two different events."""
        chain = self._layout.chains.chain
        event = self._layout.events[statement.event or ""]
        return event in chain and self._layout.places[statement.uuid].start in chain

    def _name_passages(self, batch: PassageBatch) -> None:
        """Creates the current moments of the passages, and finds the surrounding scene (a main-line passage) of each
        run off the main line.

        The scene is the previous main-line passage; if no main-line passage precedes the run, the scene is the next
        main-line passage.
        """
        layout = self._layout
        waiting: list[str] = []
        for passage in batch.passages:
            layout.nows[passage.uuid] = self._network.new_node()
            if passage.main:
                layout.mains[passage.layer] = layout.nows[passage.uuid]
                for run in waiting:
                    layout.scenes[run] = layout.nows[passage.uuid]
                waiting = []
            elif passage.run not in layout.scenes:
                layout.scenes[passage.run] = scene = self._scene(passage.layer)
                if scene is None:
                    waiting.append(passage.run)
        layout.unplaced = bool(waiting)

    def _scene(self, layer: Layer) -> int | None:
        mains = self._layout.mains
        return mains.get(layer, mains.get(Layer.CANON))

    def _read_passage(self, passage: PlacedPassage) -> None:
        layout = self._layout
        now = layout.nows[passage.uuid]
        previous = self._previous(passage)
        if passage.time is not None and passage.time.stated:
            anchor = previous if passage.main else layout.scenes.get(passage.run)
            terms = self._terms(now, passage.time, here=anchor, previous=previous)
            self._state(terms, passage.time, source=passage.evidence, owner=passage.uuid)
            if passage.run not in layout.previous:
                layout.openings[passage.run] = _starts_before_scene(passage.time)
        if passage.reference is not None and passage.reference.kind is TimeKind.CALENDAR:
            terms = self._terms(now, passage.reference, here=None, previous=None)
            self._stated.append((terms.with_basis(Basis.RULE, None), passage.uuid))

    def _read_statement(self, statement: PlacedStatement, passage: PlacedPassage) -> None:
        if statement.core.scope in ATTRIBUTED_SCOPES:
            return
        layout = self._layout
        now = layout.nows[passage.uuid]
        node = self._event_node(statement) if statement.world and statement.event else None
        terms = ConstraintTerms()
        if statement.dated and statement.time is not None:
            node = self._network.new_node() if node is None else node
            terms = self._terms(node, statement.time, here=now, previous=self._previous(passage))
        if terms.empty and statement.core.placing is Placement.NOW and not (statement.world and statement.event):
            return
        node = self._network.new_node() if node is None else node
        layout.places[statement.uuid] = TimePosition(node, node)
        if statement.time is not None and not terms.empty:
            if statement.world:
                self._state(terms, statement.time, source=statement.evidence, owner=statement.uuid)
            else:
                self._content_constraints.append(terms.with_basis(Basis.DEFAULT, statement.evidence))
        elif not statement.world:
            self._content_constraints.append(_placement_order(node, now, statement.core.placing))

    def _previous(self, passage: PlacedPassage) -> int | None:
        """Returns the current moment of the previous passage of the same run; for the first passage of a run, the
        current moment of the surrounding scene.
        """
        scene = None if passage.main else self._layout.scenes.get(passage.run)
        return self._layout.previous.get(passage.run, scene)

    def _event_node(self, statement: PlacedStatement) -> int:
        """Returns the node of the named event for the first statement that reports the event; a new node for each later
        report.
        """
        layout, name = self._layout, statement.event or ""
        node = layout.events.get(name)
        if node is None:
            node = layout.events[name] = self._network.new_node()
        if name not in layout.reported_events:
            layout.reported_events.add(name)
            return node
        return self._network.new_node()

    def _state(
        self, terms: ConstraintTerms, expression: TimeExpression, *, source: Evidence | None, owner: str
    ) -> None:
        if terms.empty:
            return
        direct = expression.kind is TimeKind.CALENDAR or expression.anchor in DIRECT
        self._stated.append((terms.with_basis(Basis.STATED if direct else Basis.RULE, source), owner))

    def _terms(
        self, node: int, expression: TimeExpression, *, here: int | None, previous: int | None
    ) -> ConstraintTerms:
        """Returns the constraint terms of a time expression on *node*; no terms if the anchor of the expression is
        unknown.
        """
        if expression.kind is TimeKind.CALENDAR:
            return self._date_terms(node, expression)
        anchor: int | None = previous
        if expression.anchor is Anchor.HERE:
            anchor = here
        elif expression.anchor is Anchor.EVENT:
            anchor = self._anchor_event(expression.name)
        elif expression.anchor is Anchor.REFERENCE:
            return self._offset_from_date(node, expression)
        if anchor is None or anchor == node:
            return ConstraintTerms()
        return offset_terms(node, anchor, expression, self._calendars)

    def _anchor_event(self, name: str | None) -> int | None:
        if not name:
            return None
        events = self._layout.events
        if name not in events:
            events[name] = self._network.new_node()
        return events[name]

    def _date_terms(self, node: int, expression: TimeExpression) -> ConstraintTerms:
        days = self._calendars.range_of(expression)
        if days is None or days[0] > days[1]:
            return ConstraintTerms()
        axis = self._calendars.axis_of(expression)
        origins = self._layout.origins
        if axis not in origins:
            origins[axis] = self._network.new_node()
        date = date_terms(node, origins[axis], days)
        part = self._calendars.part_of(expression)
        if part is None:
            return date
        since, until = (self._boundary_node(boundary, origins[axis]) for boundary in (part.since, part.until))
        return ConstraintTerms((*date.spans, *period_terms(node, since, until, part).spans))

    def _boundary_node(self, boundary: PeriodBoundary, origin: int) -> int:
        """Returns the node at which a year or month begins; the node is constrained by its possible days and by the
        neighbouring boundaries.
        """
        boundaries = self._layout.boundaries
        if boundary not in boundaries:
            node = self._network.new_node()
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
            self._calendars_consistent = (
                self._network.accept(Constraint(tuple(spans), (), Basis.STATED)) is None and self._calendars_consistent
            )
        return boundaries[boundary]

    def _offset_from_date(self, node: int, expression: TimeExpression) -> ConstraintTerms:
        anchor = self._network.new_node()
        date = self._date_terms(anchor, anchor_date(expression))
        if date.empty:
            return ConstraintTerms()
        offset = offset_terms(node, anchor, expression, self._calendars)
        return ConstraintTerms((*date.spans, *offset.spans), offset.steps)

    def _place_passage(self, passage: PlacedPassage, statements: list[PlacedStatement]) -> None:
        """Adds the default constraints of a passage in narrative order; default constraints have lower priority than
        anything the text states.
        """
        if passage.main:
            self._place_main_passage(passage, statements)
        else:
            self._place_framed_passage(passage, statements)
        for statement in statements:
            again = self._same_event_constraint(statement)
            if again is not None and not self._both_on_main_line(statement):
                self._network.accept(again)

    def _place_main_passage(self, passage: PlacedPassage, statements: list[PlacedStatement]) -> None:
        layout = self._layout
        line = layout.lines.setdefault(passage.run, MainLine())
        writer = MainLineWriter(self._network, layout.chains)
        back = passage.time is not None and _starts_before_scene(passage.time)
        writer.begin_passage(
            layout.nows[passage.uuid], line.predecessors(passage.episode, aside=passage.aside, back=back)
        )
        for statement in statements:
            place = layout.places.get(statement.uuid)
            if place is None:
                layout.places[statement.uuid] = writer.place_undated(statement.told.offset)
            elif statement.world:
                self._place_own_node(statement, place.start, writer, now=layout.nows[passage.uuid])
        line.last = writer.successor_anchors()
        layout.ends[passage.uuid] = end = TimePosition(line.last[0], line.last[0])
        chapters = layout.chapters.setdefault(passage.layer, [])
        if chapters and chapters[-1][1] == passage.episode:
            chapters.pop()
        chapters.append((passage.order, passage.episode, end))

    def _place_own_node(self, statement: PlacedStatement, node: int, writer: MainLineWriter, *, now: int) -> None:
        if statement.core.placing is Placement.NOW:
            writer.append(node)
        else:
            self._network.accept(_placement_order(node, now, statement.core.placing))

    def _place_framed_passage(self, passage: PlacedPassage, statements: list[PlacedStatement]) -> None:
        layout = self._layout
        now = layout.nows[passage.uuid]
        scene = layout.scenes.get(passage.run)
        silent = passage.time is None or not passage.time.stated
        if silent and passage.frame is FrameKind.FLASHBACK and scene is not None and layout.openings.get(passage.run):
            self._default(ConstraintTerms(steps=((now, scene),)))
        for statement in statements:
            place = layout.places.setdefault(statement.uuid, TimePosition(now, now, 1))
            if statement.world and place.start != now and statement.core.placing is not Placement.NOW:
                self._network.accept(_placement_order(place.start, now, statement.core.placing))
        layout.ends[passage.uuid] = TimePosition(now, now, 2)

    def _default(self, terms: ConstraintTerms) -> None:
        self._network.accept(terms.with_basis(Basis.DEFAULT, None))


def _starts_before_scene(expression: TimeExpression) -> bool:
    """Whether the time expression places a run before its surrounding scene."""
    return expression.before and expression.anchor not in DIRECT


def _placement_order(node: int, now: int, placing: Placement) -> Constraint:
    """Returns the order terms of a statement about the past or future: before or after the current moment of its
    passage, by an unknown distance.
    """
    step = (node, now) if placing.past else (now, node)
    # A scene lasts less than a day, so what happened earlier in the scene is at most a day back.
    spans = ((now, node, -1),) if placing is Placement.EARLIER else ()
    return Constraint(spans, (step,), Basis.DEFAULT)


def _minimal_loop(
    refused: Constraint, against: tuple[Constraint, ...], accepted: list[Constraint]
) -> tuple[Evidence, ...]:
    """Returns a minimal set of contradictory quotes in narrative order: if any quote is removed, the remaining quotes
    are consistent.
    """
    quotes = {one.source for one in (refused, *against) if one.source is not None and one.source != refused.source}
    silent = [one for one in against if one.source is None]
    said = {quote: [one for one in accepted if one.source == quote] for quote in quotes}
    kept = sorted(quotes, key=lambda quote: (quote.told, quote.end, quote.quote))
    own = [refused, *(one for one in accepted if refused.source is not None and one.source == refused.source)]
    for quote in list(kept):
        rest = [one for other in kept if other != quote for one in said[other]]
        if not consistent([*silent, *rest, *own]):
            kept.remove(quote)
    loop = kept if refused.source is None else [*kept, refused.source]
    return tuple(sorted(loop, key=lambda quote: (quote.told, quote.end, quote.quote)))
