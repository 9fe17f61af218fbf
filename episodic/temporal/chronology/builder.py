"""Extends the temporal network by passages and statements: nodes for moments, constraints, and a default order in
narrative order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from episodic.model.episodes import FrameKind, Layer
from episodic.model.graph import TimelineTurn
from episodic.model.moments import Anchor, TimeExpression
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase, Placement
from episodic.model.spans import NarrativePosition
from episodic.temporal.chronology.counted_from import (
    counts_back_from_telling,
    is_judgement,
    is_passed_on_in_tale,
    thought_at_telling,
)
from episodic.temporal.chronology.layout import ChronologyLayout, PassageBatch, TimelineConflict
from episodic.temporal.chronology.line_places import content_turn, name_line
from episodic.temporal.chronology.narrative_line import LineWriter, RunLine, TimePosition
from episodic.temporal.chronology.opening_times import leave_opening_time
from episodic.temporal.chronology.passage_plans import PassagePlanner
from episodic.temporal.chronology.plain_passages import PlainPassage, PlainPassages, plain_passage
from episodic.temporal.chronology.run_scenes import is_dreamt_in_scene, note_scene
from episodic.temporal.chronology.segments import PassagePlan, PassageSegment, sums_up_tale
from episodic.temporal.chronology.sequences import drop_sequence
from episodic.temporal.chronology.stated_times import placement_order
from episodic.temporal.chronology.strand_places import begin_strand, follow_strands, join_strands
from episodic.temporal.chronology.temporal_network import minimal_loop
from episodic.temporal.chronology.time_terms import TimeAnchors, TimeTerms
from episodic.temporal.chronology.undated import UndatedRun
from episodic.temporal.chronology.written_letters import before_reading, begin_letter, end_letter
from episodic.temporal.constraints import Basis, CalendarRanges, Constraint, ConstraintTerms, same_day
from episodic.temporal.placed import PlacedPassage, PlacedStatement

BEFORE_THE_SCENE = frozenset({FrameKind.FLASHBACK, FrameKind.LETTER, FrameKind.TALE})
"""The frames (flashback, letter and tale) whose content is earlier than the scene in which it is told or read, unless
the text states otherwise.
"""


class ChronologyBuilder:
    """Adds passages, batch by batch in narrative order, to the layout (the stored data) of a chronology."""

    def __init__(self, layout: ChronologyLayout, calendars: CalendarRanges) -> None:
        self._layout = layout
        self._network = layout.network
        self._terms = TimeTerms(layout, calendars)
        self._planner = PassagePlanner(layout, self._terms)
        self._plain = PlainPassages(layout, self._planner, self._terms)
        self._closing: Mapping[tuple[str, str], str] = {}
        """For each run (such as one tale) and each chapter of the current batch, the id of the last passage."""

    def grow(self, batch: PassageBatch, *, strict: bool) -> bool:
        """Add a batch of passages to the layout (the data of the chronology). Return whether the batch was added. If
        *strict* is false, the batch is always added.

        If *strict* is true, the method stops in three cases and returns False. First, the scene of an earlier
        flashback, dream, letter or tale is still unknown. Second, the batch shows that the events of an earlier letter
        or tale are told in claims. Third, a time in the batch contradicts other times (for example, a second date of a
        named event). After the result False, the layout is unusable, and the chronology must be built anew.
        """
        if strict and self._layout.unplaced:
            return False
        told_otherwise = self._layout.runs.keys() - self._layout.told_in_claims
        self._name_passages(batch)
        plans = [self._planned(passage, batch) for passage in batch.passages]
        if strict and not (self._terms.consistent and told_otherwise.isdisjoint(self._layout.told_in_claims)):
            return False
        if not self._accept_stated(strict=strict) or (not self._check_repeated_events(batch) and strict):
            return False
        self._place(plans)
        return True

    def _place(self, plans: Sequence[PassagePlan | PlainPassage]) -> None:
        self._closing = {(one.passage.run, one.passage.episode): one.passage.uuid for one in plans}
        number = 0
        while number < len(plans):
            plan = plans[number]
            if isinstance(plan, PlainPassage):
                placed = self._plain.place(plans, number)
                number += placed
                if placed:
                    continue
                plan = self._plain.as_plan(plan)
            known = len(self._network)
            self._place_passage(plan)
            self._layout.placed[plan.passage.uuid] = tuple(range(known, len(self._network)))
            number += 1

    def _planned(self, passage: PlacedPassage, batch: PassageBatch) -> PassagePlan | PlainPassage:
        plan = self._plan(passage, batch)
        if passage.closing is not None:
            self._layout.closings[passage.run] = NarrativePosition(passage.order, passage.closing)
        return plan

    def _plan(self, passage: PlacedPassage, batch: PassageBatch) -> PassagePlan | PlainPassage:
        layout, plain = self._layout, plain_passage(passage, batch)
        if plain is not None:
            self._plain.plan(plain)
            layout.planned[passage.uuid] = ()
            layout.mains[passage.layer] = layout.nows[passage.uuid]
            return plain
        note_scene(layout, passage, batch)
        known = len(self._network)
        plan = self._planner.plan(passage, batch)
        layout.planned[passage.uuid] = tuple(range(known, len(self._network)))
        if passage.main:
            layout.mains[passage.layer] = plan.segments[-1].node
        return plan

    def _accept_stated(self, *, strict: bool) -> bool:
        stated = self._planner.stated
        ordered = [one for basis in (Basis.STATED, Basis.RULE) for one in stated if one[0].basis is basis]
        return all(self._accepts(*one) or not strict for one in ordered)

    def _accepts(self, constraint: Constraint, owner: str) -> bool:
        against = self._network.accept(constraint)
        if against is None:
            return True
        loop = minimal_loop(constraint, against, self._network.accepted)
        self._layout.conflicts.append(TimelineConflict(owner, loop))
        return False

    def _check_repeated_events(self, batch: PassageBatch) -> bool:
        layout, fits = self._layout, True
        for passage in batch.passages:
            for statement in batch.statements.get(passage.uuid, ()):
                again = self._same_event_constraint(statement)
                against = None if again is None else self._network.against(again)
                if again is not None and against is not None:
                    loop = minimal_loop(again, against, self._network.accepted)
                    layout.conflicts.append(TimelineConflict(statement.uuid, loop, repeats_event=True))
                    fits = False
        return fits

    def _same_event_constraint(self, statement: PlacedStatement) -> Constraint | None:
        if not statement.world or not statement.event:
            return None
        node, event = self._layout.places[statement.uuid].start, self._layout.events[statement.event]
        if node == event:
            return None
        return Constraint(same_day(node, event), (), Basis.DEFAULT, statement.evidence)

    def _both_on_one_line(self, statement: PlacedStatement, run: str) -> bool:
        """Return whether a statement and the first report of its named event are in one run (such as one tale). Each of
        the two must also be about the current time of its passage.
        """
        return statement.core.placing is Placement.NOW and self._layout.event_lines.get(statement.event or "") == run

    def _name_passages(self, batch: PassageBatch) -> None:
        """Create a node for the current moment of each passage. A flashback, dream, tale or letter before the first
        main-line passage has the next main-line passage as its scene.
        """
        layout = self._layout
        nodes, run_places = self._network.new_nodes(len(batch.passages)), dict[str, tuple[str, int]]()
        layout.nows.put_all({one.uuid: node for one, node in zip(batch.passages, nodes, strict=True)})
        layout.episodes.put_all({one.uuid: one.episode for one in batch.passages})
        for passage in batch.passages:
            members = layout.runs.setdefault(passage.run, [])
            run_places[passage.uuid] = (passage.run, len(members))
            members.append(passage.uuid)
        layout.run_places.put_all(run_places)
        waiting: list[str] = []
        met = set(layout.mains)
        for passage in batch.passages:
            if passage.main:
                met.add(passage.layer)
                for run in waiting:
                    layout.scenes[run] = layout.nows[passage.uuid]
                waiting = []
            elif passage.run not in layout.scenes and not met & {passage.layer, Layer.CANON}:
                waiting.append(passage.run)
        layout.unplaced = bool(waiting)

    def _place_passage(self, plan: PassagePlan) -> None:
        layout, passage = self._layout, plan.passage
        now = layout.nows[passage.uuid]
        line = layout.lines.setdefault(passage.run, RunLine())
        follows = line.predecessors(passage.episode, aside=passage.aside)
        writer = LineWriter(self._network, layout.chains)
        on_line = writer.begin_passage(now, follows)
        if on_line and line.chapter_ends and not line.strands:
            self._network.accept(Constraint((), tuple((one, now) for one in line.chapter_ends), Basis.DEFAULT))
            line.chapter_ends = ()
        name_line(layout, passage)
        self._place_beside_strands(passage, follows, on_line=on_line)
        written_at = begin_letter(layout, passage)
        if written_at is not None and not plan.opened:
            self._keep_in_scene(now, written_at)
        if on_line and line.now is not None and not passage.breaks and (not plan.opened or plan.segments[0].soon):
            self._keep_in_scene(now, line.now)
        self._place_segments(plan, writer)
        for statement, step in plan.clock_orders:
            if self._network.accept(Constraint((), (step,), Basis.DEFAULT)) is not None:
                layout.clock_places.pop(statement, None)
        end = writer.end
        follow_strands(layout, passage, [one for one in passage.follows if one.start is not None], end)
        scene = layout.scenes.get(passage.run)
        earlier = before_reading(layout, passage, end)
        if passage.uuid in layout.at_scene:
            end_letter(layout, passage, end)
        elif passage.frame in BEFORE_THE_SCENE and earlier is not None and self._network.accept(earlier) is None:
            layout.before_scene.add(passage.uuid)
        if scene is not None and is_dreamt_in_scene(layout, passage):
            layout.at_scene.add(passage.uuid)
        self._place_judgements(plan, end, None if passage.written_in else scene)
        if on_line or not line.last:
            # What a flashback tells after "eleven years before" may go on for days or years.
            line.last, line.now = (end,), None if plan.of_years_ago else writer.line_now
        else:
            line.now = None
        layout.ends[passage.uuid] = TimePosition(end, end)
        layout.line_ends[passage.run] = TimePosition(line.last[-1], line.last[-1])
        if passage.main:
            self._end_chapter(passage, on_line=on_line)
            if line.strands and self._closing[passage.run, passage.episode] == passage.uuid:
                self._end_strands(passage, line)

    def _place_segments(self, plan: PassagePlan, writer: LineWriter) -> None:
        for number, segment in enumerate(plan.segments):
            if number and segment.own is None:
                writer.shift(segment.node)
            if number and segment.soon:
                self._keep_in_scene(segment.node, plan.segments[number - 1].node)
            self._place_statements(segment, writer, plan)

    def _keep_in_scene(self, now: int, before: int) -> None:
        """Put the node *now* less than a day after *before*, the node of an earlier moment of its scene."""
        self._network.accept(Constraint(((now, before, -self._terms.days_in_scene()),), (), Basis.DEFAULT))

    def _place_beside_strands(self, passage: PlacedPassage, follows: tuple[int, ...], *, on_line: bool) -> None:
        layout, now = self._layout, self._layout.nows[passage.uuid]
        if on_line and passage.aside:
            begin_strand(layout, passage, follows)
        elif on_line and len(follows) > 1:
            join_strands(layout, passage, follows)
        follow_strands(layout, passage, [one for one in passage.follows if one.start is None], now)

    def _place_judgements(self, plan: PassagePlan, end: int, scene: int | None) -> None:
        for node in plan.judgements:
            self._network.accept(Constraint((), ((end, node),), Basis.DEFAULT))
            if scene is not None:
                self._network.accept(Constraint((), ((node, scene),), Basis.DEFAULT))

    def _end_chapter(self, passage: PlacedPassage, *, on_line: bool) -> None:
        """Record the end of a main-line passage as the end of its chapter. If *on_line* is false, the chapter end that
        an earlier passage has set is kept. *on_line* is false if the text gives the passage a time before earlier
        passages of the text.
        """
        chapters = self._layout.chapters.setdefault(passage.layer, [])
        known = bool(chapters) and chapters[-1][1] == passage.episode
        if known and not on_line:
            return
        if known:
            chapters.pop()
        chapters.append((passage.order, passage.episode, self._layout.ends[passage.uuid]))

    def _end_strands(self, passage: PlacedPassage, line: RunLine) -> None:
        """Put the end of the chapter whose last passage is *passage* after the ends of all strands (parallel series of
        events) of the chapter. At the end of a chapter, all that the chapter told has happened. Unless the text
        contradicts this, the chapter ends on the day on which *passage* ends.
        """
        chapters, end = self._layout.chapters[passage.layer], self._network.new_node()
        self._network.accept(Constraint((), tuple((node, end) for node in line.joined()), Basis.DEFAULT))
        self._network.accept(Constraint(((end, line.last[-1], 0),), (), Basis.DEFAULT))
        line.chapter_ends = (end,)
        chapters[-1] = (*chapters[-1][:2], TimePosition(end, end))

    def _place_statements(self, segment: PassageSegment, writer: LineWriter, plan: PassagePlan) -> None:
        layout, passage = self._layout, plan.passage
        for statement in segment.statements:
            if isinstance(statement, UndatedRun):
                layout.places.put_all(writer.place_run(statement.ids))
                continue
            placing, place = statement.core.placing, layout.places.get(statement.uuid)
            if not statement.world:
                self._place_content(statement, plan, writer)
            elif place is None:
                layout.places[statement.uuid] = writer.place_undated()
            elif placing is Placement.NOW:
                writer.append(place.start)
                if place.start != segment.node:
                    self._network.accept(Constraint(same_day(segment.node, place.start), (), Basis.DEFAULT))
                elif segment.first and statement.time is not None and statement.time.anchor is not Anchor.PREVIOUS:
                    now = layout.nows[passage.uuid]
                    self._network.accept(Constraint(same_day(now, place.start), (), Basis.DEFAULT))
            else:
                here = segment.node if placing is Placement.BACK else writer.after_statements()
                if self._network.accept(placement_order(place.start, here, placing)) is not None:
                    layout.told_from.pop(statement.uuid, None)
                self._continue_sequence(statement.uuid, plan)
            if statement.world and statement.lasting is not None:
                self._place_lasting_end(statement, statement.lasting)
            again = self._same_event_constraint(statement)
            if again is not None and not self._both_on_one_line(statement, passage.run):
                self._network.accept(again)

    def _continue_sequence(self, statement: str, plan: PassagePlan) -> None:
        """If a statement about the past or future belongs to a sequence (statements told in story order), order it
        after the previous one. If the text contradicts this order, drop the whole sequence.

        Claims, beliefs and plans are not ordered by their sequence. The moment that a claim, belief or plan is about
        has constraints with only one other moment. The order of the sequence would add a second one.
        """
        before, places = plan.follows.get(statement), self._layout.places
        if before is None:
            return
        order = Constraint((), ((places[before].start, places[statement].start),), Basis.DEFAULT)
        if self._network.accept(order) is not None:
            drop_sequence(self._layout, statement)

    def _place_lasting_end(self, statement: PlacedStatement, lasting: TimeExpression) -> None:
        """If a statement says how long its state lasts at most, create the node of a moment at which the state has
        ended. The statement must also say that the state begins or holds.

        If a statement with a stated duration says that its state begins, the created node is the end of the state. If a
        statement with a stated duration only says that its state holds, the state has begun earlier. Only the upper
        bound of the duration counts for such a state.
        """
        begins = statement.core.phase is Phase.BEGINS
        if statement.core.phase not in (Phase.BEGINS, Phase.HOLDS) or lasting.high is None:
            return
        place, node = self._layout.places[statement.uuid], self._network.new_node()
        bounds = lasting if begins else replace(lasting, low=None)
        anchors = TimeAnchors(place.start, place.start)
        self._network.accept(self._terms.of(node, bounds, anchors).with_basis(Basis.DEFAULT, statement.evidence))
        self._layout.lasting_ends[statement.uuid] = node

    def _place_content(self, statement: PlacedStatement, plan: PassagePlan, writer: LineWriter) -> None:
        """Record two time positions for a claim, belief, plan or dream. One is the moment that the claim, belief, plan
        or dream is about. The other is the moment at which its holder says or thinks it.

        Words that another person repeats were said before the current moment of the passage, except in a tale.
        """
        layout = self._layout
        if is_judgement(statement, plan.passage, plan.contents):
            node = self._network.new_node()
            layout.places[statement.uuid] = layout.said[statement.uuid] = TimePosition(node, node)
            plan.judgements.append(node)
            return
        scene = thought_at_telling(layout, statement, plan.passage, teller=plan.teller)
        if scene is not None:
            said = layout.said[statement.uuid] = TimePosition(scene, scene)
            event = statement.predicate.kind is PredicateKind.EVENT
            layout.places[statement.uuid] = writer.place_undated() if event else said
            return
        leave_opening_time(layout, statement, plan, writer)
        said = telling = writer.place_undated()
        reported = bool(statement.tellers) and not is_passed_on_in_tale(layout, statement, plan.passage)
        if reported:
            node = self._network.new_node()
            self._network.accept(Constraint((), ((node, said.start),), Basis.DEFAULT))
            said = TimePosition(node, node)
        layout.said[statement.uuid] = said
        place = layout.places.setdefault(statement.uuid, said)
        terms, around = plan.contents.get(statement.uuid), layout.scenes.get(plan.passage.run)
        if around is not None and sums_up_tale(layout, statement, plan):
            said = telling = TimePosition(around, around)
        if terms is not None:
            self._place_told(statement, terms, place=place, said=said, writer=writer)
        turn = content_turn(statement)
        if turn is TimelineTurn.AHEAD and terms is not None and not terms.empty:
            step = (telling.start, place.start)
        elif turn is TimelineTurn.BACK or (turn is TimelineTurn.ON and reported):
            step = (place.start, telling.start)
        else:
            return
        if step[0] != step[1] and self._network.against(Constraint((), (step,), Basis.DEFAULT)) is None:
            layout.told_from[statement.uuid] = telling.start
        elif around is not None and counts_back_from_telling(statement):
            layout.told_from[statement.uuid] = around

    def _place_told(
        self,
        statement: PlacedStatement,
        terms: ConstraintTerms,
        *,
        place: TimePosition,
        said: TimePosition,
        writer: LineWriter,
    ) -> None:
        if not terms.empty:
            self._network.accept(terms.with_basis(Basis.DEFAULT, statement.evidence))
        elif statement.core.placing is Placement.NOW and not statement.tellers:
            return
        elif statement.tellers or statement.core.placing is Placement.BACK:
            self._network.accept(placement_order(place.start, said.start, statement.core.placing))
        else:
            here = writer.after_statements()
            against = self._network.accept(placement_order(place.start, here, statement.core.placing))
            if statement.core.placing is Placement.AHEAD and against is None:
                self._layout.told_from[statement.uuid] = here
