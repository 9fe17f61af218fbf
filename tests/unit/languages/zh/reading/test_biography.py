"""Tests of statements by the Chinese rules about homes, occupations and deaths."""

from __future__ import annotations

import pytest

from episodic.model.readings import Phase
from tests.unit.languages.zh.chinese_reading import MODERN_CAST, read


@pytest.mark.parametrize(
    ("sentence", "expected", "phase"),
    [
        ("三天后，顾云舟搬到了苇港。", ("顾云舟", "lives_in", "苇港"), Phase.BEGINS),
        ("顾云舟从白石镇搬到苇港。", ("顾云舟", "lives_in", "苇港"), Phase.BEGINS),
        ("顾云舟在白石镇住了十年，后来搬到了苇港。", ("顾云舟", "lives_in", "苇港"), Phase.BEGINS),
        ("沈秋池的师父叫顾云舟，三年前从白石镇搬到了苇港。", ("顾云舟", "lives_in", "苇港"), Phase.BEGINS),
        ("顾云舟离开白石镇，坐何家的船到了苇港。", ("顾云舟", "went_to", "苇港"), Phase.HOLDS),
        ("顾云舟在苇港住了三年。", ("顾云舟", "lives_in", "苇港"), Phase.HOLDS),
        ("顾云舟在苇港定居下来。", ("顾云舟", "lives_in", "苇港"), Phase.BEGINS),
        ("顾云舟搬离了苇港。", ("顾云舟", "lives_in", "苇港"), Phase.ENDS),
        ("顾云舟早已不住在苇港了。", ("顾云舟", "lives_in", "苇港"), Phase.ENDS),
        ("顾云舟跟着沈秋池来到苇港。", ("顾云舟", "went_to", "苇港"), Phase.HOLDS),
        ("顾云舟坐林见鹿的船到了苇港。", ("顾云舟", "went_to", "苇港"), Phase.HOLDS),
        ("顾云舟来自苇港。", ("顾云舟", "from_place", "苇港"), Phase.HOLDS),
        ("顾云舟是苇港人。", ("顾云舟", "from_place", "苇港"), Phase.HOLDS),
        ("顾云舟是一名刺客。", ("顾云舟", "title", "刺客"), Phase.HOLDS),
        ("顾云舟在苇港当掌柜。", ("顾云舟", "title", "掌柜"), Phase.HOLDS),
        ("顾云舟在苇港当差。", ("顾云舟", "title", "当差"), Phase.HOLDS),
        ("顾云舟当上了掌柜。", ("顾云舟", "title", "掌柜"), Phase.BEGINS),
        ("顾云舟曾是苇港的捕快。", ("顾云舟", "title", "捕快"), Phase.ENDS),
        ("顾云舟摘下帽子，不再做掌柜了。", ("顾云舟", "title", "掌柜"), Phase.ENDS),
        ("顾云舟被值夜者除名了。", ("顾云舟", "member_of", "值夜者"), Phase.ENDS),
        ("顾云舟终于突破到金丹中期。", ("顾云舟", "rank", "金丹中期"), Phase.BEGINS),
        ("顾云舟受了重伤。", ("顾云舟", "health", "受了重伤"), Phase.BEGINS),
        ("顾云舟被关进了大牢。", ("顾云舟", "imprisoned_in", "大牢"), Phase.BEGINS),
        ("顾云舟还活着。", ("顾云舟", "alive", ""), Phase.HOLDS),
        ("顾云舟并没有死。", ("顾云舟", "alive", ""), Phase.HOLDS),
        ("顾云舟死后，林见鹿走了。", ("顾云舟", "dead", ""), Phase.HOLDS),
        ("顾云舟十年前就死了。", ("顾云舟", "dead", ""), Phase.BEGINS),
        ("顾云舟被仇人杀害。", ("顾云舟", "dead", ""), Phase.BEGINS),
        ("顾云舟被沈秋池所杀。", ("沈秋池", "killed", "顾云舟"), Phase.HOLDS),
        ("顾云舟措手不及，被沈秋池一刀斩了。", ("沈秋池", "killed", "顾云舟"), Phase.HOLDS),
        ("顾云舟死在沈秋池手里。", ("沈秋池", "killed", "顾云舟"), Phase.HOLDS),
        ("顾云舟手起刀落，砍沈秋池于马下。", ("顾云舟", "killed", "沈秋池"), Phase.HOLDS),
    ],
)
def test_a_short_biography_is_extracted(sentence: str, expected: tuple[str, str, str], phase: Phase) -> None:
    """Home, occupation, health and death are extracted with their phases."""
    found = read(MODERN_CAST + sentence)

    assert (expected, phase) in {(found.triple(one), one.core.phase) for one in found.facts.statements}


def test_unreal_or_reported_events_are_not_extracted() -> None:
    """Plans, expectations, hearsay, dreams, wishes and denials are not extracted as facts of the story's world."""
    for sentence in [
        "顾云舟要搬到苇港。",
        "顾云舟没有搬到苇港。",
        "等顾云舟搬到苇港，沈秋池就走。",
        "顾云舟催沈秋池搬到苇港。",
        "每次顾云舟来到苇港，沈秋池都去接她。",
        "顾云舟听说沈秋池搬到了苇港。",
        "顾云舟不是掌柜。",
        "顾云舟没有受伤。",
        "顾云舟只推病重。",
        "顾云舟没有被沈秋池杀死。",
        "顾云舟险些被沈秋池杀了。",
        "顾云舟全家被沈秋池所杀。",
        "在梦里，顾云舟被沈秋池杀了。",
        "有人说，顾云舟死了。",
        "顾云舟死了，至少沈秋池是这么想的。",
        "顾云舟告诉沈秋池，林见鹿十年前就死了。",
        "顾云舟承认杀死了沈秋池。",
        "顾云舟恨不得沈秋池死了。",
    ]:
        found = read(MODERN_CAST + sentence)

        assert found.triples() == set(), sentence


def test_a_move_is_one_statement() -> None:
    """搬到了 says where somebody lives from now on, and not also that he went there."""
    assert read(MODERN_CAST + "顾云舟搬到了苇港。").triples() == {("顾云舟", "lives_in", "苇港")}


def test_every_person_in_a_list_gets_the_office() -> None:
    """令X、Y、Z为先锋 gives the office to all three persons."""
    found = read(MODERN_CAST + "顾云舟、沈秋池、林见鹿为先锋。")

    assert found.triples() == {(name, "title", "先锋") for name in ("顾云舟", "沈秋池", "林见鹿")}
