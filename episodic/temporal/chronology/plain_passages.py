"""Places plain passages: main-line passages that state no time and have no statements, or only consecutive statements
without a time of their own.

Most passages of a novel are plain, and are placed here with less work than other passages need. Plain passages get the
same nodes and constraints as from `PassagePlanner` and `ChronologyBuilder`. Plain passages need no search for
contradictions, because nothing can contradict nodes that are only constrained by the order of the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from episodic.model.spans import NarrativePosition
from episodic.temporal.chronology.counted_from import note_undated
from episodic.temporal.chronology.layout import ChronologyLayout, PassageBatch
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.chronology.passage_plans import PassagePlanner
from episodic.temporal.chronology.segments import PassagePlan, PassageSegment
from episodic.temporal.chronology.time_terms import TimeTerms
from episodic.temporal.chronology.undated import UndatedRun
from episodic.temporal.placed import PlacedPassage


class PlainPassage(NamedTuple):
    """A main-line passage that states no time (see `plain_passage`), and its statements if it has any."""

    passage: PlacedPassage
    undated: UndatedRun | None


def plain_passage(passage: PlacedPassage, batch: PassageBatch) -> PlainPassage | None:
    """Return a `PlainPassage` if the passage is on the main line, states no time, and is not linked with a parallel
    strand. All its statements must also be undated (without a time of their own). Otherwise, return None.
    """
    timed = passage.time is not None or passage.reference is not None or passage.shifts
    if timed or passage.aside or passage.follows or not passage.main or batch.statements.get(passage.uuid):
        return None
    return PlainPassage(passage, batch.undated.get(passage.uuid, {}).get(0))


class PlainPassages:
    """Puts main-line passages that state no time (plain passages) into the layout (the data) of a chronology, in the
    two steps `plan` and `place`.
    """

    def __init__(self, layout: ChronologyLayout, planner: PassagePlanner, terms: TimeTerms) -> None:
        self._layout, self._planner = layout, planner
        self._days_in_scene = terms.days_in_scene()

    def plan(self, plain: PlainPassage) -> None:
        """Record the current moment and the scene of a plain passage in the layout, as `PassagePlanner.plan` does."""
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

    def place(self, plans: Sequence[PassagePlan | PlainPassage], begin: int) -> int:
        """Add successive plain passages (passages that state no time) to the network, beginning with the passage at the
        index *begin* of *plans*. Stop at the first passage that is not plain, belongs to another run (such as another
        tale), or cannot be placed. Return the number of passages that were placed. A passage can only be placed if it
        follows a single node of the network. This node must be the last one of its chain (a sequence of nodes in
        certain order). The node of a passage that is to be placed must have no constraints yet.
        """
        layout, chains, run = self._layout, self._layout.chains, plans[begin].passage.run
        line = layout.lines.get(run)
        if (
            line is None
            or len(line.last) != 1
            or line.strands
            or line.chapter_ends
            or layout.scenes.get(run) is not None
        ):
            return 0
        (end,) = line.last
        chain = chains.chain.get(end)
        if chain is None or chains.tails[chain] != end:
            return 0
        nodes, places = [end], dict[str, TimePosition]()
        placed, ends = list[PlainPassage](), dict[str, TimePosition]()
        for plain in _of_line(plans, begin, run):
            passage, undated = plain
            now = layout.nows[passage.uuid]
            if not layout.network.is_free(now):
                break
            line.predecessors(passage.episode, aside=False)
            layout.network.add_next(end, now, same_day=False)
            if line.now is not None and not passage.breaks:
                layout.network.add_within(now, line.now, self._days_in_scene)
            end = now
            nodes.append(now)
            if undated is not None and undated.ids:
                end = self._place_run(now, undated, places)
                nodes.append(end)
            line.last, line.now = (end,), now
            placed.append(plain)
            ends[passage.uuid] = TimePosition(end, end)
        chains.follow_all(nodes)
        layout.places.put_all(places)
        self._end(placed, ends)
        return len(placed)

    def _place_run(self, now: int, undated: UndatedRun, places: dict[str, TimePosition]) -> int:
        layout = self._layout
        end = layout.network.new_node()
        layout.network.add_next(now, end, same_day=True)
        layout.chains.interval_ends[now] = end
        for sub, uuid in enumerate(undated.ids, 1):
            places[uuid] = TimePosition(now, end, sub)
        return end

    def _end(self, placed: Sequence[PlainPassage], ends: Mapping[str, TimePosition]) -> None:
        layout, nows = self._layout, self._layout.nows
        layout.ends.put_all(ends)
        layout.placed.put_all({uuid: () if end.start == nows[uuid] else (end.start,) for uuid, end in ends.items()})
        for passage, _ in placed:
            chapters = layout.chapters.setdefault(passage.layer, [])
            if chapters and chapters[-1][1] == passage.episode:
                chapters.pop()
            chapters.append((passage.order, passage.episode, ends[passage.uuid]))
            layout.line_ends[passage.run] = ends[passage.uuid]


def _of_line(plans: Sequence[PassagePlan | PlainPassage], begin: int, run: str) -> Iterator[PlainPassage]:
    for number in range(begin, len(plans)):
        one = plans[number]
        if isinstance(one, PassagePlan) or one.passage.run != run:
            return
        yield one
