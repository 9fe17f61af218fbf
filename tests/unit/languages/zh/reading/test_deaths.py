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
        "探马报说沈秋池被顾云舟所杀。",
        "流星马报说顾云舟已斩沈秋池。",
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


@pytest.mark.parametrize(
    ("sentence", "dead"),
    [
        ("顾云舟骂不绝口，与沈秋池及林见鹿，一同遇害。", {"顾云舟", "沈秋池", "林见鹿"}),
        ("便教将沈秋池、林见鹿与其家小并斩于市。", {"沈秋池", "林见鹿"}),
        ("只将沈秋池等五人，并其全家老小，押送各门处斩。", {"沈秋池"}),
        ("沈秋池见势败，亦自缢死。", {"沈秋池"}),
        ("众人将沈秋池首级，号令城门。", {"沈秋池"}),
        ("只见一人提沈秋池首级来献。", {"沈秋池"}),
        ("众人哭于沈秋池灵前。", {"沈秋池"}),
        ("沈秋池停丧于白石镇。", {"沈秋池"}),
        ("顾云舟、沈秋池都被生擒，林见鹿令皆斩于市。", {"顾云舟", "沈秋池"}),
        ("言未毕，一箭射中沈秋池面门，坠于马下。", {"沈秋池"}),
        ("太仆顾云舟、大鸿胪沈秋池、校尉林见鹿皆死于国难。", {"顾云舟", "沈秋池", "林见鹿"}),
        ("马到中军，一人提沈秋池之头，掷于地上。", {"沈秋池"}),
        ("那人要谋金珠，竟杀死沈秋池，将头来献。", {"沈秋池"}),
    ],
)
def test_several_deaths_and_what_shows_a_death(sentence: str, dead: set[str]) -> None:
    found = read(MODERN_CAST + sentence)

    assert {one for one in found.triples() if one[1] != "title"} == {(name, "dead", "") for name in dead}, sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "且说顾云舟既杀了沈秋池等众人，怒气未消。",
        "顾云舟归罪沈秋池，斩之于市。",
        "沈秋池竟被顾云舟杀于阵中，众人大乱。",
        "顾云舟搭上箭，望沈秋池心窝里便射，应弦落马。",
        "沈秋池抵敌不住，被顾云舟一枪刺落马下，向前救了林见鹿。",
        "当时沈秋池自恃勇力，只顾抢掠。不想撞着顾云舟，被他一枪刺死，夺了那口剑。",
        "原来林见鹿去救沈秋池，沈秋池已被顾云舟所杀；林见鹿奋力而走。",
    ],
)
def test_further_forms_of_killing(sentence: str) -> None:
    found = read(MODERN_CAST + sentence)

    assert found.triples() == KILLED, sentence


def test_the_archer_does_not_fall_off_the_horse_of_his_target() -> None:
    """Whoever is hit in the eye falls, and not whoever shot."""
    found = read(MODERN_CAST + "沈秋池赶来，顾云舟拈弓搭箭，翻身背射，正中沈秋池左目，坠马而死。")

    assert ("顾云舟", "dead", "") not in found.triples()
    assert ("沈秋池", "dead", "") in found.triples()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("原来崔毅去救贺超，贺超已被吴安所杀；崔毅奋力而走。", {("贺超", "dead", ""), ("吴安", "killed", "贺超")}),
        ("吴安带刀跟出门外，即抽刀砍死贺超。", {("贺超", "dead", ""), ("吴安", "killed", "贺超")}),
        ("贼将吴安刺杀贺超，献首投降。", {("贺超", "dead", ""), ("吴安", "killed", "贺超")}),
        ("贺超见势败，亦自缢死。", {("贺超", "dead", "")}),
        ("太守崔毅部将贺超，出马迎战，被吴安手起一戟，刺于马下。", {("贺超", "dead", ""), ("吴安", "killed", "贺超")}),
        (
            "众视之，乃河内名将贺超。两马相交，贺超被吴安一戟刺于马下。",
            {("贺超", "dead", ""), ("吴安", "killed", "贺超")},
        ),
        ("崔毅弟贺超、侄贺进皆斩首号令。", {("贺超", "dead", ""), ("贺进", "dead", "")}),
        ("吴安领兵到城下，会合众军破之，斩贺超并其子。", {("贺超", "dead", ""), ("吴安", "killed", "贺超")}),
    ],
)
def test_people_who_are_named_only_when_they_die_are_found(text: str, expected: set[tuple[str, str, str]]) -> None:
    """One occurrence of a full name is enough where only a person can stand."""
    found = read("崔毅曰：“善。”吴安曰：“善。”崔毅大喜。吴安乃去。" + text)

    deaths = {one for one in found.triples() if one[1] in ("dead", "killed")}
    assert deaths == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "顾云舟欲取沈秋池首级。",
        "谁能取沈秋池首级？",
        "众人要将沈秋池等五人处斩。",
        "顾云舟要杀沈秋池等众人。",
        "听知沈秋池已死，众人皆惊。",
        "诈称沈秋池停丧于白石镇。",
        "沈秋池引兵到城下。梅不从，顾云舟杀之。",
        "顾云舟奋勇当先，正遇林见鹿，被顾云舟一矛刺中。",
        "沈秋池令副元帅出战，不三合，被顾云舟一戟刺于马下。",
        "顾云舟与沈秋池一同遇害的消息是假的。",
    ],
)
def test_intended_and_reported_deaths_are_none(sentence: str) -> None:
    found = read(MODERN_CAST + sentence)

    assert not any(predicate in ("dead", "killed") for _, predicate, _ in found.triples()), sentence


@pytest.mark.parametrize("text", ["吴安斩于市。", "吴安杀马兵。", "崔毅杀黄巾。", "吴安引兵杀向前。", "崔毅斩将搴旗。"])
def test_what_is_cut_down_is_not_always_a_person(text: str) -> None:
    found = read("崔毅曰：“善。”吴安曰：“善。”崔毅大喜。吴安乃去。" + text)

    assert set(found.types) == {"崔毅", "吴安"}


@pytest.mark.parametrize(
    "sentence",
    [
        "沈秋池行至白石镇，被都尉顾云舟所杀。",
        "沈秋池舞刀杀出，轻舟当先，却被林见鹿部将顾云舟一箭射死。",
        "人报顾云舟杀了沈秋池，将头来献。",
        "杀沈秋池者，乃白石镇人顾云舟也。",
        "沈秋池中箭落马；顾云舟枭其首级，回见林见鹿。",
        "沈秋池正欲走，被顾云舟一刀砍死。",
    ],
)
def test_a_killer_is_read_after_a_passive_a_report_or_a_head(sentence: str) -> None:
    """The killer can be named after a master, in a messenger's report, or when he takes the head of his victim."""
    found = read(MODERN_CAST + sentence)

    assert {one for one in found.triples() if one[1] in {"dead", "killed"}} == KILLED, sentence


@pytest.mark.parametrize(
    ("sentence", "dead"),
    [
        ("众人擒沈秋池，斩之。", {"沈秋池"}),
        ("沈秋池骂不绝口，至死神色不变。", {"沈秋池"}),
        ("沈秋池杀入重地，为贼所害。", {"沈秋池"}),
        ("沈秋池更不开口，伸颈就刑。", {"沈秋池"}),
        ("沈秋池于家中，享年五十八岁。", {"沈秋池"}),
        ("沈秋池父子皆遇害。", {"沈秋池"}),
        ("顾云舟、沈秋池、林见鹿三个被赶至楼前，剁为肉泥。", {"顾云舟", "沈秋池", "林见鹿"}),
        ("枪起处，沈秋池翻身落马。", {"沈秋池"}),
        ("正欲探听，一人提沈秋池之头，掷于地上。", {"沈秋池"}),
        ("来人报说沈秋池已死于乱军中。", {"沈秋池"}),
        ("忽报沈秋池病亡。", {"沈秋池"}),
        ("忽报沈秋池被乱军所杀。", {"沈秋池"}),
        ("顾云舟、沈秋池皆死。", {"顾云舟", "沈秋池"}),
        ("顾云舟、沈秋池奋力冲突，不能得脱，死于乱军之中。", {"顾云舟", "沈秋池"}),
        ("折了将佐顾云舟、沈秋池。", {"顾云舟", "沈秋池"}),
        ("杀太守顾云舟、将军沈秋池等，因此得势。", {"顾云舟", "沈秋池"}),
        ("命将沈秋池斩了。", {"沈秋池"}),
        ("却射中前面沈秋池，落马而死。", {"沈秋池"}),
        ("遂将沈秋池赐死。", {"沈秋池"}),
        ("沈秋池亦斩于市。", {"沈秋池"}),
    ],
)
def test_an_execution_or_a_death_told_in_passing_is_read(sentence: str, dead: set[str]) -> None:
    """The text names no killer."""
    found = read(MODERN_CAST + sentence)

    assert {one for one in found.triples() if one[1] in {"dead", "killed"}} == {(one, "dead", "") for one in dead}


@pytest.mark.parametrize(
    "sentence",
    [
        "顾云舟勒马回战。二将抵敌不住，皆被众军所杀。",
        "众人祭于林中，沈秋池哭之。亡年三十八岁。",
        "沈秋池入宫。那人慌走入园中，花阴下为顾云舟所杀。",
        "沈秋池令扶出，须臾而死。",
        "一箭射中沈秋池面门，翻身落马。众人一齐救回。",
        "沈秋池被顾云舟奋力冲杀，大败而走。",
        "沈秋池全家老幼，尽被顾云舟所杀。",
        "顾云舟欲擒沈秋池，斩之。",
        "顾云舟命斩之。众人告曰：“不可。”",
        "林见鹿要杀顾云舟、沈秋池。",
        "沈秋池怒曰：“拖下去！”叱武士牵出，勒死于宫门之外。",
        "见沈秋池坐于帐下饮酒，令二小卒于面前相扑为戏。",
        "沈秋池曰：“我不服。”顾云舟叱武士推出斩之。沈秋池全无惧色。",
    ],
)
def test_the_death_of_somebody_else_is_no_death_of_the_person_named_before(sentence: str) -> None:
    """Somebody without a known name dies, the person is saved, or the killing is only intended."""
    found = read(MODERN_CAST + sentence)

    assert not {one for one in found.triples() if one[1] in {"dead", "killed"}}, sentence
