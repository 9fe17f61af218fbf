"""Whether a sentence looks back, ahead, or at its own now."""

from __future__ import annotations

import re
from typing import Final

from episodic.model.episodes import Language
from episodic.model.readings import Placing
from episodic.temporal.expressions import chinese_placing, english_placing
from episodic.temporal.expressions.folding import folded, has_han

_LONGEST: Final = 600
_QUOTED: Final = re.compile(r"“[^”]*”?|「[^」]*」?|『[^』]*』?|\"[^\"]*\"?")


def placing_of(sentence: str, *, language: Language) -> Placing:
    """BACK where the words look back (曾, had lived, used to, years ago), AHEAD where ahead (将, will), else NOW.

    Speech inside a sentence of narration does not count; a sentence that is all speech is judged by its own words.
    Of words that look both ways, those that look back win: a plan that had been made is told as past.
    """
    sentence = sentence[:_LONGEST]
    narrated = _QUOTED.sub(" ", sentence)
    words = folded(narrated if re.search(r"\w", narrated) else sentence)
    chinese = has_han(words) or (language is Language.CHINESE and not re.search(r"[A-Za-z]", words))
    rules = chinese_placing if chinese else english_placing
    if rules.looks_back(words):
        return Placing.BACK
    return Placing.AHEAD if rules.looks_ahead(words) else Placing.NOW
