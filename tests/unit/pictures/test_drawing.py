"""Words and shapes as SVG text: escaped, measured, cut and wrapped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from episodic.pictures.drawing import ELLIPSIS, Pen, fitted, number, width_of, wrapped


def test_a_han_character_is_twice_as_wide_as_most_of_the_alphabet() -> None:
    """As wide as the type is high."""
    assert width_of("潮历", 10) == 20
    assert width_of("tide", 10) < width_of("潮历潮历", 10)


@given(st.text(max_size=40), st.floats(0, 200))
def test_what_is_cut_fits_and_what_fits_is_not_cut(text: str, width: float) -> None:
    """The ellipsis counts, too."""
    cut = fitted(text, width, 10)

    assert width_of(cut, 10) <= width or cut == ""
    assert cut == fitted(text, 1e9, 10) or cut == "" or cut.endswith(ELLIPSIS)


@given(st.text(alphabet="潮屋ab，。 ", max_size=60), st.integers(30, 200))
def test_wrapped_lines_lose_nothing_but_spaces(text: str, width: int) -> None:
    """As many lines as it takes."""
    lines = wrapped(text, width, 10, most=100)

    assert "".join("".join(lines).split()) == "".join(text.split())


def test_a_line_of_han_text_does_not_begin_with_a_closing_mark() -> None:
    """The full stop stays with its sentence."""
    lines = wrapped("潮水来了。她走了。", 40, 10, most=9)

    assert not any(line[0] in "，。" for line in lines)


def test_too_much_text_ends_with_an_ellipsis() -> None:
    """In the last line there is."""
    lines = wrapped("one two three four five six seven eight nine ten", 60, 10, most=2)

    assert len(lines) == 2
    assert lines[-1].endswith(ELLIPSIS)


@pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", "a & b", '"><g onload="x"', "]]>", "'"])
def test_marks_of_xml_stay_words(hostile: str) -> None:
    """In text and in attributes."""
    pen = Pen()

    pen.draw("text", hostile, class_=hostile)

    (drawn,) = etree.fromstring(f"<svg>{pen.text()}</svg>")
    assert (drawn.tag, drawn.text, drawn.get("class")) == ("text", hostile, hostile)


@pytest.mark.parametrize(
    ("steering", "shown"),
    [("\x1b[2J", "\\x1b[2J"), ("\x00", "\\x00"), ("\u202e", "\\u202e"), ("\ud800", "\\ud800"), ("\uffff", "\\uffff")],
)
def test_what_would_steer_is_shown_as_its_code(steering: str, shown: str) -> None:
    """And the file is well-formed."""
    pen = Pen()

    pen.write(steering, 0, 0)

    (drawn,) = etree.fromstring(f"<svg>{pen.text()}</svg>")
    assert drawn.text == shown


@given(st.text())
def test_any_text_makes_a_well_formed_file(text: str) -> None:
    """Whatever an author writes."""
    pen = Pen()

    with pen.group(class_="all", data_name=text):
        pen.draw("text", text)

    assert etree.fromstring(f"<svg>{pen.text()}</svg>") is not None


@pytest.mark.parametrize(("value", "written"), [(1.0, "1"), (-0.01, "0"), (2.25, "2.2"), (-3.14, "-3.1")])
def test_coordinates_are_written_short(value: float, written: str) -> None:
    """To a tenth, and zero has no sign."""
    assert number(value) == written
