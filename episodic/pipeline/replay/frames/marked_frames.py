"""Removes the mark "before this scene" from the statements of a flashback, letter or tale if a reader gave it to most
of them.

A flashback is itself earlier than the scene that tells it. If a reader also marks the statements of a flashback "before
this scene", the mark adds no information. After the mark "before this scene" is removed, the statements of the
flashback count as happening in the order in which the text tells them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from episodic.languages import lexicon
from episodic.model.episodes import FrameKind
from episodic.model.readings import Placement
from episodic.pipeline.text_positions import FramedPassage, SpannedStatement

FEWEST: Final = 4
"""The marks "before this scene" are removed only if at least this many statements have them. The statements in the
flashbacks of one window of a chapter are counted together, and so are those in its letters and those in its tales.
"""
_TOLD: Final = (FrameKind.FLASHBACK, FrameKind.LETTER, FrameKind.TALE)
_DATED: Final = (FrameKind.LETTER, FrameKind.TALE)


def without_marks_of_frames(
    spanned: tuple[SpannedStatement, ...], framed: Sequence[FramedPassage]
) -> tuple[SpannedStatement, ...]:
    """Return the statements of a chapter without superfluous marks "before this scene". The statements in the
    flashbacks of one window are counted together, and so are those in its letters and those in its tales. If at least
    FEWEST of the statements that are counted together have the mark, and more than half of them, the mark is removed.
    Statements whose mark is removed are placed in the scene that the flashback, letter or tale tells. A statement with
    a time expression such as "ten years before" keeps its mark. A statement about a time before the opening time of its
    passage (`_before_openings`) keeps its mark, too.
    """
    found = defaultdict[tuple[int, FrameKind], list[SpannedStatement]](list)
    for one in spanned:
        frame = framed[one.passage].frame
        if frame in _TOLD:
            found[one.window, frame].append(one)
    marking = {key for key, told in found.items() if len(told) < 2 * sum(map(_marked, told)) >= 2 * FEWEST}
    if not marking:
        return spanned
    kept = _before_openings(spanned, framed)
    return tuple(
        _in_scene(one)
        if _marked(one) and (one.window, framed[one.passage].frame) in marking and number not in kept
        else one
        for number, one in enumerate(spanned)
    )


def _marked(one: SpannedStatement) -> bool:
    core = one.reading.core
    leads_back = core.time is not None and lexicon.pattern("before_times").search(core.time) is not None
    return core.placing is Placement.BACK and not leads_back


def _before_openings(spanned: Sequence[SpannedStatement], framed: Sequence[FramedPassage]) -> frozenset[int]:
    """Return the indexes of statements that are about a time before the opening time of their passage. The passage
    belongs to a letter or tale, and begins with time words such as "on the afternoon of the attack" (its opening time).
    A returned statement has no time expression and no mark "after the previous statement", although other statements of
    its passage have this mark. The first statement of the passage is never returned, nor a statement whose quote
    overlaps the quote of a statement at the opening time.
    """
    told = defaultdict[int, list[int]](list)
    for number, one in enumerate(spanned):
        if framed[one.passage].frame in _DATED and framed[one.passage].reading.time is not None:
            told[one.passage].append(number)
    found: set[int] = set()
    for numbers in told.values():
        if not any(spanned[number].reading.core.follows for number in numbers):
            continue
        ordered = sorted(numbers, key=lambda number: (spanned[number].span.start, number))
        loose = [number for number in ordered[1:] if _is_loose(spanned[number])]
        dated = _at_opening([spanned[number] for number in ordered if number not in loose])
        found.update(number for number in loose if not any(_overlap(spanned[number], one) for one in dated))
    return frozenset(found)


def _is_loose(one: SpannedStatement) -> bool:
    core = one.reading.core
    return core.placing is Placement.BACK and core.time is None and not core.follows


def _at_opening(told: Sequence[SpannedStatement]) -> Sequence[SpannedStatement]:
    """Return the statements of a passage before the first statement that has a time expression of its own."""
    end = next((number for number, one in enumerate(told) if one.reading.core.time is not None), len(told))
    return told[:end]


def _overlap(one: SpannedStatement, other: SpannedStatement) -> bool:
    return one.span.start < other.span.end and other.span.start < one.span.end


def _in_scene(one: SpannedStatement) -> SpannedStatement:
    core = replace(one.reading.core, placing=Placement.NOW, follows=False)
    return replace(one, reading=replace(one.reading, core=core))
