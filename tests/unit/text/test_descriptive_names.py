"""Tests of the distinction between descriptions and proper names."""

from __future__ import annotations

import pytest

from episodic.text.descriptive_names import is_description, names_owner


@pytest.mark.parametrize(
    "name",
    [
        "the captain",
        "The seaman",
        "that filthy old pirate of ours",
        "my father",
        "a brass telescope",
        "那个老人",
        "卖炭的人",
        "住在南滩四十间屋里头",
    ],
)
def test_words_that_describe_are_no_name(name: str) -> None:
    """A description is made of common nouns, with or without an article."""
    assert is_description(name)


def test_a_name_of_ones_own_does_not_describe() -> None:
    """A proper name has a capital letter after the article, or is a short run of Han characters."""
    for name in [
        "Bill",
        "Captain",
        "the Admiral Benbow",
        "Dr. Livesey",
        "The Hague",
        "林河",
        "关云长",
        "克莱恩·莫雷蒂",
        "望潮城",
        "17",
    ]:
        assert not is_description(name), name


def test_a_name_with_its_owner_describes() -> None:
    assert all(map(names_owner, ("Holmes's visitor", "the Vargas' mill", "其父", "我家老爷")))
    assert not any(map(names_owner, ("Lamplighters' Guild", "King's Landing", "O'Brien", "Mother's", "林河")))
