"""Tests of the statements that the Chinese rules extract from a window."""

from __future__ import annotations

import pytest

from episodic.extraction.rule_based import RuleBasedReader
from episodic.model.readings import Participant, Phase, Placement, StatementScope
from tests.unit.languages.zh.chinese_reading import read

CAST = "贺翎曰：“善。”崔毅曰：“善。”贺翎升帐。崔毅升帐。"
"""A text that introduces the two persons of the classical texts below."""


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
def test_clear_constructions_of_classical_prose_are_extracted(sentence: str, expected: tuple[str, str, str]) -> None:
    found = read(CAST + sentence)

    assert expected in found.triples()


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
    ],
)
def test_clear_constructions_of_modern_prose_are_extracted(sentence: str, expected: tuple[str, str, str]) -> None:
    cast = "顾云舟说：“走吧。”沈秋池说：“好。”顾云舟点点头。沈秋池笑了。"

    found = read(cast + sentence)

    assert expected in found.triples()


def test_denied_feared_intended_or_supposed_events_are_not_extracted() -> None:
    """Neither a death nor a killing is extracted from these sentences."""
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

        assert {predicate for _, predicate, _ in found.triples()} & {"dead", "killed", "surrendered_to"} == set(), (
            sentence
        )


def test_killing_begins_a_death() -> None:
    """Killing is an event, and the death is a state that begins."""
    found = read(CAST + "贺翎斩崔毅于马下。")

    assert found.statement("dead").core.phase is Phase.BEGINS


def test_leaving_a_group_ends_the_membership() -> None:
    """After 离开, a group gives the end of a membership, and not an event."""
    found = read("程渡是量潮司的人。程渡说：“走了。”程渡把木牌放在桌上，离开了量潮司。")

    assert (Phase.ENDS, "程渡离开了量潮司。") in {(one.core.phase, one.core.text) for one in found.facts.statements}


def test_the_quote_is_the_clause_of_the_statement() -> None:
    found = read(CAST + "战不数合，贺翎斩崔毅于马下。军士皆惊。")

    assert found.statement("killed").quote.of(found.window.text) == "贺翎斩崔毅于马下"


def test_the_text_of_a_statement_has_full_names() -> None:
    """朗 is replaced with the full name."""
    found = read("孟朗曰：“善。”孟朗大喜。朗引兵至徐州。徐州百姓大喜。孟朗入徐州。")

    assert "孟朗去了徐州。" in {one.core.text for one in found.facts.statements}


def test_a_pronoun_refers_to_the_only_possible_person() -> None:
    """他 refers to the only person in the sentence."""
    found = read("顾云舟说：“走吧。”顾云舟没有房子，他住在自己的船上。")

    assert ("顾云舟", "lives_in", "自己的船上") in found.triples()


def test_an_ambiguous_pronoun_refers_to_nobody() -> None:
    """他 is ambiguous if the sentence has two persons."""
    found = read("顾云舟说：“走吧。”沈秋池说：“好。”顾云舟等着沈秋池，他住在自己的船上。")

    assert found.triples() == set()


def test_an_action_is_stated_of_every_person_in_a_list() -> None:
    """The sentence 王平、张嶷守… gives one statement about each of the two persons."""
    found = read(CAST + "贺翎、崔毅守徐州。贺翎入徐州。")

    assert {("贺翎", "located_in", "徐州"), ("崔毅", "located_in", "徐州")} <= found.triples()


def test_the_recipient_of_a_gift_is_a_participant() -> None:
    """A gift has a giver, a thing and a recipient."""
    found = read("顾云舟说：“走吧。”沈秋池说：“好。”顾云舟把铜尺交给沈秋池。铜尺断了。铜尺很沉。沈秋池笑了。")

    names = [node.name for node in found.entities.nodes]
    assert found.statement("gave").participants == (Participant(names.index("沈秋池"), "recipient"),)


def test_the_placement_comes_from_the_time_expression_rules() -> None:
    """The statement rules have no rule for tense."""
    reader = RuleBasedReader(placing=lambda text, _: Placement.BACK if "曾" in text else Placement.NOW)

    found = read(CAST + "贺翎曾守徐州，贺翎入徐州。", reader=reader)

    assert {one.core.placing for one in found.facts.statements if "曾" in one.quote.of(found.window.text)} <= {
        Placement.BACK
    }


def test_what_is_narrated_has_happened() -> None:
    """In narration, 将 and 欲 belong to what somebody was about to do before."""
    reader = RuleBasedReader(placing=lambda _text, _language: Placement.AHEAD)

    found = read(CAST + "崔毅正欲交锋，被贺翎一刀斩于马下。", reader=reader)

    assert {one.core.placing for one in found.facts.statements if one.core.predicate == "dead"} == {Placement.NOW}


def test_speech_is_a_claim_of_the_speaker() -> None:
    found = read(CAST + "贺翎谓左右曰：“崔毅已死。”")

    names = [node.name for node in found.entities.nodes]
    claim = found.statement("dead")
    assert (claim.core.scope, claim.holder) == (StatementScope.CLAIM, names.index("贺翎"))
    assert found.triples() == set()


def test_the_speaker_may_be_named_after_his_words() -> None:
    """The speaker of “…”X说 is X."""
    found = read("顾云舟说：“走吧。”沈秋池说：“好。”“顾云舟住在苇港。”沈秋池说，“苇港下雨了。”顾云舟离开苇港。")

    assert ("顾云舟", "lives_in", "苇港") in found.triples(StatementScope.CLAIM)


def test_i_inside_speech_is_the_speaker() -> None:
    """我 inside speech refers to the speaker."""
    found = read("顾云舟说：“走吧。”沈秋池笑了。沈秋池说：“我住在苇港。”顾云舟离开苇港。")

    assert ("沈秋池", "lives_in", "苇港") in found.triples(StatementScope.CLAIM)


def test_speech_without_a_clear_speaker_gives_no_statement() -> None:
    found = read(CAST + "忽一人报曰：“贺翎斩崔毅于马下。”")

    assert found.facts.statements == ()


def test_a_question_gives_no_statement() -> None:
    found = read(CAST + "贺翎问曰：“崔毅已死乎？”")

    assert found.facts.statements == ()


def test_his_son_refers_to_the_previous_person_with_the_same_surname() -> None:
    """其子 is resolved only if the son's surname is written and equals the father's."""
    found = read(CAST + "太守贺翎闻崔毅军到，乃与其子贺超商议。贺超曰：“可战。”贺超大怒。")

    assert ("贺超", "child_of", "贺翎") in found.triples()
    assert ("贺超", "child_of", "崔毅") not in found.triples()


def test_his_son_with_another_surname_gives_no_kinship() -> None:
    found = read(CAST + "崔毅大怒，其子贺超出马。贺超曰：“可战。”贺超大怒。")

    assert {predicate for _, predicate, _ in found.triples()} & {"child_of"} == set()


def test_a_person_who_is_sent_has_not_arrived() -> None:
    """A person who is sent is not yet there, if the clause names the sender."""
    found = read(CAST + "贺翎即令崔毅引兵至徐州。贺翎入徐州。")

    assert ("崔毅", "went_to", "徐州") not in found.triples()


def test_a_former_member_has_left_the_group() -> None:
    """已经不是…的人了 ends a membership."""
    found = read(
        "老尺说：“走吧。”老尺坐下。那时老尺很少出门。他已经不是量潮司的人了，量潮司也不来人。老尺说：“量潮司忘了我。”"
    )

    ended = found.statement("member_of")
    assert (found.triple(ended), ended.core.phase) == (("老尺", "member_of", "量潮司"), Phase.ENDS)


def test_a_visited_person_is_not_the_next_speaker() -> None:
    """A destination in one clause is not the speaker of the next clause."""
    found = read(CAST + "次日，亲往贺翎墓前设祭，顾谓众人曰：“崔毅已死。”")

    assert found.triples(StatementScope.CLAIM) == set()


def test_a_stranger_who_introduces_himself_is_the_speaker() -> None:
    """In 某姓X名Y字Z, the speaker is the person who is introduced."""
    found = read("玄德问其姓名。其人曰：“某姓贺，名翎，字伯衡，青州人也。”伯衡拜谢。伯衡遂留。")

    names = [node.name for node in found.entities.nodes]
    claim = found.statement("courtesy_name")
    assert (claim.core.scope, claim.holder) == (StatementScope.CLAIM, names.index("贺翎"))
