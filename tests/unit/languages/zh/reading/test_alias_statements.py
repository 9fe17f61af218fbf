"""Tests of aliases that the text of a window states."""

from __future__ import annotations

from tests.unit.languages.zh.chinese_reading import read


def test_an_introduction_gives_full_name_and_courtesy_name_to_one_node() -> None:
    """姓X名Y字Z introduces a full name, which does not occur in the text as a whole, and a courtesy name, which does."""
    found = read("其人曰：“某姓贺，名翎，字伯衡。”众皆喜。伯衡遂留。")

    assert found.surfaces("贺翎") == {"贺翎": [], "伯衡": [13, 21]}


def test_a_courtesy_name_after_the_name_is_another_surface() -> None:
    found = read("且说贺翎，字伯衡，青州人也。伯衡少有大志。庐江丁奉，字承渊。")

    assert found.surfaces("贺翎") == {"贺翎": [2], "伯衡": [6, 14]}
    assert "丁奉" in found.surfaces("丁奉")


def test_a_courtesy_name_changed_later_is_a_surface_too() -> None:
    found = read("吾姓贺名翎，字伯衡，后改子云。子云拜谢。")

    assert set(found.surfaces("贺翎")) == {"贺翎", "伯衡", "子云"}


def test_a_name_by_which_others_call_him_belongs_to_the_introduced_person() -> None:
    """叫他Y after an introduction names the introduced person."""
    found = read("师父姓陆，名行简，字仲言。这个字没有人用，港里的人一概叫他老尺。老尺不说话。")

    assert set(found.surfaces("陆行简")) == {"陆行简", "仲言", "老尺", "(师父)"}


def test_a_nickname_named_right_after_the_name_is_a_surface() -> None:
    found = read("燕小七，绰号“飞天鼠”，住在城南。燕小七说：“拿酒来。”人人都怕飞天鼠。")

    assert set(found.surfaces("燕小七")) == {"燕小七", "飞天鼠"}


def test_a_pet_name_belongs_to_the_named_person() -> None:
    found = read("港里的人都叫青禾小螺。青禾说：“来了。”青禾蹲下身。“小螺，过来。”何婆说。")

    assert set(found.surfaces("青禾")) == {"青禾", "小螺"}


def test_a_name_of_a_thing_is_not_given_to_its_owner() -> None:
    """又名 refers to the noun directly before it."""
    found = read("贺翎造青龙偃月刀，又名“冷艳锯”，重八十二斤。贺翎大喜。")

    assert set(found.surfaces("贺翎")) == {"贺翎"}
    assert set(found.surfaces("青龙偃月刀")) == {"青龙偃月刀", "冷艳锯"}


def test_a_self_given_title_is_no_alias() -> None:
    """自称…将军 is a title that several people may have."""
    found = read("张角自称“天公将军”。张角曰：“苍天已死。”众呼天公将军。")

    assert set(found.surfaces("张角")) == {"张角", "(天公将军)"}


def test_an_ambiguous_name_statement_gives_no_alias() -> None:
    """If two persons precede 人称, and neither is directly before it, the name belongs to neither."""
    found = read("贺翎与崔毅同行，人称双雄。贺翎曰：“善。”崔毅曰：“善。”")

    assert set(found.types) == {"贺翎", "崔毅"}
    assert "双雄" not in found.surfaces("贺翎") | found.surfaces("崔毅")


def test_father_and_son_with_one_surname_are_two_nodes() -> None:
    """A shared surname does not make two persons one node."""
    found = read("贺翎曰：“吾儿何在？”贺超出曰：“父亲唤儿何事？”贺翎大喜。贺超拜谢。")

    assert set(found.types) == {"贺翎", "贺超"}


def test_two_people_with_one_courtesy_name_are_two_nodes() -> None:
    """If 字X is stated of two persons in one window, the two stay different nodes."""
    found = read("贺翎，字伯衡，青州人也。崔毅，字伯衡，徐州人也。贺翎曰：“善。”崔毅曰：“善。”")

    assert found.types.keys() >= {"贺翎", "崔毅"}
    assert "崔毅" not in found.surfaces("贺翎")


def test_the_name_of_an_army_is_no_alias_of_its_leader() -> None:
    """号为…军 names an army, and not its leader."""
    found = read("崔毅选精兵三百，号为“掘子军”。崔毅曰：“善。”掘子军掘地。崔毅大喜。")

    assert "掘子军" not in found.surfaces("崔毅")
