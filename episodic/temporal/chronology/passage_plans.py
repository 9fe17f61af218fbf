"""Divides passages into segments with one current moment each, and collects the constraints of time expressions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.model.predicates import PredicateKind
from episodic.model.readings import Phase, Placement, StatementScope
from episodic.model.spans import Evidence, NarrativePosition
from episodic.temporal.chronology.clock_lines import ClockLines
from episodic.temporal.chronology.counted_from import (
    continues_tale,
    counts_from_scene,
    is_certainly_before,
    lies_before_scene,
    looks_back_from_scene,
    means_time_spoken_of,
    not_happened,
    note_anchor,
    note_anchor_of_scene,
    note_same_anchor,
    note_undated,
    resumes_telling,
    shows_moment,
    teller_of,
    tells_in_claims,
    told_in_claims,
)
from episodic.temporal.chronology.layout import ChronologyLayout, HolderKey, PassageBatch
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.chronology.segments import PassagePlan, PassageSegment, in_text_order
from episodic.temporal.chronology.sequences import SequenceFinder
from episodic.temporal.chronology.shown_words import note_words, tells_no_moment, with_day
from episodic.temporal.chronology.stated_times import note_date, state
from episodic.temporal.chronology.time_terms import TimeAnchors, TimeTerms
from episodic.temporal.chronology.undated import UndatedRun
from episodic.temporal.constraints import Basis, Constraint, ConstraintTerms, same_day
from episodic.temporal.expressions.now_words import is_same_day, names_some_day
from episodic.temporal.placed import PlacedPassage, PlacedStatement, TimeShift


class PassagePlanner:
    """Divides the passages of a batch into segments (parts with one current moment each), in narrative order. The
    attribute `stated` collects the constraints that follow from the time expressions in the passages.
    """

    def __init__(self, layout: ChronologyLayout, terms: TimeTerms) -> None:
        self._layout, self._terms = layout, terms
        self.stated: list[tuple[Constraint, str]] = []
        self.sequences = SequenceFinder(layout)
        self.clocks = ClockLines(layout, terms)

    def plan(self, passage: PlacedPassage, batch: PassageBatch) -> PassagePlan:
        """Return the segments (parts with one current moment each) of the next passage in narrative order."""
        layout, statements = self._layout, batch.statements.get(passage.uuid, ())
        now = layout.nows[passage.uuid]
        opened = self._read_opening(passage, statements)
        plan = PassagePlan(passage, [PassageSegment(now, passage.time_text, passage.time_start, passage.time)], opened)
        plan.before_strand = layout.last_told.get(passage.run) if passage.aside and not opened else None
        layout.positions[now] = NarrativePosition(passage.order, passage.start)
        not_yet = [one.evidence for one in statements if not_happened(one)]
        self.sequences.begin(passage, statements)
        if told_in_claims(statements, passage):
            layout.told_in_claims.add(passage.run)
            plan.teller = teller_of(statements, passage)
        before = self.previous_of_chapter(passage)
        of_passage = _OnePassage(self._layout, self._terms, plan, self.stated, not_yet)
        if not opened and not passage.breaks and passage.run in layout.previous:
            self.inherit_days(now, layout.previous[passage.run], passage)
            plan.carried = layout.words.get(layout.previous[passage.run])
        of_passage.opens_chapter = before is None
        of_passage.later = before is not None and (opened or passage.breaks or before in layout.later_scenes)
        moved = passage.breaks or (opened and not plan.segments[0].soon)
        begins = before is None or moved or passage.run not in layout.scene_starts
        self.begin_scene(passage, now, begins=begins)
        for item in in_text_order(plan, passage.shifts, statements) if passage.shifts else batch.items(passage):
            if isinstance(item, TimeShift):
                of_passage.shift(item)
            elif isinstance(item, UndatedRun):
                of_passage.read_undated(item)
                self.sequences.read_undated(passage, item)
            else:
                self._read_statement(item, of_passage, plan)
        if of_passage.in_later_scene:
            layout.later_scenes.add(passage.uuid)
        layout.previous[passage.run] = plan.segments[-1].node
        if passage.main:
            layout.main_starts[passage.layer] = layout.scene_starts[passage.run]
            layout.main_told[passage.layer] = layout.last_told.get(passage.run)
        return plan

    def _read_statement(self, statement: PlacedStatement, of_passage: _OnePassage, plan: PassagePlan) -> None:
        layout, passage = self._layout, plan.passage
        statement = self.clocks.with_day(passage, statement, layout.days.get(plan.segments[-1].node))
        scene = layout.scene_starts[passage.run]
        since_scene = self._terms.can_be_since(statement.time, layout.days.get(scene))
        if lies_before_scene(statement, layout.reported_events) and not since_scene:
            layout.before_scenes[statement.uuid] = scene
        of_passage.read(statement)
        followed = self.sequences.read(passage, statement)
        if followed is not None:
            plan.follows[statement.uuid] = followed
        plan.clock_orders += [(statement.uuid, step) for step in self.clocks.read(passage, statement)]

    def begin_scene(self, passage: PlacedPassage, now: int, *, begins: bool) -> None:
        """Record where the scene of a passage begins, if the passage begins a scene. Each passage of a strand that is
        told beside the main events counts as a scene of its own. Such a passage may change its scene without saying so.
        """
        strands = self._layout.strand_scenes
        if begins:
            strands.discard(passage.run)
        elif passage.aside:
            strands.add(passage.run)
        if begins or passage.run in strands:
            self._layout.scene_starts[passage.run] = now

    def inherit_days(self, now: int, previous: int, passage: PlacedPassage) -> None:
        if self.previous_of_chapter(passage) is not None and not passage.aside:
            if previous in self._layout.days:
                self._layout.days[now] = self._layout.days[previous]
            if previous in self._layout.calendars:
                self._layout.calendars[now] = self._layout.calendars[previous]

    def previous_of_chapter(self, passage: PlacedPassage) -> str | None:
        number = self._layout.run_places[passage.uuid][1]
        before = self._layout.runs[passage.run][number - 1] if number else None
        return before if before is not None and self._layout.episodes.get(before) == passage.episode else None

    def _read_opening(self, passage: PlacedPassage, statements: Sequence[PlacedStatement]) -> bool:
        layout = self._layout
        now, scene = layout.nows[passage.uuid], layout.scenes.get(passage.run)
        previous = layout.previous.get(passage.run, scene)
        time = passage.time
        opens = time is not None and (time.stated or names_some_day(time, passage.time_text or ""))
        if time is not None and opens:
            if passage.run not in layout.previous and not counts_from_scene(time, passage):
                previous = None
            recalled = None if resumes_telling(layout, time, passage) else layout.recalled.get(passage.run)
            teller = teller_of(statements, passage) if time.anchor is Anchor.EVENT else None
            anchors = TimeAnchors(previous, previous, recalled, scene, teller)
            terms = self._terms.of(now, time, anchors)
            state(terms, time, source=passage.evidence, owner=passage.uuid, into=self.stated)
            note_date(layout, self._terms, now, time)
            note_anchor_of_scene(layout, now, time, passage)
            layout.last_told.pop(passage.run, None)
            words = with_day(layout, now, previous, passage.time_text, time)
            note_words(layout, now, words, time, sentence_end=passage.sentence_end)
        if passage.reference is not None and passage.reference.kind is TimeKind.CALENDAR:
            terms = self._terms.of(now, passage.reference, TimeAnchors(None, None))
            self.stated.append((terms.with_basis(Basis.RULE, None), passage.uuid))
        return opens


class _OnePassage:
    def __init__(
        self,
        layout: ChronologyLayout,
        terms: TimeTerms,
        plan: PassagePlan,
        stated: list[tuple[Constraint, str]],
        not_yet: Sequence[Evidence],
    ) -> None:
        self._layout, self._terms, self._plan, self._stated = layout, terms, plan, stated
        self._not_yet = not_yet
        self.opens_chapter = self.later = False
        self._looking_back = False
        self._contents: dict[HolderKey, int] = {}
        self._scene = None if plan.passage.main else layout.scenes.get(plan.passage.run)

    @property
    def _segment(self) -> PassageSegment:
        return self._plan.segments[-1]

    @property
    def in_later_scene(self) -> bool:
        """Whether the current moment of the passage belongs to a later scene than the first scene of its chapter. Time
        words that open the chapter begin its first scene, and not a later one.
        """
        begun = self._plan.segments[1:]
        return self.later or bool(begun[1:] if self.opens_chapter and begun and begun[0].first else begun)

    def shift(self, shift: TimeShift) -> None:
        """Begin a new segment (a part of the passage with its own current moment) at a time expression inside the
        passage. Begin no segment if the expression names a longer period ("that year") that contains the current date.
        """
        passage, layout, before = self._plan.passage, self._layout, self._segment.node
        node = layout.network.new_node()
        terms = self._terms_of(node, shift.time, forward=True, first=passage.run not in layout.previous)
        place = NarrativePosition(passage.order, shift.start)
        source = Evidence(passage.episode, shift.text, shift.start, shift.end, place)
        state(terms, shift.time, source=source, owner=passage.uuid, into=self._stated)
        note_date(layout, self._terms, node, shift.time)
        if not self._covers(shift.time, before):
            layout.positions[node] = place
            strand = self._plan.strand_before(shift.text)
            note_anchor_of_scene(layout, node, shift.time, passage, place=shift.start, before_strand=strand)
            words = with_day(layout, node, before, shift.text, shift.time)
            note_words(layout, node, words, shift.time, sentence_end=shift.sentence_end)
            layout.last_told.pop(passage.run, None)
            self._begin_segment(PassageSegment(node, shift.text, shift.start, shift.time))
            self._looking_back = False

    def read(self, statement: PlacedStatement) -> None:
        """Add a statement to the last segment of the passage (a part with one current moment). If the statement's time
        expression sets a new current moment, a new segment begins.
        """
        if not statement.world:
            self._read_content(statement)
            if tells_in_claims(statement, self._plan.passage):
                self._layout.last_told[self._plan.passage.run] = statement.uuid
            self._segment.statements.append(statement)
            return
        layout = self._layout
        now = statement.core.placing is Placement.NOW
        own_words = None if self._in_those_days(statement) or (now and tells_no_moment(statement)) else statement.time
        node = self._event_node(statement) if statement.event else None
        terms = ConstraintTerms()
        counted = own_words is not None and not now and self._counted_already(statement)
        if counted or (own_words is not None and now and self._has_been_read(statement, own_words)):
            if node is not None and own_words is not None:
                same = ConstraintTerms(same_day(node, self._segment.node))
                state(same, own_words, source=statement.evidence, owner=statement.uuid, into=self._stated)
            own_words = None
        if own_words is not None:
            node = layout.network.new_node() if node is None else node
            terms = self._read_words(statement, own_words, node, now=now)
        if node is None and not now and not counted:
            node = layout.network.new_node()
        if node is not None and (not terms.empty or statement.event or not now):
            layout.places[statement.uuid] = TimePosition(node, node)
        moves = now and own_words is not None and not terms.empty and not self._goes_back(own_words)
        if moves and node is not None and own_words is not None:
            note_date(layout, self._terms, node, own_words)
            end = None if own_words.kind is TimeKind.CALENDAR else statement.evidence.end
            note_words(layout, node, statement.core.time, own_words, sentence_end=end)
            first = len(self._plan.segments) == 1 and not self._segment.tells_of_world
            words, start = statement.core.time, statement.time_start
            layout.positions[node] = statement.told
            self._begin_segment(PassageSegment(node, words, start, own_words, statement.uuid, first))
        elif not now and node is not None:
            layout.recalled[self._plan.passage.run] = node
            layout.returned.discard(self._plan.passage.run)
            layout.last_recalled[self._plan.passage.run] = statement.uuid
        elif node is not None and own_words is None:
            self._note_day(node)
        if not counted:
            self._note_told(statement)
        self._looking_back = statement.core.placing is Placement.BACK
        self._segment.statements.append(statement)

    def _begin_segment(self, segment: PassageSegment) -> None:
        self._plan.segments.append(segment)
        if not segment.soon:
            self._layout.scene_starts[self._plan.passage.run] = segment.node
            self._layout.strand_scenes.discard(self._plan.passage.run)

    def _read_words(
        self, statement: PlacedStatement, expression: TimeExpression, node: int, *, now: bool
    ) -> ConstraintTerms:
        terms = self._terms_of(node, expression, forward=now)
        state(terms, expression, source=statement.evidence, owner=statement.uuid, into=self._stated)
        if now:
            passage, strand = self._plan.passage, self._plan.strand_before(statement.core.time)
            place = statement.time_start or statement.evidence.start
            note_anchor_of_scene(self._layout, node, expression, passage, place=place, before_strand=strand)
        else:
            note_anchor(self._layout, node, expression, self._plan.passage, looking_back=self._looking_back)
        return terms

    def read_undated(self, undated: UndatedRun) -> None:
        note_undated(self._layout, undated, self._plan.passage.run)
        if undated.changes:
            self._layout.returned.add(self._plan.passage.run)
        self._looking_back = False
        self._segment.statements.append(undated)

    def _note_day(self, node: int) -> None:
        layout, segment = self._layout, self._segment
        if segment.time is not None and segment.time.stated and segment.node in layout.words:
            layout.words[node] = layout.words[segment.node]
        note_same_anchor(layout, node, segment.node)

    def _note_told(self, statement: PlacedStatement) -> None:
        run = self._plan.passage.run
        if statement.time is not None and is_certainly_before(statement.time):
            self._layout.told_from[statement.uuid] = self._segment.node
        if statement.core.placing is not Placement.NOW:
            self._layout.told_from[statement.uuid] = self._segment.node
            if statement.core.placing is Placement.EARLIER or (statement.core.placing.past and self.in_later_scene):
                self._layout.later_scenes.add(statement.uuid)
        elif shows_moment(self._layout, statement, run=run, not_yet=self._not_yet):
            self._layout.last_told[run] = statement.uuid
            if statement.predicate.kind is PredicateKind.EVENT or statement.core.phase is not Phase.HOLDS:
                self._layout.returned.add(run)

    def _in_those_days(self, statement: PlacedStatement) -> bool:
        """Return whether a statement has no time expression that dates or orders the statement. A word for the same day
        (当日) dates a statement about the past only if the statement before it was about the past, too.
        """
        time = statement.time
        if time is None or not time.stated:
            return True
        return is_same_day(time) and statement.core.placing is Placement.BACK and not self._looking_back

    def _counted_already(self, statement: PlacedStatement) -> bool:
        """Return whether a statement about the past is about the moment that its time words have set for its passage."""
        return statement.core.placing is Placement.BACK and self._segment.has_words_of(statement)

    def _has_been_read(self, statement: PlacedStatement, expression: TimeExpression) -> bool:
        # A tale goes on with what happened "that night", after what it has told of the day.
        goes_on = is_same_day(expression) and continues_tale(statement, expression, self._plan.passage)
        return goes_on or self._plan.has_words_of(statement) or self._covers(expression, self._segment.node)

    def _covers(self, expression: TimeExpression, node: int) -> bool:
        days, known = self._terms.day_range(expression), self._layout.days.get(node)
        if days is None or known is None or days[0] != known[0]:
            return False
        return days[1] <= known[1] and known[2] <= days[2] and days != known

    def _goes_back(self, expression: TimeExpression) -> bool:
        if expression.kind is not TimeKind.CALENDAR:
            return expression.before
        days, known = self._terms.day_range(expression), self._layout.days.get(self._segment.node)
        return days is not None and known is not None and days[0] == known[0] and days[2] < known[1]

    def _terms_of(self, node: int, time: TimeExpression, *, forward: bool, first: bool = False) -> ConstraintTerms:
        anchors = self._anchors(forward=forward)
        first = first and not self._plan.segments[1:] and looks_back_from_scene(time, self._plan.passage)
        if first and self._scene is not None:
            anchors = replace(anchors, here=self._scene)
        if forward and resumes_telling(self._layout, time, self._plan.passage):
            anchors = replace(anchors, recalled=None)
        return self._terms.of(node, time, anchors)

    def _anchors(self, *, forward: bool, holder: HolderKey | None = None) -> TimeAnchors:
        here = self._segment.node
        recalled = self._layout.recalled.get(self._plan.passage.run)
        previous = recalled if self._looking_back and not forward and recalled is not None else here
        return TimeAnchors(here, previous, recalled, self._scene, holder)

    def _event_node(self, statement: PlacedStatement) -> int:
        layout, name = self._layout, statement.event or ""
        node = layout.events.get(name)
        if node is None:
            node = layout.events[name] = layout.network.new_node()
        if name not in layout.reported_events:
            layout.reported_events.add(name)
            layout.event_lines[name] = self._plan.passage.run if statement.core.placing is Placement.NOW else None
            return node
        return layout.network.new_node()

    def _read_content(self, statement: PlacedStatement) -> None:
        """Find the moment that a claim, belief, plan or dream is about. A node for a moment of which somebody speaks or
        thinks has constraints with only one other node. What he says or thinks therefore never changes the distance
        between two other moments.
        """
        layout, core = self._layout, statement.core
        key = (core.scope, statement.holder or "", statement.tellers)
        own_words = statement.time if statement.dated else None
        if own_words is not None and core.placing is Placement.NOW and self._has_been_read(statement, own_words):
            own_words = None
        node = layout.network.new_node()
        terms = ConstraintTerms()
        spoken_of = key not in self._contents and means_time_spoken_of(layout, own_words, self._plan.passage)
        if own_words is not None and not spoken_of:
            anchors = self._anchors(forward=True, holder=key)
            previous = self._contents.get(key, anchors.previous)
            terms = self._terms.of(node, own_words, TimeAnchors(anchors.here, previous, previous, anchors.scene, key))
            in_days = own_words.anchor is Anchor.HERE and own_words.unit == "day" and bool(own_words.low)
            if core.scope is StatementScope.CLAIM and in_days and not statement.tellers:
                note_anchor(layout, node, own_words, self._plan.passage)
        named = statement.event if statement.event in layout.reported_events else None
        if terms.empty and named and core.placing is Placement.BACK:
            event = self._terms.event(named, key)
            terms = terms if event is None else ConstraintTerms(same_day(node, event))
        if terms.empty and core.placing is Placement.NOW and not spoken_of:
            return
        layout.places[statement.uuid] = TimePosition(node, node)
        self._contents[key] = node
        if own_words is not None and statement.event:
            layout.holder_events.setdefault((key, statement.event), node)
        self._plan.contents[statement.uuid] = terms
        if own_words is not None and continues_tale(statement, own_words, self._plan.passage):
            self._note_in_line(statement, own_words)

    def _note_in_line(self, statement: PlacedStatement, expression: TimeExpression) -> None:
        run, days = self._plan.passage.run, self._terms.day_range(expression)
        if expression.kind is TimeKind.CALENDAR:
            known = self._layout.claimed_days.get(run)
            if days is None or (known is not None and (days[0] != known[0] or days[1] < known[1])):
                return
            self._layout.claimed_days[run] = days
        self._layout.in_line.add(statement.uuid)
