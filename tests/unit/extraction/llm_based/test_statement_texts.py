"""Tests of the validation of the sentences and values of statements in LLM replies."""

from __future__ import annotations

import pytest

from episodic.model.readings import Phase, Rejection
from tests.unit.extraction.llm_based.statement_replies import read
from tests.unit.extraction.llm_based.window_of import entities_of, facts_entry, window_of


def test_a_tautology_is_rejected() -> None:
    """No entity has a relation to itself."""
    reading = read(facts_entry("Anna lives in Wick", object=1, predicate="knows"))

    assert [one.reason for one in reading.rejected] == ["tautology"]


def test_a_state_without_object_or_value_says_nothing() -> None:
    """A residence needs a place, but death and events need no object."""
    reading = read(
        facts_entry("Anna lives in Wick"),
        facts_entry("Cal died", subject=5, predicate="dead", phase="begins"),
        facts_entry("She gave Bo the horn", "Anna gave something.", predicate="gave"),
    )

    assert [statement.core.predicate for statement in reading.statements] == ["dead", "gave"]
    assert [one.reason for one in reading.rejected] == ["nothing_said"]


def test_death_has_no_object() -> None:
    """The killing is a separate statement."""
    reading = read(facts_entry("Cal died in Wick", subject=5, predicate="死亡", object=2, phase="begins"))

    assert (reading.statements[0].object, reading.statements[0].core.phase) == (None, Phase.BEGINS)


def test_a_pronoun_at_the_beginning_of_a_text_is_replaced_with_the_subject() -> None:
    texts = {
        "She lives in Wick.": "Anna lives in Wick.",
        "她住在那里。": "Anna住在那里。",
        "its owner lives in Wick": "Anna’s owner lives in Wick",
        "They owe Anna a house.": "They owe Anna a house.",
        "It helps if Anna lives in Wick.": "It helps if Anna lives in Wick.",
    }

    for text, named in texts.items():
        (statement,) = read(facts_entry("Anna lives in Wick", text, object=2)).statements
        assert statement.core.text == named, text


def test_a_pronoun_for_one_person_does_not_mean_several_subjects() -> None:
    """The number that is called is that of the man whom the soldiers take."""
    window = window_of("The soldiers came for Bo. His number was called. Their guns were loaded. ")
    texts = {
        "His number was called": "His number was called.",
        "Their guns were loaded": "The soldiers’ guns were loaded.",
    }

    for quote, named in texts.items():
        reading = read(
            facts_entry(quote, f"{quote}.", predicate="*took", object=2),
            window=window,
            entities=entities_of(window, "The soldiers", "Bo"),
        )

        assert [one.core.text for one in reading.statements] == [named]


def test_they_who_say_something_of_the_subject_are_others() -> None:
    window = window_of("Tom saw that young Bo. They say he drinks. ")

    reading = read(
        facts_entry("They say he drinks", "They say Bo drinks.", predicate="drinks"),
        window=window,
        entities=entities_of(window, "that young Bo"),
    )

    assert [one.core.text for one in reading.statements] == ["They say Bo drinks."]


def test_a_pronoun_for_a_nameless_narrator_is_rejected() -> None:
    window = window_of("I live in Wick. ")

    reading = read(
        facts_entry("I live in Wick", "He lives in Wick."),
        window=window,
        entities=entities_of(window, "I", narrator="I"),
    )

    assert [one.reason for one in reading.rejected] == ["pronoun"]


def test_a_denied_statement_says_in_its_sentence_that_it_is_not_so() -> None:
    """A sentence that a reader of the memory sees alone must not say the opposite of the text."""
    texts = {
        "Anna lives in Wick.": "Not so: Anna lives in Wick.",
        "Anna does not live in Wick.": "Anna does not live in Wick.",
        "Anna doesn’t live in Wick.": "Anna doesn’t live in Wick.",
        "Anna little thought of Wick.": "Anna little thought of Wick.",
        "Anna cared little for Wick.": "Anna cared little for Wick.",
        "Anna lives in the little house in Wick.": "Not so: Anna lives in the little house in Wick.",
        "Anna left the little house in Wick.": "Anna left the little house in Wick.",
        "Anna left the house in Wick unbought.": "Anna left the house in Wick unbought.",
        "Anna declined to live in Wick.": "Anna declined to live in Wick.",
        "War came before Anna could live in Wick.": "War came before Anna could live in Wick.",
    }

    for text, stated in texts.items():
        (statement,) = read(facts_entry("Anna lives in Wick", text, object=2, phase="denied")).statements
        assert statement.core.text == stated, text


def test_somebody_who_has_nobody_needs_no_object() -> None:
    """Somebody without children has no child to name, and a widower no wife."""
    reading = read(
        facts_entry("Anna lives in Wick", "Anna has no children.", predicate="parent_of", phase="denied"),
        facts_entry("Anna lives in Wick", "Anna is a widow.", predicate="married_to", phase="ends"),
    )

    assert [one.core.predicate for one in reading.statements] == ["parent_of", "married_to"]
    assert reading.rejected == ()


def test_a_text_may_begin_with_the_form_by_which_the_window_names_somebody() -> None:
    """If the window only says "her father’s sister", the statement can use these words, with any apostrophe."""
    window = window_of("Anna lived with her father’s sister.")
    entities = entities_of(window, "Anna", "her father’s sister")

    reading = read(
        facts_entry(
            "lived with her father’s sister",
            "Her father's sister lived with Anna.",
            subject=2,
            object=1,
            predicate="lives with",
        ),
        window=window,
        entities=entities,
    )

    assert [one.core.text for one in reading.statements] == ["Her father's sister lived with Anna."]


@pytest.mark.parametrize("text", ["Sherwood lives in Wick.", "他人住在那里。", "We live in Wick.", "我们住在那里。"])
def test_words_that_only_look_like_bare_pronouns_are_no_reason_to_reject(text: str) -> None:
    """The word "we" is not a bare pronoun of the narrator."""
    assert len(read(facts_entry("Anna lives in Wick", text, object=2)).statements) == 1


def test_a_value_that_is_another_entitys_own_name_is_that_entity() -> None:
    """A model may write the name of an entity in place of its number."""
    statement = read(facts_entry("Anna lives in Wick", value="wick")).statements[0]

    assert (statement.object, statement.core.value) == (1, None)


def test_a_nickname_stays_a_value() -> None:
    """A nickname is not a relation of a person to itself."""
    window = window_of("Everybody called Anna Reed the Wren.")
    entities = entities_of(window, ("Anna Reed", "the Wren"))

    statement = read(
        facts_entry("Everybody called Anna Reed the Wren", predicate="nickname", value="the Wren"),
        window=window,
        entities=entities,
    ).statements[0]

    assert (statement.object, statement.core.value) == (None, "the Wren")


@pytest.mark.parametrize(
    "text", ["It was no secret that Anna lives in Wick.", "It seems that Anna lives in Wick.", "It rained in Wick."]
)
def test_an_it_that_means_nothing_is_no_pronoun(text: str) -> None:
    """An "it" at the beginning of a sentence may stand for a subject that follows later."""
    assert len(read(facts_entry("Anna lives in Wick", text, object=2)).statements) == 1


def test_a_rejection_gives_the_words_that_were_wrong() -> None:
    """The rejection of a mark contains the mark and the sentence of its statement."""
    reading = read(facts_entry("Anna lives in Wick", "Anna lives in Wick.", object=2, marks=["heir:4"]))

    assert reading.rejected == (Rejection("unknown_mark", "heir:4: Anna lives in Wick."),)
    assert len(reading.statements) == 1


def test_a_name_in_the_place_of_a_pronoun_never_says_that_somebody_is_herself() -> None:
    window = window_of("The widow, Anna's daughter, lives in Wick. ")

    for forms, text in {
        ("Anna's daughter", "The widow"): "The widow is Anna's daughter.",
        ("Anna's daughter",): "She is Anna's daughter.",
        ("_my_ daughter",): "She is Anna's daughter.",
        ("_my_ girl",): "My girl is Anna's daughter.",
    }.items():
        (statement,) = read(
            facts_entry("Anna's daughter, lives in Wick", "She is Anna's daughter.", predicate="resembles", value="x"),
            window=window,
            entities=entities_of(window, forms),
        ).statements
        assert statement.core.text == text
