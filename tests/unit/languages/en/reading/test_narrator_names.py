"""Tests of the name of a first-person narrator, which is known from how other persons address the narrator."""

from __future__ import annotations

import pytest

from tests.unit.languages.en.english_reading import ReadWindow, read_english


def scene(*paragraphs: str) -> ReadWindow:
    """Return the paragraphs as one passage."""
    return read_english("\n\n".join(paragraphs) + "\n")


WALK = "I went down to the harbour before dawn. I was cold, and I was hungry."


def test_a_narrator_who_answers_to_a_name_twice_has_that_name() -> None:
    """A person calls the narrator by name, and the narrator answers, twice."""
    found = scene(
        WALK,
        "“Come here, Tobin,” said the captain. “You know the boat.”",
        "“Yes, sir,” said I.",
        "“Then row, Tobin, and be quick.”",
        "“At once,” I answered.",
    )

    assert found.narrator == {"I", "Tobin"}


def test_straight_quotation_marks_are_recognised() -> None:
    found = scene(
        WALK,
        '"Come here, Tobin," said the captain. "You know the boat."',
        '"Yes, sir," said I.',
        '"Then row, Tobin, and be quick."',
        '"At once," I answered.',
    )

    assert found.narrator == {"I", "Tobin"}


def test_one_address_by_name_is_not_enough() -> None:
    """After a single address, another person could have answered."""
    found = scene(
        WALK, "“Come here, Tobin,” said the captain. “Tobin, be quick.”", "“Yes, sir,” said I.", "The wind rose."
    )

    assert found.narrator == {"I"}


def test_a_name_that_is_only_mentioned_in_speech_is_no_address() -> None:
    """“Tobin is late” is about a person other than the listener."""
    found = scene(
        WALK,
        "“I saw Tobin yesterday,” said the captain.",
        "“Where?” said I.",
        "“I told Tobin to come.”",
        "“He will,” I answered.",
    )

    assert found.narrator == {"I"}


def test_a_person_named_in_the_narration_is_not_the_narrator() -> None:
    """A narrator does not write about himself by name."""
    found = scene(
        WALK,
        "Tobin sat in the boat beside me.",
        "“Row, Tobin,” said the captain. “Row.”",
        "“He cannot,” said I.",
        "“Then steer, Tobin, and be quick.”",
        "“He is hurt,” I answered.",
    )

    assert found.narrator == {"I"}


@pytest.mark.parametrize("other", ["Mabel", "Edwin"])
def test_with_two_addressed_names_the_narrator_stays_unnamed(other: str) -> None:
    """If two names are used to address people, another listener is present."""
    found = scene(
        WALK,
        "“Come here, Tobin,” said the captain. “You know the boat.”",
        "“Yes, sir,” said I.",
        f"“Then row, {other}, and be quick.”",
        "“At once,” I answered.",
        "“Row, Tobin, row!”",
        "“I am rowing,” said I.",
    )

    assert found.narrator == {"I"}
