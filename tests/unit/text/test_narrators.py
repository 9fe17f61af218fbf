"""Tests of narrators: who narrates a part of a chapter if not the narrator of the chapter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import Language
from episodic.text.narrators import voices

EN, ZH = ENGLISH, CHINESE
Voices = list[tuple[str, str, bool]]


def voices_in(text: str, language: Language) -> Voices:
    """Return the text and the narrator of each voice, and whether the voice is a letter."""
    return [(one.span.of(text).strip(), one.teller, one.letter) for one in voices(text, language)]


@pytest.mark.parametrize(
    ("heading", "teller"),
    [
        ("Narrative Continued by the Surgeon: How We Sailed", "the Surgeon"),
        ("# Chapter 3. The story resumed by Tobin Marsh", "Tobin Marsh"),
        ("Chapter IV: Told by Mina", "Mina"),
        ("The Narrative of Mrs. Vale", "Mrs. Vale"),
        ("TOBIN MARSH'S NARRATIVE", "TOBIN MARSH"),
    ],
)
def test_an_english_heading_names_who_tells_the_rest(heading: str, teller: str) -> None:
    assert voices_in(f"{heading}\n\nI rose early.\n\nI was cold.\n", EN) == [
        ("I rose early.\n\nI was cold.", teller, False)
    ]


@pytest.mark.parametrize("heading", ["第三章 阿萝自述", "# 第三章（阿萝视角）", "【阿萝的口述】", "第三章：由阿萝讲述"])
def test_a_chinese_heading_names_who_tells_the_rest(heading: str) -> None:
    """A heading with 自述, 口述, 讲述 or 视角 names a narrator."""
    assert voices_in(f"{heading}\n\n我起得很早。\n", ZH) == [("我起得很早。", "阿萝", False)]


@pytest.mark.parametrize(
    ("text", "language", "wanted"),
    [
        ("Mina's Diary\n\n3 May. I rose.\n\nTOM VALE'S JOURNAL\n\n4 May. I slept.\n", EN, ["Mina", "TOM VALE"]),
        ("沈括舟日记\n\n三月初五\n我到了。\n\n阿萝日记\n\n三月初六\n我走了。\n", ZH, ["沈括舟", "阿萝"]),
    ],
)
def test_each_diary_goes_up_to_the_next(text: str, language: Language, wanted: list[str]) -> None:
    """A diary begins with a date."""
    assert [teller for _, teller, _ in voices_in(text, language)] == wanted


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Mina's Diary\n\nI found the little book under the stairs.\n", EN),
        ("The Surgeon's Tale\n\nI asked him to begin.\n", EN),
        ("The Captain's Papers\n\nI rose early.\n", EN),
        ("I had it in the words of Tobin himself.\nAnd then I slept.\n", EN),
        ("沈括舟的日记\n\n我在抽屉里找到那本册子。\n", ZH),
        ("第三章 他的口述\n\n我听着。\n", ZH),
        ("她说，这是阿萝自述。\n我不信。\n", ZH),
    ],
)
def test_what_may_only_be_about_it_names_nobody(text: str, language: Language) -> None:
    """A found diary, a tale with a listener and prose have no other narrator."""
    assert voices_in(text, language) == []


def test_a_letter_runs_from_its_salutation_to_its_signature() -> None:
    """The chapter's narrator speaks before and after the letter."""
    text = "I read it.\n\nDear Tobin,\n\nI am well.\n\nYours truly,\n\nMina Vale\n\nP.S. Come.\n\nI put it away.\n"

    (found,) = voices_in(text, EN)

    assert found[0].startswith("Dear Tobin")
    assert found[0].endswith("P.S. Come.")
    assert found[1:] == ("Mina Vale", True)


def test_a_chinese_letter_runs_from_its_salutation_to_its_signature() -> None:
    """A Chinese letter begins with words like 师父大人 and ends with words like 敬上."""
    text = "我拆开信。\n师父大人：\n我已到城中。\n勿念。\n徒 沈括舟 敬上\n我把信收起来。\n"

    assert voices_in(text, ZH) == [("师父大人：\n我已到城中。\n勿念。\n徒 沈括舟 敬上", "沈括舟", True)]


def test_a_letter_set_in_from_the_margin_goes_on_after_the_narrator_breaks_in() -> None:
    """The writer of a letter narrates both parts of the interrupted letter."""
    text = "I read on.\n\n     Dear Tobin--I am\n     well.\n\nHere I stopped.\n\n     I shall come.\n\n     Mina Vale\n\nI slept.\n"

    found = voices_in(text, EN)

    assert [(teller, letter) for _, teller, letter in found] == [("Mina Vale", True)] * 2
    assert "Here I stopped" not in "".join(words for words, _, _ in found)


def test_what_has_a_salutation_and_no_signature_is_no_letter() -> None:
    """A salutation can occur in prose."""
    assert voices_in("Dear Tobin, how he laughed.\n\nI slept.\n\nHe went.\n", EN) == []


def test_a_letter_inside_anothers_tale_is_its_writers() -> None:
    """The text around the letter belongs to the narrator of the tale."""
    text = "Told by Mina\n\nI read it.\n\nDear Mina,\n\nCome.\n\nYours truly,\n\nTobin Marsh\n\nI came.\n"

    assert [(teller, letter) for _, teller, letter in voices_in(text, EN)] == [
        ("Mina", False),
        ("Tobin Marsh", True),
        ("Mina", False),
    ]


_LINES = st.sampled_from(
    [
        "Told by Mina", "Dear Tobin,", "     Dear Tobin--I", "Yours truly,", "Mina Vale", "", "I slept.", "     I slept.",
        "阿萝自述", "师父大人：", "沈括舟 敬上", "我睡了。", "P.S. Come.", "\r",
    ]
)  # fmt: skip


@given(st.lists(_LINES, max_size=30).map("\n".join), st.sampled_from([EN, ZH]))
def test_voices_are_in_order_and_apart_and_inside_the_text(text: str, language: Language) -> None:
    """Two voices never overlap."""
    found = voices(text, language)

    edges = [place for one in found for place in (one.span.start, one.span.end)]
    assert edges == sorted(edges)
    assert all(0 <= one.span.start < one.span.end <= len(text) for one in found)
