"""Parser for Chinese numerals and figures in time expressions."""

from __future__ import annotations

import re
from typing import Final

HAN_NUMBER: Final = "[0-9零〇一二三四五六七八九十百千万亿两廿卅]"
"""Pattern of one character of a Chinese number."""

_DIGITS: Final = {sign: place for place, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_SCALES: Final = {"十": 10, "百": 100, "千": 1000}
_WHOLE: Final = {"万": 10_000, "亿": 100_000_000}


def chinese_number(words: str) -> int | None:
    """Return the value of a whole number in Chinese numerals or figures, such as 一百零三, 一〇三, 廿三 or 3万. Return
    None for other text.
    """
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
    # A last digit without a scale counts the next smaller scale: 一百二 means 120 and 两千三 means 2,300, but 一百零二 means 102.
    if digit is not None and last_scale >= 100 and not skipped:
        digit *= last_scale // 10
    return total + section + (digit or 0)
