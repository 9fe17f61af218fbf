"""Tests of paragraphs with different kinds of ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.text.paragraphs import is_rule, paragraphs

TEXT = st.text(alphabet="风雨aB. ,。，“”*-#第一章\n\r\u3000\t\x0c", max_size=300)


def bodies(text: str) -> list[str]:
    return [paragraph.body.of(text) for paragraph in paragraphs(text)]


@given(TEXT)
def test_paragraphs_cover_the_text(text: str) -> None:
    """The body of each paragraph is inside the paragraph."""
    found = paragraphs(text)

    assert "".join(paragraph.span.of(text) for paragraph in found) == text
    assert all(paragraph.span.holds(paragraph.body) for paragraph in found)


def test_wrapped_lines_are_one_paragraph() -> None:
    """A line break at the width of the page does not end a paragraph, even after a full stop."""
    first = "The ferry had gone over for the last time when the lamp on the far\nlanding went out. Nobody on our side of the river spoke of it.\nMy aunt counted the coins twice and put them back into the jar."
    text = f"{first}\n\nThen she slept.\n"

    assert bodies(text) == [first, "Then she slept."]


def test_a_line_that_ends_with_a_title_goes_on() -> None:
    """Of two wrapped lines, the first ends with "Mr." and not with its sentence."""
    text = "“How did you like my reading of the character, gentlemen?” said Mr.\nWaldengarver, almost with patronage.\n"

    assert [one.body.of(text) for one in paragraphs(text)] == [text.rstrip()]


def test_chinese_lines_without_blank_lines_are_paragraphs() -> None:
    """A line that ends its sentence is a paragraph, with or without indent."""
    text = "　　天色将晚，渡口只剩一条船。\n　　“走罢。”\n　　“好。”\n　　雾还没有散，孩子们已经站在石阶上等信，谁也不肯先走。\n"

    assert bodies(text) == [line.strip() for line in text.splitlines()]


def test_chinese_lines_wrapped_at_a_width_are_one_paragraph() -> None:
    """In lines of twenty characters, only an indent begins a new paragraph."""
    text = "　　天色将晚渡口只剩一条船老船工把缆绳又\n绕了两圈回头望着堤上的灯他说今夜怕是要起\n风。\n　　第二天清早雾还没有散孩子们已经站在石\n阶上等信。\n"

    assert [body.replace("\n", "") for body in bodies(text)] == [
        "天色将晚渡口只剩一条船老船工把缆绳又绕了两圈回头望着堤上的灯他说今夜怕是要起风。",
        "第二天清早雾还没有散孩子们已经站在石阶上等信。",
    ]


def test_a_heading_right_above_the_text_is_a_paragraph_of_its_own() -> None:
    """No blank line separates the heading from the text."""
    text = "第一章 渡口\n天色将晚，渡口只剩一条船。\n"

    assert bodies(text) == ["第一章 渡口", "天色将晚，渡口只剩一条船。"]


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_every_line_break_is_one(line_break: str) -> None:
    """Line breaks of every operating system are recognised."""
    text = line_break.join(["First.", "", "Second.", "", "", "Third."])

    assert bodies(text) == ["First.", "Second.", "Third."]
    assert [paragraph.gap for paragraph in paragraphs(text)] == [1, 2, 0]


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("***", True),
        ("* * *", True),
        ("※", True),
        ("-----", True),
        ("————", True),
        ("-", False),
        ("*a*", False),
        ("1", False),
        ("……", False),
    ],
)
def test_lines_of_stars_and_dashes_are_rules(line: str, rule: bool) -> None:
    """A line with words is not a rule."""
    assert is_rule(line) is rule
