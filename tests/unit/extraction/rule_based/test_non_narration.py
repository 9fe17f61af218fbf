"""Tests of chapters with another narrator: "I" in such a chapter does not mean the main narrator."""

from __future__ import annotations

import asyncio

import pytest

from episodic.extraction.readers import EntitiesReading, FactsReading
from episodic.extraction.rule_based import RuleBasedReader
from episodic.languages.en import ENGLISH
from episodic.languages.zh import CHINESE
from episodic.model.episodes import FrameKind, Language
from episodic.model.readings import NodeReading, StatementScope
from episodic.model.settings import WorkSettings
from episodic.text.passages import passages
from episodic.text.windows import windows

EN, ZH = ENGLISH, CHINESE
SEA = "I went aboard at dawn. I was cold, and I saw the harbour behind us.\n\n"


def read(text: str, language: Language) -> list[tuple[EntitiesReading, FactsReading]]:
    """Return the reading of each window of a chapter by the rule-based reader."""

    async def both() -> list[tuple[EntitiesReading, FactsReading]]:
        reader, settings = RuleBasedReader(), WorkSettings()
        found: list[tuple[EntitiesReading, FactsReading]] = []
        for window in windows(text, passages(text, language), language):
            entities = await reader.entities(window, settings)
            found.append((entities, await reader.facts(window, entities, settings)))
        return found

    return asyncio.run(both())


def sayers(entities: EntitiesReading) -> list[tuple[str, bool]]:
    """Return the names of those who say "I", and whether each is the main narrator."""
    return [(node.name, node.narrator) for node in entities.nodes if _says_i(node)]


def _says_i(node: NodeReading) -> bool:
    return any(one.shared and one.text in ("I", "我") for one in node.surfaces)


@pytest.mark.parametrize(("text", "language"), [("I came home. It was late.\n", EN), ("我回到家。天黑了。\n", ZH)])
def test_a_short_text_shows_its_narrator_by_one_pronoun(text: str, language: Language) -> None:
    """A draft of a few sentences has no room for more."""
    ((entities, _),) = read(text, language)

    assert [narrator for _, narrator in sayers(entities)] == [True]


def test_who_is_named_in_the_heading_says_i_in_every_window() -> None:
    """The later windows of the chapter do not show the heading."""
    found = read("Narrative Continued by the Surgeon\n\n" + SEA * 140, EN)

    assert len(found) > 1
    assert {one for entities, _ in found for one in sayers(entities)} == {("Surgeon", False)}


def test_who_is_named_in_a_chinese_heading_says_i() -> None:
    """The heading contains 自述."""
    ((entities, _),) = read("第三章 阿萝自述\n\n我上了船。我很冷。我看着港口。\n", ZH)

    assert sayers(entities) == [("阿萝", False)]


def test_a_teller_whom_the_text_names_is_that_person() -> None:
    """The text uses one of his names, or his title."""
    text = "Narrative Continued by the Doctor\n\n" + SEA + "“Dr. Vale,” said Tobin, “come.” Dr. Vale nodded.\n"

    ((entities, _),) = read(text, EN)

    assert sayers(entities) == [("Dr. Vale", False)]


def test_what_a_teller_says_of_himself_is_said_of_him() -> None:
    """In statements, too, "I" means the other narrator."""
    ((entities, facts),) = read("Told by Tobin Marsh\n\n" + SEA + "I lived at Ashmouth in those days.\n", EN)

    assert {entities.nodes[one.subject].name for one in facts.statements} == {"Tobin Marsh"}


def test_a_letter_is_its_writers_claim_and_a_frame_of_its_own() -> None:
    """The narrator around the letter does not change."""
    text = SEA + "Dear Tobin,\n\nI lived at Ashmouth when I was young.\n\nYours truly,\n\nMina Vale\n\n" + SEA

    ((entities, facts),) = read(text, EN)

    claimed = [one for one in facts.statements if one.core.scope is StatementScope.CLAIM]
    assert sorted(sayers(entities)) == [("I", True), ("Mina Vale", False)]
    assert {entities.nodes[one.subject].name for one in claimed} == {"Mina Vale"}
    assert {one.holder for one in claimed} == {one.subject for one in claimed}
    assert FrameKind.LETTER in {one.kind for one in entities.frames} or len(entities.frames) == 1


def test_a_chinese_letter_is_its_writers() -> None:
    """The letter is the text between salutation and signature."""
    text = "我上了船。我很冷。我拆开信。\n师父大人：\n我已到城中。我一切都好。\n徒 沈括舟 敬上\n我把信收起来。\n"

    ((entities, _),) = read(text, ZH)

    assert sorted(sayers(entities)) == [("我", True), ("沈括舟", False)]


def test_a_letter_that_nobody_signed_gives_i_to_nobody() -> None:
    """A text set in from the margin is a letter even without a signature."""
    text = SEA + "     Dear Tobin--I am well, and\n     I shall come.\n\n" + SEA

    ((entities, _),) = read(text, EN)

    (narrator,) = [node for node in entities.nodes if _says_i(node)]
    letter = text.index("Dear Tobin")
    assert narrator.narrator
    assert all(not letter < span.start < letter + 50 for one in narrator.surfaces for span in one.spans)


def test_a_letter_between_stars_is_not_the_narrators() -> None:
    """A word for a letter introduces the text between the stars. The writer of the letter is unknown."""
    text = SEA + "The letter ran:\n\n*I am well, and I shall come at Easter to see you all.*\n\n" + SEA

    ((entities, _),) = read(text, EN)

    (narrator,) = [node for node in entities.nodes if _says_i(node)]
    letter = text.index("*I am")
    assert all(not letter < span.start < letter + 50 for one in narrator.surfaces for span in one.spans)
