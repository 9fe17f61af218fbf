"""Places letters: those that are written in the scene before them after what the scene has told, and before what
follows, and others before the scene in which they are read, as flashbacks and tales before that in which they are told.
"""

from __future__ import annotations

from episodic.model.spans import NarrativePosition
from episodic.temporal.chronology.layout import ChronologyLayout
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.constraints import Basis, Constraint
from episodic.temporal.placed import PlacedPassage


def begin_letter(layout: ChronologyLayout, passage: PlacedPassage) -> int | None:
    """Put a passage of a letter that is written in the scene before it after what the main line has told, unless the
    text contradicts this. Return the node of the current moment of the scene, or None if the passage belongs to no such
    letter or if the text contradicts the order.
    """
    if passage.written_in is None:
        return None
    line = layout.lines[layout.run_places[passage.written_in][0]]
    steps = tuple((one, layout.nows[passage.uuid]) for one in line.last)
    if layout.network.accept(Constraint((), steps, Basis.DEFAULT)) is not None:
        return None
    layout.at_scene.add(passage.uuid)
    return line.now


def end_letter(layout: ChronologyLayout, passage: PlacedPassage, end: int) -> None:
    """Put what the main line tells next, and the end of the chapter, after a passage of a letter that is written in the
    scene before it. *end* is the node at which the passage ends.
    """
    if passage.written_in is None:
        return
    line, chapters = layout.lines[layout.run_places[passage.written_in][0]], layout.chapters[passage.layer]
    line.chapter_ends = (*line.chapter_ends, end)
    if not line.strands:
        chapters[-1] = (*chapters[-1][:2], TimePosition(end, end))


def before_reading(layout: ChronologyLayout, passage: PlacedPassage, end: int) -> Constraint | None:
    """Return the constraint that a passage of a letter, tale or flashback, which ends at the node *end*, lies before the
    scene in which it is read or told, or None if it has no scene. If the scene tells first that the letter is written,
    the letter lies before its reading, and has no order to what the scene tells before.
    """
    scene = layout.scenes.get(passage.run)
    if scene is None:
        return None
    if passage.sent_in is None:
        return Constraint((), ((end, scene),), Basis.DEFAULT)
    first = layout.runs[passage.run][0]
    layout.read_at[passage.uuid] = layout.read_at.get(first, NarrativePosition(passage.order, passage.start))
    read = layout.lines[layout.run_places[passage.sent_in][0]].last
    return Constraint((), tuple((end, one) for one in read), Basis.DEFAULT)
