"""Where several surfaces are one node because the window says so."""

from __future__ import annotations

from tests.unit.languages.zh.chinese_reading import read


def test_an_introduction_gives_full_name_and_courtesy_name_to_one_node() -> None:
    """姓X名Y字Z: the full name is put together and has no place of its own; the courtesy name has."""
    found = read("其人曰：“某姓贺，名翎，字伯衡。”众皆喜。伯衡遂留。")

    assert found.surfaces("贺翎") == {"贺翎": [], "伯衡": [13, 21]}


def test_a_courtesy_name_after_the_name_is_another_surface() -> None:
    """X，字Y."""
    found = read("且说贺翎，字伯衡，青州人也。伯衡少有大志。")

    assert found.surfaces("贺翎") == {"贺翎": [2], "伯衡": [6, 14]}


def test_a_courtesy_name_changed_later_is_a_surface_too() -> None:
    """字X，后改Y."""
    found = read("吾姓贺名翎，字伯衡，后改子云。子云拜谢。")

    assert set(found.surfaces("贺翎")) == {"贺翎", "伯衡", "子云"}


def test_what_everybody_calls_him_belongs_to_the_one_just_introduced() -> None:
    """叫他Y right after an introduction."""
    found = read("师父姓陆，名行简，字仲言。这个字没有人用，港里的人一概叫他老尺。老尺不说话。")

    assert set(found.surfaces("陆行简")) == {"陆行简", "仲言", "老尺", "(师父)"}


def test_a_nickname_named_right_after_the_name_is_a_surface() -> None:
    """X，绰号Y."""
    found = read("燕小七，绰号“飞天鼠”，住在城南。燕小七说：“拿酒来。”人人都怕飞天鼠。")

    assert set(found.surfaces("燕小七")) == {"燕小七", "飞天鼠"}


def test_a_pet_name_given_to_her_belongs_to_her() -> None:
    """都叫X小Y."""
    found = read("港里的人都叫青禾小螺。青禾说：“来了。”青禾蹲下身。“小螺，过来。”何婆说。")

    assert set(found.surfaces("青禾")) == {"青禾", "小螺"}


def test_a_name_of_a_thing_is_not_given_to_its_owner() -> None:
    """又名 says it of what stands right before."""
    found = read("贺翎造青龙偃月刀，又名“冷艳锯”，重八十二斤。贺翎大喜。")

    assert set(found.surfaces("贺翎")) == {"贺翎"}
    assert set(found.surfaces("青龙偃月刀")) == {"青龙偃月刀", "冷艳锯"}


def test_a_title_taken_is_no_alias() -> None:
    """自称…将军 is shared by whoever takes it."""
    found = read("张角自称“天公将军”。张角曰：“苍天已死。”众呼天公将军。")

    assert set(found.surfaces("张角")) == {"张角", "(天公将军)"}


def test_an_unclear_bearer_gets_no_name() -> None:
    """Two persons stand before 人称, and neither right before it."""
    found = read("贺翎与崔毅同行，人称双雄。贺翎曰：“善。”崔毅曰：“善。”")

    assert set(found.types) == {"贺翎", "崔毅"}
    assert "双雄" not in found.surfaces("贺翎") | found.surfaces("崔毅")


def test_a_father_and_a_son_of_one_surname_stay_two() -> None:
    """A surname in common unites nobody."""
    found = read("贺翎曰：“吾儿何在？”贺超出曰：“父亲唤儿何事？”贺翎大喜。贺超拜谢。")

    assert set(found.types) == {"贺翎", "贺超"}


def test_one_courtesy_name_of_two_people_makes_them_not_one() -> None:
    """字X said of both in one window."""
    found = read("贺翎，字伯衡，青州人也。崔毅，字伯衡，徐州人也。贺翎曰：“善。”崔毅曰：“善。”")

    assert found.types.keys() >= {"贺翎", "崔毅"}
    assert "崔毅" not in found.surfaces("贺翎")


def test_what_somebody_calls_his_troops_is_no_name_of_his() -> None:
    """号为…军."""
    found = read("崔毅选精兵三百，号为“掘子军”。崔毅曰：“善。”掘子军掘地。崔毅大喜。")

    assert "掘子军" not in found.surfaces("崔毅")
