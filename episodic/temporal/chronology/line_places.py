"""Finds the positions of a statement on the lines of a chronology. A line is a sequence of moments in story order,
which the text tells in the same order.
"""

from __future__ import annotations

from episodic.model.graph import LinePlace, TimelineTurn
from episodic.model.readings import Placement
from episodic.temporal.chronology.layout import ChronologyLayout
from episodic.temporal.placed import PlacedPassage, PlacedStatement

MAIN_LINE = "main"


def name_line(layout: ChronologyLayout, passage: PlacedPassage) -> None:
    """Name the line that begins with the current moment of a passage, if a line begins there."""
    now = layout.nows[passage.uuid]
    if layout.chains.rank.get(now) == 0:
        first = layout.run_places[passage.uuid][1] == 0
        layout.line_names[layout.chains.chain[now]] = MAIN_LINE if passage.main and first else passage.uuid


def line_places(layout: ChronologyLayout, statement: PlacedStatement) -> tuple[LinePlace, ...]:
    """Return the positions of a statement that follow from narrative order: on the line of its passage, and on the line
    of the scene in which a flashback, tale or letter is told or read.

    If the content of a claim, belief, plan or dream is about the time at which its holder says or thinks it, it has the
    position of this time.
    """
    places = [_on_own_line(layout, statement), _on_line_of_scene(layout, statement)]
    return tuple(one for one in places if one is not None)


def _on_own_line(layout: ChronologyLayout, statement: PlacedStatement) -> LinePlace | None:
    placing = statement.core.placing
    # If a statement about the past has the time words of its passage, it is about the passage's current moment.
    if placing is Placement.NOW or (statement.world and statement.uuid not in layout.told_from):
        if not statement.world and layout.said.get(statement.uuid) != layout.places.get(statement.uuid):
            return None
        node = layout.places[statement.uuid].start
        line = _line_of(layout, node)
        # A quote may begin before the time words that set the moment of its statement.
        told = max(statement.told, layout.positions.get(node, statement.told))
        return None if line is None else LinePlace(line, told)
    now = layout.told_from.get(statement.uuid)
    line = None if now is None else _line_of(layout, now)
    if now is None or line is None:
        return None
    if placing is Placement.BACK:
        return LinePlace(line, layout.positions[now], TimelineTurn.BACK)
    return LinePlace(line, statement.told, TimelineTurn.BACK if placing.past else TimelineTurn.AHEAD)


def _on_line_of_scene(layout: ChronologyLayout, statement: PlacedStatement) -> LinePlace | None:
    scene = layout.scenes.get(layout.run_places[statement.passage][0])
    if scene is None or statement.passage not in layout.before_scene or not statement.world:
        return None
    own = layout.places[statement.uuid]
    if statement.core.placing is Placement.AHEAD or layout.chains.chain.get(own.start) is None:
        return None
    line = _line_of(layout, scene)
    return None if line is None else LinePlace(line, layout.positions[scene], TimelineTurn.BACK)


def _line_of(layout: ChronologyLayout, node: int) -> str | None:
    """Return the name of the line on which a node lies, or None if the node lies on no line."""
    chain = layout.chains.chain.get(node)
    return None if chain is None else layout.line_names.get(chain)
