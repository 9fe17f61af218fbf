"""How the passages of an English window stand to the main line, where clear marks say so."""

from __future__ import annotations

import re
from collections.abc import Sequence

from episodic.extraction.ruled.rules import TimeRules
from episodic.model.episodes import FrameKind
from episodic.model.readings import FrameReading, Window
from episodic.model.spans import Span

_NUMBER = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|a\shundred|many|"
    r"some|several|\d+)"
)
_FLASHBACK = re.compile(
    rf"(?:^|\n\n)\s*(?:It\swas\s|It\shad\sbeen\s|That\swas\s)?(?:{_NUMBER}\s(?:long\s)?years\s(?:before|ago|earlier)\b(?!\sthe\b)|"
    r"years\s(?:before|ago|earlier)\b|long\sago,)",
    re.IGNORECASE,
)
_RETURN = re.compile(r"\n\n\s*(?:Now,?\s|But\snow\b|At\spresent\b|To-?day\b|That\swas\slong\sago|[“\"])")
_DREAM = re.compile(
    r"\b(?:(?:I|he|she|they|we|[A-Z][a-z]+)\s(?:had\s)?(?:dreamed|dreamt)\s(?:that\b|of\b)|in\s(?:my|his|her|the)\sdream\b|had\sa\s(?:\w+\s)?dream\b)"
)
_WAKE = re.compile(r"\b(?:awoke|woke|awakened|wakened|awake|waking)\b")
_LETTER = re.compile(
    r"(?:\b(?:letter|note|message|scroll|postscript)\b[^.!?\n]{0,60}|\b(?:it\sran|read\sas\sfollows|It\ssaid|wrote|as\sfollows|read\sthus|these\swords))"
    r"(?::|:--|:—|,--|\.)[\s\-—]*$"
)
_STARRED = re.compile(r"(?:^|\n\n)\s*(?P<body>[*_](?![*_ ])[^*_]{20,}[*_])\s*(?=\n\n|$)")
_ASIDE = re.compile(r"^\s*(?:Meanwhile|In\sthe\smeantime|At\sthat\svery\smoment\selsewhere|Elsewhere)\b")


def frames(window: Window, speech: Sequence[Span], *, times: TimeRules) -> tuple[FrameReading, ...]:
    """One frame a passage: what most of it is by its marks, else the main line, or what came before the window."""
    text = window.text
    letters = [(FrameKind.LETTER, one.span) for one in window.voices if one.letter]
    regions = [*letters, *_letters(text, speech), *_dreams(text), *_flashbacks(window)]
    answer: list[FrameReading] = []
    before: tuple[FrameKind, Span] | None = None
    for index, passage in enumerate(window.passages):
        words = passage.of(text)
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
    """Long quotations that a word for a letter leads in, and paragraphs set apart as a letter is."""
    found = [
        (FrameKind.LETTER, span)
        for span in speech
        if span.end - span.start >= 60 and _LETTER.search(text, max(0, span.start - 90), span.start)
    ]
    found += [(FrameKind.LETTER, span) for span in starred_letters(text)]
    return found


def starred_letters(text: str) -> list[Span]:
    """Paragraphs between stars or underlines that a word for a letter leads in."""
    return [
        Span(match.start("body"), match.end("body"))
        for match in _STARRED.finditer(text)
        if _LETTER.search(text, max(0, match.start("body") - 90), match.start("body"))
    ]


def _dreams(text: str) -> list[tuple[FrameKind, Span]]:
    found: list[tuple[FrameKind, Span]] = []
    for match in _DREAM.finditer(text):
        if found and match.start() < found[-1][1].end:
            continue
        paragraph = text.find("\n\n", match.end())
        end = len(text) if paragraph < 0 else paragraph
        wake = _WAKE.search(text, match.end(), end)
        start = max(text.rfind(stop, 0, match.start()) for stop in (". ", "! ", "? ", "\n\n")) + 1
        found.append((FrameKind.DREAM, Span(start, wake.start() if wake else end)))
    return found


def _flashbacks(window: Window) -> list[tuple[FrameKind, Span]]:
    found: list[tuple[FrameKind, Span]] = []
    for match in _FLASHBACK.finditer(window.text):
        if found and match.start() < found[-1][1].end:
            continue
        back = _RETURN.search(window.text, match.end())
        after = [passage.end for passage in window.passages if passage.end > match.end()]
        end = after[min(1, len(after) - 1)] if after else len(window.text)
        found.append((FrameKind.FLASHBACK, Span(match.start(), min(end, back.start()) if back else end)))
    return found
