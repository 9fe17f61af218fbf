"""Validation of the frames that a model's reply gives to the passages of a window."""

from __future__ import annotations

from collections.abc import Sequence

from episodic.extraction.llm_based.replies import PassageForm
from episodic.model.episodes import FrameKind
from episodic.model.readings import FrameReading, Rejection, Window
from episodic.text.quotes import align

_SHOWN = 120


def read_frames(forms: Sequence[PassageForm], window: Window) -> tuple[tuple[FrameReading, ...], tuple[Rejection, ...]]:
    """Return the frame of each passage in text order, and the rejected parts of the reply.

    A passage that the reply leaves out gets the frame of the preceding passage. If the reply leaves out the first
    passage of a chapter, this passage is on the main line.
    """
    rejected: list[Rejection] = []
    said: dict[int, PassageForm] = {}
    for form in forms:
        if not 1 <= form.passage <= len(window.passages):
            rejected.append(Rejection("unknown_id", f"passage {form.passage}"))
        else:
            said.setdefault(form.passage, form)
    frames: list[FrameReading] = []
    for number, span in enumerate(window.passages, 1):
        found = said.get(number)
        if found is None:
            rejected.append(Rejection("missing", f"passage {number}"))
            frames.append(FrameReading(_going_on(frames, window)))
            continue
        frame, refused = _frame(found, span.of(window.text), before=frames, window=window)
        frames.append(frame)
        rejected.extend(refused)
    return tuple(frames), tuple(rejected)


def _frame(
    form: PassageForm, passage: str, *, before: Sequence[FrameReading], window: Window
) -> tuple[FrameReading, list[Rejection]]:
    rejected: list[Rejection] = []
    kind = _kind(form.frame)
    if kind is None or (kind is FrameKind.CONTINUED and before):
        if kind is None:
            rejected.append(Rejection("unknown_choice", form.frame[:_SHOWN]))
        kind = _going_on(before, window)
    seen = {one.kind for one in before}
    inside = kind not in (FrameKind.MAIN, FrameKind.CONTINUED)
    # The passage begins a new frame if the reply says so, or if no earlier passage of the window has this kind of frame
    # and the frame cannot have begun before the window.
    starts = inside and (form.starts or (bool(before) and kind not in seen and FrameKind.CONTINUED not in seen))
    time: str | None = None
    if form.time.strip():
        place = align(form.time, passage)
        if place is None:
            rejected.append(Rejection("time_rejected", form.time[:_SHOWN]))
        else:
            time = place.of(passage)
    return FrameReading(kind, starts, time, form.aside), rejected


def _going_on(before: Sequence[FrameReading], window: Window) -> FrameKind:
    if before:
        return before[-1].kind
    return FrameKind.CONTINUED if window.start else FrameKind.MAIN


def _kind(word: str) -> FrameKind | None:
    try:
        return FrameKind(word.strip().lower())
    except ValueError:
        return None
