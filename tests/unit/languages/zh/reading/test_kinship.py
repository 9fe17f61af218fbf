"""Tests of Chinese kinship: lists of relatives, relatives who come along, and relatives of the subject."""

from __future__ import annotations

import pytest

from tests.unit.languages.zh.chinese_reading import MODERN_CAST, read

KIN = {"child_of", "parent_of", "sibling_of", "relative_of", "married_to"}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("顾云舟与弟沈秋池商议。", ("沈秋池", "sibling_of", "顾云舟")),
        ("顾云舟令子沈秋池引兵先行。", ("沈秋池", "child_of", "顾云舟")),
        ("顾云舟只得与母沈秋池同赴白石镇。", ("沈秋池", "parent_of", "顾云舟")),
        ("忽有顾云舟第三子沈秋池来见。", ("沈秋池", "child_of", "顾云舟")),
        ("沈秋池，字子文，乃顾云舟之孙，自幼聪明。", ("沈秋池", "relative_of", "顾云舟")),
        ("顾云舟、沈秋池兄弟二人愿去。", ("顾云舟", "sibling_of", "沈秋池")),
        ("顾云舟心烦意乱，不理政事。其妻沈秋池劝之。", ("沈秋池", "married_to", "顾云舟")),
        ("顾云舟命宗弟沈秋池为先锋。", ("沈秋池", "relative_of", "顾云舟")),
    ],
)
def test_relatives_who_are_named_beside_a_person_are_read(sentence: str, expected: tuple[str, str, str]) -> None:
    found = read(MODERN_CAST + sentence)

    assert {one for one in found.triples() if one[1] in KIN} == {expected}, sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "顾云舟叱武士缚于车上。其子沈秋池出问。",
        "顾云舟与林见鹿之弟相见。",
        "顾云舟、沈秋池引兵二人俱到。",
    ],
)
def test_whoever_is_named_in_an_earlier_sentence_is_no_parent(sentence: str) -> None:
    """其子 can mean the son of somebody whom the sentence before does not name."""
    found = read(MODERN_CAST + sentence)

    assert not any(one[1] in KIN for one in found.triples()), sentence


def test_a_given_name_of_one_character_before_a_kinship_is_the_known_person() -> None:
    found = read("贺超曰：“善。”贺超大喜。吴安曰：“善。”吴安乃去。却说超长子吴安，时年十八岁。")

    assert ("吴安", "child_of", "贺超") in found.triples()


def test_the_relative_with_the_same_surname_is_found_although_somebody_fears_something() -> None:
    found = read("贺超曰：“善。”贺超大喜。贺进乃去。贺进曰：“善。”贺超怕他夺了头功，暗拨其弟贺进先行。")

    assert ("贺进", "sibling_of", "贺超") in found.triples()


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("贺超大惊。当日乃与长子贺进商议。", ("贺进", "child_of", "贺超")),
        ("贺超兄子贺进谏止。", ("贺进", "relative_of", "贺超")),
        ("幽州太守贺进，本襄平人，武威将军贺超之子也。", ("贺进", "child_of", "贺超")),
    ],
)
def test_kin_are_read_from_the_surname_they_share_and_from_introductions(
    sentence: str, expected: tuple[str, str, str]
) -> None:
    found = read("贺超曰：“善。”贺超大喜。贺进乃去。贺进曰：“善。”" + sentence)

    assert {one for one in found.triples() if one[1] in KIN} == {expected}, sentence
