"""Removes the mark "before this scene" from the statements of a flashback, letter or tale if a reader gave it to most of
them.

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
"""The marks "before this scene" are removed only if at least this many statements in the flashbacks (or in the letters,
or in the tales) of one window of a chapter have them.
"""
_TOLD: Final = (FrameKind.FLASHBACK, FrameKind.LETTER, FrameKind.TALE)


def without_marks_of_frames(
    spanned: tuple[SpannedStatement, ...], framed: Sequence[FramedPassage]
) -> tuple[SpannedStatement, ...]:
    """Return the statements of a chapter without superfluous marks "before this scene". If at least FEWEST statements,
    and more than half of all, in the flashbacks (or in the letters, or in the tales) of one window have the mark, the
    mark is removed and these statements are placed in the scene that the flashback, letter or tale tells. A statement
    with a time expression such as "ten years before" keeps its mark.
    """
    found = defaultdict[tuple[int, FrameKind], list[SpannedStatement]](list)
    for one in spanned:
        frame = framed[one.passage].frame
        if frame in _TOLD:
            found[one.window, frame].append(one)
    marking = {key for key, told in found.items() if len(told) < 2 * sum(map(_marked, told)) >= 2 * FEWEST}
    if not marking:
        return spanned
    return tuple(
        _in_scene(one) if _marked(one) and (one.window, framed[one.passage].frame) in marking else one
        for one in spanned
    )


def _marked(one: SpannedStatement) -> bool:
    core = one.reading.core
    leads_back = core.time is not None and lexicon.pattern("before_times").search(core.time) is not None
    return core.placing is Placement.BACK and not leads_back


def _in_scene(one: SpannedStatement) -> SpannedStatement:
    core = replace(one.reading.core, placing=Placement.NOW, follows=False)
    return replace(one, reading=replace(one.reading, core=core))
