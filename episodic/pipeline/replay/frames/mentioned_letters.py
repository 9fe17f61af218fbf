"""Puts a passage on the main line, and not in a letter, if it only tells that a letter was written and read.

A reader may give the frame of a letter to a passage whose narration introduces the letter, quotes it and goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from episodic.model.episodes import FrameKind
from episodic.model.readings import StatementScope
from episodic.model.spans import Span
from episodic.pipeline.text_positions import FramedPassage, SpannedStatement
from episodic.text.speech import speech

_SAID = (StatementScope.CLAIM, StatementScope.BELIEF)


def without_mentioned_letters(
    framed: tuple[FramedPassage, ...], spanned: Sequence[SpannedStatement], text: str
) -> tuple[FramedPassage, ...]:
    """Return the passages of a chapter. A passage that the reader takes for a letter is put on the main line if it only
    narrates that a letter was written or read. To be put on the main line, the passage must be the only passage of the
    letter. In addition, narration with a statement about the story's world must come before the first words in
    quotation marks. The reader must have found no claim or belief in the passage, because a claim would be part of what
    the letter says.
    """
    if not any(one.frame is FrameKind.LETTER for one in framed):
        return framed
    sizes = Counter(one.run for one in framed)
    spoken = speech(text)
    return tuple(
        replace(one, frame=FrameKind.MAIN, run=0)
        if one.frame is FrameKind.LETTER and sizes[one.run] == 1 and _only_tells(one, spanned, spoken)
        else one
        for one in framed
    )


def _only_tells(passage: FramedPassage, spanned: Sequence[SpannedStatement], spoken: Sequence[Span]) -> bool:
    inside = [one for one in spanned if one.passage == passage.index]
    words = next((one for one in spoken if one.start < passage.span.end and passage.span.start < one.end), None)
    if words is None or any(one.reading.core.scope in _SAID for one in inside):
        return False
    opening = (one for one in inside if one.span.end <= words.start)
    return any(one.reading.core.scope is StatementScope.WORLD for one in opening)
