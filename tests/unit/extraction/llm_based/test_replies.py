"""Tests of the parsing of replies: an invalid part does not affect the other parts."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from episodic.extraction.llm_based.replies import EntitiesReply, FactsReply

GOOD = "1|lives_in|2|Anna lives in Wick."
OTHER = "2|*burned|0|Wick burned."


def quoted(*lines: object) -> list[tuple[str, tuple[str, ...]]]:
    """Return the quotes of a reply with these lines, each with its rows."""
    return [(one.quote, one.rows) for one in FactsReply.model_validate({"facts": list(lines)}).quoted_rows()]


@pytest.mark.parametrize("bad", [7, [], None])
def test_an_item_that_is_no_text_leaves_the_others_as_they_are(bad: object) -> None:
    assert quoted(">Anna", bad, GOOD) == [("Anna", (GOOD,))]


def test_each_quote_proves_the_rows_after_it() -> None:
    assert quoted(">Anna", GOOD, OTHER, "> Bo", GOOD) == [("Anna", (GOOD, OTHER)), ("Bo", (GOOD,))]


def test_rows_without_a_quote_keep_none() -> None:
    assert quoted(GOOD) == [("", (GOOD,))]


@pytest.mark.parametrize("line", ["＞阿衡住在堰上", "阿衡住在堰上"])
def test_a_text_that_is_no_row_is_a_quote(line: str) -> None:
    """A model writes the mark in full width, or forgets it."""
    assert quoted(">Anna", GOOD, line, OTHER) == [("Anna", (GOOD,)), ("阿衡住在堰上", (OTHER,))]


def test_an_object_with_a_quote_and_its_rows_is_read_as_such() -> None:
    assert quoted({"q": "Anna", "f": GOOD}, {"q": "Bo", "f": [OTHER]}, {}) == [("Anna", (GOOD,)), ("Bo", (OTHER,))]


def test_facts_that_are_no_list_make_the_reply_invalid() -> None:
    with pytest.raises(ValidationError):
        FactsReply.model_validate({"facts": 7})


def test_entities_that_are_no_list_make_the_reply_invalid() -> None:
    with pytest.raises(ValidationError):
        EntitiesReply.model_validate({"entities": 7})


def test_events_and_passages_may_be_left_out() -> None:
    reply = EntitiesReply.model_validate({"entities": ["Person|Pip"]})

    assert (reply.events, reply.passages) == ([], [])
