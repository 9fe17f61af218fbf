"""Tests of the person names that the Chinese rules find in a window."""

from __future__ import annotations

import pytest

from episodic.extraction.rule_based.language_rules import KnownName, NameKind
from episodic.languages.zh.reading.nodes import named_nodes
from tests.unit.languages.zh.chinese_reading import read


def test_a_surname_with_one_character_is_a_person_in_classical_prose() -> None:
    """A name is recognised by its surname and by verbs of speaking and acting."""
    found = read("却说贺翎引兵至河边。贺翎曰：“贼去不远，可速追之。”崔毅谏曰：“贼有伏兵。”贺翎不听，遂行。")

    assert found.surfaces("贺翎") == {"贺翎": [2, 10, 38]}
    assert found.types["崔毅"] == "Person"


def test_a_compound_surname_is_one_surname() -> None:
    """In a name with 皇甫, 皇 is not the surname and 甫 is not a given name."""
    found = read("皇甫昭大怒，拔剑而起。左右皆惊。皇甫昭曰：“敢言退者斩！”")

    assert list(found.types) == ["皇甫昭"]


def test_a_given_name_may_have_two_characters() -> None:
    """A character that follows the surname in every mention belongs to the name."""
    found = read("顾云舟推开门。顾云舟说：“下雨了。”没有人答应顾云舟。")

    assert found.surfaces("顾云舟") == {"顾云舟": [0, 7, 23]}


def test_a_name_whose_owner_has_a_teacher_or_kin_is_found_in_two_sentences() -> None:
    assert {"林晚", "沈三更"} <= read("林晚住在苇港。林晚的师父是沈三更。次日，沈三更死了。").types.keys()
    assert "房东" not in read("房东的女儿住在苇港。房东的儿子死了。").types


def test_a_given_name_alone_is_the_same_person_as_the_full_name() -> None:
    """青禾 and 阮青禾 are one node."""
    found = read("沈秋池提着灯走下台阶。秋池说：“潮水退了。”秋池蹲下身，看了看木标。")

    assert found.surfaces("沈秋池") == {"沈秋池": [0], "秋池": [11, 22]}


def test_a_courtesy_name_is_recognised_by_verbs_of_speaking() -> None:
    """A name without a surname is recognised if it speaks or acts at the beginning of a clause."""
    found = read("伯衡笑曰：“此易事耳。”伯衡大怒，叱退左右。众人问伯衡，伯衡不答。")

    assert found.surfaces("伯衡") == {"伯衡": [0, 12, 25, 28]}


def test_one_character_of_a_full_name_is_a_shared_surface_in_classical_prose() -> None:
    """操曰 refers to 曹操 if no other name in the window ends in 操."""
    found = read("孟朗领兵出城。孟朗曰：“吾自当之。”朗大怒，挺枪而出。众皆称其明朗。")

    assert found.surfaces("孟朗") == {"孟朗": [0, 7], "(朗)": [18]}


def test_a_shared_last_character_refers_to_nobody() -> None:
    """If two names share the last character, that character alone refers to neither."""
    found = read("孟朗领兵出城。孟朗曰：“吾自当之。”贺朗大怒，贺朗曰：“不可。”朗曰：“何故？”")

    assert all("(朗)" not in found.surfaces(name) for name in found.types)


def test_a_surname_with_a_title_refers_to_the_only_person_with_the_surname() -> None:
    """裴掌柜 refers to the only person with the surname 裴 in the window, and is not stored as an alias."""
    found = read("裴云山坐在柜台后面。裴云山说：“进来吧。”伙计看着裴掌柜，不敢说话。")

    assert found.surfaces("裴云山") == {"裴云山": [0, 10], "(裴掌柜)": [25]}


def test_a_surname_with_a_title_is_ambiguous_between_two_people() -> None:
    """If two persons have the surname 裴, 裴掌柜 refers to neither."""
    found = read("裴云山说：“进来吧。”裴云水说：“来了。”裴云山笑了。裴云水笑了。伙计看着裴掌柜，不敢说话。")

    assert all("(裴掌柜)" not in found.surfaces(name) for name in found.types)


def test_a_transliterated_name_keeps_its_middle_dot_and_its_first_part() -> None:
    """The full form and the first part are one person, and words before the name are not part of it."""
    found = read("他望着克莱娅·莫雷诺。克莱娅说：“早安。”")

    assert found.surfaces("克莱娅·莫雷诺") == {"克莱娅·莫雷诺": [3], "克莱娅": [11]}


@pytest.mark.parametrize("word", ["众人", "左右", "先生", "丞相", "将军", "父亲", "师父", "军士"])
def test_a_speaking_common_noun_is_no_name(word: str) -> None:
    """Titles and groups of people speak too."""
    found = read(f"{word}曰：“不可。”{word}大惊。{word}曰：“可速退。”{word}大怒，遂去。")

    assert found.types == {}


def test_a_word_that_begins_like_a_surname_is_no_name() -> None:
    """Many surnames are also the first character of common words."""
    for phrase in ["马上", "何处", "高声", "方才", "于是", "许多", "时常", "白马", "金鼓", "万余"]:
        found = read(f"{phrase}，军士皆惊。{phrase}，众人大喜。{phrase}，贼兵退去。")

        assert phrase not in found.types, phrase


def test_a_title_before_a_name_is_not_taken_into_it() -> None:
    """The last character of 刺史 is also a surname, but not in front of a name."""
    found = read("青州刺史贺翎大惊。刺史贺翎曰：“谁可敌之？”")

    assert "贺翎" in found.types
    assert "史贺翎" not in found.types


def test_the_first_person_narrator_is_a_node() -> None:
    """我 outside of speech is a mention of the narrator, once per passage."""
    found = read("我推开窗。外面下着雪。", "我想起祖母说过的话。", "“我不去。”阿满说。我没有回答。")

    narrator = next(node for node in found.entities.nodes if node.narrator)
    assert [(one.text, one.shared, [span.start for span in one.spans]) for one in narrator.surfaces] == [
        ("我", True, [0, 11, 31])
    ]


def test_i_inside_speech_creates_no_narrator() -> None:
    """我 inside speech refers to the speaker."""
    found = read("顾云舟说：“我来，我去，我看。”顾云舟又说：“我知道，我不怕，我不走。”")

    assert not any(node.narrator for node in found.entities.nodes)


def test_a_name_with_a_birth_order_is_a_whole_name() -> None:
    """老三 is the third child of the family, and no person is named 孟老."""
    found = read("掌柜孟老三趴在柜台上。孟老三打了个哈欠。孟老三压低声音说：“来了。”没有人应孟老三。孟老三正要起身。")

    assert found.surfaces("孟老三") == {"孟老三": [2, 11, 20, 38, 42]}


def test_a_given_name_of_two_persons_means_the_one_who_is_named_shortly_before() -> None:
    """The other person with this given name is named far away."""
    far = "是夜风雨大作，江水暴涨，两岸草木尽被淹没。" * 14
    found = read(f"孟朗引兵出城。孟朗曰：“善。”朗大怒。{far}贺朗引兵来迎。贺朗曰：“善。”朗大喜。")

    assert found.surfaces("孟朗")["(朗)"] == [found.window.text.index("朗大怒")]
    assert found.surfaces("贺朗")["(朗)"] == [found.window.text.index("朗大喜")]


def test_a_foreign_chief_is_named_with_the_title() -> None:
    """The name of a chief with a title is a name if it occurs twice at a clear place."""
    found = read("朵思大王引兵来迎。贺翎曰：“贼去不远。”朵思大王大怒，遂出。贺翎引兵退。")

    assert found.types["朵思大王"] == "Person"


def test_of_names_of_one_length_the_one_in_the_text_is_the_name() -> None:
    known = [KnownName(name, NameKind.PERSON, 0) for name in ("阮姑娘", "阮青禾")]

    (found,) = named_nodes("两日后，阮青禾搬到了别处。", known)

    assert found.surfaces[0].text == "阮青禾"


def test_a_name_with_a_compound_surname_is_kept_beside_a_short_given_name() -> None:
    """A name such as 夏侯松 is no given name 夏 with further characters."""
    known = [KnownName("贺夏", NameKind.PERSON, 0)]

    found = named_nodes("却说贺夏大怒。只见一枪刺夏侯松于马下。", known)

    assert "夏侯松" in {node.surfaces[0].text for node in found}


def test_a_given_name_after_another_surname_is_not_the_known_person_who_has_it() -> None:
    """诸葛亮 is known by another name in the window, and 孙亮 is no name that the window shows."""
    known = [KnownName("诸葛亮", NameKind.PERSON, 0), KnownName("孔明", NameKind.PERSON, 0, main=False)]
    named = "孔明曰：“善。”孔明大笑。"

    beside = named_nodes(named + "吴主孙亮闷坐。亮曰：“卿可来。”众曰：“诺。”遂行。", known)
    alone = named_nodes(named + "亮曰：“卿可来。”众曰：“诺。”遂行。", known)

    assert not any(one.text == "亮" for node in beside for one in node.surfaces)
    assert any(one.text == "亮" for node in alone for one in node.surfaces)
