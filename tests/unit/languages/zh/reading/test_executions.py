"""Tests of executions and of killings by order: who gives an order that is carried out is the killer."""

from __future__ import annotations

import pytest

from episodic.model.readings import Placement
from tests.unit.languages.zh.chinese_reading import MODERN_CAST, read

KILLED = {("顾云舟", "killed", "沈秋池"), ("沈秋池", "dead", "")}


def deaths(sentence: str) -> set[tuple[str, str, str]]:
    """Return the statements about deaths of a text that introduces the persons and then contains *sentence*."""
    return {one for one in read(MODERN_CAST + sentence).triples() if one[1] in {"dead", "killed"}}


@pytest.mark.parametrize(
    "sentence",
    [
        "顾云舟暗使人鸩杀沈秋池。",
        "顾云舟命将沈秋池斩了。",
        "顾云舟令杖杀沈秋池在狱中。",
        "顾云舟叱武士将沈秋池一刀斩头落地。",
        "顾云舟因沈秋池误国，令武士押出市曹，凌迟处死。",
        "众人拿沈秋池来见顾云舟。顾云舟骂曰：“逆贼！”喝左右乱棒打死。",
        "众人擒沈秋池兄弟至，顾云舟命尽斩于市。",
        "顾云舟不听众人之言，命将沈秋池下狱中缢死。",
        "顾云舟令捉至江边，奠酒烧纸，一刀斩了沈秋池。",
    ],
)
def test_who_orders_an_execution_that_is_carried_out_is_the_killer(sentence: str) -> None:
    assert deaths(sentence) == KILLED, sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "却说顾云舟自斩沈秋池之后，怒气未消。",
        "只因沈秋池被顾云舟谋杀，众人皆怒。",
        "后沈秋池为顾云舟所斩，众人怜之。",
        "众人已将沈秋池解赴许都，为顾云舟所斩。",
        "顾云舟回身，向沈秋池面门只一锏，打得眼珠迸出，死于马下。",
        "沈秋池被顾云舟一戟刺中前胸，撞出车来；再一戟，刃从背上透出，死于车傍。",
        "林见鹿遣部将沈秋池出马，与顾云舟交锋；战不三合，被顾云舟一刀斩于马下。",
        "时有大王沈秋池，匹马奔走，正逢顾云舟，战二十余合，被顾云舟所杀。",
    ],
)
def test_the_victim_is_who_goes_to_fight_or_is_named_before_the_passive(sentence: str) -> None:
    assert deaths(sentence) == KILLED, sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "众人割了沈秋池首级。",
        "从人逃回见顾云舟，报沈秋池已死。",
        "顾云舟到时，沈秋池已死数日。",
        "沈秋池被顾云舟射中头额，众人救到寨中，取了箭头，令医调治；当晚身死。",
        "将沈秋池丢下，已被挟死。",
        "先将全尚、沈秋池等杀讫。",
        "沈秋池伏地哭曰：“我去矣。”大哭一场，眼中流血，自刎而死。",
    ],
)
def test_a_death_is_read_after_others_have_acted(sentence: str) -> None:
    """Others look after the dying person, or a messenger or the person's head shows the death."""
    assert deaths(sentence) == {("沈秋池", "dead", "")}, sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "顾云舟大怒，喝武士推出沈秋池斩之。众人告免。",
        "顾云舟令林见鹿去擒沈秋池。守将拦阻，林见鹿立斩之。",
        "顾云舟感沈秋池忠勇，殁于王事。",
        "顾云舟欲令人鸩杀沈秋池。",
        "顾云舟大怒，喝左右将沈秋池斩讫报来。",
    ],
)
def test_an_order_that_may_not_be_carried_out_kills_nobody(sentence: str) -> None:
    assert not deaths(sentence), sentence


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("后超死，有二子。", {("贺超", "dead", "")}),
        ("崔毅使弟超领兵出敌，与吴安交锋；被吴安斩于马下。", {("贺超", "dead", ""), ("吴安", "killed", "贺超")}),
        ("众人擒高平，斩之。", {("高平", "dead", "")}),
    ],
)
def test_a_given_name_after_a_short_word_and_a_captive_named_once_are_found(
    text: str, expected: set[tuple[str, str, str]]
) -> None:
    found = read("崔毅曰：“善。”吴安曰：“善。”贺超曰：“善。”崔毅大喜。吴安乃去。贺超大笑。" + text)

    assert {one for one in found.triples() if one[1] in ("dead", "killed")} == expected, text


def test_who_has_somebody_led_away_and_strangled_does_not_die() -> None:
    assert not deaths("顾云舟怒曰：“犹作儿女态耶！”叱武士牵出，勒死于宫门之外。")


def test_whose_heads_are_sent_and_who_is_executed_with_the_house_of_another_are_dead() -> None:
    sent = deaths("忽报辽东林见鹿遣人送沈秋池、顾云舟首级至。")
    executed = deaths("便教将沈秋池、白某与林见鹿一家老小并斩于市。")

    assert sent == {("沈秋池", "dead", ""), ("顾云舟", "dead", "")}
    assert ("沈秋池", "dead", "") in executed


def test_who_is_carried_out_senseless_dies_and_not_who_has_him_carried_out() -> None:
    assert deaths("沈秋池闻言，昏绝于地。顾云舟令扶出，须臾而死。") == {("沈秋池", "dead", "")}


@pytest.mark.parametrize(
    ("sentence", "placed"),
    [
        ("只因沈秋池被顾云舟谋杀，众人皆怒。", Placement.BACK),
        ("林见鹿自幼嗣与他人为子。后沈秋池为顾云舟所斩，众人怜之。", Placement.BACK),
        ("后沈秋池为顾云舟所斩，众人怜之。", Placement.NOW),
    ],
)
def test_a_reason_and_what_follows_in_the_account_of_a_youth_lie_before_the_scene(
    sentence: str, placed: Placement
) -> None:
    assert read(MODERN_CAST + sentence).statement("killed").core.placing is placed, sentence
