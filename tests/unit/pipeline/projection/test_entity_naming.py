"""Tests of the main names of entities."""

from __future__ import annotations

import pytest

from episodic.model.name_keys import name_key, without_emphasis
from episodic.model.spans import Evidence, NarrativePosition
from episodic.pipeline.projection.entity_naming import Profile, ProfileName, main_name

FIRST = Evidence("e", "", 0, 1, NarrativePosition(1, 0))


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ({"your poor mother": 3, "the old lady": 1}, "the old lady"),
        ({"my father": 3, "Godfrey's father": 1}, "Godfrey's father"),
        ({"我父亲": 3, "那个老人": 1}, "那个老人"),
        ({"all my brothers": 1, "my brothers": 3}, "my brothers"),
        ({"my aunt": 5, "Agnes": 1}, "Agnes"),
    ],
)
def test_what_a_speaker_calls_his_own_is_nobodys_name_if_the_story_has_another(
    names: dict[str, int], shown: str
) -> None:
    of_story = {text: ProfileName(text, shared=False, first=FIRST, count=count) for text, count in names.items()}

    assert main_name(Profile(FIRST, next(iter(names)), of_story)) == shown


def test_underscores_of_emphasis_are_no_part_of_a_name() -> None:
    assert without_emphasis("_my_ father") == "my father"
    assert name_key("_The Times_") == name_key("the Times")
    assert name_key("snake_case_name") == "snake_case_name"
