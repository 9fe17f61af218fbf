"""The list of the facts of successive folds."""

from __future__ import annotations

from dataclasses import replace

from episodic.model.shared_dict import SharedDict
from episodic.model.spans import NarrativePosition
from episodic.temporal.fold.fold_results import FactList, ListedFact
from episodic.temporal.fold.folded_facts import FoldedFact
from tests.unit.temporal.story_builder import LIVES_IN, Tale


def at(fact: FoldedFact, offset: int) -> FoldedFact:
    """The fact with its first quote at another offset."""
    told = NarrativePosition(fact.core.told_at.order, offset)
    return replace(fact, core=replace(fact.core, told_at=told))


def test_facts_that_only_moved_are_replaced_in_place() -> None:
    """If their order may have changed, the list is made anew."""
    tale = Tale().chapter(1).say("Lin", LIVES_IN, "Harbor").say("Wu", LIVES_IN, "Capital").say("Mei", LIVES_IN, "Town")
    facts = list(tale.read().folded.facts)
    known = SharedDict((one.uuid, ListedFact.of(one)) for one in facts)
    moved = known.copy()
    for number, one in enumerate(facts[1:]):
        moved[one.uuid] = ListedFact.of(at(one, 5000 + number))

    for same_order in (True, False):
        listed = FactList()
        before = listed.result(known.copy(), (), {}).by_id

        after = listed.result(moved.copy(), (), {}, same_order=same_order).by_id

        assert list(after.values()) == [one.fact for one in moved.values()]
        assert (after.touched_since(before) is not None) is same_order
