"""Tests of the forms of English words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.text.inflections import forms, stem


def test_all_forms_of_a_word_have_one_stem() -> None:
    """The words have regular and common irregular forms."""
    for row in [
        "live lives lived living",
        "die dies died dying",
        "give gives gave given giving",
        "stop stops stopped stopping",
        "marry marries married marrying",
        "need needs needed needing",
        "church churches",
        "wife wives",
        "child children",
    ]:
        assert len({stem(word) for word in row.split()}) == 1, row


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("thing", "th"),
        ("string", "str"),
        ("bed", "b"),
        ("boss", "bos"),
        ("bus", "bu"),
        ("liver", "live"),
        ("need", "knee"),
    ],
)
def test_what_only_looks_like_an_ending_is_none(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@pytest.mark.parametrize(
    ("word", "expected"),
    [("live", {"lives", "lived", "living"}), ("die", {"dies", "died", "dying"}), ("got", {"get", "gets", "gotten"})],
)
def test_a_word_is_looked_for_in_its_other_forms(word: str, expected: set[str]) -> None:
    """A text that is not a word is not looked up."""
    assert expected <= set(forms(word))
    assert word not in forms(word)


@given(st.text(max_size=12))
def test_every_form_has_the_stem_of_its_word(word: str) -> None:
    """Words of other scripts have only one form."""
    assert all(stem(form) == stem(word) for form in forms(word))
    assert word.isascii() or not forms(word)


@pytest.mark.parametrize("word", ["林黛玉", "死", "é", "x", "an", "1349"])
def test_what_is_no_english_word_stays_as_it_is(word: str) -> None:
    """Stems are only compared and never stored."""
    assert stem(word) == word
