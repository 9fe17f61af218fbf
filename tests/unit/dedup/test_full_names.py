"""Tests of the full name of a person among its names."""

from __future__ import annotations

import pytest

from episodic.dedup.full_names import full_name


@pytest.mark.parametrize(
    ("uses", "full"),
    [
        ({"子敬": 7, "鲁肃": 6, "鲁子敬": 1}, "鲁肃"),
        ({"道荣": 20, "邢道荣": 4}, "邢道荣"),
        ({"孔明": 32, "诸葛亮": 2, "诸葛孔明": 1}, "诸葛亮"),
        ({"玄德": 19, "刘玄德": 5, "刘备": 4}, "刘备"),
        ({"关公": 40, "云长": 30, "关云长": 3, "关羽": 2}, "关羽"),
        ({"鲁智深": 40, "鲁达": 9, "智深": 90, "鲁提辖": 8}, "鲁智深"),
        ({"马良": 2, "季常": 1}, "马良"),
        ({"元颖": 1, "刘馥": 1}, "刘馥"),
        ({"觉新": 900, "高觉新": 3, "高师傅": 30}, "高觉新"),
        ({"董卓": 17, "董太师": 30, "董贼": 1}, "董卓"),
    ],
)
def test_the_full_name_is_surname_and_given_name(uses: dict[str, int], full: str) -> None:
    assert full_name(uses) == full


@pytest.mark.parametrize(
    "uses",
    [
        {"后主": 18, "刘禅": 1},
        {"克莱恩": 90, "周明瑞": 9},
        {"王夫人": 9},
        {"诸侍妾": 2, "侍妾": 5},
        {"Joe": 30, "Joe Gargery": 1},
        {},
    ],
)
def test_a_person_without_a_full_name_and_one_mostly_known_by_another_name_have_none(uses: dict[str, int]) -> None:
    assert full_name(uses) is None


def test_a_name_like_a_full_name_does_not_change_with_the_numbers_of_uses_of_short_names() -> None:
    shown = [full_name({"鲁肃": 2, "子敬": times, "鲁子敬": 1}) for times in range(1, 60)]

    assert set(shown) == {"鲁肃"}
