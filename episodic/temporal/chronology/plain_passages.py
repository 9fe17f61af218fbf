"""Places plain passages: main-line passages that state no time, and whose statements are one undated run at most.

Most passages of a novel are plain. They get the same nodes and constraints as from `PassagePlanner` and
`ChronologyBuilder`, but without a plan, and without a search for contradictions, because nodes without other
constraints contradict nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from episodic.model.spans import NarrativePosition
from episodic.temporal.chronology.counted_from import note_undated
from episodic.temporal.chronology.layout import ChronologyLayout, PassageBatch
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.chronology.passage_plans import PassagePlanner
from episodic.temporal.chronology.segments import PassagePlan, PassageSegment
from episodic.temporal.chronology.time_terms import TimeTerms
from episodic.temporal.chronology.undated import UndatedRun
from episodic.temporal.constraints import Basis, Constraint
from episodic.temporal.placed import PlacedPassage


class PlainPassage(NamedTuple):
    """A plain passage, and its statements if it has any."""

    passage: PlacedPassage
    undated: UndatedRun | None


def plain_passage(passage: PlacedPassage, batch: PassageBatch) -> PlainPassage | None:
    """Return the passage as a plain one, or None if it is not plain."""
    timed = passage.time is not None or passage.reference is not None or passage.shifts
    if timed or passage.aside or passage.follows or not passage.main or batch.statements.get(passage.uuid):
        return None
    return PlainPassage(passage, batch.undated.get(passage.uuid, {}).get(0))


class PlainPassages:
    """Plans and places plain passages in a chronology layout."""

    def __init__(self, layout: ChronologyLayout, planner: PassagePlanner, terms: TimeTerms) -> None:
        self._layout, self._planner = layout, planner
        self._days_in_scene = terms.days_in_scene()

    def plan(self, plain: PlainPassage) -> None:
        """Do for a plain passage what `PassagePlanner.plan` does."""
        layout, planner, (passage, undated) = self._layout, self._planner, plain
        run, now = passage.run, layout.nows[passage.uuid]
        before = planner.previous_of_chapter(passage)
        if not passage.breaks and run in layout.previous:
            planner.inherit_days(now, layout.previous[run], passage)
        layout.positions[now] = NarrativePosition(passage.order, passage.start)
        planner.begin_scene(passage, now, begins=before is None or passage.breaks or run not in layout.scene_starts)
        if undated is not None:
            note_undated(layout, undated, run)
            if undated.changes:
                layout.returned.add(run)
            planner.sequences.read_undated(passage, undated)
        if before is not None and (passage.breaks or before in layout.later_scenes):
            layout.later_scenes.add(passage.uuid)
        layout.previous[run] = now
        layout.main_starts[passage.layer] = layout.scene_starts[run]
        layout.main_told[passage.layer] = layout.last_told.get(run)

    def as_plan(self, plain: PlainPassage) -> PassagePlan:
        """Return the plan of a plain passage, as `PassagePlanner.plan` returns it."""
        segment = PassageSegment(self._layout.nows[plain.passage.uuid], None, plain.passage.time_start)
        if plain.undated is not None:
            segment.statements.append(plain.undated)
        return PassagePlan(plain.passage, [segment], opened=False)

    def place(self, plain: PlainPassage) -> bool:
        """Place a plain passage, and return whether it was placed. It is only placed if it follows one node, which is
        the last one of its chain, and if its own node has no constraints.
        """
        layout, (passage, undated) = self._layout, plain
        line, now, chains = layout.lines.get(passage.run), layout.nows[passage.uuid], layout.chains
        if line is None or len(line.last) != 1 or line.strands or layout.scenes.get(passage.run) is not None:
            return False
        if not layout.network.is_free(now) or not chains.can_follow(now, line.last[0]):
            return False
        (previous,) = line.predecessors(passage.episode, aside=False)
        layout.network.add_next(previous, now, same_day=False)
        chains.follow(now, previous)
        if line.now is not None and not passage.breaks:
            layout.network.accept(Constraint(((now, line.now, -self._days_in_scene),), (), Basis.DEFAULT))
        end = self._place_run(now, undated) if undated is not None and undated.ids else now
        line.last, line.now = (end,), now
        layout.ends[passage.uuid] = layout.line_ends[passage.run] = TimePosition(end, end)
        return True

    def _place_run(self, now: int, undated: UndatedRun) -> int:
        layout = self._layout
        end = layout.network.new_node()
        layout.network.add_next(now, end, same_day=True)
        layout.chains.follow(end, now)
        layout.chains.interval_ends[now] = end
        layout.places.put_all({uuid: TimePosition(now, end, sub) for sub, uuid in enumerate(undated.ids, 1)})
        return end
