"""Tests of the setups in a model's reply."""

from __future__ import annotations

import pytest

from episodic.extraction.llm_based import LLMReader
from episodic.extraction.llm_based.replies import FactsReply
from episodic.extraction.llm_based.setups import read_setups
from episodic.extraction.readers import FactsReading
from episodic.llm.scripted import ScriptedModel
from episodic.model.readings import Participant, StatementReading, StatementScope
from episodic.model.settings import WorkSettings
from tests.unit.extraction.llm_based.window_of import entities_of, window_of

TOLD = window_of("Anna hid the horn. Nobody knew who had made it. ", "¶ Bo swore to find it by Easter.")
PEOPLE = entities_of(TOLD, "Anna", "Bo", "the horn")
MADE = "3,1|Who made the horn?|Nobody knew who had made it|3"


def read(*rows: str) -> FactsReading:
    return read_setups(rows, TOLD, entities=PEOPLE, mark="⁋")


def only(reading: FactsReading) -> StatementReading:
    (found,) = reading.statements
    return found


def reasons(reading: FactsReading) -> list[tuple[str, str]]:
    return [(one.reason, one.words) for one in reading.rejected]


def test_a_row_becomes_a_statement_of_the_scope_setup() -> None:
    made = only(read(MADE))

    assert (made.subject, made.participants) == (2, (Participant(0, "topic"),))
    assert (made.core.scope, made.core.predicate, made.core.salience) == (StatementScope.SETUP, "sets_up", 3)
    assert (made.core.text, made.core.value) == ("Who made the horn?", "Who made the horn?")
    assert made.quote.of(TOLD.text) == "Nobody knew who had made it"


def test_a_row_says_when_the_payoff_is_due() -> None:
    made = only(read("2|Bo will find the horn.|Bo swore to find it|by: by Easter"))

    assert (made.core.condition, made.core.salience) == ("by Easter", 2)


def test_a_full_width_row_is_read() -> None:
    assert only(read("3，1｜Who made the horn?｜Nobody knew who had made it｜1")).core.salience == 1


@pytest.mark.parametrize(
    ("row", "reason", "words"),
    [
        ("4|Who made it?|Nobody knew who had made it", "unknown_id", "Who made it?"),
        ("0|Who made it?|Nobody knew who had made it", "unknown_id", "Who made it?"),
        ("Anna|Who made it?|Nobody knew who had made it", "unknown_id", "Who made it?"),
        ("1||Nobody knew who had made it", "no_text", "1||Nobody knew who had made it"),
        (f"1|{'a' * 301}|Nobody knew who had made it", "no_text", "a" * 200),
        ("1|Who made it?|Anna made it", "quote_rejected", "Anna made it"),
        ("1|Who made it?", "quote_rejected", "1|Who made it?"),
        ("", "unknown_id", ""),
    ],
)
def test_an_invalid_row_is_lost_alone_and_reported(row: str, reason: str, words: str) -> None:
    found = read(row, MADE)

    assert len(found.statements) == 1
    assert reasons(found) == [(reason, words)]


def test_an_unknown_mark_is_reported_and_the_row_is_kept() -> None:
    found = read(f"{MADE}|soon")

    assert len(found.statements) == 1
    assert reasons(found) == [("unknown_mark", "soon")]


def test_a_setup_that_is_written_twice_counts_once() -> None:
    assert reasons(read(MADE, MADE)) == [("repeated", "Who made the horn?")]


def test_more_rows_than_the_prompt_asks_for_are_rejected() -> None:
    found = read(*(f"1|What is riddle {number}?|Nobody knew" for number in range(5)))

    assert len(found.statements) == 3
    assert [reason for reason, _ in reasons(found)] == ["too_many", "too_many"]


async def test_the_reader_adds_the_setups_to_the_statements_of_a_window() -> None:
    reply = FactsReply.model_validate(
        {"facts": [{"q": "Anna hid the horn", "f": ["1|hid|3|Anna hid the horn."]}], "setups": [MADE, 7, None]}
    )

    found = await LLMReader(ScriptedModel(lambda _: reply)).facts(TOLD, PEOPLE, WorkSettings())

    assert [one.core.predicate for one in found.statements] == ["hid", "sets_up"]
    assert reasons(found) == [("unknown_id", "7")]


def test_a_reply_without_setups_is_valid() -> None:
    assert FactsReply.model_validate({"facts": [], "setups": None}).setups == []
