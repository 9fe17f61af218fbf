"""Finds the time words of a tale that count from the moment at which the tale is told ("three years ago")."""

from __future__ import annotations

from dataclasses import replace

from episodic.languages import lexicon
from episodic.model.episodes import FrameKind
from episodic.model.moments import Anchor, TimeExpression, TimeKind


def counted_from_telling(time: TimeExpression | None, words: str, frame: FrameKind) -> TimeExpression | None:
    """Return *time*, the meaning of the time words *words* of a passage or statement. In a tale, words such as "three years ago"
    count from the scene in which the tale is told, wherever in the tale they stand. "Three years before" counts from
    the moment that the tale has reached.
    """
    if time is None or frame is not FrameKind.TALE or time.kind is not TimeKind.OFFSET or not time.low:
        return time
    if time.anchor is not Anchor.HERE or not time.before or not lexicon.pattern("times_ago").search(words):
        return time
    return replace(time, anchor=Anchor.SCENE)
