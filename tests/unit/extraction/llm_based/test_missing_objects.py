"""Tests of statements without an object: what somebody does to himself, and states whose content only the sentence tells."""

from __future__ import annotations

from episodic.model.readings import Phase
from tests.unit.extraction.llm_based.statement_replies import read
from tests.unit.extraction.llm_based.window_of import facts_entry

WOUND, DEATH = "Anna lives in Wick", "Cal died in Wick"


def test_what_somebody_does_to_himself_has_no_object() -> None:
    (known, coined) = read(
        facts_entry(WOUND, "Anna wounded herself.", predicate="wounded", object=1),
        facts_entry(WOUND, "Anna reproached herself.", predicate="*reproached", object=1),
    ).statements

    assert (known.core.predicate, known.subject, known.object) == ("wounded", 0, None)
    assert (coined.core.predicate, coined.subject, coined.object) == ("reproached", 0, None)


def test_who_kills_himself_dies() -> None:
    (statement,) = read(facts_entry(DEATH, "Cal自刎而死。", predicate="杀死", subject=5, object=5)).statements

    assert (statement.core.predicate, statement.object, statement.core.phase) == ("dead", None, Phase.BEGINS)


def test_who_does_not_kill_himself_does_not_die() -> None:
    (statement,) = read(
        facts_entry(DEATH, "Cal did not kill himself.", predicate="killed", subject=5, object=5, phase="denied")
    ).statements

    assert (statement.core.predicate, statement.core.phase) == ("dead", Phase.DENIED)


def test_the_sentence_is_the_value_of_a_state_of_mind_without_object() -> None:
    first, second = read(
        facts_entry(WOUND, "Anna怕自己的答话有些危险。", predicate="害怕", about=3),
        facts_entry(WOUND, "Anna fears the dark.", predicate="fears"),
    ).statements

    assert (first.core.value, second.core.value) == ("Anna怕自己的答话有些危险", "Anna fears the dark")


def test_the_sentence_is_the_value_of_an_ability_without_object() -> None:
    (statement,) = read(
        facts_entry(WOUND, "张飞于百万军中取上将之头，如探囊取物。", predicate="能力", salience=3)
    ).statements

    assert (statement.core.predicate, statement.core.value) == ("能力", "张飞于百万军中取上将之头，如探囊取物")


def test_a_name_or_title_without_object_is_what_the_sentence_quotes_or_says_that_somebody_is() -> None:
    quoted, said, other = read(
        facts_entry(WOUND, "因献帝称赞，人皆呼Anna为“美髯公”。", predicate="绰号"),
        facts_entry(WOUND, "Anna为汉相。", predicate="官职", scope="claim", holder=2),
        facts_entry(WOUND, "Anna was the captain of the guard.", predicate="title"),
    ).statements

    assert [one.core.value for one in (quoted, said, other)] == ["美髯公", "汉相", "captain of the guard"]


def test_two_quoted_names_are_no_single_name() -> None:
    reading = read(facts_entry(WOUND, "人呼Anna为“卧龙”，又呼Bo为“凤雏”。", predicate="绰号"))

    assert [one.reason for one in reading.rejected] == ["nothing_said"]


def test_a_state_that_ends_another_needs_its_own_words() -> None:
    reading = read(
        facts_entry(WOUND, "Anna was promoted.", predicate="rank"),
        facts_entry(WOUND, "Anna went by another name.", predicate="nickname"),
        facts_entry(WOUND, "Anna lived somewhere.", predicate="lives_in"),
    )

    assert [one.reason for one in reading.rejected] == ["nothing_said"] * 3


def test_what_is_intended_needs_no_object() -> None:
    """The text does not say whom Anna means to marry."""
    reading = read(
        facts_entry(WOUND, "Anna is on the point of marrying.", predicate="married_to", scope="plan", holder=1),
        facts_entry(WOUND, "Anna is married.", predicate="married_to"),
    )

    (plan,) = reading.statements
    assert (plan.core.predicate, plan.core.text) == ("married_to", "Anna is on the point of marrying.")
    assert (plan.object, plan.core.value) == (None, None)
    assert [one.reason for one in reading.rejected] == ["nothing_said"]
