"""Which characters each match of a regular expression needs."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from episodic.extraction.rule_based.construction_index import ConstructionIndex
from episodic.extraction.rule_based.masked_text import PERSON
from episodic.extraction.rule_based.needed_characters import TWO_PEOPLE, needed_characters
from episodic.languages.zh.reading.constructions import CONSTRUCTIONS


@pytest.mark.parametrize(
    ("pattern", "needed"),
    [
        ("杀死了?", ["杀", "死"]),
        ("(?:杀|刺死)之", ["之", "刺杀"]),
        ("(?:于|在)?[斩杀](?=之)(?<!不)", ["斩杀"]),
        ("[^不]{0,4}(?P<v>[一-三]+)", []),
        ("[\\u6740\\]]{2}|x+?|y{1,3}", ["\u6740]xy"]),
        (f"{PERSON}见{PERSON}", ["见", PERSON, TWO_PEOPLE]),
    ],
)
def test_each_match_contains_a_character_of_each_set(pattern: str, needed: list[str]) -> None:
    assert set(needed_characters(pattern)) == {frozenset({one} if one == TWO_PEOPLE else one) for one in needed}


def test_the_index_finds_every_construction_that_matches() -> None:
    """Each Chinese construction is tried on the words of all constructions after and between names."""
    index = ConstructionIndex.of(CONSTRUCTIONS)
    words = sorted({word for one in CONSTRUCTIONS for word in re.findall("[\u4e00-\u9fff]{2,4}", one.regex.pattern)})
    texts = [f"，{PERSON}{word}{PERSON}，{PERSON}{word}。" for word in islice(words, 0, None, 9)]

    for text in texts:
        matching = {one.regex.pattern for one in CONSTRUCTIONS if one.regex.search(text)}
        assert matching <= {one.regex.pattern for one in index.candidates(text)}
