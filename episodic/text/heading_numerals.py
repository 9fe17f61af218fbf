"""Parser for numbers in headings: up to four digits of half or full width, Roman numerals, and the numerals of all
languages.
"""

from __future__ import annotations

import re
import unicodedata

from episodic.text.heading_marks import HEADINGS

_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1_000}
_ROMAN_FORM = re.compile(r"M{0,3}(?:CM|CD|D?C{0,4})(?:XC|XL|L?X{0,4})(?:IX|IV|V?I{0,4})")
_DIGITS = re.compile(r"\d{1,4}")


def number_of(words: str) -> int | None:
    """Return the value of a number in any notation that headings use. Return None if *words* are not such a number, or
    have more than four digits.

    For example, *words* can be 一百二十, 一二零, 12, １２, XII, "twelve" or "twenty-first".
    """
    folded = unicodedata.normalize("NFKC", words).strip().strip(".:、")
    if not folded or len(folded) > 40:
        return None
    if _DIGITS.fullmatch(folded):
        return int(folded)
    found = (rules.number(folded) for _, rules in HEADINGS.all())
    number = next((one for one in found if one is not None), None)
    return roman_number(folded) if number is None else number


def roman_number(words: str) -> int | None:
    """Return the value of a Roman numeral in capitals or in small letters, or None if the text is not a Roman numeral."""
    if not words or not (words.isupper() or words.islower()):
        return None
    capitals = words.upper()
    if _ROMAN_FORM.fullmatch(capitals) is None:
        return None
    values = [_ROMAN[character] for character in capitals]
    following = [*values[1:], 0]
    return sum(-value if value < after else value for value, after in zip(values, following, strict=True))
