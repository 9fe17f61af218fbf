"""Tests of sentences of Chinese and English prose and their offsets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.languages.en import ENGLISH
from episodic.languages.registry import codes
from episodic.languages.zh import CHINESE
from episodic.model.episodes import Language
from episodic.model.spans import Span
from episodic.text.sentences import LONGEST_SENTENCE, sentence_of, sentences

TEXT = st.text(alphabet="风雨说他I aDr.!?。！？…“”‘’「」\"',，\n\r\u3000 ", max_size=300)


def cut(text: str, language: Language) -> list[str]:
    return [span.of(text) for span in sentences(text, language)]


@given(TEXT, st.sampled_from(codes()))
def test_between_sentences_there_are_only_spaces(text: str, language: Language) -> None:
    """Every visible character is in exactly one sentence. No sentence begins or ends with a space."""
    found = sentences(text, language)

    edges = [0, *(edge for span in found for edge in (span.start, span.end)), len(text)]
    gaps = [text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]
    assert [gap.strip() for gap in gaps] == [""] * len(gaps)
    assert all(span.of(text) == span.of(text).strip() != "" for span in found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("风停了。雨又来了！是谁？他走了。", ["风停了。", "雨又来了！", "是谁？", "他走了。"]),
        ("他喊道：“快走！”众人散去。", ["他喊道：“快走！”", "众人散去。"]),
        ("“你来了。”他说。灯灭了。", ["“你来了。”他说。", "灯灭了。"]),
        ("“走罢。”张三大怒，骂道：“休走！”", ["“走罢。”", "张三大怒，骂道：“休走！”"]),
        ("“你来了。我等了很久。”灯灭了。", ["“你来了。", "我等了很久。”", "灯灭了。"]),
        ("「是你？」她问。『是。』", ["「是你？」她问。", "『是。』"]),
        ("他没有说完……窗外下雨。", ["他没有说完……窗外下雨。"]),
        ("“我……”他低下头。", ["“我……”", "他低下头。"]),
        ("什么？！你再说一遍！！", ["什么？！", "你再说一遍！！"]),
        ("他只答了一个“好”。她笑了。", ["他只答了一个“好”。", "她笑了。"]),
        ("气温是3.5度。冷。", ["气温是3.5度。", "冷。"]),
        ("第一章 渡口\n天色将晚。\n", ["第一章 渡口", "天色将晚。"]),
    ],
)
def test_chinese_sentences_end_with_their_closing_marks(text: str, expected: list[str]) -> None:
    """A sentence with a quotation includes the closing mark and the speaker."""
    assert cut(text, CHINESE) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The wind fell. It rained.", ["The wind fell.", "It rained."]),
        (
            "Mr. and Mrs. Gray met Dr. Lane in St. Ives. They left.",
            ["Mr. and Mrs. Gray met Dr. Lane in St. Ives.", "They left."],
        ),
        ("J. R. Hart signed it. Nobody read it.", ["J. R. Hart signed it.", "Nobody read it."]),
        ("It was I. Then she wept.", ["It was I.", "Then she wept."]),
        ("“Stop!” he cried. “Who is it?” She ran.", ["“Stop!” he cried.", "“Who is it?”", "She ran."]),
        ('"Stop!" Joe said to them. "Now."', ['"Stop!" Joe said to them.', '"Now."']),
        ("He waited... and went on. She did not.", ["He waited... and went on.", "She did not."]),
        ("He waited... She came.", ["He waited...", "She came."]),
        ("It cost 3.50 in all. Too much!", ["It cost 3.50 in all.", "Too much!"]),
        ("He asked why. (Nobody knew.) It was late.", ["He asked why.", "(Nobody knew.)", "It was late."]),
        ("The lamp went\nout. Nobody spoke\nof it.", ["The lamp went\nout.", "Nobody spoke\nof it."]),
        ("The list ends here\n\nAnother begins", ["The list ends here", "Another begins"]),
        ("She came at 5 p.m. and left.", ["She came at 5 p.m. and left."]),
        ("He lived at No. 7 and read Vol. II twice.", ["He lived at No. 7 and read Vol. II twice."]),
        ("No. He would not.", ["No.", "He would not."]),
        ("“No.” He turned.", ["“No.”", "He turned."]),
    ],
)
def test_english_sentences_know_titles_initials_and_quotations(text: str, expected: list[str]) -> None:
    """A full stop does not always end a sentence, and a line break hardly ever does."""
    assert cut(text, ENGLISH) == expected


def test_the_sentence_around_a_place_is_the_one_that_holds_it() -> None:
    text = "风停了。雨又来了！他走了。"

    found = [sentence_of(sentences(text, CHINESE), Span(start, start + 1)) for start in (0, 3, 4, 8, 9)]

    assert [span.of(text) for span in found] == ["风停了。", "风停了。", "雨又来了！", "雨又来了！", "他走了。"]


def test_the_sentence_around_a_long_place_reaches_from_its_first_to_its_last() -> None:
    """The result for a quote of two sentences includes both sentences."""
    text = "The wind fell. It rained all night. She left."

    found = sentence_of(sentences(text, ENGLISH), Span(4, 20))

    assert found.of(text) == "The wind fell. It rained all night."


@given(TEXT, st.integers(0, 300), st.integers(1, 30), st.sampled_from(codes()))
def test_the_sentence_around_a_place_holds_it(text: str, start: int, length: int, language: Language) -> None:
    span = Span(min(start, len(text)), min(start + length, len(text)))

    found = sentence_of(sentences(text, language), span)

    assert found.holds(span)


def test_a_run_without_any_mark_is_cut_at_weaker_ones() -> None:
    """A run without sentence ends is split at commas, and no sentence is longer than the limit."""
    text = ("风" * 90 + "，") * 60

    found = sentences(text, CHINESE)

    assert max(span.end - span.start for span in found) <= LONGEST_SENTENCE
    assert all(span.of(text).endswith("，") for span in found)


def test_a_full_width_full_stop_ends_a_chinese_sentence() -> None:
    """Some editions have it instead of 。, and it is the point of a full-width number too."""
    text = "渴饮饥餐．方走了三日．“好．”他说．船长１．５丈，不小．"

    assert [one.of(text) for one in sentences(text, CHINESE)] == [
        "渴饮饥餐．",
        "方走了三日．",
        "“好．”他说．",
        "船长１．５丈，不小．",
    ]
