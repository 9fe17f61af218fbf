"""Validation of the frames that a model's reply gives to the passages of a window."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from episodic.extraction.llm_based.rows import PassageRow, passage_row
from episodic.model.episodes import FrameKind
from episodic.model.readings import FrameReading, Rejection, Window
from episodic.text.quotes import align

_SHOWN = 120
_COLON = re.compile("[:：]")


@dataclass(frozen=True, slots=True)
class _SaidPassage:
    """The frame of one passage as the model's reply states it. The reply states the kind of the frame, and whether the
    frame starts at this passage. The reply may also state a time expression that sets the current time of the passage.
    The reply also states whether the passage is an aside, which tells what happens elsewhere at the same time.
    """

    kind: str
    starts: bool = False
    time: str = ""
    aside: bool = False


def read_frames(rows: Sequence[str], window: Window) -> tuple[tuple[FrameReading, ...], tuple[Rejection, ...]]:
    """Return the frame of each passage of the window in text order, and the rejected parts of the model's reply.

    A passage that the reply does not list belongs to the main line of the story.
    """
    rejected: list[Rejection] = []
    said: dict[int, _SaidPassage] = {}
    for written in rows:
        row = passage_row(written)
        marks = _marks(row, rejected)
        if not row.numbers:
            rejected.append(Rejection("unknown_id", f"passage {written}"[:_SHOWN]))
        for number in row.numbers:
            if not 1 <= number <= len(window.passages):
                rejected.append(Rejection("unknown_id", f"passage {number}"))
                continue
            said.setdefault(number, replace(marks, kind=row.kind))
            marks = replace(marks, starts=False, time="", aside=False)
    frames: list[FrameReading] = []
    for number, span in enumerate(window.passages, 1):
        found = said.get(number)
        if found is None:
            frames.append(FrameReading(FrameKind.MAIN))
            continue
        frame, refused = _frame(found, span.of(window.text), before=frames, window=window)
        frames.append(frame)
        rejected.extend(refused)
    return tuple(frames), tuple(rejected)


def _marks(row: PassageRow, rejected: list[Rejection]) -> _SaidPassage:
    said = _SaidPassage(row.kind)
    for mark in row.marks:
        name, argument = (*_COLON.split(mark, maxsplit=1), "")[:2]
        match name.strip().lower():
            case "starts":
                said = replace(said, starts=True)
            case "aside":
                said = replace(said, aside=True)
            case "time":
                said = replace(said, time=argument)
            case _:
                rejected.append(Rejection("unknown_mark", mark[:_SHOWN]))
    return said


def _frame(
    said: _SaidPassage, passage: str, *, before: Sequence[FrameReading], window: Window
) -> tuple[FrameReading, list[Rejection]]:
    rejected: list[Rejection] = []
    kind = _kind(said.kind)
    if kind is None or (kind is FrameKind.CONTINUED and before):
        if kind is None:
            rejected.append(Rejection("unknown_choice", said.kind[:_SHOWN]))
        kind = _going_on(before, window)
    seen = {one.kind for one in before}
    inside = kind not in (FrameKind.MAIN, FrameKind.CONTINUED)
    # The first passage of a letter, dream or other frame in the window begins a new frame. The exception is a frame
    # that may have begun before the window.
    starts = inside and (said.starts or (bool(before) and kind not in seen and FrameKind.CONTINUED not in seen))
    time: str | None = None
    if said.time.strip():
        place = align(said.time, passage)
        if place is None:
            rejected.append(Rejection("time_rejected", said.time[:_SHOWN]))
        else:
            time = place.of(passage)
    return FrameReading(kind, starts, time, said.aside), rejected


def _going_on(before: Sequence[FrameReading], window: Window) -> FrameKind:
    if before:
        return before[-1].kind
    return FrameKind.CONTINUED if window.start else FrameKind.MAIN


def _kind(word: str) -> FrameKind | None:
    try:
        return FrameKind(word.strip().lower())
    except ValueError:
        return None
