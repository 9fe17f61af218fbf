"""Tests of the local fold: whether facts of a group conflict."""

from __future__ import annotations

import random
from dataclasses import replace

from episodic.model.settings import WorkSettings
from episodic.pipeline.projection.told_statements import StoredStatements
from episodic.temporal.fold.deaths import HELD
from episodic.temporal.fold.fold import fold
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.work import ToldWork
from tests.unit.views.told.changed_chapters import changed, replayed_story


def locked(chapter: PlacedChapter, chance: random.Random) -> PlacedChapter:
    """Return the chapter with a lock on about every second statement."""
    rows = [{**row, "locked": chance.random() < 0.5} for row in chapter.told.statements]
    return chapter._replace(told=replace(chapter.told, statements=StoredStatements.of(rows)))  # type: ignore[arg-type]


async def test_a_group_conflicts_if_its_drafts_conflict() -> None:
    """The statements have random entities, phases and locks, so that some groups have one locked statement, which a
    death contradicts.
    """
    story = await replayed_story()
    alone = 0
    for seed in range(12):
        chance = random.Random(seed)
        chapters = [locked(changed(one, chance), chance) for one in story]
        told = ToldWork("story", chapters, settings=WorkSettings(), acts={})
        numbers = told.fold.numbers(told.statements)

        conflicting = {number for number in numbers if told.fold.conflicting(number)}

        assert conflicting == {number for number in numbers if told.fold.drafted(number).conflicting}
        alone += sum(told.fold.size_of(number) == 1 for number in conflicting)
    assert alone


async def test_the_ends_of_facts_are_those_of_a_fold_of_all_statements() -> None:
    """Among others, the death of its holder ends a plan or a belief about somebody else."""
    story = await replayed_story()
    held = 0
    for seed in range(12):
        chance = random.Random(seed)
        told = ToldWork("story", [changed(one, chance) for one in story], settings=WorkSettings(), acts={})

        ends = {one.uuid: (one.validity.ends, one.core.ended_by) for one in told.fold.every()}

        expected = fold(told.statements.values(), told.fold.context).facts
        assert ends == {one.uuid: (one.validity.ends, one.core.ended_by) for one in expected}
        held += sum(one.core.scope in HELD and bool(one.core.ended_by) for one in expected)
    assert held
