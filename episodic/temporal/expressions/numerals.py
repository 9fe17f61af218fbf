"""Numbers as authors write them: Chinese numerals of all forms, English cardinals and ordinals, figures."""

from __future__ import annotations

import re
from typing import Final

HAN_NUMBER: Final = "[0-9零〇一二三四五六七八九十百千万亿两廿卅]"
"""One sign of a Chinese number, as a pattern."""

_DIGITS: Final = {sign: place for place, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_SCALES: Final = {"十": 10, "百": 100, "千": 1000}
_WHOLE: Final = {"万": 10_000, "亿": 100_000_000}

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
"""An English number in words or figures, as a pattern without groups."""
ORDINAL: Final = rf"(?:\d{{1,12}}(?:st|nd|rd|th)\b|(?:\b(?:an? )?(?:{_CARDINAL}){_JOINED}){{0,9}}?\b(?:{_ORDINAL})\b)"
"""An English ordinal in words or figures, as a pattern without groups."""


def chinese_number(words: str) -> int | None:
    """The whole number that Chinese numerals or figures write (一百零三, 一〇三, 廿三, 3万, 十, 百); None for anything else."""
    if not words:
        return None
    if words.isascii():
        return int(words) if words.isdigit() else None
    if all(sign in _DIGITS or sign.isdigit() for sign in words):
        return int("".join(str(_DIGITS[sign]) if sign in _DIGITS else sign for sign in words))
    return _scaled(words.replace("廿", "二十").replace("卅", "三十"))


def _scaled(words: str) -> int | None:
    total = section = 0
    digit: int | None = None
    skipped = False
    last_scale = 1
    for part in re.findall(r"\d+|.", words):
        if part.isascii():
            digit = int(part)
        elif part in "零〇":
            if digit is not None:
                return None
            skipped = True
        elif part in _DIGITS:
            if digit is not None:
                return None
            digit = _DIGITS[part]
        elif part in _SCALES:
            last_scale = _SCALES[part]
            section += (1 if digit is None else digit) * last_scale
            digit, skipped = None, False
        elif part in _WHOLE:
            last_scale = _WHOLE[part]
            total = (total + section + (digit or 0) or 1) * last_scale
            section, digit, skipped = 0, None, False
        else:
            return None
    # 一百二 is 120 and 两千三 is 2,300, while 一百零二 is 102.
    if digit is not None and last_scale >= 100 and not skipped:
        digit *= last_scale // 10
    return total + section + (digit or 0)


def english_number(words: str) -> int | None:
    """The whole number that English words or figures write ("forty-nine", "1,812"); None for anything else."""
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
    """The whole number of an ordinal ("third", "21st", "hundred and third"); None for anything else."""
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
