"""How the short form of a construction becomes a regular expression over masked text."""

from __future__ import annotations

import re

from episodic.extraction.rule_based.constructions import expand_phrases, expand_slots
from episodic.extraction.rule_based.masked_text import GROUP, PERSON, PLACE


def test_a_slot_matches_one_mark_of_its_kinds() -> None:
    regex = re.compile(expand_slots("<s:P> left <o:LO>"))

    assert regex.fullmatch(f"{PERSON} left {PLACE}") is not None
    assert regex.fullmatch(f"{PERSON} left {GROUP}") is not None
    assert regex.fullmatch(f"{PERSON} left {PERSON}") is None


def test_an_owner_fills_only_a_starred_slot() -> None:
    text = f"{PERSON}'s"

    assert re.search(expand_slots("<s:P>", not_owner="(?!')"), text) is None
    assert re.search(expand_slots("<s:P*>", not_owner="(?!')"), text) is not None


def test_phrases_are_replaced_in_order() -> None:
    assert expand_phrases("{had} {ends}", [("had", "had{ends}"), ("ends", "!")]) == "had! !"
