"""Tests of the nodes that the English rules extract from a window."""

from __future__ import annotations

import pytest

from episodic.extraction.rule_based.language_rules import KnownName, NameKind
from episodic.languages.en import ENGLISH
from episodic.languages.en.reading.nodes import named_nodes
from episodic.model.readings import Window
from episodic.model.spans import Span
from tests.unit.languages.en.english_reading import read_english

CAST = "“Good day,” said Hester Vane. “Good day,” said Mr. Corbel. Hester laughed. "


def test_a_title_stays_part_of_the_name() -> None:
    """The whole name of Mister Corbel includes his title."""
    found = read_english("“Come in,” said Mr. Corbel, and Mrs. Corbel rose.")

    assert set(found.types) == {"Mr. Corbel", "Mrs. Corbel"}


def test_a_first_name_and_its_only_full_name_are_one_node() -> None:
    found = read_english(CAST)

    assert set(found.surfaces("Hester Vane")) == {"Hester Vane", "Hester"}


def test_a_surname_and_the_only_man_with_it_are_one_node() -> None:
    found = read_english("“Come in,” said Mr. Corbel. They met Corbel at noon. Then Corbel smiled, and old Corbel sat.")

    assert set(found.surfaces("Mr. Corbel")) == {"Mr. Corbel", "Corbel"}


def test_a_surname_of_two_people_refers_to_neither() -> None:
    """A surname that a husband and a wife share refers to neither of the two."""
    found = read_english(
        "“Come,” said Mr. Corbel. “No,” said Mrs. Corbel. Then Corbel smiled, and the great Corbel sat."
    )

    assert "Corbel" not in found.surfaces("Mr. Corbel")
    assert "Corbel" not in found.surfaces("Mrs. Corbel")


@pytest.mark.parametrize(
    ("text", "united"),
    [
        ("“Come,” said Ben Gunn. Benjamin Gunn rose. “Go,” said Gunn.", {"Ben Gunn", "Benjamin Gunn", "Gunn"}),
        ("“Come,” said Captain Roe. They met Roe. “Go,” said Roe.", {"Captain Roe", "Roe"}),
        ("“Come,” said Detective Ray Corbel. “Go,” said Corbel.", {"Detective Ray Corbel", "Corbel"}),
        ("“Come,” said Miss Alba. Alba took her hat, and she left.", {"Miss Alba", "Alba"}),
        ("“Come,” said Mrs. Joe. “Go,” said Mrs. Joe Corbel.", {"Mrs. Joe", "Mrs. Joe Corbel"}),
    ],
)
def test_forms_that_fit_only_one_person_are_one_node(text: str, united: set[str]) -> None:
    """For example, short forms of one name are one node, and so are a rank with a surname and the surname alone."""
    found = read_english(text)

    assert any(united == {one.text for one in node.surfaces} for node in found.entities.nodes)


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("“Come,” said Alba. Alba took her hat, and she left. “Go,” said Mr. Alba.", "Alba", "Mr. Alba"),
        ("“Come,” said Mr. Corbel. “Go,” said Mr. Henry Corbel.", "Mr. Corbel", "Mr. Henry Corbel"),
        ("“Come,” said Mrs. Corbel. “Go,” said Mrs. Anna Corbel.", "Mrs. Corbel", "Mrs. Anna Corbel"),
        ("“Come,” said Joe Corbel. “Go,” said Mistress Joe Corbel.", "Joe Corbel", "Mistress Joe Corbel"),
        ("“Come,” said Mr. Corbel. “Go,” said Mr. Corbel, Junior.", "Mr. Corbel", "Mr. Corbel, Junior"),
        ("“Come,” said Patricia Corbel. They met Corbel. “Go,” said Corbel.", "Patricia Corbel", "Corbel"),
        (
            "“Come,” said Alice. Alice saw Hazel End, and Hazel End was dark. To Alice Hazel End was home.",
            "Alice",
            "Hazel End",
        ),
    ],
)
def test_forms_of_different_people_are_different_nodes(text: str, one: str, other: str) -> None:
    """Examples are a woman with her husband's first name, a son with another first name, and a place beside a person."""
    found = read_english(text)

    assert {one, other} <= set(found.types)
    assert other not in found.surfaces(one)


def test_a_common_given_name_alone_means_the_only_person_with_it_but_is_no_name_of_his() -> None:
    """In another chapter, the given name may mean somebody else."""
    text = "So John Silver came in. “Easy, John,” said Nell Hale. John Silver sat down, and Nell Hale wept."

    node = next(one for one in read_english(text).entities.nodes if one.name == "John Silver")

    assert {(one.text, one.shared) for one in node.surfaces} == {("John Silver", False), ("John", True)}


def test_a_common_given_name_that_is_known_to_be_a_name_of_somebody_stays_his_name() -> None:
    """The author says that Tom is Tom Reed, whom the window does not call so."""
    text = "Tom died that night. “He is gone,” said Mara."
    known = [KnownName(name, NameKind.PERSON, 0) for name in ("Tom", "Tom Reed")]

    nodes = named_nodes(Window(0, text, "", (Span(0, len(text)),), ENGLISH), (), known=known)

    assert ["Tom"] in [[one.text for one in node.surfaces] for node in nodes]


def test_a_surname_with_a_plain_title_that_only_addresses_means_the_man_of_the_narration() -> None:
    called = "“Come aboard, Mr. Hands,” I said. So Israel Hands came, and Israel Hands lay down."
    told = called + " Then Mr. Hands the elder came in, and I saw Mr. Hands sit down."

    assert set(read_english(called).surfaces("Israel Hands")) == {"Israel Hands", "Mr. Hands"}
    assert set(read_english(told).surfaces("Israel Hands")) == {"Israel Hands"}


def test_a_kinship_word_on_a_gravestone_is_no_part_of_the_name() -> None:
    """On a gravestone, “Georgiana Wife of the Above” names Georgiana."""
    found = read_english("“Come,” said Georgiana. The stone said: Also Georgiana Wife of the Above.")

    assert set(found.surfaces("Georgiana")) == {"Georgiana"}


def test_every_mention_is_recorded_without_its_possessive_ending() -> None:
    """The spans cover the longest form of the name, without the possessive ending."""
    text = "“Come,” said Hester Vane. The hat was Hester's hat. They left with Hester Vane."

    found = read_english(text)

    assert found.surfaces("Hester Vane") == {"Hester Vane": [13, 67], "Hester": [38]}


@pytest.mark.parametrize(
    "text",
    [
        "On Monday the English came. In January they left.",
        "Presently it rained. Nobody spoke. However, nothing came of it.",
        "Oh, Heaven help us! Yes, Sir. No, Madam. Good God!",
        "Chapter Nine\n\nIt was late.",
        "The captain spoke. The Captain spoke again. They asked the Captain.",
    ],
)
def test_a_capital_letter_alone_makes_no_name(text: str) -> None:
    """Days of the week, peoples, sentence openings, interjections, headings and titles alone are not names."""
    found = read_english(text)

    assert found.types == {}


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("They lived in Pellworth, and he died in Pellworth.", "Pellworth", "Place"),
        ("They walked down Tallow Street.", "Tallow Street", "Place"),
        ("He went to London.", "London", "Place"),
        ("She served the River Company.", "River Company", "Organization"),
        ("They went aboard the Marigold, and the Marigold sailed.", "Marigold", "Item"),
        ("“Aye,” said O'Brien.", "O'Brien", "Person"),
        ("“Aye,” said Anne-Marie van der Holt.", "Anne-Marie van der Holt", "Person"),
    ],
)
def test_the_words_around_a_name_determine_its_type(text: str, name: str, kind: str) -> None:
    found = read_english(text)

    assert found.types == {name: kind}


def test_an_introduced_nickname_belongs_to_the_same_node() -> None:
    found = read_english("“Good day,” said Hester Vane, called Wren. “Hush,” said Wren. They saw Wren.")

    assert {"Hester Vane", "Wren"} <= set(found.surfaces("Hester Vane"))


def test_i_outside_of_speech_is_the_narrator_with_the_stated_name() -> None:
    """The narrator is mentioned once per passage, at the first “I”, and by name."""
    found = read_english(
        "My name is Hester Vane. I was born late. I grew up, and I left.\n\n", "Later I came back. “I see,” said Wat."
    )

    assert found.narrator == {"I", "Hester Vane"}
    assert found.surfaces("Hester Vane")["I"] == [24, 71]


def test_i_before_a_full_stop_or_an_exclamation_mark_is_the_narrator() -> None:
    """A Roman numeral in a heading is no pronoun."""
    found = read_english("I saw him. I fled. Wat was as old as I. So was I!\n\n", "Act I. The rest stayed, but not I.")

    assert found.surfaces("I")["I"] == [0, 83]


def test_i_inside_speech_creates_no_narrator() -> None:
    """“I” inside quotation marks refers to the speaker, who is not the narrator."""
    found = read_english("“I am here, and I stay, and I sing,” said Hester Vane.")

    assert found.narrator is None
