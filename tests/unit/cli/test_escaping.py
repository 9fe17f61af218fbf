"""Control characters in a text never reach the terminal."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from episodic.cli.escaping import escaped, escaped_lines, json_text
from episodic.cli.terminal import wrapped

ANY_TEXT = st.text(st.characters(exclude_categories=()))
HAN_AND_LATIN = st.text("潮屋，。「」“”abc ,.\n", max_size=300)


@given(ANY_TEXT)
def test_escaped_text_has_no_control_and_no_direction_character(text: str) -> None:
    shown = escaped(text)

    assert not [one for one in shown if unicodedata.category(one) in {"Cc", "Cs", "Zl", "Zp"}]
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")


@pytest.mark.parametrize("name", ["阮青禾", "`]-->`", "[/]", "[bold]x[/bold]", '"quoted"', "{brace}", "①"])
def test_text_without_control_characters_is_unchanged(name: str) -> None:
    shown = escaped(name)

    assert shown == name


def test_a_control_character_is_shown_as_its_code() -> None:
    shown = escaped("red\x1b[31m \x9b2J \u202e")

    assert shown == "red\\x1b[31m \\x9b2J \\u202e"


def test_line_breaks_in_passages_are_kept() -> None:
    shown = escaped_lines("a\r\nb\nc\x07")

    assert shown == "a\nb\nc\\x07"


@given(ANY_TEXT)
def test_json_has_no_control_characters_and_loses_none(text: str) -> None:
    """Escaping in JSON loses no characters, and no control character remains."""
    shown = json_text({"text": text})

    assert json.loads(shown) == {"text": text}
    assert not [one for one in shown if unicodedata.category(one) in {"Cc", "Cs", "Zl", "Zp"}]


@given(HAN_AND_LATIN, st.integers(20, 80), st.integers(0, 6))
def test_a_wrapped_line_fits_and_loses_only_spaces(text: str, width: int, indent: int) -> None:
    """Lines are at most as wide as the given width, and contain every character except spaces in order."""
    plain = escaped(text)

    lines = wrapped(Text(plain), indent=indent, width=width + indent).plain.split("\n")

    # A closing mark may exceed the width, because it must not begin a line.
    assert all(cell_len(line.rstrip("，。」”,.")) <= width + indent for line in lines)
    assert "".join(lines).replace(" ", "") == plain.replace(" ", "")
