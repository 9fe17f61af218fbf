"""Decides whether a sentence is about a time before, after or at the current moment of its passage."""

from __future__ import annotations

import re
from typing import Final

from episodic.languages.registry import is_ideographic
from episodic.model.episodes import Language
from episodic.model.readings import Placement
from episodic.temporal.expressions.language_rules import TIME_RULES, rules_for_script_of
from episodic.temporal.expressions.normalisation import folded, has_han

_LONGEST: Final = 600
_QUOTED: Final = re.compile(r"“[^”]*”?|「[^」]*」?|『[^』]*』?|\"[^\"]*\"?")


def placing_of(sentence: str, *, language: Language) -> Placement:
    """Return BACK if the sentence is about the past (曾, had lived, used to, years ago). Return AHEAD if it is about
    the future (将, will), and NOW for any other sentence.

    Speech is ignored if the sentence also contains narration. A sentence that consists only of speech is judged by its
    speech. A sentence about both the past and the future ("a plan that had been made") counts as past.
    """
    sentence = sentence[:_LONGEST]
    narrated = _QUOTED.sub(" ", sentence)
    words = folded(narrated if re.search(r"\w", narrated) else sentence)
    rules = TIME_RULES.find(language)
    if rules is None:
        return Placement.NOW
    if is_ideographic(language) is not has_han(words) and (has_han(words) or re.search(r"[A-Za-z]", words)):
        rules = rules_for_script_of(words)
    if rules.looks_back(words):
        return Placement.BACK
    return Placement.AHEAD if rules.looks_ahead(words) else Placement.NOW
