"""Tests of how the English rules resolve he, she, him, her and possessives such as “his sister”."""

from __future__ import annotations

import pytest

from tests.unit.languages.en.english_reading import read_english

CAST = "“Good day,” said Hester Vane. “Good day,” said Peter Miller. “Good day,” said Alice Miller. They lived in Pellworth, near Pellworth.\n\n"
HESTER, PETER, ALICE = "Hester Vane", "Peter Miller", "Alice Miller"


@pytest.mark.parametrize(
    ("sentences", "expected"),
    [
        ("Hester Vane packed. Three days later she moved to Pellworth.", (HESTER, "lives_in", "Pellworth")),
        ("Hester Vane packed. That winter, she moved to Pellworth.", (HESTER, "lives_in", "Pellworth")),
        ("Hester Vane packed. But then she moved to Pellworth.", (HESTER, "lives_in", "Pellworth")),
        ("Hester Vane packed. It rained. She moved to Pellworth.", (HESTER, "lives_in", "Pellworth")),
        ("Hester Vane packed, and she moved to Pellworth.", (HESTER, "lives_in", "Pellworth")),
        ("Hester Vane met Peter Miller. He was a doctor.", (PETER, "title", "doctor")),
        ("Hester Vane met Peter Miller. She married him.", (HESTER, "married_to", PETER)),
        ("Hester Vane came with her cousin Peter Miller.", (PETER, "relative_of", HESTER)),
        ("Peter Miller rose. “Good night.” He moved to Pellworth.", (PETER, "lives_in", "Pellworth")),
        ("“Good night,” said Hester Vane. She moved to Pellworth.", (HESTER, "lives_in", "Pellworth")),
        ("Peter Miller came in. His sister, Alice Miller, sat down.", (ALICE, "sibling_of", PETER)),
    ],
)
def test_a_pronoun_refers_to_the_only_possible_person(sentences: str, expected: tuple[str, str, str]) -> None:
    """The only possible person is the subject of the previous sentence, or the only person of the pronoun's gender."""
    found = read_english(CAST + sentences)

    assert expected in found.triples()


@pytest.mark.parametrize(
    "sentences",
    [
        "Hester Vane met Alice Miller. She moved to Pellworth.",
        "Hester Vane packed. Then he moved to Pellworth.",
        "Peter Miller's sister came in. She moved to Pellworth.",
        "Hester Vane and Alice Miller came in. She moved to Pellworth.",
        "Hester Vane packed. A woman came. She moved to Pellworth.",
        "The death of Hester Vane was near. She moved to Pellworth.",
        "Hester Vane packed.\n\n“Go!” She moved to Pellworth.",
        "Hester Vane packed. Alice Miller rose. “Go!” She moved to Pellworth.",
    ],
)
def test_an_ambiguous_pronoun_refers_to_nobody(sentences: str) -> None:
    """A second person of that gender, an owner, or a new paragraph with speech makes a pronoun ambiguous, and no
    statement is extracted.
    """
    found = read_english(CAST + sentences)

    assert not {"lives_in", "title"} & {predicate for _, predicate, _ in found.triples()}


def test_her_before_a_noun_is_not_an_object() -> None:
    """In “Who gives her mother a letter”, the recipient is the mother and not “her”."""
    found = read_english(CAST + "Hester Vane came in. Peter Miller handed her mother the letter.")

    assert found.triples() == set()
