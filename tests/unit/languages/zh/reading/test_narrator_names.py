"""Tests of the names that a Chinese first-person narrator states."""

from __future__ import annotations

import pytest

from tests.unit.languages.zh.chinese_reading import read

HARBOUR = "我点上灯，坐在石阶上。我在等人。"
CALL = "“小螺，过来。”何婆说。“来了。”我说。"


def names_of(text: str) -> set[str]:
    """Return the surfaces of the narrator, without the pronoun."""
    (narrator,) = [node for node in read(text).entities.nodes if node.narrator]
    return {one.text for one in narrator.surfaces} - {"我"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (f"{HARBOUR}我叫阮青禾，住在苇港。", {"阮青禾"}),
        (f"{HARBOUR}我的名字叫阮青禾。“青禾，过来。”何婆说。", {"阮青禾", "青禾"}),
        (f"{HARBOUR}我姓阮，名青禾。“青禾，过来。”何婆说。", {"青禾"}),
        (f"{HARBOUR}港里的人都叫我小螺。{CALL}", {"小螺"}),
        (f"{HARBOUR}我叫阮青禾，大家都叫我小螺。{CALL}", {"阮青禾", "小螺"}),
    ],
)
def test_a_narrator_has_the_names_that_the_narration_states(text: str, names: set[str]) -> None:
    assert names_of(text) == names


@pytest.mark.parametrize(
    "text",
    [
        f"{HARBOUR}我叫何婆，她没有应。",
        f"{HARBOUR}我叫程渡，程渡不应。程渡走了。",
        f"{HARBOUR}我叫阿满，谁也没有来。",
        f"{HARBOUR}师父都叫我回去。“回去吧。”何婆说。",
        f"{HARBOUR}大家都叫我小螺。",
        f"{HARBOUR}“我叫阮青禾，住在苇港。”她说。",
    ],
)
def test_what_only_looks_like_a_statement_names_nobody(text: str) -> None:
    """The narrator calls somebody, is told to do something, or quotes what another person says."""
    assert names_of(text) == set()


def test_the_name_and_the_pronoun_are_one_person() -> None:
    found = read(f"{HARBOUR}我叫阮青禾，大家都叫我小螺。{CALL}")

    assert [node.name for node in found.entities.nodes if {"阮青禾", "小螺"} & {s.text for s in node.surfaces}] == [
        "阮青禾"
    ]
