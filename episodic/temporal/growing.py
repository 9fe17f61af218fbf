"""Values that only grow with time: somebody's age, which by itself says which of two moments is the earlier one."""

from __future__ import annotations

import re

from episodic.temporal.exclusion import Content
from episodic.temporal.expressions.numerals import HAN_NUMBER, chinese_number, english_number

GROWING = frozenset({"age"})
"""Predicates whose value, a whole number, grows as long as its subject lives."""
_CHINESE = re.compile(rf"(?:年方|年已|年|才|刚满|满)?({HAN_NUMBER}+)(?:周岁|虚岁|岁)?")
_ENGLISH = re.compile(r"(?:aged |only |just )?([a-z0-9][a-z0-9 -]*?)(?:[ -]years?(?:[ -]old| of age)?)?")


def grown(content: Content) -> int | None:
    """How old somebody is said to be, in whole years; None for any other predicate, and for words that only come near a number.

    What was thirteen and is twenty-four was thirteen first: "about forty" and 三十多岁 order nothing.
    """
    if content.predicate not in GROWING or not content.value:
        return None
    chinese = _CHINESE.fullmatch(content.value)
    if chinese is not None:
        return chinese_number(chinese[1])
    english = _ENGLISH.fullmatch(content.value)
    return None if english is None else english_number(english[1])
