"""Deaths are read where only an earlier clause names the killer or the victim."""

from __future__ import annotations

import pytest

from tests.unit.languages.zh.chinese_reading import MODERN_CAST, read

KILLED = {("顾云舟", "killed", "沈秋池"), ("沈秋池", "dead", "")}
DEAD = {("沈秋池", "dead", "")}


def deaths(sentence: str) -> set[tuple[str, str, str]]:
    """Return the statements about deaths of a text that introduces the persons and then contains *sentence*."""
    return {one for one in read(MODERN_CAST + sentence).triples() if one[1] in {"dead", "killed"}}


@pytest.mark.parametrize(
    "sentence",
    [
        "顾云舟大怒，遂斩沈秋池，悬头军门。",
        "顾云舟闻之，拔剑便出，竟杀死沈秋池。",
        "顾云舟骂道：“逆贼！”遂将沈秋池斩首。",
        "沈秋池拍马来迎，战不三合，被顾云舟一刀斩于马下。",
        "沈秋池欺他年幼，跃马迎战。战不数合，早被顾云舟一枪刺于马下。",
        "沈秋池知不能敌，连夜投苇港去；行至半路，为顾云舟所杀。",
        "沈秋池伤臂坠车。顾云舟厉声出，一戟直刺咽喉。",
        "顾云舟大怒，即收沈秋池杀之。",
    ],
)
def test_the_subject_of_an_earlier_clause_kills_or_is_killed(sentence: str) -> None:
    """The clause of the killing names only one of the two persons, or none."""
    assert deaths(sentence) >= KILLED, sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "沈秋池听罢，长叹一声，遂拔剑自刎而死。",
        "沈秋池大哭一场，眼中流血，当夜吐血而亡。",
        "沈秋池说：“我去了。”言讫而亡。",
        "沈秋池奋力冲突，不能得脱，死于乱军之中。",
        "丞相沈秋池阵亡，众将大哭。",
    ],
)
def test_the_subject_of_an_earlier_clause_dies(sentence: str) -> None:
    """The clause of the death has no subject, or a title stands before the name."""
    assert deaths(sentence) == DEAD, sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "顾云舟便教林见鹿登堂舞剑，乘势杀沈秋池。",
        "顾云舟大怒，喝斩沈秋池。",
        "沈秋池妻死于苇港。",
        "沈秋池所领七军，皆死于水中。",
        "沈秋池听知那人自刎，大哭。",
        "顾云舟回身，被林见鹿乘势杀了一阵。",
        "顾云舟来杀沈秋池，沈秋池走了。",
        "顾云舟一箭射中沈秋池左臂，翻身落马。",
    ],
)
def test_orders_plans_and_the_deaths_of_others_kill_nobody(sentence: str) -> None:
    """What is ordered or planned has not happened, and a wife or an army is somebody else."""
    assert not deaths(sentence), sentence


def test_a_clause_of_unnamed_people_ends_the_search_for_the_subject() -> None:
    """The soldiers kill, so that the person named before them is no killer."""
    assert deaths("顾云舟引兵出城。众军一齐向前，将沈秋池砍为两段。") == DEAD


def test_the_quote_of_a_death_contains_the_name_of_the_killer() -> None:
    """A reader of the quote sees who acts."""
    found = read(MODERN_CAST + "顾云舟大怒，遂斩沈秋池，悬头军门。")

    assert found.statement("killed").quote.of(found.window.text) == "顾云舟大怒，遂斩沈秋池"
