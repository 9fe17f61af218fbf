"""Tests of Western names: what they show about their bearers."""

from __future__ import annotations

import pytest

from episodic.dedup.western_names import WesternName, names_agree, parse_western_name


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("joe gargery", WesternName("gargery", "joe")),
        ("mr. gargery", WesternName("gargery", titled=True, man=True)),
        ("miss sarah pocket", WesternName("pocket", "sarah", titled=True, woman=True)),
        ("detective webb", WesternName("webb", titled=True)),
        ("旺财", None),
    ],
)
def test_a_name_is_taken_apart(key: str, expected: WesternName | None) -> None:
    """Titles of men, women and offices are not given names."""
    parts = parse_western_name(key)

    assert parts == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("joe gargery", "joseph gargery", True),
        ("ben gunn", "benjamin gunn", True),
        ("mr. gargery", "joe gargery", True),
        ("detective webb", "marcus webb", True),
        ("mrs. joe gargery", "joe gargery", False),
        ("miss ann pike", "ann pike", True),
        ("mrs. ann pike", "ann pike", True),
        ("miss ann pike", "mary pike", False),
        ("mrs. pike", "jim pike", False),
        ("mr. camilla", "mrs. camilla", False),
        ("herbert pocket", "matthew pocket", False),
    ],
)
def test_names_of_one_family_agree_or_not(one: str, other: str, expected: bool) -> None:
    """Two names of a family agree if neither sex nor given name differs. A short form of a given name does not differ."""
    first, second = parse_western_name(one), parse_western_name(other)

    assert first is not None
    assert second is not None
    assert names_agree([first], [second]) is expected
