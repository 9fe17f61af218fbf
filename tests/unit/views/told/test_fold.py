"""Tests of the local fold: whether facts of a group conflict."""

from __future__ import annotations

import random
from dataclasses import replace

from episodic.model.settings import WorkSettings
from episodic.pipeline.projection.told_statements import StoredStatements
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
