"""Tests of the parsing of replies: an invalid part does not affect the other parts."""

from __future__ import annotations

import pytest

from episodic.extraction.llm_based.replies import (
    EntitiesReply,
    FactsReply,
    MarkedEntityForm,
    MarkedStatementForm,
    StatementForm,
)

GOOD = '{"s":1,"p":"lives_in","o":2,"t":"Anna lives in Wick.","w":3}'


@pytest.mark.parametrize(
    "bad", ["7", "null", '"Anna"', "[]", "{}", '{"s":{}}', '{"s":"Anna","p":[],"o":{},"t":4,"w":"much"}', '{"x":1}']
)
def test_a_statement_of_another_form_leaves_the_others_as_they_are(bad: str) -> None:
    reply = FactsReply.model_validate_json(f'{{"facts":[{{"q":"Anna","f":[{bad},{GOOD}]}},{bad}]}}')

    broken, good = reply.facts[0].f
    assert good == StatementForm(s=1, p="lives_in", o=2, t="Anna lives in Wick.", w=3)
    assert (broken.s, broken.t) == (0, "")


def test_marks_are_never_lost_silently() -> None:
    """A mark in an unknown form stays as text, and the reader rejects it with the statement."""
    reply = FactsReply.model_validate_json('{"facts":[{"q":"x","f":[{"s":1,"m":"ends"},{"s":1,"m":{"claim":3}}]}]}')

    one, other = reply.facts[0].f
    assert isinstance(one, MarkedStatementForm)
    assert isinstance(other, MarkedStatementForm)
    assert (one.m, other.m) == (["ends"], ["{'claim': 3}"])


def test_an_entity_without_shared_forms_may_have_marks() -> None:
    reply = EntitiesReply.model_validate_json('{"entities":[{"t":"Person","n":["Pip"],"m":["narrator"]}]}')

    (form,) = reply.entities
    assert isinstance(form, MarkedEntityForm)
    assert (form.m, form.s) == (["narrator"], [])
