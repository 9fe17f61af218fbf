"""Regular expressions for English words that mark flashbacks, dreams, letters and simultaneous passages."""

from __future__ import annotations

import re

from episodic.extraction.rule_based.frames import FrameMarkers, follows_letter_lead_in
from episodic.model.spans import Span

_NUMBER = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|a\shundred|many|"
    r"some|several|\d+)"
)
_SET_OFF = re.compile(r"(?:^|\n\n)\s*(?P<body>[*_](?![*_ ])[^*_]{20,}[*_])\s*(?=\n\n|$)")
"""Pattern of a paragraph that is printed in italics, that is, between asterisks or underscores."""
FRAME_MARKERS = FrameMarkers(
    flashback=re.compile(
        rf"(?:^|\n\n)\s*(?:It\swas\s|It\shad\sbeen\s|That\swas\s)?(?:{_NUMBER}\s(?:long\s)?years\s(?:before|ago|earlier)\b(?!\sthe\b)|"
        r"years\s(?:before|ago|earlier)\b|long\sago,)",
        re.IGNORECASE,
    ),
    end_of_flashback=re.compile(r"\n\n\s*(?:Now,?\s|But\snow\b|At\spresent\b|To-?day\b|That\swas\slong\sago|[“\"])"),
    flashback_passages=2,
    dream=re.compile(
        r"\b(?:(?:I|he|she|they|we|[A-Z][a-z]+)\s(?:had\s)?(?:dreamed|dreamt)\s(?:that\b|of\b)|in\s(?:my|his|her|the)\sdream\b|had\sa\s(?:\w+\s)?dream\b)"
    ),
    waking=re.compile(r"\b(?:awoke|woke|awakened|wakened|awake|waking)\b"),
    waking_reach=0,
    sentence_ends=(". ", "! ", "? ", "\n\n"),
    paragraph_end="\n\n",
    letter_lead_in=re.compile(
        r"(?:\b(?:letter|note|message|scroll|postscript)\b[^.!?\n]{0,60}|\b(?:it\sran|read\sas\sfollows|It\ssaid|wrote|as\sfollows|read\sthus|these\swords))"
        r"(?::|:--|:—|,--|\.)[\s\-—]*$"
    ),
    letter_lead_in_reach=90,
    min_letter=60,
    simultaneous=re.compile(r"^\s*(?:Meanwhile|In\sthe\smeantime|At\sthat\svery\smoment\selsewhere|Elsewhere)\b"),
)


def italic_letters(text: str) -> list[Span]:
    """Return the spans of letters that are printed as paragraphs in italics, each after words that announce a letter."""
    return [
        Span(match.start("body"), match.end("body"))
        for match in _SET_OFF.finditer(text)
        if follows_letter_lead_in(text, match.start("body"), FRAME_MARKERS)
    ]
