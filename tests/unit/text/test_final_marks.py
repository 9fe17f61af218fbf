"""Tests of names that end with the punctuation mark of a sentence."""

from __future__ import annotations

import pytest

from episodic.text.final_marks import without_final_mark


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ('Edward\'s "Concern."', 'Edward\'s "Concern"'),
        ("the “Hispaniola,”", "the “Hispaniola”"),
        ("Concern.", "Concern"),
        ("Long John,", "Long John"),
        ("“关切。”", "“关切”"),
        ("《石头记》，", "《石头记》"),
    ],
)
def test_the_mark_of_a_sentence_is_no_part_of_a_name(written: str, name: str) -> None:
    assert without_final_mark(written) == name


@pytest.mark.parametrize(
    "name",
    [
        "Mr. Pike Jr.",
        "Clarriker & Co.",
        "“Pike & Co.”",
        "Mount St.",
        "John S.",
        "Washington, D.C.",
        "Who goes?",
        "Mr. B...",
        "...",
        "曹操",
    ],
)
def test_other_names_stay_as_they_are(name: str) -> None:
    assert without_final_mark(name) == name
