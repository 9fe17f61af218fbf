"""Tests of tokens for full text: words of alphabets, pairs of neighbouring Han characters."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.text.tokens import QueryToken, folded, query_runs, query_tokens, tokens, words_in

HAN = st.text(alphabet="值夜者邓恩剑克莱〇々", min_size=1, max_size=12)
MIXED = st.text(alphabet="值夜者剑かナ한 ，。A9b'’-_\n", max_size=60)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("值夜者", ["值夜", "夜者", "者"]),
        ("剑", ["剑"]),
        ("邓恩，剑", ["邓恩", "恩", "剑"]),
        ("The Ferry-Man, 2nd", ["the", "ferry", "man", "2nd"]),
        ("序列9与序列８", ["序列", "列", "9", "与序", "序列", "列", "8"]),
        ("Pip's don’t O'Brien", ["pip", "dont", "obrien"]),
        ("ＡＢＣ ﬁre Straße", ["abc", "fire", "strasse"]),
        ("かな한글", ["かな", "な한", "한글", "글"]),
        ("snake_case a.b", ["snake", "case", "a", "b"]),
        ("**[x](y)** ---", ["x", "y"]),
        ("值夜\n者", ["值夜", "夜者", "者"]),
        ("", []),
    ],
)
def test_texts_become_tokens(text: str, expected: list[str]) -> None:
    """Tokens are case-folded, in order, and contain only letters and digits."""
    assert tokens(text) == expected


@given(st.text(alphabet="值夜者剑A9<\u0338\u0301e，！？：；（）。’", max_size=60))
def test_marks_of_full_width_are_marks(text: str) -> None:
    """A text has the tokens of its Unicode compatibility form."""
    assert tokens(text) == tokens(unicodedata.normalize("NFKC", text))


@given(HAN)
def test_every_han_character_starts_exactly_one_token(text: str) -> None:
    """A single Han character is looked up as the first character of a token."""
    assert [token[0] for token in tokens(text)] == list(text)


@given(st.text(max_size=100))
def test_every_letter_and_digit_is_in_some_token(text: str) -> None:
    """Only apostrophes and possessive endings are not searchable."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    wanted = {character for character in folded if character.isalnum()} - {"s"}

    found = set("".join(tokens(text)))

    assert wanted <= found


@given(st.text(max_size=100))
def test_tokens_hold_only_letters_digits_and_accents(text: str) -> None:
    """A token never puts a quotation mark, brace, NUL or surrogate into a query."""
    # All planes of rare Han characters count as Han, because an older Python does not know the newer characters.
    odd = [
        one
        for token in tokens(text)
        for one in token
        if one < "\U00020000" and unicodedata.category(one)[0] not in "LNM"
    ]
    assert odd == []


@given(st.text(max_size=60))
def test_tokens_of_tokens_are_the_same(text: str) -> None:
    """Tokenising twice changes only the last characters of Han runs."""
    once = [token for token in tokens(text) if token.isascii()]

    assert tokens(" ".join(once)) == once


@given(MIXED, HAN, MIXED)
def test_a_han_name_is_found_wherever_it_stands(before: str, name: str, after: str) -> None:
    """The tokens of the name are consecutive in the tokens of the text."""
    text = tokens(f"{before}{name}{after}")
    [wanted] = query_runs(name)

    places = range(len(text))

    assert any(
        all(
            text[place + index].startswith(token.text) if token.prefix else text[place + index] == token.text
            for index, token in enumerate(wanted)
            if place + index < len(text)
        )
        and place + len(wanted) <= len(text)
        for place in places
    )


def test_a_query_looks_up_pairs_words_and_single_characters_as_beginnings() -> None:
    """The last character of a run is a part of its last pair."""
    assert query_tokens("值夜者 Klein 剑") == (
        QueryToken("值夜"),
        QueryToken("夜者"),
        QueryToken("klein"),
        QueryToken("剑", prefix=True),
    )


def test_a_query_names_each_token_once() -> None:
    """The tokens of a query are in the order of the query."""
    assert query_tokens("剑 sword 剑 Sword") == (QueryToken("剑", prefix=True), QueryToken("sword"))


def test_the_runs_of_a_query_stay_apart() -> None:
    """A space between two names separates the pairs of the names."""
    assert query_runs("邓恩 克莱恩") == ((QueryToken("邓恩"),), (QueryToken("克莱"), QueryToken("莱恩")))


@given(st.text(alphabet="aBcs9'’ʼ“”‘—…_-. \n\téé\u0301值", max_size=40))
def test_the_words_in_a_folded_text_are_its_alphabetic_tokens(text: str) -> None:
    assert words_in(folded(text)) == {token for token in tokens(text) if "值" not in token}
