"""Tests of quote search: a quote is found exactly or with another layout, and never by similarity."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.model.spans import Span
from episodic.text.quotes import align, occurrences, quoted_spans


@given(st.text(max_size=60), st.text(min_size=1, max_size=20), st.text(max_size=60))
def test_what_is_cut_from_a_text_is_found_in_it(before: str, quote: str, after: str) -> None:
    """The found text equals the quote, apart from spaces at the ends."""
    text = before + quote + after

    place = align(quote, text)

    if quote.strip():
        assert place is not None
        assert place.of(text) == quote.strip()
    else:
        assert place is None


@pytest.mark.parametrize(
    ("quote", "text", "expected"),
    [
        ("老船工 说", "那天老船工说话", "老船工说"),
        ("老船工说话", "那天老船\r\n工　说话了", "老船\r\n工　说话"),
        ('他说："走。"', "于是他说：“走。”大家散了", "他说：“走。”"),
        ("他说:“走。”", "于是他说：「走。」大家散了", "他说：「走。」"),
        ("the lamp went out", "when the lamp\n    went  out again", "the lamp\n    went  out"),
        ("don't go", "please don’t go now", "don’t go"),
        ("ABC 12", "于是ＡＢＣ　１２号", "ＡＢＣ　１２"),
        ("caf\u00e9 noir", "the cafe\u0301 noir there", "cafe\u0301 noir"),
        ("渡口", "渡\u200b口", "渡\u200b口"),
    ],
)
def test_layout_width_and_the_shape_of_quotation_marks_do_not_count(quote: str, text: str, expected: str) -> None:
    """The span refers to the text as it is written."""
    place = align(quote, text)

    assert place is not None
    assert place.of(text) == expected


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("the lamps went out", "the lamp went out"),
        ("therapist", "the rapist"),
        ("老船工说", "老船工道"),
        ("The lamp", "the lamp"),
        ("走！", "走。"),
        ("①", "1"),
        ("", "text"),
        (" \n", "text"),
    ],
)
def test_other_words_are_not_found(quote: str, text: str) -> None:
    """A text with another letter, another punctuation mark or a space inside a word is not found."""
    assert align(quote, text) is None


def test_the_first_of_several_places_counts() -> None:
    assert align("灯灭了", "灯灭了。天亮了，灯灭了。") == Span(0, 3)


def test_exact_places_hide_those_that_are_only_alike_in_layout() -> None:
    """If the quote occurs exactly, places with another layout are ignored."""
    text = "灯 灭了。灯灭了。"

    assert occurrences("灯灭了", text) == (Span(5, 8),)


def test_every_place_is_told_also_where_they_overlap() -> None:
    """The quote 哈哈 occurs twice in 哈哈哈."""
    assert occurrences("哈哈", "哈哈哈") == (Span(0, 2), Span(1, 3))


@pytest.mark.parametrize(
    ("quote", "text", "expected"),
    [
        ("her uncle … rid of it", "So her uncle Wat gave it,\nonly to be rid of it.", ["her uncle Wat gave it,\nonly to be rid of it"]),
        ("her uncle ... rid of it", "her uncle had it to get rid of it", ["her uncle had it to get rid of it"]),
        ("叔父孙大……把剑给了他", "那叔父孙大怕他遇险，把剑给了他。", ["叔父孙大怕他遇险，把剑给了他"]),
        ("他走了……他说", "他走了……他说。后来他走了，他说。", ["他走了……他说"]),
        ("灯灭…天亮", "灯灭了，灯灭了，天亮了，天亮了", ["灯灭了，灯灭了，天亮", "灯灭了，天亮"]),
        ("灯灭…月出…天亮", "灯灭了，天亮了，月出，天亮", ["灯灭了，天亮了，月出，天亮"]),
        ("天亮…灯灭", "灯灭了，天亮了", []),
        ("…天亮了", "灯灭了，天亮了", []),
        ("灯灭…天亮", f"灯灭{'了' * 400}天亮", []),
    ],
)  # fmt: skip
def test_a_shortened_quote_means_all_from_its_first_words_to_its_last(
    quote: str, text: str, expected: list[str]
) -> None:
    """If the text itself contains the dots, they are part of the text."""
    assert [span.of(text) for span in quoted_spans(quote, text)] == expected
