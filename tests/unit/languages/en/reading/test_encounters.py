"""Tests of what English rules read of whom people meet, see and hear, where they go, and what they tell and know."""

from __future__ import annotations

import pytest

from episodic.model.settings import Density
from tests.unit.languages.en.english_reading import read_english
from tests.unit.languages.en.reading.test_statements import CAST, HESTER, WAT


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Wat Miller told Hester Vane that the roof leaked.", (WAT, "told", HESTER)),
        ("Wat Miller explained that the old roof leaked.", (WAT, "told", "the old roof leaked")),
        ("Wat Miller asked Hester Vane whether the roof leaked.", (WAT, "asked", HESTER)),
        ("Wat Miller begged Hester Vane to mend the roof.", (WAT, "asked", HESTER)),
        ("Wat Miller sent for Hester Vane.", (WAT, "asked", HESTER)),
        ("Wat Miller noticed that the roof leaked.", (WAT, "discovered", "the roof leaked")),
        ("Wat Miller knew that the roof leaked.", (WAT, "knows_that", "the roof leaked")),
        ("Wat Miller told Hester Vane about the new roof.", (WAT, "told", HESTER)),
        ("Wat Miller found the letter under the bed.", (WAT, "discovered", "the letter")),
        ("Wat Miller heard Hester Vane say something.", (WAT, "discovered", HESTER)),
        ("Wat Miller dropped the key in the grass.", (WAT, "lost", "the key")),
        ("Wat Miller dined with Hester Vane.", (WAT, "met", HESTER)),
        ("Wat Miller was afraid of Hester Vane.", (WAT, "fears", HESTER)),
        ("Wat Miller slapped Hester Vane.", (WAT, "struck", HESTER)),
        ("Wat Miller hurried down to the station.", (WAT, "went_to", "the station")),
        ("Wat Miller went back to Hester Vane's.", (WAT, "went_to", "Hester Vane's")),
        ("Wat Miller led Hester Vane into the library.", (HESTER, "went_to", "the library")),
        ("Wat Miller came out of the church.", (WAT, "left", "the church")),
        ("Wat Miller left Hester Vane at the gate.", (WAT, "left", HESTER)),
        ("Wat Miller was waiting in the library.", (WAT, "located_in", "the library")),
        ("Wat Miller was carried to the hospital.", (WAT, "went_to", "the hospital")),
        ("Wat Miller was brought to Pellworth.", (WAT, "went_to", "Pellworth")),
        ("Wat Miller had arrived late.", (WAT, "arrived_at", "")),
        ("Wat Miller drove away.", (WAT, "left", "")),
        ("Wat Miller wrote a long letter to Hester Vane.", (WAT, "told", HESTER)),
    ],
)
def test_encounters_and_moves_are_extracted(sentence: str, expected: tuple[str, str, str]) -> None:
    assert expected in read_english(f"{CAST}{sentence}").triples()


def test_a_clause_with_i_names_the_narrator() -> None:
    found = read_english(CAST + "I went out. I told Wat Miller that I had lost my way. I was tired.")

    assert "told Wat Miller that the narrator had lost the narrator's way" in found.statement("told").core.text


@pytest.mark.parametrize(
    ("sentence", "detail"),
    [
        ("Wat Miller saw two strange men in the wood.", (WAT, "discovered", "two strange men")),
        ("Wat Miller held the key in both hands.", (WAT, "holds", "the key")),
    ],
)
def test_what_is_seen_and_held_without_a_name_is_a_detail(sentence: str, detail: tuple[str, str, str]) -> None:
    text = f"{CAST}{sentence}"

    assert detail in read_english(text, density=Density.EVERYTHING).triples()
    assert detail not in read_english(text).triples()
