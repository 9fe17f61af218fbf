"""Parser for English cardinal and ordinal numbers in words and figures."""

from __future__ import annotations

import re
from typing import Final

_ONES: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_CARDINALS: Final = (
    {word: value for value, word in enumerate(_ONES)}
    | {word: 20 + 10 * step for step, word in enumerate(_TENS)}
    | {"a": 1, "an": 1, "fourty": 40}
)
_MULTIPLES: Final = {"dozen": 12, "score": 20, "hundred": 100, "thousand": 1000, "million": 1_000_000}
_ODD_ORDINALS: Final = {
    "first": "one", "second": "two", "third": "three", "fifth": "five", "eighth": "eight", "ninth": "nine",
    "twelfth": "twelve",
}  # fmt: skip

_CARDINAL: Final = "|".join(sorted((set(_CARDINALS) | set(_MULTIPLES)) - {"a", "an"}, key=len, reverse=True))
_ORDINAL: Final = "|".join(
    sorted(
        {*_ODD_ORDINALS, *(f"{word}th" for word in _ONES if word not in _ODD_ORDINALS.values())}
        | {f"{word[:-1]}ieth" for word in _TENS}
        | {"hundredth", "thousandth"},
        key=len,
        reverse=True,
    )
)
_JOINED: Final = r"(?:[ -]+(?:and[ -]+)?)"
CARDINAL: Final = (
    r"(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,12}|"
    rf"(?:(?:a|an) (?={'|'.join(_MULTIPLES)}))?\b(?:{_CARDINAL})\b(?:{_JOINED}(?:{_CARDINAL})\b){{0,9}})"
)
"""Pattern of an English cardinal number in words or figures, without capturing groups."""
ORDINAL: Final = rf"(?:\d{{1,12}}(?:st|nd|rd|th)\b|(?:\b(?:an? )?(?:{_CARDINAL}){_JOINED}){{0,9}}?\b(?:{_ORDINAL})\b)"
"""Pattern of an English ordinal number in words or figures, without capturing groups."""


def english_number(words: str) -> int | None:
    """Return the value of a whole number in English words or figures, such as "forty-nine" or "1,812", or None for
    other text.
    """
    plain = words.replace(",", "").strip().casefold()
    if plain.isascii() and plain.isdigit():
        return int(plain)
    total = section = 0
    seen = False
    for word in re.split(r"[ -]+", plain):
        if word == "and" and seen:
            continue
        if word in _CARDINALS:
            section += _CARDINALS[word]
        elif word in _MULTIPLES:
            section = max(section, 1) * _MULTIPLES[word]
            if _MULTIPLES[word] >= 1000:
                total, section = total + section, 0
        else:
            return None
        seen = True
    return total + section if seen else None


def english_ordinal(words: str) -> int | None:
    """Return the value of an ordinal such as "third", "21st" or "hundred and third", or None for other text."""
    plain = words.strip().casefold()
    figures = re.fullmatch(r"(\d+)(?:st|nd|rd|th)", plain)
    if figures:
        return int(figures[1])
    last = re.split(r"[ -]", plain)[-1]
    head = plain.removesuffix(last)
    if last in _ODD_ORDINALS:
        return english_number(head + _ODD_ORDINALS[last])
    if last.endswith("ieth"):
        return english_number(f"{head}{last[:-4]}y")
    return english_number(head + last[:-2]) if last.endswith("th") else None
