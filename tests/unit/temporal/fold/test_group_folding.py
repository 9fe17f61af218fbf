"""Tests of the fold of one group: facts of an earlier fold are used again if nothing on which they depend changed."""

from __future__ import annotations

from dataclasses import replace

from episodic.temporal.exclusion import Exclusions
from episodic.temporal.fold.folded_facts import FoldedFact
from episodic.temporal.fold.group_folding import EarlierFacts, folded_group
from episodic.temporal.fold.partitioning import groups
from tests.unit.temporal.fold.test_maintained_fold import context_of
from tests.unit.temporal.story_builder import LIVES_IN, Tale, chronology_of


def texts_with(earlier: dict[str, FoldedFact], *, changed: frozenset[str] | None) -> list[str]:
    """Return the texts of the facts about Jon's three homes, with the facts of an earlier fold by id, and the ids of the
    statements that changed since then.
    """
    tale = Tale().chapter(1).say("Jon", LIVES_IN, "Tower").passage().say("Jon", LIVES_IN, "Harbor")
    tale.chapter(2).say("Jon", LIVES_IN, "Mill")
    (group,) = groups(tale.statements, Exclusions())
    context = context_of(chronology_of(tale), [])
    facts = folded_group(group, context, {}, earlier=EarlierFacts(earlier.get, changed)).facts
    earlier.update((one.uuid, one) for one in facts)
    return [one.core.text for one in facts]


def test_a_fact_is_not_built_again_unless_its_draft_changed() -> None:
    earlier: dict[str, FoldedFact] = {}
    built = texts_with(earlier, changed=frozenset())
    tower, harbor, _ = earlier.values()
    marked = {
        tower.uuid: replace(tower, core=replace(tower.core, text="kept")),
        harbor.uuid: replace(
            harbor, core=replace(harbor.core, text="kept"), validity=replace(harbor.validity, ends=())
        ),
    }

    assert texts_with(dict(marked), changed=frozenset()) == ["kept", *built[1:]]
    assert texts_with(dict(marked), changed=None) == built


def test_a_fact_is_built_again_if_a_statement_of_it_or_one_that_ends_it_changed() -> None:
    earlier: dict[str, FoldedFact] = {}
    built = texts_with(earlier, changed=frozenset())
    marked = {uuid: replace(one, core=replace(one.core, text="kept")) for uuid, one in earlier.items()}
    tower, harbor, mill = earlier

    assert texts_with(dict(marked), changed=frozenset({tower})) == [built[0], "kept", "kept"]
    assert texts_with(dict(marked), changed=frozenset({harbor})) == [*built[:2], "kept"]
    assert texts_with(dict(marked), changed=frozenset({mill})) == ["kept", *built[1:]]
