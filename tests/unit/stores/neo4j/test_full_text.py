"""Tests of Lucene queries: for any text, the terms are quoted and restricted to one work."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.stores.neo4j.full_text import lucene_query
from episodic.testing.store_contract.builders import HOSTILE

CLAUSE = r'text:(?:"[^"\\]+"|\*?[^\s"\\]\*?)'
QUESTION = re.compile(rf"\+group_token:w1\^0 \+\({CLAUSE}(?: {CLAUSE})*\)")


def clauses(text: str) -> list[str]:
    question = lucene_query("w1", text)
    return [] if question is None else re.findall(CLAUSE, question)


def test_a_name_is_asked_for_whole_and_in_pairs() -> None:
    """A phrase finds the name, and character pairs find similar names."""
    assert clauses("林黛玉") == ['text:"林黛玉"', 'text:"林黛"', 'text:"黛玉"']


def test_a_lone_character_is_asked_for_on_both_sides_of_a_pair() -> None:
    """The index contains pairs, so a character is either the first or the second of a pair."""
    assert clauses("王") == ["text:王*", "text:*王"]


def test_a_name_is_asked_for_with_its_possessive() -> None:
    """The index contains "Darcy's" as one word."""
    assert 'text:"darcy\'s"' in clauses("Darcy")


def test_a_word_with_an_apostrophe_is_asked_for_as_written() -> None:
    """The index contains "o'brien" as one word."""
    assert 'text:"o\'brien"' in clauses("O'Brien")


@pytest.mark.parametrize("text", ["", " ", "，。！？", "🦊", "* OR *", "\ud800"])
def test_a_text_without_words_is_no_question(text: str) -> None:
    """A text without words gives no Lucene query."""
    assert all(re.fullmatch(CLAUSE, clause) for clause in clauses(text))


def test_a_question_stays_below_the_server_s_limit() -> None:
    """A Lucene query has a bounded size for a text of any length."""
    every = "".join(chr(0x4E00 + n) for n in range(3_000)) + " ".join(f"word{n}" for n in range(3_000))

    assert 0 < len(clauses(every)) <= 1_000


def test_hostile_text_is_quoted() -> None:
    """No operator of the query language leaves its quotation marks."""
    for text in HOSTILE:
        question = lucene_query("w1", f"{text} word")

        assert question is not None, text
        assert QUESTION.fullmatch(question), text


@given(st.text(max_size=60))
def test_any_text_makes_a_question_of_quoted_words(text: str) -> None:
    """A text without words gives no query."""
    question = lucene_query("w1", text)

    assert question is None or QUESTION.fullmatch(question)
