"""Patterns for English text: headings that name a narrator, and beginnings and ends of letters that people write."""

from __future__ import annotations

import re
from typing import Final

from episodic.text.narration_rules import NarrationRules

_WHO = r"(?P<who>(?i:the\s)?[A-Z][\w.'’-]*(?:\s(?:(?:of|de|von|van)\s)?[A-Z][\w.'’-]*){0,3}?)"
_TELLS = r"(?i:(?:(?:the|a)\s)?(?:narrative|story|tale|relation|account|journal|diary|log|testimony|deposition))"
_TELLERS = (
    re.compile(
        rf"(?:{_TELLS}\s(?i:continued|resumed|taken\sup|concluded|begun|told|related|narrated|kept)\s(?i:by)|"
        rf"(?i:as\s)?(?i:told|narrated|related)\s(?i:by)|(?i:in\sthe\swords\sof))\s{_WHO}(?=\s*(?:[:.,;(\[—–-]|$))"
    ),
    re.compile(rf"(?:{_TELLS})\s(?i:of|from)\s{_WHO}(?=\s*(?:[:.,;(\[—–-]|$))"),
    re.compile(rf"{_WHO}['’](?i:s)?\s(?P<kind>(?i:narrative|journal|diary|deposition|log))(?=\s*(?:[:.,;(\[—–-]|$))"),
)
_DEAR = re.compile(
    r"(?P<indent>[ \t]*)[*_]?(?:(?:My|MY)\s)?(?i:dear|dearest|honou?red)\s[A-Z][\w. '’]{0,40}?(?:,|:|-|—|–|$)"
)
_SIGNED = re.compile(
    r"[*_]?(?:(?:Yours|Your|Ever|I\sam|I\sremain|Believe\sme)\b.{0,60}?,\s*)?(?P<who>[A-Z][\w'’-]*\.?(?:\s[A-Z][\w'’-]*\.?){0,3}?)[.,]?[*_]?"
)
_CLOSED = re.compile(r"(?:Yours|Your|Ever|I\sam|I\sremain|Believe\sme|With\slove|With\skind)\b.{0,60},")
_DATE = re.compile(r"\d|\b(?:Jan|Feb|Mar|Apr|May|June|July|Aug|Sept|Oct|Nov|Dec|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)")

RULES: Final = NarrationRules(
    tellers=_TELLERS,
    anywhere=False,
    nobody=frozenset(),
    set_off=True,
    sentence_ends="",
    date=_DATE,
    salutation=_DEAR,
    signature=_SIGNED,
    closing=_CLOSED,
    postscript=re.compile(r"(?:Postscript|P\.\s?(?:P\.\s?)?S\b|又及|又：)"),
)
