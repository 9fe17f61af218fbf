"""What the Chinese rules believe a window to say of the world."""

from __future__ import annotations

import pytest

from episodic.extraction.rule_based import RuleBasedReader
from episodic.model.readings import Participant, Phase, Placement, StatementScope
from tests.unit.languages.zh.chinese_reading import read

CAST = "贺翎曰：“善。”崔毅曰：“善。”贺翎大喜。崔毅大喜。"
"""Two persons whom every classical text below names."""


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("贺翎乃青州人也。", ("贺翎", "from_place", "青州")),
        ("贺翎，字伯衡，青州人也。", ("贺翎", "courtesy_name", "伯衡")),
        ("青州刺史贺翎出迎。", ("贺翎", "title", "青州刺史")),
        ("校尉崔毅引兵出迎。", ("崔毅", "title", "校尉")),
        ("贺翎拜崔毅为先锋。", ("崔毅", "title", "先锋")),
        ("贺翎拜崔毅为先锋。", ("贺翎", "appointed", "崔毅")),
        ("战不数合，贺翎斩崔毅于马下。", ("贺翎", "killed", "崔毅")),
        ("战不数合，贺翎斩崔毅于马下。", ("崔毅", "dead", "")),
        ("崔毅措手不及，被贺翎一刀斩于马下。", ("贺翎", "killed", "崔毅")),
        ("是年，贺翎卒。", ("贺翎", "dead", "")),
        ("贺翎生擒崔毅，回寨去了。", ("贺翎", "captured", "崔毅")),
        ("贺翎大败崔毅于河边。", ("贺翎", "defeated", "崔毅")),
        ("贺翎拍马与崔毅交锋。", ("贺翎", "fought", "崔毅")),
        ("贺翎引军屯于徐州。贺翎守徐州。", ("贺翎", "located_in", "徐州")),
        ("贺翎引兵至徐州，安抚徐州百姓。", ("贺翎", "went_to", "徐州")),
        ("崔毅投奔贺翎去了。", ("崔毅", "serves", "贺翎")),
        ("贺翎部将崔毅出马。", ("崔毅", "serves", "贺翎")),
        ("崔毅降了贺翎。", ("崔毅", "surrendered_to", "贺翎")),
        ("崔毅乃贺翎之子。", ("崔毅", "child_of", "贺翎")),
        ("贺翎弟崔毅出马。", ("崔毅", "sibling_of", "贺翎")),
        ("贺翎娶崔毅为妻。", ("贺翎", "married_to", "崔毅")),
        ("贺翎身长八尺，面如冠玉。", ("贺翎", "height", "八尺")),
        ("贺翎年二十八岁。", ("贺翎", "age", "二十八岁")),
        ("贺翎与崔毅结为兄弟。", ("贺翎", "sworn_sibling_of", "崔毅")),
        ("贺翎救了崔毅，杀出重围。", ("贺翎", "rescued", "崔毅")),
        ("贺翎得了徐州，安抚徐州百姓。贺翎入徐州。", ("贺翎", "captured", "徐州")),
    ],
)
def test_a_clear_construction_of_classical_prose_is_believed(sentence: str, expected: tuple[str, str, str]) -> None:
    """Each construction says what it says."""
    found = read(CAST + sentence)

    assert expected in found.said()


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("顾云舟住在苇港。沈秋池回到苇港。", ("顾云舟", "lives_in", "苇港")),
        ("顾云舟搬到了苇港。沈秋池回到苇港。", ("顾云舟", "lives_in", "苇港")),
        ("顾云舟离开苇港，再没有回来。沈秋池回到苇港。", ("顾云舟", "left", "苇港")),
        ("顾云舟生在苇港。沈秋池回到苇港。", ("顾云舟", "born_in", "苇港")),
        ("顾云舟加入了值夜者。值夜者很少睡觉。", ("顾云舟", "member_of", "值夜者")),
        ("顾云舟是沈秋池的哥哥。", ("顾云舟", "sibling_of", "沈秋池")),
        ("沈秋池嫁给了顾云舟。", ("沈秋池", "married_to", "顾云舟")),
        ("顾云舟三年前去世了。", ("顾云舟", "dead", "")),
        ("顾云舟杀死了沈秋池。", ("顾云舟", "killed", "沈秋池")),
        ("那时顾云舟七岁。", ("顾云舟", "age", "七岁")),
        ("顾云舟把铜尺交给沈秋池。铜尺断了。他看着铜尺。", ("顾云舟", "gave", "铜尺")),
        ("顾云舟把铜尺交给沈秋池。铜尺断了。他看着铜尺。", ("沈秋池", "holds", "铜尺")),
    ],
)
def test_a_clear_construction_of_modern_prose_is_believed(sentence: str, expected: tuple[str, str, str]) -> None:
    """The same for prose of today."""
    cast = "顾云舟说：“走吧。”沈秋池说：“好。”顾云舟点点头。沈秋池笑了。"

    found = read(cast + sentence)

    assert expected in found.said()


def test_what_is_denied_feared_meant_or_supposed_is_not_believed() -> None:
    """Neither death nor killing is told here."""
    for sentence in [
        "贺翎未死。",
        "贺翎欲斩崔毅于马下。",
        "若贺翎斩崔毅于马下，则徐州可得。",
        "贺翎令崔毅守徐州，崔毅未去徐州。",
        "崔毅闻贺翎已死，遂哭。",
        "讹传贺翎死于军中。",
        "莫非贺翎已死？",
        "贺翎不肯降崔毅。",
        "贺翎恐崔毅已死。",
    ]:
        found = read(CAST + sentence)

        assert {predicate for _, predicate, _ in found.said()} & {"dead", "killed", "surrendered_to"} == set(), sentence


def test_killing_begins_a_death() -> None:
    """The one is an event, the other a state that begins."""
    found = read(CAST + "贺翎斩崔毅于马下。")

    assert found.statement("dead").core.phase is Phase.BEGINS


def test_leaving_a_group_ends_the_membership() -> None:
    """离开 of a group is an end, not an event."""
    found = read("程渡是量潮司的人。程渡说：“走了。”程渡把木牌放在桌上，离开了量潮司。")

    assert (Phase.ENDS, "程渡离开了量潮司。") in {(one.core.phase, one.core.text) for one in found.facts.statements}


def test_the_quote_is_the_clause_that_says_it() -> None:
    """Verbatim, by its place."""
    found = read(CAST + "战不数合，贺翎斩崔毅于马下。军士皆惊。")

    assert found.statement("killed").quote.of(found.window.text) == "贺翎斩崔毅于马下"


def test_the_sentence_has_full_names_instead_of_surfaces() -> None:
    """朗 is written out."""
    found = read("孟朗曰：“善。”孟朗大喜。朗引兵至徐州。徐州百姓大喜。孟朗入徐州。")

    assert "孟朗去了徐州。" in {one.core.text for one in found.facts.statements}


def test_a_pronoun_stands_for_the_only_one_it_can_mean() -> None:
    """他 in the sentence of one person."""
    found = read("顾云舟说：“走吧。”顾云舟没有房子，他住在自己的船上。")

    assert ("顾云舟", "lives_in", "自己的船上") in found.said()


def test_a_pronoun_that_could_mean_two_means_nobody() -> None:
    """Two persons stand in the sentence."""
    found = read("顾云舟说：“走吧。”沈秋池说：“好。”顾云舟等着沈秋池，他住在自己的船上。")

    assert found.said() == set()


def test_those_who_are_listed_do_it_together() -> None:
    """王平、张嶷守… is said of both."""
    found = read(CAST + "贺翎、崔毅守徐州。贺翎入徐州。")

    assert {("贺翎", "located_in", "徐州"), ("崔毅", "located_in", "徐州")} <= found.said()


def test_the_one_who_gets_it_is_a_participant() -> None:
    """A gift has a giver, a thing and a recipient."""
    found = read("顾云舟说：“走吧。”沈秋池说：“好。”顾云舟把铜尺交给沈秋池。铜尺断了。铜尺很沉。沈秋池笑了。")

    names = [node.name for node in found.entities.nodes]
    assert found.statement("gave").participants == (Participant(names.index("沈秋池"), "recipient"),)


def test_where_the_words_put_it_comes_from_the_rule_that_was_handed_in() -> None:
    """The reader has no rule for tense of its own."""
    reader = RuleBasedReader(placing=lambda text, _: Placement.BACK if "曾" in text else Placement.NOW)

    found = read(CAST + "贺翎曾守徐州，贺翎入徐州。", reader=reader)

    assert {one.core.placing for one in found.facts.statements if "曾" in one.quote.of(found.window.text)} <= {
        Placement.BACK
    }


def test_what_somebody_says_is_his_claim() -> None:
    """Speech asserts a claim of its speaker, never the world."""
    found = read(CAST + "贺翎谓左右曰：“崔毅已死。”")

    names = [node.name for node in found.entities.nodes]
    claim = found.statement("dead")
    assert (claim.core.scope, claim.holder) == (StatementScope.CLAIM, names.index("贺翎"))
    assert found.said() == set()


def test_the_speaker_may_be_named_after_his_words() -> None:
    """“…”X说."""
    found = read("顾云舟说：“走吧。”沈秋池说：“好。”“顾云舟住在苇港。”沈秋池说，“苇港下雨了。”顾云舟离开苇港。")

    assert ("顾云舟", "lives_in", "苇港") in found.said(StatementScope.CLAIM)


def test_i_in_somebodys_words_is_the_speaker() -> None:
    """我 has a name."""
    found = read("顾云舟说：“走吧。”沈秋池笑了。沈秋池说：“我住在苇港。”顾云舟离开苇港。")

    assert ("沈秋池", "lives_in", "苇港") in found.said(StatementScope.CLAIM)


def test_words_without_a_clear_speaker_say_nothing() -> None:
    """Nobody is named who could have said it."""
    found = read(CAST + "忽一人报曰：“贺翎斩崔毅于马下。”")

    assert found.facts.statements == ()


def test_a_question_says_nothing() -> None:
    """Neither in narration nor in speech."""
    found = read(CAST + "贺翎问曰：“崔毅已死乎？”")

    assert found.facts.statements == ()


def test_his_son_is_the_son_of_the_one_before_who_has_his_surname() -> None:
    """其子 needs a family name to be believed, and the name must be written there."""
    found = read(CAST + "太守贺翎闻崔毅军到，乃与其子贺超商议。贺超曰：“可战。”贺超大怒。")

    assert ("贺超", "child_of", "贺翎") in found.said()
    assert ("贺超", "child_of", "崔毅") not in found.said()


def test_his_son_of_another_surname_is_nobodys_son() -> None:
    """Without the surname nobody can tell whose."""
    found = read(CAST + "崔毅大怒，其子贺超出马。贺超曰：“可战。”贺超大怒。")

    assert {predicate for _, predicate, _ in found.said()} & {"child_of"} == set()


def test_he_who_is_told_to_go_has_not_gone() -> None:
    """A sender stands in the same clause."""
    found = read(CAST + "贺翎即令崔毅引兵至徐州。贺翎入徐州。")

    assert ("崔毅", "went_to", "徐州") not in found.said()


def test_who_is_no_longer_of_a_group_has_left_it() -> None:
    """已经不是…的人了 ends a membership."""
    found = read(
        "老尺说：“走吧。”老尺坐下。那时老尺很少出门。他已经不是量潮司的人了，量潮司也不来人。老尺说：“量潮司忘了我。”"
    )

    ended = found.statement("member_of")
    assert (found.triple(ended), ended.core.phase) == (("老尺", "member_of", "量潮司"), Phase.ENDS)


def test_whoever_is_gone_to_does_not_speak() -> None:
    """The person in a clause about where somebody goes is not the one who speaks in the next."""
    found = read(CAST + "次日，亲往贺翎墓前设祭，顾谓众人曰：“崔毅已死。”")

    assert not [one for one in found.facts.statements if one.core.predicate == "dead"]


def test_a_stranger_who_begins_with_his_name_speaks_for_himself() -> None:
    """某姓X名Y字Z: the speaker is the one he names."""
    found = read("玄德问其姓名。其人曰：“某姓贺，名翎，字伯衡，青州人也。”伯衡拜谢。伯衡遂留。")

    names = [node.name for node in found.entities.nodes]
    claim = found.statement("courtesy_name")
    assert (claim.core.scope, claim.holder) == (StatementScope.CLAIM, names.index("贺翎"))
