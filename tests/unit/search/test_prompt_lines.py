"""Tests of the lines of text for a prompt."""

from __future__ import annotations

from episodic.model.episodes import Language
from episodic.model.graph import Alias, Entity
from episodic.model.name_keys import name_key
from episodic.model.spans import Evidence, NarrativePosition
from episodic.search.prompt_lines import entity_line


def test_a_name_broken_over_two_lines_is_shown_once() -> None:
    """The main name is not repeated among the other names, and the type is in the language of the text."""
    first = Evidence("chapter", "John Silver", 0, 11, NarrativePosition(0, 0))
    texts = ("John Silver", "Silver", "John\nSilver")
    aliases = tuple(Alias(text, name_key(text), 1, first) for text in texts)
    silver = Entity("1", "story", "John Silver", "Person", aliases, "", 3, first)

    assert silver.names == ("John Silver", "Silver")
    assert entity_line(silver, language=Language("en")).endswith("John Silver (Person), also Silver")
    assert "人物" in entity_line(silver, language=Language("zh"))
