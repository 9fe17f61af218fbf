"""SVG text and shapes: escaping, width estimates, cutting and wrapping."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from episodic.svg.shapes import ELLIPSIS, Pen, fitted, number, width_of, wrapped


def test_a_han_character_is_twice_as_wide_as_most_of_the_alphabet() -> None:
    """A Han character is as wide as the font size."""
    assert width_of("潮历", 10) == 20
    assert width_of("tide", 10) < width_of("潮历潮历", 10)


@given(st.text(max_size=40), st.floats(0, 200))
def test_fitted_text_fits_and_text_that_fits_is_unchanged(text: str, width: float) -> None:
    cut = fitted(text, width, 10)

    assert width_of(cut, 10) <= width or cut == ""
    assert cut == fitted(text, 1e9, 10) or cut == "" or cut.endswith(ELLIPSIS)


@given(st.text(alphabet="潮屋ab，。 ", max_size=60), st.integers(30, 200))
def test_wrapped_lines_lose_nothing_but_spaces(text: str, width: int) -> None:
    """The limit of lines is large enough in this test."""
    lines = wrapped(text, width, 10, most=100)

    assert "".join("".join(lines).split()) == "".join(text.split())


def test_a_line_of_han_text_does_not_begin_with_a_closing_mark() -> None:
    """The full stop stays on the line of its sentence."""
    lines = wrapped("潮水来了。她走了。", 40, 10, most=9)

    assert not any(line[0] in "，。" for line in lines)


def test_too_much_text_ends_with_an_ellipsis() -> None:
    lines = wrapped("one two three four five six seven eight nine ten", 60, 10, most=2)

    assert len(lines) == 2
    assert lines[-1].endswith(ELLIPSIS)


@pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", "a & b", '"><g onload="x"', "]]>", "'"])
def test_xml_syntax_is_escaped(hostile: str) -> None:
    pen = Pen()

    pen.draw("text", hostile, class_=hostile)

    (drawn,) = etree.fromstring(f"<svg>{pen.text()}</svg>")
    assert (drawn.tag, drawn.text, drawn.get("class")) == ("text", hostile, hostile)


@pytest.mark.parametrize(
    ("steering", "shown"),
    [("\x1b[2J", "\\x1b[2J"), ("\x00", "\\x00"), ("\u202e", "\\u202e"), ("\ud800", "\\ud800"), ("\uffff", "\\uffff")],
)
def test_control_characters_are_shown_as_codes(steering: str, shown: str) -> None:
    """The file with control characters in its texts is well-formed XML."""
    pen = Pen()

    pen.write(steering, 0, 0)

    (drawn,) = etree.fromstring(f"<svg>{pen.text()}</svg>")
    assert drawn.text == shown


@given(st.text())
def test_any_text_makes_a_well_formed_file(text: str) -> None:
    pen = Pen()

    with pen.group(class_="all", data_name=text):
        pen.draw("text", text)

    assert etree.fromstring(f"<svg>{pen.text()}</svg>") is not None


@pytest.mark.parametrize(("value", "written"), [(1.0, "1"), (-0.01, "0"), (2.25, "2.2"), (-3.14, "-3.1")])
def test_coordinates_are_written_short(value: float, written: str) -> None:
    """Coordinates are rounded to a tenth, and zero has no sign."""
    assert number(value) == written
