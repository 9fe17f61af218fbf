"""Finds the time words of a tale or flashback that count from the scene in which it is told ("three years ago")."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from episodic.languages import lexicon
from episodic.model.episodes import FrameKind
from episodic.model.moments import Anchor, TimeExpression, TimeKind
from episodic.temporal.expressions.now_words import explains, is_same_day

_SENTENCE: Final = re.compile(r"[。！？!?]+[”’」』\"]*|\.(?=\s)")
_SENTENCE_END: Final = re.compile(r"[。！？!?.；;][”’」』\"]*$")


def counted_from_telling(time: TimeExpression | None, words: str, frame: FrameKind) -> TimeExpression | None:
    """Return *time*, the meaning of the time words *words* of a passage or statement. In a tale, words such as "three
    years ago" count from the scene in which the tale is told, wherever in the tale they stand. "Three years before"
    counts from the moment that the tale has reached.
    """
    if time is None or frame is not FrameKind.TALE or time.kind is not TimeKind.OFFSET or not time.low:
        return time
    if time.anchor is not Anchor.HERE or not time.before or not lexicon.pattern("times_ago").search(words):
        return time
    return replace(time, anchor=Anchor.SCENE)


def counted_from_scene(
    time: TimeExpression | None, text: str, *, start: int, place: int, frame: FrameKind
) -> TimeExpression | None:
    """Return *time*, the meaning of the time words at the offset *place* of *text*. A sentence of a flashback may
    explain something by what was before (原来, "it turned out that"), and the next one may go back to the scene. At the
    beginning of this next sentence, "that day" means the day of the scene in which the flashback is told. *start* is
    the offset at which the passage begins.
    """
    if time is None or frame is not FrameKind.FLASHBACK or not is_same_day(time) or time.clock is not None:
        return time
    head = text[start:place].rstrip()
    end = _SENTENCE_END.search(head)
    if end is None:
        return time
    begin = max((one.end() for one in _SENTENCE.finditer(head, 0, end.start())), default=0)
    first = next((one for one in range(begin, len(head)) if head[one].isalnum()), begin)
    return replace(time, anchor=Anchor.SCENE) if explains(head, first) else time
