"""Numbers as headings write them: digits of any width, Chinese numerals, roman numerals and English number words."""

from __future__ import annotations

import re
import unicodedata

_DIGITS = {
    **dict(zip("零一二三四五六七八九", range(10), strict=True)),
    **dict(zip("〇壹贰叁肆伍陆柒捌玖", range(10), strict=True)),
    **dict(zip("○两兩貳參叄陸", (0, 2, 2, 2, 3, 3, 6), strict=True)),
}
_TENS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1_000, "仟": 1_000}
_SHORT_TENS = {"廿": 20, "卅": 30, "卌": 40}
_MYRIAD = {"万": 10_000, "萬": 10_000}

HAN_NUMERAL_CLASS = "零〇○一二三四五六七八九十百千万两兩廿卅卌壹贰貳叁參叄肆伍陆陸柒捌玖拾佰仟萬"
"""The characters of Chinese numerals, for use inside a regular expression's square brackets."""

_ONES = dict(
    zip(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
        "nineteen".split(),
        range(20),
        strict=True,
    )
)
_ORDINALS = {
    **dict(
        zip(
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
            "sixteenth seventeenth eighteenth nineteenth".split(),
            range(1, 20),
            strict=True,
        )
    ),
    "last": -1,
}
_TY = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True))
_TIETH = {word[:-1] + "ieth": value for word, value in _TY.items()}
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1_000}
_ROMAN_FORM = re.compile(r"M{0,3}(?:CM|CD|D?C{0,4})(?:XC|XL|L?X{0,4})(?:IX|IV|V?I{0,4})")
_ORDINAL_DIGITS = re.compile(r"(\d{1,4})(?:st|nd|rd|th)?")


def number_of(words: str) -> int | None:
    """The number that *words* write, in any of the ways headings do; None where they write none.

    第一百二十回's 一百二十, 一二零, 12, １２, XII, "twelve", "twenty-first" all have one.
    """
    folded = unicodedata.normalize("NFKC", words.replace("○", "零")).strip().strip(".:、")
    if not folded or len(folded) > 40:
        return None
    plain = _ORDINAL_DIGITS.fullmatch(folded.casefold())
    if plain is not None:
        return int(plain.group(1))
    return first_of(han_number(folded), roman_number(folded), english_number(folded))


def first_of(*numbers: int | None) -> int | None:
    """The first that is a number."""
    return next((number for number in numbers if number is not None), None)


def han_number(words: str) -> int | None:
    """The value of a Chinese numeral, with places (一百二十) or digit by digit (一二零); None where it is none."""
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


def roman_number(words: str) -> int | None:
    """The value of a roman numeral, all capitals or all small; None where it is none."""
    if not words or not (words.isupper() or words.islower()):
        return None
    capitals = words.upper()
    if _ROMAN_FORM.fullmatch(capitals) is None:
        return None
    values = [_ROMAN[character] for character in capitals]
    following = [*values[1:], 0]
    return sum(-value if value < after else value for value, after in zip(values, following, strict=True))


def english_number(words: str) -> int | None:
    """The value of an English number word up to 999, cardinal or ordinal; None where it is none."""
    parts = [part for part in re.split(r"[\s-]+", words.casefold()) if part not in {"the", "and"}]
    if not parts:
        return None
    total = 0
    for index, part in enumerate(parts):
        last = index == len(parts) - 1
        if part in _ONES:
            total += _ONES[part]
        elif part in _TY:
            total += _TY[part]
        elif part in {"hundred", "hundredth"}:
            total = max(total, 1) * 100
        elif last and part in _TIETH:
            total += _TIETH[part]
        elif last and _ORDINALS.get(part, -1) > 0:
            total += _ORDINALS[part]
        else:
            return None
    return total
