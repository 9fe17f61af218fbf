"""Tests of facts with the names of their entities."""

from __future__ import annotations

from episodic.model.shared_dict import SharedDict
from episodic.pipeline.projection.named_facts import NamedFacts
from tests.unit.temporal.story_builder import LIVES_IN, MET, Tale


def test_a_fact_has_the_new_name_of_a_renamed_entity() -> None:
    """The folded fact is the same object, but the main name of its subject is another."""
    folded = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor").say("Wu", MET, "Mei").read().folded.by_id
    names = SharedDict((one, (one, "Person")) for one in ("Lin", "Harbor", "Wu", "Mei"))
    facts = NamedFacts()
    before = list(facts.of(folded, names).values())

    renamed = names.copy()
    renamed["Lin"] = ("Lin Yuan", "Person")
    after = list(facts.of(folded, renamed).values())

    assert [one.subject_name for one in after] == ["Lin Yuan", "Wu"]
    assert after[1] is before[1]
