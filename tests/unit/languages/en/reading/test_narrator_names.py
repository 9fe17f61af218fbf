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


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("By that spring I was Ilse Varga only in the parish book.", {"I", "Ilse Varga"}),
        (
            "They called me Moth. I was Ilse Varga only in the parish book. “Come here, Moth,” said Peg.",
            {"I", "Moth", "Ilse Varga"},
        ),
        ("“Miss Varga,” he said to me, before anyone had told him who I was.", {"I", "Miss Varga"}),
        ("“Tobin, have you seen Mr. Bram?” Peg asked me. “Speak, Tobin.”", {"I", "Tobin"}),
    ],
)
def test_a_narrator_has_the_names_that_are_stated_or_said_to_the_narrator(sentence: str, names: set[str]) -> None:
    assert scene(WALK, sentence).narrator == names


@pytest.mark.parametrize(
    "paragraphs",
    [
        ("I was Tobin Reed's clerk, and I was Tobin Reed of all people's servant.",),
        ("“Miss Varga,” he said to her, and I looked away.",),
        ("“Tobin,” he said to me, “is a thief. Tobin, of all men.”",),
        ("“Tobin is a thief,” he said to me. “Tobin, of all men.”",),
        ("“Tobin,” said Peg. Then she asked me the way. “Tobin,” she said.",),
        ("“Tobin, come,” Peg said to me.", "Tobin had gone home. Tobin was asleep."),
    ],
)
def test_other_names_near_i_are_not_the_narrators(paragraphs: tuple[str, ...]) -> None:
    assert scene(WALK, *paragraphs).narrator == {"I"}
