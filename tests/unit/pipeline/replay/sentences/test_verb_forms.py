"""Tests of verb forms that agree with their subject."""

from __future__ import annotations

from episodic.pipeline.replay.sentences.verb_forms import is_plural, with_plural_verb


def test_the_verb_after_several_is_plural() -> None:
    """Names of one person, ship or house that end like a plural keep the singular."""
    assert with_plural_verb("his victims is dead.", "his victims") == "his victims are dead."
    assert with_plural_verb("The boss is dead.", "The boss") == "The boss is dead."
    assert is_plural("those fellows who robbed the inn")
    assert not any(
        map(is_plural, ("Miss Grey", "James", "the princess", "the bus", "the house that Jack builds", "林河"))
    )
