"""Searched texts: the words of a query are looked up in the text of a candidate."""

from __future__ import annotations

from episodic.search.searched_text import Labels, searched_text
from episodic.text.tokens import tokens


def test_a_pair_of_han_characters_is_found_if_and_only_if_it_is_a_token() -> None:
    """This holds at line breaks, punctuation, spaces and full-width letters, too."""
    text = "林晚住在\n苇港，沈三 更说：“ＡＢ潮水”。"

    searched, pairs = searched_text(text), {a + b for a in text for b in text if a.isalpha() and b.isalpha()}

    han = {pair for pair in pairs if not pair.isascii() and not any("Ａ" <= one <= "Ｂ" for one in pair)}
    assert {pair for pair in han if searched.contains(pair, is_han=True)} == han & set(tokens(text))


def test_a_word_is_found_by_its_stem() -> None:
    """A word is not found inside of a longer word."""
    searched = searched_text("The mills burned at Northgate.")

    assert searched.contains("mill", is_han=False)
    assert not searched.contains("north", is_han=False)


def test_no_word_contains_parts_of_two_texts() -> None:
    """The last character of one text and the first of the next are no pair."""
    searched = searched_text("林晚", "住处")

    assert not searched.contains("晚住", is_han=True)
    assert searched.contains("住处", is_han=True)


def test_a_single_han_character_matches_the_start_of_a_label() -> None:
    """A pair of characters matches a label only as a whole."""
    labelled = searched_text("老尺").labelled(Labels.of(["死亡"]))

    assert labelled.contains("死", is_han=True)
    assert labelled.contains("死亡", is_han=True)
    assert not labelled.contains("亡", is_han=True)


def test_the_words_of_a_name_may_stand_in_the_text_or_in_a_label() -> None:
    """All words of the name are needed."""
    labelled = searched_text("Lin came home").labelled(Labels.of(["marsh"]))

    assert labelled.has_words(frozenset(["lin", "marsh"]))
    assert not labelled.has_words(frozenset(["lin", "reed"]))
