"""The first-person narrator under the name that others call him by."""

from __future__ import annotations

import pytest

from tests.unit.languages.en.english_reading import Read, read_english


def scene(*paragraphs: str) -> Read:
    """The paragraphs as one passage."""
    return read_english("\n\n".join(paragraphs) + "\n")


WALK = "I went down to the harbour before dawn. I was cold, and I was hungry."


def test_a_narrator_who_answers_to_a_name_twice_bears_it() -> None:
    """Somebody says it to somebody, and I answer."""
    found = scene(
        WALK,
        "“Come here, Tobin,” said the captain. “You know the boat.”",
        "“Yes, sir,” said I.",
        "“Then row, Tobin, and be quick.”",
        "“At once,” I answered.",
    )

    assert found.narrator == {"I", "Tobin"}


def test_straight_quotation_marks_say_the_same() -> None:
    """As in older editions."""
    found = scene(
        WALK,
        '"Come here, Tobin," said the captain. "You know the boat."',
        '"Yes, sir," said I.',
        '"Then row, Tobin, and be quick."',
        '"At once," I answered.',
    )

    assert found.narrator == {"I", "Tobin"}


def test_once_is_not_enough() -> None:
    """A single answer can be anybody's."""
    found = scene(
        WALK, "“Come here, Tobin,” said the captain. “Tobin, be quick.”", "“Yes, sir,” said I.", "The wind rose."
    )

    assert found.narrator == {"I"}


def test_a_name_that_is_spoken_of_is_not_a_name_that_is_called() -> None:
    """“Tobin is late” is about somebody else."""
    found = scene(
        WALK,
        "“I saw Tobin yesterday,” said the captain.",
        "“Where?” said I.",
        "“I told Tobin to come.”",
        "“He will,” I answered.",
    )

    assert found.narrator == {"I"}


def test_somebody_whom_the_narration_names_is_not_the_narrator() -> None:
    """A narrator does not tell of himself by name."""
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
def test_of_two_who_are_called_by_name_nobody_is_taken(other: str) -> None:
    """The scene has another hearer."""
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
