"""Tests of facts with the names of their entities."""

from __future__ import annotations

from dataclasses import replace

import pytest

from episodic.model.graph import Fact, Role
from episodic.model.readings import StatementScope
from episodic.model.shared_dict import SharedDict
from episodic.pipeline.projection.named_facts import EntityName, NamedFacts
from episodic.pipeline.projection.summaries import EntitySummaries
from episodic.temporal.fold.folded_facts import FoldedFact
from tests.unit.temporal.story_builder import LIVES_IN, MET, Tale


class DerivedFacts:
    """The facts of successive graphs, with the summaries that are derived from them, as in a projector."""

    def __init__(self) -> None:
        self._summaries = EntitySummaries()
        self._named = NamedFacts(self._summaries.about)

    def of(self, folded: SharedDict[str, FoldedFact], names: SharedDict[str, EntityName]) -> SharedDict[str, Fact]:
        facts = self._named.of(folded, names)
        self._summaries.update(facts)
        return facts


def test_a_fact_has_the_new_name_of_a_renamed_entity() -> None:
    """The folded fact is the same object, but the main name of its subject is another."""
    folded = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor").say("Wu", MET, "Mei").read().folded.by_id
    names = SharedDict((one, (one, "Person", False)) for one in ("Lin", "Harbor", "Wu", "Mei"))
    facts = DerivedFacts()
    before = list(facts.of(folded, names).values())

    renamed = names.copy()
    renamed["Lin"] = ("Lin Yuan", "Person", False)
    after = list(facts.of(folded, renamed).values())

    assert [one.subject_name for one in after] == ["Lin Yuan", "Wu"]
    assert after[1] is before[1]


def test_a_fact_has_the_names_of_those_who_pass_it_on() -> None:
    """The name of the teller alone changes."""
    tale = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor", scope=StatementScope.CLAIM, holder="Wu")
    tale.statements = [replace(one, tellers=("Mei",)) for one in tale.statements]
    folded = tale.read().folded.by_id
    names = SharedDict((one, (one, "Person", False)) for one in ("Lin", "Harbor", "Wu", "Mei"))
    facts = DerivedFacts()
    facts.of(folded, names)

    renamed = names.copy()
    renamed["Mei"] = ("Mei Lan", "Person", False)
    (after,) = facts.of(folded, renamed).values()

    assert after.teller_names == ("Mei Lan",)


def test_new_facts_stay_in_order_if_one_of_them_is_about_a_renamed_entity() -> None:
    """The chapter that renames Lin is also the first to tell of Wu, and tells of Wu first."""
    names = SharedDict((one, (one, "Person", False)) for one in ("Lin", "Harbor", "Wu", "Mei"))
    tale = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor")
    first = tale.read().folded.by_id
    told = tale.chapter(2).say("Wu", MET, "Mei").say("Lin", MET, "Mei").read().folded.by_id
    folded = first.copy()
    folded.update(told)
    facts = DerivedFacts()
    facts.of(first, names)

    renamed = names.copy()
    renamed["Lin"] = ("Lin Yuan", "Person", False)
    after = facts.of(folded, renamed)

    assert folded.touched_since(first) is not None
    assert [one.subject_name for one in after.values()] == ["Lin Yuan", "Wu", "Lin Yuan"]
    assert list(after) == list(told)


def test_entities_are_renamed_in_the_facts_of_all_graphs_so_far() -> None:
    """Mei is renamed in a graph with a fact of an earlier graph, a fact that changed, and a fact of the same graph."""
    names = SharedDict((one, (one, "Person", False)) for one in ("Lin", "Harbor", "Wu", "Mei"))
    tale = Tale().chapter(1).say("Wu", MET, "Mei")
    first = tale.read().folded.by_id
    second, third = first.copy(), first.copy()
    second.update(tale.chapter(2).say("Mei", LIVES_IN, "Harbor").read().folded.by_id)
    third.update(tale.chapter(3).say("Lin", MET, "Mei").read().folded.by_id)
    facts = DerivedFacts()
    facts.of(first, names)

    for folded, name in ((second, "Mei Lan"), (third, "Lady Mei")):
        names = names.copy()
        names["Mei"] = (name, "Person", False)
        named = {
            one.object_name if one.object == "Mei" else one.subject_name for one in facts.of(folded, names).values()
        }
        assert named == {name}

    assert len(facts.of(third, names)) == 3


def test_a_participant_is_renamed() -> None:
    tale = Tale().chapter(1).say("Lin", MET, "Wu")
    tale.statements = [replace(one, participants=(Role("Mei", "", "guest"),)) for one in tale.statements]
    folded = tale.read().folded.by_id
    names = SharedDict((one, (one, "Person", False)) for one in ("Lin", "Wu", "Mei"))
    facts = DerivedFacts()
    facts.of(folded, names)

    renamed = names.copy()
    renamed["Mei"] = ("Mei Lan", "Person", False)
    (after,) = facts.of(folded, renamed).values()

    assert [one.name for one in after.participants] == ["Mei Lan"]


@pytest.mark.parametrize(
    ("sentence", "name", "named"),
    [
        ("The narrator met Mei.", "Jim", "Jim met Mei."),
        ("Mei met the narrator’s friend, and not the narrator.", "Jim", "Mei met Jim’s friend, and not Jim."),
        ("叙述者见到了Mei。", "林晚", "林晚见到了Mei。"),
        ("The narrator met Mei.", "the narrator", "The narrator met Mei."),
        ("The narrator's boat took Jim to Mei.", "Jim", "The narrator's boat took Jim to Mei."),
    ],
)
def test_the_narrator_has_the_name_that_was_told_later(sentence: str, name: str, named: str) -> None:
    tale = Tale().chapter(1).say("I", MET, "Mei")
    tale.statements = [replace(one, sentence=sentence) for one in tale.statements]
    folded = tale.read().folded.by_id

    (fact,) = (
        DerivedFacts().of(folded, SharedDict({"I": (name, "Person", True), "Mei": ("Mei", "Person", False)})).values()
    )

    assert fact.text == named


def test_the_narrator_of_a_sentence_about_others_keeps_the_words() -> None:
    tale = Tale().chapter(1).say("Wu", MET, "Mei").chapter(2).say("I", MET, "Lin")
    tale.statements = [replace(one, sentence="The narrator saw them meet.") for one in tale.statements]
    folded = tale.read().folded.by_id
    names = {who: (f"Old {who}", "Person", who in ("I", "Lin")) for who in ("Wu", "Mei", "I", "Lin")}

    facts = DerivedFacts().of(folded, SharedDict(names)).values()

    assert [one.text for one in facts] == ["The narrator saw them meet."] * 2


def test_a_narrator_without_a_name_is_not_called_by_the_name_of_somebody_else_who_says_i() -> None:
    """Mei tells a tale of her own elsewhere, in which she says "I"."""
    tale = Tale().chapter(1).say("I", MET, "Mei")
    tale.statements = [replace(one, sentence="The narrator was tired of it.") for one in tale.statements]
    names = {"I": ("the narrator", "Person", True), "Mei": ("Mei", "Person", True)}

    (fact,) = DerivedFacts().of(tale.read().folded.by_id, SharedDict(names)).values()

    assert fact.text == "The narrator was tired of it."
