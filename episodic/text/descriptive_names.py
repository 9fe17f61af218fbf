"""Detection of descriptions that are used as names, such as "the brown old seaman" or 那个卖炭的老人."""

from __future__ import annotations

import re

from episodic.text.scripts import is_ideographic

_ARTICLES = frozenset(
    {"the", "that", "this", "a", "an", "my", "our", "his", "her", "its", "their", "your", "one", "some"}
)
_WORDS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_POINTING = ("那", "这", "一个", "一名", "一位", "某")
LONGEST_HAN_NAME = 6
"""The maximum length of a proper name in Han characters. Longer Han text counts as a description.

Foreign names that are written with a middle dot may be longer.
"""


def is_description(name: str) -> bool:
    """Return whether *name* is a description, such as "the old man", and not a proper name.

    An English description has no capital letter except in its article. A Chinese description contains 的, begins with a
    demonstrative, or is longer than LONGEST_HAN_NAME.
    """
    if any(is_ideographic(one) for one in name):
        long = len(name) > LONGEST_HAN_NAME and "·" not in name
        return "的" in name or name.startswith(_POINTING) or long
    words = _WORDS.findall(name)
    if words and words[0].lower() in _ARTICLES:
        words = words[1:]
    return bool(words) and all(word[0].islower() for word in words)


def without_article(name: str) -> str:
    """Return *name*, in lower case, without the English article or possessive pronoun at the beginning."""
    first, space, rest = name.partition(" ")
    return rest if space and first in _ARTICLES else name
