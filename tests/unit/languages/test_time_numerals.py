"""Tests of numbers and vague counts in time expressions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.languages.en.time_expressions.numerals import english_number, english_ordinal
from episodic.languages.zh.time_expressions.durations import counted
from episodic.languages.zh.time_expressions.numerals import chinese_number


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("三", 3), ("十", 10), ("十二", 12), ("廿三", 23), ("卅", 30), ("四十", 40), ("一百零三", 103), ("一百二十", 120), ("一百二", 120),
        ("一二零", 120), ("一〇三", 103), ("两千三百", 2300), ("一万二千三百四十五", 12345), ("12345", 12345), ("3万", 30000), ("百", 100),
        ("二〇二四", 2024), ("三百四十九", 349), ("", None), ("三日", None), ("twelve", None),
    ],
)  # fmt: skip
def test_chinese_numerals_of_every_form_are_read(words: str, number: int | None) -> None:
    """Numerals with place characters, single digits, 廿 and 卅, and figures with 万 are numbers, and other texts are not."""
    assert chinese_number(words) == number


@given(st.integers(1, 99_999_999))
def test_every_number_in_chinese_spelling_is_parsed(number: int) -> None:
    assert chinese_number(in_chinese(number)) == number


def in_chinese(number: int) -> str:
    """Return the standard Chinese spelling of a number below a hundred million."""
    if number >= 10_000:
        whole, rest = divmod(number, 10_000)
        gap = "零" if 0 < rest < 1000 else ""
        return in_chinese(whole) + "万" + gap + (in_chinese(rest) if rest else "")
    written, zero = "", False
    for scale, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // scale % 10
        if digit:
            written += ("零" if zero and written else "") + "零一二三四五六七八九"[digit] + name
            zero = False
        else:
            zero = True
    return written


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("seven", 7), ("twenty-one", 21), ("a hundred", 100), ("two dozen", 24), ("three hundred and forty-nine", 349),
        ("three score and ten", 70), ("twelve thousand three hundred and forty-five", 12345), ("1,812", 1812), ("lamp", None), ("and", None),
    ],
)  # fmt: skip
def test_english_numbers_are_read_in_words_and_figures(words: str, number: int | None) -> None:
    assert english_number(words) == number


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("first", 1),
        ("third", 3),
        ("twelfth", 12),
        ("twentieth", 20),
        ("forty-ninth", 49),
        ("21st", 21),
        ("two hundred and twelfth", 212),
        ("lamp", None),
    ],
)
def test_english_ordinals_are_read_in_words_and_figures(words: str, number: int | None) -> None:
    """The tested ordinals range from the first to the two hundred and twelfth."""
    assert english_ordinal(words) == number


@pytest.mark.parametrize(
    ("words", "bounds"),
    [
        ("三", (3, 3)), ("数", (2, 9)), ("几", (2, 9)), ("十几", (11, 19)), ("十余", (10, 19)), ("二十余", (20, 29)), ("百余", (100, 199)),
        ("数十", (20, 99)), ("几百", (200, 999)), ("三五", (3, 5)), ("七八", (7, 8)), ("十七八", (17, 18)), ("三四十", (30, 40)), ("一两", (1, 2)),
    ],
)  # fmt: skip
def test_a_vague_count_is_a_range(words: str, bounds: tuple[int, int]) -> None:
    """余, 几, 数 and two adjacent digits give a lower and an upper bound."""
    assert counted(words) == bounds
