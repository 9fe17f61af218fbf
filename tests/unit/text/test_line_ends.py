"""Tests of the comparison of texts without regard to line ends."""

from __future__ import annotations

from episodic.text.line_ends import with_lf, with_line_ends_of


def test_texts_that_differ_in_line_ends_are_equal_with_lf() -> None:
    assert with_lf("一\r\n二\r三\n") == "一\n二\n三\n"


def test_a_text_that_differs_only_in_line_ends_becomes_the_stored_text() -> None:
    stored = "One\r\ntwo\nthree\r"

    assert with_line_ends_of("One\ntwo\nthree\n", stored) == stored


def test_an_edited_text_gets_the_line_ends_of_the_stored_text() -> None:
    for stored, edited, expected in [
        ("One\ntwo\n", "One\r\n2\r\n", "One\n2\n"),
        ("One\r\ntwo\r\n", "One\n2\n", "One\r\n2\r\n"),
    ]:
        assert with_line_ends_of(edited, stored) == expected, stored


def test_an_edited_text_stays_as_written_if_the_stored_text_mixes_line_ends() -> None:
    assert with_line_ends_of("One\r\n2\r\n", "One\ntwo\r\n") == "One\r\n2\r\n"
