"""Tests of surnames and forms of given names."""

from __future__ import annotations

from episodic.text.personal_names import same_given_name, surname_of


def test_a_compound_surname_is_preferred_to_a_surname_of_one_character() -> None:
    for name, surname in {
        "诸葛亮": "诸葛",
        "夏侯惇": "夏侯",
        "夏侯": "夏",
        "曹操": "曹",
        "方知": "方",
        "Lin": "",
        "": "",
    }.items():
        assert surname_of(name) == surname, name


def test_forms_of_one_given_name_are_found_in_one_row() -> None:
    for one, other in (("joe", "joseph"), ("bill", "will"), ("peggy", "margaret"), ("meg", "margaret")):
        assert same_given_name(one, other), (one, other)
        assert same_given_name(other, one), (other, one)
    assert not same_given_name("peggy", "meg")
    assert not same_given_name("joe", "john")
