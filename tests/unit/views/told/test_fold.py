"""Tests of the local fold: whether facts of a group conflict."""

from __future__ import annotations

import random

from episodic.model.settings import WorkSettings
from episodic.views.told.work import ToldWork
from tests.unit.views.told.changed_chapters import changed, replayed_story


async def test_a_group_conflicts_if_its_drafts_conflict() -> None:
    """The statements have random entities, phases and locks, so that many groups have only one statement."""
    story = await replayed_story()
    for seed in range(5):
        chance = random.Random(seed)
        told = ToldWork("story", [changed(one, chance) for one in story], settings=WorkSettings(), acts={})
        numbers = told.fold.numbers(told.statements)

        conflicting = {number for number in numbers if told.fold.conflicting(number)}

        assert conflicting == {number for number in numbers if told.fold.drafted(number).conflicting}
        assert 0 < len(conflicting) < len(numbers)
