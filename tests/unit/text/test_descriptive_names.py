"""Tests of the distinction between descriptions and proper names."""

from __future__ import annotations

import pytest

from episodic.text.descriptive_names import (
    adds_only_relation,
    is_description,
    names_owner,
    opens_with_owner,
    says_only,
)


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


def test_a_description_that_opens_with_a_pronoun_of_its_owner_is_found() -> None:
    assert all(map(opens_with_owner, ["her cook", "His wife", "他房里的丫头", "其父"]))
    assert not any(map(opens_with_owner, ["my cook", "the cook", "Herbert", "林远的妻子", ""]))


@pytest.mark.parametrize(
    ("name", "relation", "only"),
    [
        ("my own aunt", "aunt", True),
        ("papa", "papa", True),
        ("Ann's younger sister", "sister", True),
        ("我父", "我父", True),
        ("其妾", "妾", True),
        ("他老子", "老子", True),
        ("Aunt Ann", "aunt", False),
        ("王夫人", "夫人", False),
        ("太子", "", False),
    ],
)
def test_a_name_that_says_only_a_relation_is_known(name: str, relation: str, *, only: bool) -> None:
    """王夫人 is a proper name, although it ends with the word for what she is."""
    assert says_only(name, relation) == only


@pytest.mark.parametrize(
    ("sentence", "names", "only"),
    [
        ("My aunt is Ann's aunt.", ("my aunt", "Ann", "aunt"), True),
        ("我父是三藏的父亲。", ("我父", "三藏"), True),
        ("My aunt, whom nobody had seen for years, is Ann's aunt.", ("my aunt", "Ann", "aunt"), False),
        ("三藏的母亲被水贼欺占三个月后分娩了三藏。", ("母亲", "三藏"), False),
    ],
)
def test_a_sentence_that_adds_only_a_relation_is_known(sentence: str, names: tuple[str, ...], *, only: bool) -> None:
    assert adds_only_relation(sentence, names) == only
