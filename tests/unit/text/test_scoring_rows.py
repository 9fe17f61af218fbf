"""Scoring rows: what a search knows of a record before it decodes the record."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import from_json

from episodic.model.name_keys import name_key
from episodic.model.records import Kind, to_json
from episodic.text.scoring_rows import scoring_json, scoring_row, stored_row, word_text
from tests.unit.search.story_builder import Tale, harbor, lotm

PASSAGE = lotm().passages[0]
TEXT = st.text(st.sampled_from("林晚沈潮，。 “”·・\n’the lamp Lin's 住"), max_size=24)


@pytest.mark.parametrize("tale", [harbor(), lotm()])
def test_a_stored_row_equals_the_row_of_the_record(tale: Tale) -> None:
    records = [(Kind.FACT, one) for one in tale.facts], [(Kind.ENTITY, one) for one in tale.entities.values()]
    passages = [(Kind.PASSAGE, one) for one in tale.passages]

    for kind, one in (*records[0], *records[1], *passages):
        value = to_json(one)
        column = scoring_json(kind, from_json(value))
        assert column is not None
        row, stored = scoring_row(kind, value), stored_row(column)
        assert stored._replace(chapters=tuple(stored.chapters), entities=tuple(stored.entities)) == row._replace(
            chapters=tuple(row.chapters), entities=tuple(row.entities)
        )


@given(text=TEXT, name=TEXT)
def test_a_name_in_han_characters_is_found_in_the_same_texts_as_by_its_name_key(text: str, name: str) -> None:
    key = name_key(name)
    row = scoring_row(Kind.PASSAGE, to_json(replace(PASSAGE, text=text)))

    if any("\u4e00" <= one <= "\u9fff" for one in key):
        assert (key in row.text_with_names) == (key in name_key(text))


def test_a_name_in_the_value_of_a_fact_is_no_name_in_its_text() -> None:
    row = scoring_row(Kind.FACT, to_json(replace(lotm().facts[0], value="苇港")))

    assert "苇港" in row.folded
    assert "苇港" not in row.text_with_names


def test_a_value_that_is_no_record_has_no_row() -> None:
    assert scoring_json(Kind.FACT, "lamp") is None
    assert scoring_json(Kind.ENTITY, {}) is None


def test_alphabetic_words_are_kept_with_their_stems() -> None:
    text = word_text("Lived at the mill", "burns")

    assert text.folded == ""
    assert " lived " in text.words
    assert " live " not in text.words
    assert " burn " in text.stems
