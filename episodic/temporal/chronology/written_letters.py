"""Places letters in story time. A letter that a character writes in the preceding scene lies after what this scene has
told, and before what the story tells next. Any other letter, and a flashback or tale, lies before the scene in which it
is read or told.
"""

from __future__ import annotations

from episodic.model.spans import NarrativePosition
from episodic.temporal.chronology.layout import ChronologyLayout
from episodic.temporal.chronology.narrative_line import TimePosition
from episodic.temporal.constraints import Basis, Constraint
from episodic.temporal.placed import PlacedPassage


def begin_letter(layout: ChronologyLayout, passage: PlacedPassage) -> int | None:
    """If the letter to which a passage belongs is written in the preceding scene, put the passage after what the main
    line has told. The passage is not put there if the text contradicts this order. Return the node of the current
    moment of the scene in which the letter is written. Return None if the letter is not written in the preceding scene,
    or if the text contradicts the order.
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
    """If the letter to which a passage belongs is written in the preceding scene, put what the main line tells next
    after the passage. The end of the chapter is also put after the passage. *end* is the node at which the passage
    ends.
    """
    if passage.written_in is None:
        return
    line, chapters = layout.lines[layout.run_places[passage.written_in][0]], layout.chapters[passage.layer]
    line.chapter_ends = (*line.chapter_ends, end)
    if not line.strands:
        chapters[-1] = (*chapters[-1][:2], TimePosition(end, end))


def before_reading(layout: ChronologyLayout, passage: PlacedPassage, end: int) -> Constraint | None:
    """Return a constraint for a passage of a letter, tale or flashback that ends at the node *end*. The constraint says
    that the passage lies before the scene in which it is read or told. Return None if no such scene is known. The scene
    may first tell of the writing of the letter and then of its reading. In this case, the letter lies before its
    reading, but not before the beginning of the scene.
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
