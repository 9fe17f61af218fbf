"""Tests of the parsing of replies: an invalid part does not affect the other parts."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from episodic.extraction.llm_based.replies import EntitiesReply, FactsReply

GOOD = "1|lives_in|2|Anna lives in Wick."


@pytest.mark.parametrize("bad", ["7", "[]", "{}", '{"s":{}}'])
def test_an_item_that_is_no_row_leaves_the_others_as_they_are(bad: str) -> None:
    reply = FactsReply.model_validate_json(f'{{"facts":[{{"q":"Anna","f":[{bad},"{GOOD}"]}},{bad}]}}')

    broken, good = reply.facts[0].f
    assert good == GOOD
    assert "|" not in broken
    assert (reply.facts[1].q, reply.facts[1].f) == ("", [])


def test_a_single_row_needs_no_list() -> None:
    reply = FactsReply.model_validate({"facts": [{"q": "Anna", "f": GOOD}]})

    assert reply.facts[0].f == [GOOD]


def test_entities_that_are_no_list_make_the_reply_invalid() -> None:
    with pytest.raises(ValidationError):
        EntitiesReply.model_validate({"entities": 7})


def test_events_and_passages_may_be_left_out() -> None:
    reply = EntitiesReply.model_validate({"entities": ["Person|Pip"]})

    assert (reply.events, reply.passages) == ([], [])
