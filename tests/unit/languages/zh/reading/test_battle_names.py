"""Tests of names that one mention in a description of a fight, a list or an office is enough to recognise."""

from __future__ import annotations

import pytest

from episodic.languages.zh.reading.battle_names import battle_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("赵松、程桐、夏柏、郭梅四个被赶至楼前。", {"赵松", "程桐", "夏柏", "郭梅"}),
        ("后张让、段松、曹桐将太后劫去。", {"张让", "段松", "曹桐"}),
        ("命兖州刺史贺松为太尉。", {"贺松"}),
        ("心腹人胡赤儿商议曰。", {"胡赤儿"}),
        ("侍从将一红盘，托贺松头入献。", {"贺松"}),
        ("侄袁松将家小奔走。", {"袁松"}),
        ("却说闵松引兵至河边。", {"闵松"}),
    ],
)
def test_a_name_is_recognised_by_one_mention(text: str, names: set[str]) -> None:
    """A list of full names, an office, a head and the command of soldiers show that a word is a name."""
    assert battle_names(text).keys() == names


@pytest.mark.parametrize(
    "text", ["汝可引兵一万去。", "太守孔松部将出马。", "金银、衣甲、马匹，尽皆抛弃。", "方可领军前去。"]
)
def test_a_common_word_is_no_name(text: str) -> None:
    """Words that begin like a surname are not taken for names before soldiers, officers or in lists of things."""
    assert not battle_names(text)
