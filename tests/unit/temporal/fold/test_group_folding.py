"""Tests of the fold of one group: facts of an earlier fold are used again if nothing on which they depend changed."""

from __future__ import annotations

from dataclasses import replace

from episodic.temporal.exclusion import Exclusions
from episodic.temporal.fold.folded_facts import FoldedFact
from episodic.temporal.fold.group_folding import EarlierFacts, folded_group
from episodic.temporal.fold.partitioning import groups
from tests.unit.temporal.fold.test_maintained_fold import context_of
from tests.unit.temporal.story_builder import LIVES_IN, Tale, chronology_of


def texts_with(earlier: dict[str, FoldedFact], *, only_grown: bool) -> list[str]:
    """Return the texts of the facts about Jon's three homes, with the facts of an earlier fold by id."""
    tale = Tale().chapter(1).say("Jon", LIVES_IN, "Tower").passage().say("Jon", LIVES_IN, "Harbor")
    tale.chapter(2).say("Jon", LIVES_IN, "Mill")
    (group,) = groups(tale.statements, Exclusions())
    context = context_of(chronology_of(tale), [])
    facts = folded_group(group, context, {}, earlier=EarlierFacts(earlier.get, only_grown=only_grown)).facts
    earlier.update((one.uuid, one) for one in facts)
    return [one.core.text for one in facts]


def test_a_fact_of_a_group_that_only_grew_is_not_built_again_unless_its_draft_changed() -> None:
    earlier: dict[str, FoldedFact] = {}
    built = texts_with(earlier, only_grown=True)
    tower, harbor, _ = earlier.values()
    marked = {
        tower.uuid: replace(tower, core=replace(tower.core, text="kept")),
        harbor.uuid: replace(
            harbor, core=replace(harbor.core, text="kept"), validity=replace(harbor.validity, ends=())
        ),
    }

    assert texts_with(dict(marked), only_grown=True) == ["kept", *built[1:]]
    assert texts_with(dict(marked), only_grown=False) == built
