"""Detection of the frame of each passage (flashback, dream or letter) by words that mark frames in one language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from episodic.extraction.rule_based.language_rules import TimeRules
from episodic.model.episodes import FrameKind
from episodic.model.readings import FrameReading, Window
from episodic.model.spans import Span
from episodic.text.paragraphs import is_rule


@dataclass(frozen=True, slots=True)
class FrameMarkers:
    """For one language, the regular expressions that find words which mark frames such as dreams and letters, and
    limits for the lengths of flashbacks, dreams and letters.
    """

    flashback: re.Pattern[str]
    """Pattern of words with which a flashback begins, such as "Twenty years before, ..."."""
    end_of_flashback: re.Pattern[str]
    flashback_passages: int
    """The maximum number of passages of a flashback. A flashback ends earlier at a scene break, or at words that mark
    the end of a flashback.
    """
    dream: re.Pattern[str]
    """Pattern of words with which the account of a dream begins. A dream ends at the next match of `waking` in its
    paragraph or in the `waking_reach` characters after this paragraph. If there is no such match, the dream ends at the
    end of its paragraph.
    """
    waking: re.Pattern[str]
    waking_reach: int
    """How many characters after the paragraph of a dream are still searched for `waking`, which ends the dream."""
    sentence_ends: tuple[str, ...]
    paragraph_end: str
    letter_lead_in: re.Pattern[str]
    """Pattern of words that come right before a quoted letter, such as "the letter ran:"."""
    letter_lead_in_reach: int
    min_letter: int
    """The minimum length of a quoted letter in characters."""
    simultaneous: re.Pattern[str]
    """Pattern of words such as "Meanwhile", which open a passage that is simultaneous with the preceding passage."""


@dataclass(frozen=True, slots=True)
class _FrameRegion:
    kind: FrameKind
    span: Span


def read_frames(
    window: Window, quotations: Sequence[Span], *, markers: FrameMarkers, letters: Sequence[Span] = (), times: TimeRules
) -> tuple[FrameReading, ...]:
    """Return the frame of each passage of the window.

    A passage has the frame of the letter, dream or flashback that covers more than half of the passage. If several
    letters, dreams or flashbacks cover more than half of the passage, letters are preferred to dreams, and dreams to
    flashbacks. A passage of which no letter, dream or flashback covers more than half belongs to the main line of the
    story. If the first passage of the window would belong to the main line, it continues the frame of the preceding
    window instead. This exception does not apply to the first window (part) of a chapter. *letters* are the spans of
    letters that were recognised by their layout, such as paragraphs in italics.
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
    """Return whether the text right before the offset *start* announces a letter."""
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
        stops = [end, _scene_break(window.text, match.end()), len(window.text) if back is None else back.start()]
        found.append(_FrameRegion(FrameKind.FLASHBACK, Span(match.start(), min(stops))))
    return found


def _scene_break(text: str, start: int) -> int:
    """Return the offset at which the line of text before the next scene break after *start* ends, or the end of the
    text if there is no scene break.
    """
    while (end := text.find("\n", start)) >= 0:
        following = text.find("\n", end + 1)
        line = text[end + 1 : len(text) if following < 0 else following].strip()
        if line and is_rule(line):
            return end
        start = end + 1
    return len(text)
