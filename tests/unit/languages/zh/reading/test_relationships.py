"""Tests of statements by the Chinese rules about love, hate, marriage, teaching and enmity."""

from __future__ import annotations

import pytest

from episodic.model.readings import Phase, StatementScope
from tests.unit.languages.zh.chinese_reading import MODERN_CAST, read


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("顾云舟恨沈秋池。", ("顾云舟", "hates", "沈秋池")),
        ("顾云舟一直爱着沈秋池。", ("顾云舟", "loves", "沈秋池")),
        ("三年前，顾云舟爱上了沈秋池。", ("顾云舟", "loves", "沈秋池")),
        ("顾云舟怕沈秋池。", ("顾云舟", "feels", "沈秋池")),
        ("顾云舟非常信任沈秋池。", ("顾云舟", "trusts", "沈秋池")),
        ("顾云舟从小就认识沈秋池。", ("顾云舟", "acquainted_with", "沈秋池")),
        ("顾云舟嫉妒沈秋池。", ("顾云舟", "envies", "沈秋池")),
        ("顾云舟十分敬重沈秋池。", ("顾云舟", "respects", "沈秋池")),
        ("顾云舟思念着沈秋池。", ("顾云舟", "misses", "沈秋池")),
        ("顾云舟感激沈秋池。", ("顾云舟", "grateful_to", "沈秋池")),
        ("顾云舟对沈秋池一见钟情。", ("顾云舟", "loves", "沈秋池")),
        ("顾云舟与沈秋池有仇。", ("顾云舟", "enemy_of", "沈秋池")),
        ("谁都知道顾云舟恨沈秋池。", ("顾云舟", "hates", "沈秋池")),
    ],
)
def test_feelings_are_extracted(sentence: str, expected: tuple[str, str, str]) -> None:
    found = read(MODERN_CAST + sentence)

    assert expected in found.triples()


@pytest.mark.parametrize(
    ("sentence", "phase"),
    [
        ("顾云舟恨沈秋池。", Phase.HOLDS),
        ("顾云舟不再恨沈秋池了。", Phase.ENDS),
        ("顾云舟曾经恨过沈秋池。", Phase.ENDS),
        ("顾云舟从来没有恨过沈秋池。", Phase.DENIED),
        ("顾云舟不恨沈秋池。", Phase.DENIED),
    ],
)
def test_a_past_or_denied_feeling_does_not_hold(sentence: str, phase: Phase) -> None:
    """不再 and 曾 end a feeling, and 不 and 没有 deny it."""
    found = read(MODERN_CAST + sentence)

    assert [one.core.phase for one in found.facts.statements if one.core.predicate == "hates"] == [phase]


@pytest.mark.parametrize(
    "sentence",
    [
        "顾云舟喜欢沈秋池做的饭。",
        "顾云舟怕沈秋池生气。",
        "顾云舟认识沈秋池的父亲。",
        "顾云舟假装喜欢沈秋池。",
        "顾云舟与其说恨沈秋池，不如说可怜她。",
        "顾云舟不喜欢沈秋池说话的样子。",
        "顾云舟恨不得沈秋池去了苇港。",
    ],
)
def test_a_feeling_for_a_thing_is_no_feeling_for_its_owner(sentence: str) -> None:
    """The name must be the last word of the object."""
    found = read(MODERN_CAST + sentence)

    assert found.facts.statements == ()


def test_a_feeling_is_stated_of_every_person_in_a_list() -> None:
    """X和Y都恨Z is stated of both X and Y."""
    found = read(MODERN_CAST + "顾云舟和林见鹿都恨沈秋池。")

    assert found.triples() == {("顾云舟", "hates", "沈秋池"), ("林见鹿", "hates", "沈秋池")}


def test_a_feeling_that_a_speaker_states_is_a_claim() -> None:
    found = read(MODERN_CAST + "“我恨沈秋池。”顾云舟说。")

    assert found.triples(StatementScope.CLAIM) == {("顾云舟", "hates", "沈秋池")}
    assert found.triples() == set()


@pytest.mark.parametrize(
    ("sentence", "expected", "phase"),
    [
        ("顾云舟与沈秋池在苇港成亲。", ("顾云舟", "married_to", "沈秋池"), Phase.BEGINS),
        ("顾云舟和沈秋池是夫妻。", ("顾云舟", "married_to", "沈秋池"), Phase.HOLDS),
        ("顾云舟和沈秋池离婚了。", ("顾云舟", "married_to", "沈秋池"), Phase.ENDS),
        ("顾云舟和沈秋池订了婚。", ("顾云舟", "engaged_to", "沈秋池"), Phase.BEGINS),
        ("林见鹿把沈秋池许配给了顾云舟。", ("沈秋池", "engaged_to", "顾云舟"), Phase.BEGINS),
        ("顾云舟和沈秋池成了好朋友。", ("顾云舟", "friend_of", "沈秋池"), Phase.BEGINS),
        ("顾云舟素与沈秋池交厚。", ("顾云舟", "friend_of", "沈秋池"), Phase.HOLDS),
        ("后来顾云舟与沈秋池反目成仇。", ("顾云舟", "enemy_of", "沈秋池"), Phase.BEGINS),
        ("顾云舟与沈秋池结盟。", ("顾云舟", "ally_of", "沈秋池"), Phase.BEGINS),
        ("顾云舟和沈秋池是亲姐妹。", ("顾云舟", "sibling_of", "沈秋池"), Phase.HOLDS),
        ("顾云舟拜沈秋池为师。", ("顾云舟", "student_of", "沈秋池"), Phase.BEGINS),
        ("沈秋池收了顾云舟做徒弟。", ("顾云舟", "student_of", "沈秋池"), Phase.BEGINS),
        ("顾云舟的师父是沈秋池。", ("沈秋池", "teacher_of", "顾云舟"), Phase.HOLDS),
        ("顾云舟的母亲是沈秋池。", ("沈秋池", "parent_of", "顾云舟"), Phase.HOLDS),
        ("顾云舟，沈秋池的徒弟，站了起来。", ("顾云舟", "student_of", "沈秋池"), Phase.HOLDS),
        ("顾云舟是沈秋池的仇人。", ("顾云舟", "enemy_of", "沈秋池"), Phase.HOLDS),
        ("顾云舟欠沈秋池一条命。", ("顾云舟", "owes", "沈秋池"), Phase.HOLDS),
        ("顾云舟终于还清了欠沈秋池的五十两银子。", ("顾云舟", "owes", "沈秋池"), Phase.ENDS),
        ("顾云舟给沈秋池写了一封信。", ("顾云舟", "told", "沈秋池"), Phase.HOLDS),
        ("顾云舟背叛了沈秋池。", ("顾云舟", "betrayed", "沈秋池"), Phase.HOLDS),
        ("顾云舟被沈秋池打伤了。", ("沈秋池", "wounded", "顾云舟"), Phase.HOLDS),
        ("三天后，顾云舟被沈秋池逮捕。", ("沈秋池", "captured", "顾云舟"), Phase.HOLDS),
        ("顾云舟在苇港遇见了沈秋池。", ("顾云舟", "met", "沈秋池"), Phase.HOLDS),
    ],
)
def test_relationships_are_extracted(sentence: str, expected: tuple[str, str, str], phase: Phase) -> None:
    """The phase of a relationship says whether it begins, holds or ends."""
    found = read(MODERN_CAST + sentence)

    assert (expected, phase) in {(found.triple(one), one.core.phase) for one in found.facts.statements}


def test_a_denied_intended_or_doubted_relationship_is_not_extracted() -> None:
    for sentence in [
        "顾云舟没有嫁给沈秋池。",
        "顾云舟本来要嫁给沈秋池。",
        "顾云舟答应嫁给沈秋池。",
        "戏文里，顾云舟嫁给了沈秋池。",
        "在外人眼里，顾云舟恨沈秋池。",
        "顾云舟把妹妹嫁给了沈秋池。",
        "顾云舟和沈秋池不是姐妹。",
        "顾云舟假意与沈秋池结盟。",
        "顾云舟求沈秋池收林见鹿为徒。",
        "顾云舟的师父可能是沈秋池。",
        "顾云舟是不是沈秋池的女儿？",
    ]:
        found = read(MODERN_CAST + sentence)

        assert found.facts.statements == (), sentence


@pytest.mark.parametrize(
    ("sentence", "scope", "meant"),
    [
        ("顾云舟打算把铜尺交给沈秋池。", StatementScope.PLAN, "把铜尺交给沈秋池"),
        ("三天后，顾云舟决定离开苇港。", StatementScope.PLAN, "离开苇港"),
        ("顾云舟想要得到铜尺。", StatementScope.WISH, "得到铜尺"),
    ],
)
def test_an_intention_is_a_plan_and_no_fact(sentence: str, scope: StatementScope, meant: str) -> None:
    """The statement has the scope of a plan, with the person as holder."""
    found = read(MODERN_CAST + sentence)

    assert found.triples(scope) == {("顾云舟", "wants", meant)}
    assert found.triples() == set()


def test_a_speaker_about_anothers_plan_is_its_teller() -> None:
    """The person who has the plan is its holder, and the speaker is its teller."""
    found = read(MODERN_CAST + "“沈秋池打算离开苇港。”顾云舟说。")

    names = [node.name for node in found.entities.nodes]
    plan = found.statement("wants")
    assert (plan.core.scope, plan.holder) == (StatementScope.PLAN, names.index("沈秋池"))
    assert plan.tellers == (names.index("顾云舟"),)


@pytest.mark.parametrize(
    "sentence",
    ["顾云舟不打算离开苇港。", "顾云舟打算怎么办，没有人知道。", "如果顾云舟打算离开苇港，沈秋池会拦住她。"],
)
def test_a_denied_asked_or_supposed_plan_is_not_extracted(sentence: str) -> None:
    found = read(MODERN_CAST + sentence)

    assert found.facts.statements == ()


@pytest.mark.parametrize(
    ("sentence", "promised"),
    [
        ("顾云舟发誓报仇雪恨。", {("顾云舟", "promised", "报仇雪恨")}),
        ("顾云舟答应沈秋池明年回来。", {("顾云舟", "promised", "明年回来")}),
        ("顾云舟答应着便去了。", set()),
        ("沈秋池不肯，顾云舟答应了，慢慢退出去。", set()),
    ],
)
def test_a_promise_is_what_somebody_says_to_do_and_not_a_yes(
    sentence: str, promised: set[tuple[str, str, str]]
) -> None:
    assert {one for one in read(MODERN_CAST + sentence).triples() if one[1] == "promised"} == promised
