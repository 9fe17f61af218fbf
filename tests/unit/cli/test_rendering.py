"""Tests of the output of a fact on one line, with the holder of a claim."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.cli.messages.edits import became
from episodic.cli.messages.labels import edge
from episodic.cli.rendering import statement
from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.graph import Fact
from episodic.model.readings import StatementScope
from tests.unit.search.story_builder import Tale


def claim(text: str, *, scope: StatementScope = StatementScope.CLAIM, denied: bool = False) -> Fact:
    """Return a claim, belief or wish of 阿满 about 老尺."""
    tale = Tale("claims")
    tale.chapter("第一章", "老尺卖了潮簿。", "阿满看见了。")
    tale.who("阿满")
    tale.who("老尺")
    return tale.fact(
        "老尺", "lives_in", quote="老尺卖了潮簿", value="苇港", text=text, scope=scope, holder="阿满", denied=denied
    )


@pytest.mark.parametrize(
    ("text", "scope", "said"),
    [
        ("老尺卖了潮簿。", StatementScope.CLAIM, "阿满说：老尺卖了潮簿。"),
        ("老尺卖了潮簿。", StatementScope.BELIEF, "阿满相信：老尺卖了潮簿。"),
        ("阿满说老尺卖了潮簿。", StatementScope.CLAIM, "阿满说老尺卖了潮簿。"),
        ("阿满说，老尺卖了潮簿。", StatementScope.CLAIM, "阿满说，老尺卖了潮簿。"),
        ("阿满打算问老尺。", StatementScope.PLAN, "阿满打算问老尺。"),
        ("阿满说服了老尺。", StatementScope.CLAIM, "阿满说：阿满说服了老尺。"),
        ("阿满卖了潮簿。", StatementScope.CLAIM, "阿满说：阿满卖了潮簿。"),
    ],
)
def test_a_chinese_claim_names_its_holder_once(text: str, scope: StatementScope, said: str) -> None:
    assert statement(claim(text, scope=scope)).spoken(CHINESE) == said


def test_an_english_claim_names_its_kind() -> None:
    assert statement(claim("阿满说老尺卖了潮簿。")).spoken(ENGLISH) == "阿满 (claim): 阿满说老尺卖了潮簿。"


def test_a_claim_of_nobody_in_particular_is_that_of_somebody() -> None:
    said = replace(claim("老尺会卖了潮簿。"), holder=None, holder_name=None)

    assert statement(said).spoken(CHINESE) == "有人说：老尺会卖了潮簿。"
    assert statement(said).spoken(ENGLISH) == "somebody (claim): 老尺会卖了潮簿。"
    assert statement(replace(said, scope=StatementScope.WORLD)).spoken(CHINESE) == "老尺会卖了潮簿。"


def test_a_predicate_has_a_label_in_each_language() -> None:
    there, denied = edge(claim("老尺住在苇港。")), edge(claim("老尺不住在苇港。", denied=True))

    assert (there.spoken(ENGLISH), there.spoken(CHINESE)) == ("老尺 -lives_in-> 苇港", "老尺 -居住于-> 苇港")
    assert (denied.spoken(ENGLISH), denied.spoken(CHINESE)) == ("老尺 -¬lives_in-> 苇港", "老尺 -并非居住于-> 苇港")


def test_a_qualifier_and_an_unusual_salience_are_shown_beside_the_object() -> None:
    qualified = edge(replace(claim("老尺住在苇港。"), qualifier="租住", salience=3))

    assert qualified.spoken(ENGLISH) == "老尺 -lives_in-> 苇港 (租住) [salience 3]"
    assert qualified.spoken(CHINESE) == "老尺 -居住于-> 苇港（租住）［显著度 3］"


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (("云长",), ("关公", "云长"), "云长 → 关公（人物）"),
        (("关公",), ("关公", "云长", "关羽", "寿亭侯"), "关公 → 关公 = 云长 = 关羽（人物）"),
        (("关公", "云长"), ("关公", "云长", "关羽"), "关公 → 关公 = 关羽（人物）"),
        (("关公",), ("关公",), "关公 → 关公（人物）"),
    ],
)
def test_an_identity_change_between_equal_names_shows_further_names(
    one: tuple[str, ...], other: tuple[str, ...], said: str
) -> None:
    """If both entities have the same main name, the output adds another name of each."""
    tale = Tale("names")
    tale.chapter("第一章", "关公姓关名羽字云长，封寿亭侯。", "关羽来了。")

    gone, left = tale.who(one[0], "Person", *one[1:]), tale.who(other[0], "Person", *other[1:])

    assert became(gone, "→", left, kind="Person").spoken(CHINESE) == said
