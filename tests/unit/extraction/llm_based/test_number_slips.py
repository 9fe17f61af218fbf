"""Tests of entity numbers that a model confused with that of a neighbour in the list, or wrote into the words of a value."""

from __future__ import annotations

import pytest

from episodic.model.readings import Participant
from tests.unit.extraction.llm_based.statement_replies import read
from tests.unit.extraction.llm_based.window_of import entities_of, facts_entry, window_of

EN = window_of("Anna read the Book. ", "Rain fell. ", "Night came. ", "Anna loved her cottagers. ")
ZH = window_of("林河读古书。", "下雨了。", "夜深了。", "林河爱邻人。")
NAMED = {
    "en": (EN, entities_of(EN, "Anna", ("the cottagers", "her cottagers"), "the Book", "Bo")),
    "zh": (ZH, entities_of(ZH, "林河", ("村中邻人", "邻人"), "古书", "吴海")),
}
LOVED = {"en": ("Anna loved her cottagers", "loves"), "zh": ("林河爱邻人", "爱")}

pytestmark = pytest.mark.parametrize("language", ["en", "zh"])


def objects(language: str, number: int, sentence: str = "") -> int | None:
    """Return the object of a statement whose row gives the object *number*, counted from one."""
    window, entities = NAMED[language]
    quote, predicate = LOVED[language]
    entry = facts_entry(quote, sentence, predicate=predicate, object=number)
    return read(entry, window=window, entities=entities).statements[0].object


def test_a_neighbour_that_alone_is_named_is_meant(language: str) -> None:
    assert objects(language, 3) == 1


def test_a_number_further_away_in_the_list_is_no_slip(language: str) -> None:
    assert objects(language, 4) == 3


def test_no_neighbour_is_meant_if_the_sentence_also_names_another_node(language: str) -> None:
    sentence = {"en": "Anna loved the cottagers, as Bo said.", "zh": "林河爱邻人，和吴海一样。"}[language]

    assert objects(language, 3, sentence) == 2


def test_a_node_that_the_text_around_names_is_meant(language: str) -> None:
    """The quote may say "it" of a thing that the passage before names."""
    window, entities = NAMED[language]
    quote = {"en": "Rain fell", "zh": "下雨了"}[language]
    sentence = {"en": "The cottagers had it in the rain.", "zh": "下雨时邻人带着它。"}[language]
    entry = facts_entry(quote, sentence, predicate="hid", object=3)

    assert read(entry, window=window, entities=entities).statements[0].object == 2


def test_the_topic_of_a_statement_can_be_a_slip(language: str) -> None:
    window, entities = NAMED[language]
    quote, predicate = LOVED[language]
    entry = facts_entry(quote, predicate=predicate, value="love", others=[{"entity": 3, "role": "about"}])

    assert read(entry, window=window, entities=entities).statements[0].participants == (Participant(1, "topic"),)


def worded(language: str, value: str, sentence: str, *, quote: str = "") -> str | None:
    """Return the value of a statement whose row gives the words *value*."""
    window, entities = NAMED[language]
    entry = facts_entry(quote or LOVED[language][0], sentence, predicate="hid", value=value)
    return read(entry, window=window, entities=entities).statements[0].core.value


def test_a_number_in_the_words_of_a_value_is_the_entity_that_the_sentence_names(language: str) -> None:
    value, sentence, told = {
        "en": ("near 2", "Anna lived near the cottagers.", "near the cottagers"),
        "zh": ("在2之间", "林河住在邻人之间。", "在村中邻人之间"),
    }[language]

    assert worded(language, value, sentence) == told


def test_a_number_that_is_counted_or_names_nobody_in_the_sentence_stays(language: str) -> None:
    counted, nobody, far = {
        "en": (("2 rooms", "Anna and her cottagers had two rooms."), ("3 rooms", "Anna hid."), ("of 17", "Anna hid.")),
        "zh": (("2间房", "林河和邻人有两间房。"), ("3间房", "林河躲了起来。"), ("第17号", "林河躲了起来。")),
    }[language]

    assert [worded(language, *one) for one in (counted, nobody, far)] == [counted[0], nobody[0], far[0]]


def test_a_number_in_a_qualifier_is_a_name_too(language: str) -> None:
    window, entities = NAMED[language]
    quote, predicate = LOVED[language]
    entry = facts_entry(quote, predicate=predicate, object=2, value={"en": "as 1 says", "zh": "1所说"}[language])

    (statement,) = read(entry, window=window, entities=entities).statements

    assert statement.core.qualifier == {"en": "as Anna says", "zh": "林河所说"}[language]
