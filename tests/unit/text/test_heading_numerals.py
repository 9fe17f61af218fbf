"""Tests of numbers in headings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.text.heading_numerals import number_of

ONES = "零一二三四五六七八九"
ROMAN = (
    ("M", 1000),
    ("CM", 900),
    ("D", 500),
    ("CD", 400),
    ("C", 100),
    ("XC", 90),
    ("L", 50),
    ("XL", 40),
    ("X", 10),
    ("IX", 9),
    ("V", 5),
    ("IV", 4),
    ("I", 1),
)


def in_places(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    tens, ones = divmod(rest, 10)
    words = f"{ONES[hundreds]}百" if hundreds else ""
    if tens:
        words += f"{ONES[tens]}十" if tens > 1 or hundreds else "十"
    elif hundreds and ones:
        words += "零"
    return words + (ONES[ones] if ones else "")


def in_roman(number: int) -> str:
    words = ""
    for letters, value in ROMAN:
        while number >= value:
            words += letters
            number -= value
    return words


@given(st.integers(1, 999))
def test_a_number_is_read_in_every_way_of_writing_it(number: int) -> None:
    """Numbers may have place-value characters, digits of both widths, or roman numerals."""
    written = [
        in_places(number),
        "".join(ONES[int(digit)] for digit in str(number)) if number > 9 else ONES[number],
        str(number),
        "".join(chr(0xFF10 + int(digit)) for digit in str(number)),
        in_roman(number),
        in_roman(number).lower(),
    ]

    assert [number_of(words) for words in written] == [number] * 6


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("twelve", 12),
        ("Twenty-one", 21),
        ("FORTY TWO", 42),
        ("the Second", 2),
        ("twenty-first", 21),
        ("one hundred and five", 105),
        ("ninetieth", 90),
        ("3rd", 3),
        ("廿三", 23),
        ("两百", 200),
        ("一千零一", 1001),
        ("壹佰贰拾", 120),
        ("一○八", 108),
    ],
)
def test_words_and_older_numerals_are_numbers(words: str, number: int) -> None:
    """English number words, and financial and contracted Chinese numerals, are numbers."""
    assert number_of(words) == number


def test_other_words_are_no_numbers() -> None:
    """A word that only begins like a number is not a number."""
    for words in ["", "第", "last", "did", "IIX", "船", "one lamp", "十船", "12a"]:
        assert number_of(words) is None, words
