"""Who says what stands between quotation marks, where the Chinese text makes that plain."""

from __future__ import annotations

import re

from episodic.extraction.ruled.chinese_lexicon import MANNER
from episodic.extraction.ruled.chinese_people import alternatives
from episodic.extraction.ruled.masked import MARKS, PERSON, SPEECH, Masked

_VERB = "(?:曰|道|说|问|答|喊|叫|骂|喝|叹|笑|嚷|吼|回答|奏|云|念|读)"
_BEFORE = re.compile(f"[^。！？；\n{SPEECH}]{{1,60}}$")
_OPENS = re.compile(f"{_VERB}[^，。！？；、\n{MARKS}{SPEECH}]{{0,4}}[：:，,]?$")
_BEHIND = re.compile(
    f"(?P<s>{PERSON})[^，。！？；：\n没不未曰{MARKS}{SPEECH}]{{0,8}}?(?:道|说|问|答|喊|叫|骂|叹|笑|嚷|吼|念)(?:了一句|着)?(?=[，。！；\n]|$)"
)
_TO = f"(?:谓|问|对|向|与|告|劝|语|呼|顾|骂|叱|指)[^，。！？；\n{SPEECH}]{{1,8}}?"
_GOES_ON = re.compile(
    f"(?:乃|因|遂|便|又|复|急|却|就|{alternatives(MANNER)}|{_TO})*{_VERB}[^，。！？；、\n]{{0,4}}[：:，,]?{SPEECH}"
)
"""A clause of speech without a subject of its own: it goes on with the subject before (操大怒，骂曰)."""
_ADDRESSED = frozenset(
    "谓问对向与告劝语呼顾骂叱请给叫令教被把将往到至入赴投奔见祭访拜迎送随从杀斩擒围攻破遣召唤接扶救闻望知恐"
)
"""What makes the person behind it the one it is done to, or where somebody goes (亲往袁绍墓下)."""


def speakers(masked: Masked) -> dict[int, int]:
    """The node that speaks each quotation, by the quotation's number; those without a clear speaker are left out."""
    found: dict[int, int] = {}
    text = masked.text
    for place, number in masked.speech.items():
        node = _introduced(masked, place)
        if node is None:
            behind = _BEHIND.match(text, place + 1)
            if behind:
                node = masked.nodes[behind.start("s")]
        if node is None and text[place - 1 : place] in ("，", "：") and text.rfind(SPEECH, 0, place) >= 0:
            earlier = text.rfind(SPEECH, 0, place)
            behind = _BEHIND.match(text, earlier + 1)
            if behind and place - behind.end() <= 6 and "。" not in text[earlier:place]:
                node = masked.nodes[behind.start("s")]
        if node is not None:
            found[number] = node
    return found


def _introduced(masked: Masked, place: int) -> int | None:
    """The speaker named before the quotation: the subject of its clause, or of the sentence where the clause has none."""
    text = masked.text
    lead = _BEFORE.search(text, max(0, place - 60), place)
    if lead is None or not _OPENS.search(text, lead.start(), place):
        return None
    first = lead.start()
    clause = max(text.rfind("，", first, place - 1), text.rfind("、", first, place - 1)) + 1 or first
    clause = max(clause, first)
    inside = _subject(masked, clause, place)
    if inside is not None:
        return inside
    if not _GOES_ON.match(text, clause, place + 1):
        return None
    subjects = [
        node for node in (_subject(masked, begin, place) for begin in _clauses(text, first, clause)) if node is not None
    ]
    return subjects[-1] if len(set(subjects)) == 1 else None


def _clauses(text: str, start: int, end: int) -> list[int]:
    return [start, *(place + 1 for place in range(start, end - 1) if text[place] in "，、")]


def _subject(masked: Masked, start: int, end: int) -> int | None:
    """The person who stands first in the clause that begins at *start*, if nothing makes him its object."""
    text = masked.text
    for place in range(start, min(start + 4, end)):
        if text[place] in "，。：":
            return None
        if text[place] == PERSON:
            if any(one in _ADDRESSED for one in text[start:place]):
                return None
            return masked.nodes[place]
    return None
