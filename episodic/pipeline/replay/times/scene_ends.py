"""Finds the end of the scene to which a statement belongs."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.model.moments import TimeExpression, TimeKind
from episodic.model.predicates import Predicate
from episodic.pipeline.replay.replayed_chapter import ReplayedPassage
from episodic.pipeline.text_positions import SpannedStatement
from episodic.temporal.expressions.now_words import names_some_day


def scene_end(passages: Sequence[ReplayedPassage], statement: SpannedStatement, predicate: Predicate) -> str | None:
    """If the reader says that the state of a statement holds in its scene only, return the id of the last passage of
    this scene. Otherwise, return None. *predicate* is the predicate of the statement.

    *passages* are all passages of the chapter. The scene ends before the first later passage that follows a scene break
    or opens at a new time. If there is no such passage, the scene ends at the end of the chapter. Only passages of the
    same narration (the main line, or one flashback, tale or letter) are considered. If the story moves to a new time
    inside a passage, after the statement, this passage is the last one of the scene.
    """
    if not (predicate.passing and statement.reading.core.passing):
        return None
    last = passages[statement.passage]
    if _moves_on(last, statement.span.start):
        return last.value.uuid
    for one in passages[statement.passage + 1 :]:
        if one.framed.run != last.framed.run:
            continue
        if one.breaks or _begins_scene(one.time, one.time_text):
            break
        last = one
        if _moves_on(one, one.value.span.start):
            break
    return last.value.uuid


def _moves_on(passage: ReplayedPassage, offset: int) -> bool:
    return any(one.start > offset and _begins_scene(one.time, one.text) for one in passage.shifts)


def _begins_scene(time: TimeExpression | None, words: str | None) -> bool:
    """Return whether a time begins a scene. A date, a day of the week, another day and some day ("one day", 一日) begin
    a scene. Another part of the day ("that evening", 当夜) begins a scene, too. *words* are the time words. An offset
    of less than a day ("an hour later") begins no scene, except an offset in hours in a work whose calendars count
    hours.
    """
    if time is None:
        return False
    if names_some_day(time, words or ""):
        return True
    counts = time.kind is TimeKind.OFFSET and (bool(time.low) or time.high == 0)
    return time.kind is TimeKind.CALENDAR or time.weekday is not None or counts
