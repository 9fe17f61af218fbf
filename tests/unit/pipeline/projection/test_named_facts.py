"""Tests of facts with the names of their entities."""

from __future__ import annotations

from dataclasses import replace

from episodic.model.readings import StatementScope
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


def test_a_fact_has_the_names_of_those_who_pass_it_on() -> None:
    """The name of the teller alone changes."""
    tale = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor", scope=StatementScope.CLAIM, holder="Wu")
    tale.statements = [replace(one, tellers=("Mei",)) for one in tale.statements]
    folded = tale.read().folded.by_id
    names = SharedDict((one, (one, "Person")) for one in ("Lin", "Harbor", "Wu", "Mei"))
    facts = NamedFacts()
    facts.of(folded, names)

    renamed = names.copy()
    renamed["Mei"] = ("Mei Lan", "Person")
    (after,) = facts.of(folded, renamed).values()

    assert after.teller_names == ("Mei Lan",)


def test_new_facts_stay_in_order_if_one_of_them_is_about_a_renamed_entity() -> None:
    """The chapter that renames Lin is also the first to tell of Wu, and tells of Wu first."""
    names = SharedDict((one, (one, "Person")) for one in ("Lin", "Harbor", "Wu", "Mei"))
    tale = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor")
    first = tale.read().folded.by_id
    told = tale.chapter(2).say("Wu", MET, "Mei").say("Lin", MET, "Mei").read().folded.by_id
    folded = first.copy()
    folded.update(told)
    facts = NamedFacts()
    facts.of(first, names)

    renamed = names.copy()
    renamed["Lin"] = ("Lin Yuan", "Person")
    after = facts.of(folded, renamed)

    assert folded.touched_since(first) is not None
    assert [one.subject_name for one in after.values()] == ["Lin Yuan", "Wu", "Lin Yuan"]
    assert list(after) == list(told)
