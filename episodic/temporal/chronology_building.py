"""From passages and statements to a network: who gets a moment of its own, what its words demand, and in which order it counts."""

from __future__ import annotations

from bisect import bisect_left

from episodic.model.episodes import FrameKind, Layer
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.readings import Placing
from episodic.model.spans import Evidence
from episodic.temporal.chronology_layout import Batch, Layout, TimelineConflict
from episodic.temporal.chronology_line import Line, Place, Writer
from episodic.temporal.chronology_network import consistent
from episodic.temporal.constraints import (
    Basis,
    CalendarRanges,
    Constraint,
    Demand,
    Edge,
    date_within,
    dated,
    related,
    same_day,
    within,
)
from episodic.temporal.placed import UNFRAMED, PlacedPassage, PlacedStatement

DIRECT = (Anchor.EVENT, Anchor.REFERENCE)
"""Anchors that the words name; the others follow from where the words stand."""


class Builder:
    """Grows a layout by a batch told after everything in it."""

    def __init__(self, layout: Layout, calendars: CalendarRanges) -> None:
        self._layout, self._calendars = layout, calendars
        self._network = layout.network
        self._claims: list[tuple[Constraint, str]] = []
        self._private: list[Constraint] = []
        self._fits = True
        """Whether what calendars say of themselves goes with all that was told before."""

    def grow(self, batch: Batch, *, strict: bool) -> bool:
        """Take the batch in. With *strict*, stop and answer False where something told earlier may have to give way."""
        if strict and self._layout.unplaced:
            return False
        self._name_passages(batch)
        for passage in batch.passages:
            self._read_passage(passage)
            for statement in batch.statements.get(passage.uuid, ()):
                self._read_statement(statement, passage)
            self._layout.previous[passage.run] = self._layout.nows[passage.uuid]
        if strict and not self._fits:
            return False
        for basis in (Basis.STATED, Basis.RULE):
            for constraint, owner in self._claims:
                if constraint.basis is basis and not self._accepts(constraint, owner) and strict:
                    return False
        if not self._told_again(batch) and strict:
            return False
        for passage in batch.passages:
            self._tell(passage, batch.statements.get(passage.uuid, []))
        for constraint in self._private:
            self._network.accept(constraint)
        return True

    def _accepts(self, constraint: Constraint, owner: str) -> bool:
        against = self._network.accept(constraint)
        if against is None:
            return True
        self._layout.conflicts.append(TimelineConflict(owner, _loop(constraint, against, self._network.accepted)))
        return False

    def _told_again(self, batch: Batch) -> bool:
        """Whether a named event that is told again can be the same by what is said; where not, that is a conflict."""
        layout, fits = self._layout, True
        for passage in batch.passages:
            for statement in batch.statements.get(passage.uuid, ()):
                again = self._same_event(statement)
                against = None if again is None else self._network.against(again)
                if again is not None and against is not None:
                    loop = _loop(again, against, self._network.accepted)
                    layout.conflicts.append(TimelineConflict(statement.uuid, loop, again=True))
                    fits = False
        return fits

    def _same_event(self, statement: PlacedStatement) -> Constraint | None:
        """That a statement tells the named event of another one; None where it is the first or names none."""
        if not statement.world or not statement.event:
            return None
        node, event = self._layout.places[statement.uuid].start, self._layout.events[statement.event]
        if node == event:
            return None
        return Constraint(same_day(node, event), (), Basis.DEFAULT, statement.evidence)

    def _told_in_line(self, statement: PlacedStatement) -> bool:
        """Whether a named event and one that tells its name again both stand on a main line: then they are two events."""
        chain = self._layout.chains.chain
        event = self._layout.events[statement.event or ""]
        return event in chain and self._layout.places[statement.uuid].start in chain

    def _name_passages(self, batch: Batch) -> None:
        """Nodes, and the scenes that surround runs off the main line: the one told before, else the first one told after."""
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
            here = previous if passage.main else layout.scenes.get(passage.run)
            demand = self._demand(now, passage.time, here=here, previous=previous)
            self._claim(demand, passage.time, source=passage.evidence, owner=passage.uuid)
            if passage.run not in layout.previous:
                layout.openings[passage.run] = _looks_back(passage.time)
        if passage.reference is not None and passage.reference.kind is TimeKind.CALENDAR:
            demand = self._demand(now, passage.reference, here=None, previous=None)
            self._claims.append((demand.resting_on(Basis.RULE, None), passage.uuid))

    def _read_statement(self, statement: PlacedStatement, passage: PlacedPassage) -> None:
        if statement.scope in UNFRAMED:
            return
        layout = self._layout
        now = layout.nows[passage.uuid]
        node = self._event_node(statement) if statement.world and statement.event else None
        demand = Demand()
        if statement.dated and statement.time is not None:
            node = self._network.new_node() if node is None else node
            demand = self._demand(node, statement.time, here=now, previous=self._previous(passage))
        if demand.empty and statement.placing is Placing.NOW and not (statement.world and statement.event):
            return
        node = self._network.new_node() if node is None else node
        layout.places[statement.uuid] = Place(node, node)
        if statement.time is not None and not demand.empty:
            if statement.world:
                self._claim(demand, statement.time, source=statement.evidence, owner=statement.uuid)
            else:
                self._private.append(demand.resting_on(Basis.DEFAULT, statement.evidence))
        elif not statement.world:
            self._private.append(_looking(node, now, statement.placing))

    def _previous(self, passage: PlacedPassage) -> int | None:
        """The now of the passage before in the same run; of the surrounding scene for the first one of a run."""
        scene = None if passage.main else self._layout.scenes.get(passage.run)
        return self._layout.previous.get(passage.run, scene)

    def _event_node(self, statement: PlacedStatement) -> int:
        """The named event's own node for the first statement that tells it, a fresh one for the next."""
        layout, name = self._layout, statement.event or ""
        node = layout.events.get(name)
        if node is None:
            node = layout.events[name] = self._network.new_node()
        if name not in layout.told_events:
            layout.told_events.add(name)
            return node
        return self._network.new_node()

    def _claim(self, demand: Demand, expression: TimeExpression, *, source: Evidence | None, owner: str) -> None:
        if demand.empty:
            return
        direct = expression.kind is TimeKind.CALENDAR or expression.anchor in DIRECT
        self._claims.append((demand.resting_on(Basis.STATED if direct else Basis.RULE, source), owner))

    def _demand(self, node: int, expression: TimeExpression, *, here: int | None, previous: int | None) -> Demand:
        """What time words demand of *node*; nothing where they count from something unknown."""
        if expression.kind is TimeKind.CALENDAR:
            return self._date(node, expression)
        anchor: int | None = previous
        if expression.anchor is Anchor.HERE:
            anchor = here
        elif expression.anchor is Anchor.EVENT:
            anchor = self._anchor_event(expression.name)
        elif expression.anchor is Anchor.REFERENCE:
            return self._from_date(node, expression)
        if anchor is None or anchor == node:
            return Demand()
        return related(node, anchor, expression, self._calendars)

    def _anchor_event(self, name: str | None) -> int | None:
        if not name:
            return None
        events = self._layout.events
        if name not in events:
            events[name] = self._network.new_node()
        return events[name]

    def _date(self, node: int, expression: TimeExpression) -> Demand:
        days = self._calendars.range_of(expression)
        if days is None or days[0] > days[1]:
            return Demand()
        axis = self._calendars.axis_of(expression)
        origins = self._layout.origins
        if axis not in origins:
            origins[axis] = self._network.new_node()
        date = dated(node, origins[axis], days)
        part = self._calendars.part_of(expression)
        if part is None:
            return date
        since, until = (self._edge(edge, origins[axis]) for edge in (part.since, part.until))
        return Demand((*date.spans, *within(node, since, until, part).spans))

    def _edge(self, edge: Edge, origin: int) -> int:
        """The moment at which a year or a month begins: between its days, and between its neighbours that are known of."""
        edges = self._layout.edges
        if edge not in edges:
            node = self._network.new_node()
            spans = list(dated(node, origin, edge.days).spans)
            beside = sorted(one for one in edges if one.calendar == edge.calendar)
            place = bisect_left(beside, edge)
            spans += [
                (edges[one], node, self._calendars.least_between(one, edge))
                for one in beside[max(0, place - 1) : place]
            ]
            spans += [(node, edges[one], self._calendars.least_between(edge, one)) for one in beside[place : place + 1]]
            edges[edge] = node
            self._fits = self._network.accept(Constraint(tuple(spans), (), Basis.STATED)) is None and self._fits
        return edges[edge]

    def _from_date(self, node: int, expression: TimeExpression) -> Demand:
        anchor = self._network.new_node()
        date = self._date(anchor, date_within(expression))
        if date.empty:
            return Demand()
        offset = related(node, anchor, expression, self._calendars)
        return Demand((*date.spans, *offset.spans), offset.steps)

    def _tell(self, passage: PlacedPassage, statements: list[PlacedStatement]) -> None:
        """Defaults: they come after everything that is said, in telling order."""
        if passage.main:
            self._tell_main(passage, statements)
        else:
            self._tell_framed(passage, statements)
        for statement in statements:
            again = self._same_event(statement)
            if again is not None and not self._told_in_line(statement):
                self._network.accept(again)

    def _tell_main(self, passage: PlacedPassage, statements: list[PlacedStatement]) -> None:
        layout = self._layout
        line = layout.lines.setdefault(passage.run, Line())
        writer = Writer(self._network, layout.chains)
        back = passage.time is not None and _looks_back(passage.time)
        writer.open(layout.nows[passage.uuid], line.opened(passage.episode, aside=passage.aside, back=back))
        for statement in statements:
            place = layout.places.get(statement.uuid)
            if place is None:
                layout.places[statement.uuid] = writer.share(statement.told.offset)
            elif statement.world:
                self._tell_own(statement, place.start, writer, now=layout.nows[passage.uuid])
        line.last = writer.ends()
        layout.ends[passage.uuid] = end = Place(line.last[0], line.last[0])
        chapters = layout.chapters.setdefault(passage.layer, [])
        if chapters and chapters[-1][1] == passage.episode:
            chapters.pop()
        chapters.append((passage.order, passage.episode, end))

    def _tell_own(self, statement: PlacedStatement, node: int, writer: Writer, *, now: int) -> None:
        if statement.placing is Placing.NOW:
            writer.put(node)
        else:
            self._network.accept(_looking(node, now, statement.placing))

    def _tell_framed(self, passage: PlacedPassage, statements: list[PlacedStatement]) -> None:
        layout = self._layout
        now = layout.nows[passage.uuid]
        scene = layout.scenes.get(passage.run)
        silent = passage.time is None or not passage.time.stated
        if silent and passage.frame is FrameKind.FLASHBACK and scene is not None and layout.openings.get(passage.run):
            self._default(Demand(steps=((now, scene),)))
        for statement in statements:
            place = layout.places.setdefault(statement.uuid, Place(now, now, 1))
            if statement.world and place.start != now and statement.placing is not Placing.NOW:
                self._network.accept(_looking(place.start, now, statement.placing))
        layout.ends[passage.uuid] = Place(now, now, 2)

    def _default(self, demand: Demand) -> None:
        self._network.accept(demand.resting_on(Basis.DEFAULT, None))


def _looks_back(expression: TimeExpression) -> bool:
    """Whether words put a run before the scene around it."""
    return expression.before and expression.anchor not in DIRECT


def _looking(node: int, now: int, placing: Placing) -> Constraint:
    """Words that look back or ahead put a statement before or after the passage they stand in, and say no more."""
    step = (node, now) if placing is Placing.BACK else (now, node)
    return Constraint((), (step,), Basis.DEFAULT)


def _loop(refused: Constraint, against: tuple[Constraint, ...], accepted: list[Constraint]) -> tuple[Evidence, ...]:
    """The quotes that cannot all be true, in telling order; leaving any one out makes the rest possible."""
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
