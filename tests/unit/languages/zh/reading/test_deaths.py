"""Tests of deaths in fights: a death becomes a statement, with the killer if the text names one."""

from __future__ import annotations

import pytest

from tests.unit.languages.zh.chinese_reading import MODERN_CAST, read

KILLED = {("顾云舟", "killed", "沈秋池"), ("沈秋池", "dead", "")}


@pytest.mark.parametrize(
    "sentence",
    [
        "顾云舟拍马向前，战不三合，一枪刺沈秋池于马下。",
        "顾云舟大怒，直取沈秋池；交马一合，砍沈秋池于马下。",
        "顾云舟一刀砍下沈秋池首级。",
        "顾云舟张弓一箭，射中沈秋池咽喉，坠马而死。",
        "沈秋池措手不及，被顾云舟手起刀落，斩于马下。",
        "沈秋池拍马来战顾云舟，被顾云舟拦腰一刀，砍为两段。",
        "沈秋池急走不迭，顾云舟手起刀落，斩于马下。",
        "顾云舟赶上沈秋池，脑后一刀，将沈秋池斩下马来。",
    ],
)
def test_who_killed_whom_in_a_fight_is_read(sentence: str) -> None:
    """The killer can be named several clauses before the stroke."""
    found = read(MODERN_CAST + sentence)

    assert found.triples() >= KILLED, sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "沈秋池走投无路，遂拔剑自刎而死。",
        "沈秋池大叫一声，吐血数升，当夜而亡。",
        "沈秋池长叹曰：“我去了。”言讫而亡。",
        "沈秋池却被乱箭射死。",
        "众人一齐向前，将沈秋池砍为两段。",
    ],
)
def test_a_death_without_a_killer_is_read(sentence: str) -> None:
    """The statement names no killer."""
    found = read(MODERN_CAST + sentence)

    assert found.triples() == {("沈秋池", "dead", "")}, sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "沈秋池没有被顾云舟一枪刺死。",
        "沈秋池险些被顾云舟斩于马下。",
        "沈秋池全家被顾云舟所杀。",
        "沈秋池拔剑要自刎，被众人救下。",
        "沈秋池去救那人，那人已被顾云舟所杀。",
        "顾云舟要斩沈秋池于马下。",
    ],
)
def test_nobody_dies_of_what_did_not_happen_to_them(sentence: str) -> None:
    """The sentences deny a killing, intend one, report one that almost happened, or report the killing of another
    person.
    """
    found = read(MODERN_CAST + sentence)

    assert not {one for one in found.triples() if one[1] in {"dead", "killed"}}, sentence
