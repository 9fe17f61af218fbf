"""How the passages of a Chinese window stand to the main line, where clear marks say so."""

from __future__ import annotations

import re
from collections.abc import Sequence

from episodic.extraction.ruled.rules import TimeRules
from episodic.model.episodes import FrameKind
from episodic.model.readings import FrameReading, Window
from episodic.model.spans import Span

_FLASHBACK = re.compile(
    "(?:^|\n)[ \t　]*(?:那是|那还是|事情要从|时间回到|回到)?(?:[一二三四五六七八九十百千数几两0-9]+|好多|许多|很多|多)年(?:以)?前(?:的事|，|的一?个|的那)|(?:^|\n)[ \t　]*(?:当年|很久以前|多年以前)[，。]"
)
_RETURN = re.compile(
    "(?:^|\n)[ \t　]*(?:如今|现在|此刻|眼下|此时|回过神|收回思绪|思绪|原来|[^，。\n]{1,8}(?:回过神|收回思绪|从回忆))"
)
_DREAM = re.compile("做了一?个梦|梦见|梦里|梦中")
_WAKE = re.compile("醒来|惊醒|醒了|梦醒|觉来|惊觉")
_LETTER = re.compile("(?:书(?:略)?曰|诏曰|信(?:中|上|里)?(?:写道|说|写着)|檄文?曰|表曰|读：|念道?：|写道：)[：:]?$")
_ASIDE = re.compile("^[ \t　\n]*(?:话分两头|与此同时|同一时间|另一边|同时，|同一天)")


def frames(window: Window, speech: Sequence[Span], *, times: TimeRules) -> tuple[FrameReading, ...]:
    """One frame a passage: what most of it is by its marks, else the main line, or what came before the window."""
    letters = [(FrameKind.LETTER, one.span) for one in window.voices if one.letter]
    regions = [*letters, *_letters(window.text, speech), *_dreams(window.text), *_flashbacks(window)]
    answer: list[FrameReading] = []
    before: tuple[FrameKind, Span] | None = None
    for index, passage in enumerate(window.passages):
        words = passage.of(window.text)
        region = next((one for one in regions if _covers(one[1], passage)), None)
        kind = region[0] if region else FrameKind.MAIN
        if index == 0 and region is None and window.start > 0:
            kind = FrameKind.CONTINUED
        answer.append(
            FrameReading(
                kind,
                starts=region is not None and region != before,
                time=times.words(words),
                aside=bool(_ASIDE.match(words)),
            )
        )
        before = region
    return tuple(answer)


def _covers(region: Span, passage: Span) -> bool:
    shared = min(region.end, passage.end) - max(region.start, passage.start)
    return shared * 2 > passage.end - passage.start


def _letters(text: str, speech: Sequence[Span]) -> list[tuple[FrameKind, Span]]:
    return [
        (FrameKind.LETTER, span)
        for span in speech
        if span.end - span.start >= 30 and _LETTER.search(text, max(0, span.start - 10), span.start)
    ]


def _dreams(text: str) -> list[tuple[FrameKind, Span]]:
    found: list[tuple[FrameKind, Span]] = []
    for match in _DREAM.finditer(text):
        if found and match.start() < found[-1][1].end:
            continue
        paragraph = text.find("\n", match.end())
        end = len(text) if paragraph < 0 else paragraph
        wake = _WAKE.search(text, match.end(), min(len(text), end + 40))
        start = max(text.rfind(stop, 0, match.start()) for stop in "。！？\n") + 1
        found.append((FrameKind.DREAM, Span(start, wake.start() if wake else end)))
    return found


def _flashbacks(window: Window) -> list[tuple[FrameKind, Span]]:
    found: list[tuple[FrameKind, Span]] = []
    for match in _FLASHBACK.finditer(window.text):
        if found and match.start() < found[-1][1].end:
            continue
        back = _RETURN.search(window.text, match.end())
        after = [passage.end for passage in window.passages if passage.end > match.end()]
        end = after[min(2, len(after) - 1)] if after else len(window.text)
        found.append((FrameKind.FLASHBACK, Span(match.start(), min(end, back.start()) if back else end)))
    return found
