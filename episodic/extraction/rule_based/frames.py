"""Frames of passages: detects flashbacks, dreams and letters by text markers of one language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from episodic.extraction.rule_based.language_rules import TimeRules
from episodic.model.episodes import FrameKind
from episodic.model.readings import FrameReading, Window
from episodic.model.spans import Span


@dataclass(frozen=True, slots=True)
class FrameMarkers:
    """The regular expressions by which one language marks frames, with lengths in characters."""

    flashback: re.Pattern[str]
    """Pattern of words that open a flashback ("Twenty years before, ...")."""
    end_of_flashback: re.Pattern[str]
    flashback_passages: int
    """The number of passages after which a flashback without an end marker ends."""
    dream: re.Pattern[str]
    """Pattern of words that open a dream; a dream ends with its paragraph or at a match of `waking`."""
    waking: re.Pattern[str]
    waking_reach: int
    """The length of text after the paragraph in which the search looks for `waking`, in characters."""
    sentence_ends: tuple[str, ...]
    paragraph_end: str
    letter_lead_in: re.Pattern[str]
    """Pattern of words that come right before a quoted letter ("the letter ran:")."""
    letter_lead_in_reach: int
    min_letter: int
    """The smallest length of a letter in characters; a shorter quotation is not a letter."""
    simultaneous: re.Pattern[str]
    """Pattern of words that open a passage simultaneous with the preceding passage ("Meanwhile")."""


@dataclass(frozen=True, slots=True)
class _FrameRegion:
    """A region of the window that has its own frame."""

    kind: FrameKind
    span: Span


def read_frames(
    window: Window, quotations: Sequence[Span], *, markers: FrameMarkers, letters: Sequence[Span] = (), times: TimeRules
) -> tuple[FrameReading, ...]:
    """Returns one frame for each passage.

    A marked region gives its frame to every passage of which the region covers more than half; all other passages are
    on the main line. The first passage of a window after the first window continues the preceding frame if no marker
    says otherwise. *letters* are the letters recognised by their layout.
    """
    signed = [_FrameRegion(FrameKind.LETTER, voice.span) for voice in window.voices if voice.letter]
    quoted = [
        _FrameRegion(FrameKind.LETTER, span) for span in (*_quoted_letters(window, quotations, markers), *letters)
    ]
    regions = [*signed, *quoted, *_dreams(window.text, markers), *_flashbacks(window, markers)]
    frames: list[FrameReading] = []
    previous: _FrameRegion | None = None
    for index, passage in enumerate(window.passages):
        text = passage.of(window.text)
        region = next((region for region in regions if _covers(region.span, passage)), None)
        kind = region.kind if region else FrameKind.MAIN
        if index == 0 and region is None and window.start > 0:
            kind = FrameKind.CONTINUED
        starts = region is not None and region != previous
        aside = bool(markers.simultaneous.match(text))
        frames.append(FrameReading(kind, starts=starts, time=times.words(text), aside=aside))
        previous = region
    return tuple(frames)


def follows_letter_lead_in(text: str, start: int, markers: FrameMarkers) -> bool:
    """Whether the text right before *start* announces a letter."""
    return markers.letter_lead_in.search(text, max(0, start - markers.letter_lead_in_reach), start) is not None


def _covers(region: Span, passage: Span) -> bool:
    shared = min(region.end, passage.end) - max(region.start, passage.start)
    return shared * 2 > passage.end - passage.start


def _quoted_letters(window: Window, quotations: Sequence[Span], markers: FrameMarkers) -> list[Span]:
    return [
        span
        for span in quotations
        if span.end - span.start >= markers.min_letter and follows_letter_lead_in(window.text, span.start, markers)
    ]


def _dreams(text: str, markers: FrameMarkers) -> list[_FrameRegion]:
    found: list[_FrameRegion] = []
    for match in markers.dream.finditer(text):
        if found and match.start() < found[-1].span.end:
            continue
        paragraph = text.find(markers.paragraph_end, match.end())
        end = len(text) if paragraph < 0 else paragraph
        waking = markers.waking.search(text, match.end(), min(len(text), end + markers.waking_reach))
        start = max(text.rfind(stop, 0, match.start()) for stop in markers.sentence_ends) + 1
        found.append(_FrameRegion(FrameKind.DREAM, Span(start, waking.start() if waking else end)))
    return found


def _flashbacks(window: Window, markers: FrameMarkers) -> list[_FrameRegion]:
    found: list[_FrameRegion] = []
    for match in markers.flashback.finditer(window.text):
        if found and match.start() < found[-1].span.end:
            continue
        back = markers.end_of_flashback.search(window.text, match.end())
        later_ends = [passage.end for passage in window.passages if passage.end > match.end()]
        last = min(markers.flashback_passages, len(later_ends)) - 1
        end = later_ends[last] if later_ends else len(window.text)
        found.append(_FrameRegion(FrameKind.FLASHBACK, Span(match.start(), min(end, back.start()) if back else end)))
    return found
