"""Finds the scene in which a flashback, dream, letter or tale begins, and whether a dream is dreamt in this scene."""

from __future__ import annotations

from episodic.model.episodes import FrameKind, Layer
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.temporal.chronology.layout import ChronologyLayout, PassageBatch
from episodic.temporal.placed import PlacedPassage


def note_scene(layout: ChronologyLayout, passage: PlacedPassage, batch: PassageBatch) -> None:
    """Record, for a flashback, dream, letter or tale, the node of the current moment of the scene in which it begins.

    A flashback, dream, letter or tale B may interrupt another one, A, of its chapter (A, then B, then A again). The
    scene of an interrupting B is a moment of A. If a flashback, dream, letter or tale interrupts no other one of its
    chapter, its scene is a moment of the main line.
    """
    if passage.main or passage.run in layout.scenes:
        return
    before, around = batch.main_before(passage), batch.interrupted_by(passage)
    if before is not None and before.uuid in layout.later_scenes:
        layout.later_runs.add(passage.run)
    if around is not None and around.run in layout.previous:
        layout.scenes[passage.run] = layout.previous[around.run]
        if not around.main:
            layout.hosts[passage.run] = around.run
    else:
        layout.scenes[passage.run] = layout.mains.get(passage.layer, layout.mains.get(Layer.CANON))
        start = layout.main_starts.get(passage.layer, layout.main_starts.get(Layer.CANON))
        if passage.frame is FrameKind.FLASHBACK and start is not None and not _within_a_day(passage.time):
            layout.flashback_scenes[passage.run] = start


def _within_a_day(time: TimeExpression | None) -> bool:
    offset = time is not None and time.kind is TimeKind.OFFSET
    return time is not None and offset and (time.unit == "hour" or (time.low, time.high) == (0, 0))


def is_dreamt_in_scene(layout: ChronologyLayout, passage: PlacedPassage) -> bool:
    """Return whether a passage belongs to a dream of the scene around it. A dream may be dreamt at another time if its
    opening counts back ("years before"), or names a date or an event. A dream whose opening says only that something is
    earlier or later may be dreamt at another time, too.
    """
    first = layout.runs[passage.run][0]
    if passage.frame is not FrameKind.DREAM or first != passage.uuid:
        return first in layout.at_scene
    time = passage.time
    if time is None or not time.stated:
        return True
    return time.kind is TimeKind.OFFSET and not time.before and time.anchor not in (Anchor.EVENT, Anchor.REFERENCE)
