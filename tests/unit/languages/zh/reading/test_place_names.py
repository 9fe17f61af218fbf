"""Tests of the names of places, groups and things that the Chinese rules find in a window."""

from __future__ import annotations

import pytest

from tests.unit.languages.zh.chinese_reading import read


def test_a_province_is_a_place() -> None:
    """A place name can be two characters that end in 州, after a clear word boundary."""
    found = read("贺翎引兵攻徐州。贺翎遂入徐州，出榜安民。")

    assert found.types["徐州"] == "Place"
    assert found.surfaces("徐州") == {"徐州": [5, 12]}


def test_a_pass_of_three_characters_is_a_place() -> None:
    """The place name begins after the verb of motion."""
    found = read("贺翎星夜至汜水关。守将弃了汜水关，望西而走。")

    assert found.types["汜水关"] == "Place"


def test_the_verb_of_leaving_is_not_part_of_the_place() -> None:
    """The last character of 离开 could begin a name."""
    found = read("阮青禾离开苇港。阮青禾回到苇港。阮青禾说：“苇港下雨了。”")

    assert found.types["苇港"] == "Place"
    assert "开苇港" not in found.types


def test_a_place_without_a_typical_ending_is_recognised_by_verbs_of_motion() -> None:
    """A word that follows verbs of motion twice is a place."""
    found = read("贺翎自回洛阳。帝闻之，车驾幸洛阳。贺翎引军屯洛阳，遂往长安。")

    assert found.types["洛阳"] == "Place"


def test_the_place_in_an_office_title_is_a_place() -> None:
    """南阳太守 contains the place name 南阳."""
    found = read("南阳太守贺翎引兵来。贺翎曰：“可战。”")

    assert found.types["南阳"] == "Place"


@pytest.mark.parametrize("word", ["城门", "城中", "大山", "本州", "门口", "一国", "营寨", "大江"])
def test_a_common_noun_for_a_place_is_no_name(word: str) -> None:
    """Every city has a gate, so the word for gate is no name."""
    found = read(f"贺翎至{word}。贺翎入{word}，守{word}。贺翎出{word}。")

    assert word not in found.types


def test_a_group_is_recognised_by_its_last_character_and_context() -> None:
    """The group name occurs twice, once in a construction for groups."""
    found = read("程渡是量潮司的录潮生。程渡说：“量潮司缺人。”后来程渡离开了量潮司。")

    assert found.types["量潮司"] == "Organization"


def test_a_group_after_the_verb_join_needs_no_typical_ending() -> None:
    """After 加入了, a name such as 值夜者 is a group."""
    found = read("那年冬天，沈秋池加入了值夜者。沈秋池说：“值夜者从不睡觉。”")

    assert found.types["值夜者"] == "Organization"


def test_a_book_title_is_a_thing() -> None:
    """The name of a book is the text between 《 and 》."""
    found = read("老人授以天书，曰：“此名《太平要术》，汝得之。”")

    assert found.surfaces("太平要术") == {"太平要术": [13]}
    assert found.types["太平要术"] == "Item"


def test_a_weapon_with_a_name_is_a_thing() -> None:
    """A sword name has three or more characters and follows a verb of carrying."""
    found = read("贺翎挺丈八蛇矛，直取崔毅。贺翎大喝一声，崔毅大惊。")

    assert found.types["丈八蛇矛"] == "Item"


@pytest.mark.parametrize("verb", ["舞动", "绰起", "提着"])
def test_a_weapon_name_does_not_begin_inside_a_verb(verb: str) -> None:
    """The second character of a verb is not part of a sword name."""
    found = read(f"贺翎{verb}大刀，直取崔毅。贺翎大喝一声，崔毅大惊。")

    assert [name for name, kind in found.types.items() if kind == "Item"] == []
    assert read(f"贺翎{verb}青铜大刀，直取崔毅。").types["青铜大刀"] == "Item"


def test_a_thing_that_is_given_is_a_node_without_a_proper_name() -> None:
    """A thing that is given and mentioned again becomes a node, although it has no proper name."""
    found = read("老人把铜尺交给顾云舟。顾云舟说：“铜尺怎么断了？”他看着铜尺，没有说话。")

    assert found.types["铜尺"] == "Item"


def test_a_hand_or_a_glance_is_no_thing() -> None:
    """A hand or a glance that is “given” is not a thing."""
    found = read("顾云舟把目光放在门上。顾云舟收回目光。顾云舟的目光冷了下来。顾云舟说：“走吧。”")

    assert "目光" not in found.types
