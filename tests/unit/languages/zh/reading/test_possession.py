"""Tests of statements by the Chinese rules about giving, taking, owning and losing things."""

from __future__ import annotations

import pytest

from episodic.model.readings import Participant, Phase
from tests.unit.languages.zh.chinese_reading import MODERN_CAST, read


@pytest.mark.parametrize(
    "sentence",
    [
        "顾云舟把铜尺交给了沈秋池。",
        "顾云舟将铜尺赠与沈秋池。",
        "顾云舟把铜尺给了沈秋池。",
        "顾云舟给了沈秋池一把铜尺。",
        "顾云舟把那半截铜尺还给沈秋池，转身走了。",
        "顾云舟站起来，走到窗前，把铜尺塞给沈秋池。",
    ],
)
def test_a_gift_has_a_giver_and_a_recipient(sentence: str) -> None:
    """That the recipient then has the thing is derived from the statement."""
    found = read(MODERN_CAST + sentence)

    names = [node.name for node in found.entities.nodes]
    assert found.triples() == {("顾云舟", "gave", "铜尺")}
    assert found.statement("gave").participants == (Participant(names.index("沈秋池"), "recipient"),)


@pytest.mark.parametrize(
    "sentence",
    [
        "沈秋池从顾云舟手中接过铜尺。",
        "沈秋池从顾云舟那里偷走了铜尺。",
        "沈秋池抢走了顾云舟的铜尺。",
        "沈秋池一把夺过顾云舟手里的铜尺。",
        "沈秋池接过顾云舟递来的铜尺。",
    ],
)
def test_a_taking_has_a_taker_and_a_former_owner(sentence: str) -> None:
    """The former owner is a participant, and no statement is made about the former owner."""
    found = read(MODERN_CAST + sentence)

    names = [node.name for node in found.entities.nodes]
    assert found.triples() == {("沈秋池", "took", "铜尺")}
    assert found.statement("took").participants == (Participant(names.index("顾云舟"), "giver"),)


@pytest.mark.parametrize("sentence", ["铜尺被沈秋池抢走了。", "沈秋池终于得到了铜尺。"])
def test_a_taking_needs_no_former_owner(sentence: str) -> None:
    assert read(MODERN_CAST + sentence).triples() == {("沈秋池", "took", "铜尺")}


@pytest.mark.parametrize(
    ("sentence", "phase"),
    [
        ("铜尺落到了沈秋池手里。", Phase.BEGINS),
        ("铜尺在沈秋池手里。", Phase.HOLDS),
        ("铜尺是沈秋池的。", Phase.HOLDS),
        ("沈秋池坐在窗前，手里握着铜尺。", Phase.HOLDS),
        ("沈秋池把铜尺贴身藏好。", Phase.HOLDS),
        ("沈秋池丢了铜尺。", Phase.ENDS),
        ("沈秋池把铜尺弄丢了。", Phase.ENDS),
    ],
)
def test_possession_is_extracted(sentence: str, phase: Phase) -> None:
    """The phase says whether possession begins, holds or ends."""
    found = read(MODERN_CAST + sentence)

    holds = found.statement("holds")
    assert (found.triple(holds), holds.core.phase) == (("沈秋池", "holds", "铜尺"), phase)


@pytest.mark.parametrize(
    ("sentence", "thing"),
    [
        ("顾云舟把一封信交给沈秋池。", "信"),
        ("顾云舟送了沈秋池一只玉镯。", "玉镯"),
        ("顾云舟遂将此马送与沈秋池。", "马"),
    ],
)
def test_a_gift_without_a_name_is_extracted(sentence: str, thing: str) -> None:
    """A thing without a name is a text value, and no owner is stated, because several such things exist."""
    found = read(MODERN_CAST + sentence)

    assert found.triples() == {("顾云舟", "gave", thing)}


def test_a_transfer_that_did_not_happen_is_not_extracted() -> None:
    """A transfer that is denied, intended, asked about, supposed or refused is not extracted."""
    for sentence in [
        "顾云舟没有把铜尺交给沈秋池。",
        "顾云舟本想把铜尺交给沈秋池。",
        "顾云舟要把铜尺交给沈秋池。",
        "顾云舟明天会把铜尺交给沈秋池。",
        "顾云舟托林见鹿把铜尺交给沈秋池。",
        "顾云舟把铜尺送给了沈秋池的妹妹。",
        "顾云舟把铜尺递给沈秋池，沈秋池没有接。",
        "如果顾云舟把铜尺交给沈秋池，事情就结束了。",
        "顾云舟把铜尺交给沈秋池了吗？",
        "顾云舟把目光投给沈秋池。",
        "顾云舟没有拿到铜尺。",
        "谁得到铜尺，谁就走。",
        "铜尺不是顾云舟的。",
    ]:
        found = read(MODERN_CAST + sentence)

        assert found.facts.statements == (), sentence
