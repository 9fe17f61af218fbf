"""Tells whether one of two sentences may negate the other (曾见过 and 没见过), so that a judge is asked about both."""

from __future__ import annotations

import re
from functools import cache

from rapidfuzz import fuzz

from episodic.languages import lexicon
from episodic.text.scripts import is_ideographic

_ALIKE = 70.0
"""The minimum similarity, from 0 to 100, of two sentences that count as the same statement after negations are removed.
"""
_CONTRACTION = re.compile(r"\b(\w+)n['’]t\b")


def contradict_in_words(first: str, second: str) -> bool:
    """Return whether one of the two sentences may negate the other.

    The result is true only if exactly one of the sentences contains a word of negation such as "never". In addition,
    one of two conditions must be met. Either the sentences are similar without the words of negation, or the sentence
    without negation contains a word such as "once" or 曾.
    """
    one, other = _words(first), _words(second)
    negated = [bool(_pattern("never_words").search(words)) for words in (one, other)]
    if negated[0] == negated[1]:
        return False
    positive = other if negated[0] else one
    if _pattern("once_words").search(positive):
        return True
    plain = [" ".join(_pattern("never_words").sub(" ", words).split()) for words in (one, other)]
    return fuzz.ratio(*plain) >= _ALIKE


def _words(sentence: str) -> str:
    return _CONTRACTION.sub(r"\1 not", sentence.lower().replace("_", " "))


@cache
def _pattern(name: str) -> re.Pattern[str]:
    listed = sorted(lexicon.words(name), key=lambda word: (-len(word), word))
    made = (re.escape(word) if any(map(is_ideographic, word)) else rf"\b{re.escape(word)}\b" for word in listed)
    return re.compile("|".join(made))
