"""Gifts, booty, offices, families, homes and moods of classical prose become statements."""

from __future__ import annotations

import pytest

from tests.unit.languages.zh.chinese_reading import MODERN_CAST, read


def said(sentence: str) -> set[tuple[str, str, str]]:
    """Return the statements of a text that introduces the persons and then contains *sentence*."""
    return read(MODERN_CAST + sentence).triples() - read(MODERN_CAST).triples()


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("顾云舟以锦袍一领赐沈秋池。", {("顾云舟", "gave", "锦袍一领"), ("沈秋池", "holds", "锦袍一领")}),
        ("顾云舟大喜，遂将金印付沈秋池。", {("顾云舟", "gave", "金印"), ("沈秋池", "holds", "金印")}),
        ("顾云舟夺沈秋池之槊，回马便走。", {("顾云舟", "took", "槊"), ("顾云舟", "holds", "槊")}),
        ("顾云舟大喜，封沈秋池为偏将军。", {("顾云舟", "appointed", "沈秋池"), ("沈秋池", "title", "偏将军")}),
        ("沈秋池班师回京，诏封为车骑将军，百官皆贺。", {("沈秋池", "title", "车骑将军")}),
        ("顾云舟封沈秋池、林见鹿为列侯，随军听用。", {("沈秋池", "title", "列侯"), ("林见鹿", "title", "列侯")}),
        ("众视之，乃典军校尉沈秋池也。", {("沈秋池", "title", "典军校尉")}),
        ("适平北都尉沈秋池入见。", {("沈秋池", "title", "平北都尉")}),
        ("“谁敢去？”辅国将军沈秋池曰：“愿往。”", {("沈秋池", "title", "辅国将军")}),
        ("顾云舟脱下锦袍，咬破指尖，写了密诏，授与沈秋池。", {("顾云舟", "gave", "密诏"), ("沈秋池", "holds", "密诏")}),
        ("沈秋池不受。顾云舟乃具金帛赠之。", {("顾云舟", "gave", "金帛"), ("沈秋池", "holds", "金帛")}),
        ("顾云舟掣得沈秋池枪而去。", {("顾云舟", "took", "枪"), ("顾云舟", "holds", "枪")}),
        ("沈秋池连夜出城，投顾云舟去了。", {("沈秋池", "serves", "顾云舟")}),
        ("顾云舟先有一妾，后娶沈秋池为妻。", {("顾云舟", "married_to", "沈秋池")}),
        ("沈秋池拜顾云舟为义父。", {("沈秋池", "relative_of", "顾云舟")}),
        ("沈秋池，顾云舟之子也。", {("沈秋池", "child_of", "顾云舟")}),
        ("沈秋池隐居苇港。", {("沈秋池", "lives_in", "苇港")}),
    ],
)
def test_a_sentence_of_classical_prose_is_read(sentence: str, expected: set[tuple[str, str, str]]) -> None:
    """Each sentence tells one thing."""
    assert said(sentence) >= expected, sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "顾云舟欲以锦袍赐沈秋池。",
        "顾云舟不肯以锦袍赐沈秋池。",
        "顾云舟善言抚慰沈秋池，封为偏将军。",
        "顾云舟要投沈秋池去。",
        "沈秋池领令，引兵去了。",
        "部将沈秋池曰：“善。”",
        "沈秋池叱之。顾云舟唤诸将上堂，以酒赐之。",
    ],
)
def test_what_is_not_told_as_done_is_not_read(sentence: str) -> None:
    """Intentions, denials, and an office whose bearer is not certain."""
    assert not {one for one in said(sentence) if one[1] in {"gave", "holds", "title", "appointed", "serves"}}, sentence


def test_the_next_child_of_a_list_is_no_child_of_the_child_before() -> None:
    """The parent is the person before the list."""
    found = said("贺云有二子：长子贺平，次子贺安。贺云说：“善。”贺平说：“善。”贺安说：“善。”")

    assert ("贺安", "child_of", "贺平") not in found
