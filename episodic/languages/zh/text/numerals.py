"""Parser for Chinese numerals in headings."""

from __future__ import annotations

_DIGITS = {
    **dict(zip("零一二三四五六七八九", range(10), strict=True)),
    **dict(zip("〇壹贰叁肆伍陆柒捌玖", range(10), strict=True)),
    **dict(zip("○两兩貳參叄陸", (0, 2, 2, 2, 3, 3, 6), strict=True)),
}
_TENS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1_000, "仟": 1_000}
_SHORT_TENS = {"廿": 20, "卅": 30, "卌": 40}
_MYRIAD = {"万": 10_000, "萬": 10_000}

HAN_NUMERAL_CLASS = "零〇○一二三四五六七八九十百千万两兩廿卅卌壹贰貳叁參叄肆伍陆陸柒捌玖拾佰仟萬"
"""The characters of Chinese numerals, for use inside a character class of a regular expression."""


def han_number(words: str) -> int | None:
    """Return the value of a Chinese numeral that is written with scales (一百二十) or digit by digit (一二零). Return
    None for any other text.
    """
    if not words or any(character not in HAN_NUMERAL_CLASS and not character.isdigit() for character in words):
        return None
    if all(character in _DIGITS for character in words):
        return int("".join(str(_DIGITS[character]) for character in words))
    if any(character.isdigit() and character.isascii() for character in words):
        return None
    total, section, digit = 0, 0, 0
    for character in words:
        if character in _DIGITS:
            if digit:
                return None
            digit = _DIGITS[character]
        elif character in _SHORT_TENS:
            section += _SHORT_TENS[character]
        elif character in _TENS:
            section += (digit or 1) * _TENS[character]
            digit = 0
        else:
            total = (total + section + digit) * _MYRIAD[character]
            section, digit = 0, 0
    return total + section + digit
