"""Tests of the scenes that are found for many passages at once."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import cast

import numpy as np

from episodic.model.settings import WorkSettings
from episodic.pipeline.projection.told_statements import StatementRow, StoredStatements
from episodic.temporal.knowledge.scenes import Scenes
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.told_narrative import ToldNarrative
from episodic.views.told.told_scenes import ToldScenes
from episodic.views.told.work import ToldWork
from tests.unit.views.told.changed_chapters import CHANGES, story_with_passages


def with_random_statements(chapter: PlacedChapter, chance: random.Random) -> PlacedChapter:
    """Return the chapter with statements at random places of its passages. Most statements in the first half of a
    passage are about other entities than those in its second half.
    """
    told, rows = chapter.told, list[StatementRow]()
    every = [one["number"] for one in told.clusters]
    starts = [one.start for one in told.passages]
    ends = [*starts[1:], starts[-1] + 60]
    for number in range(8 * len(starts) if told.statements and every else 0):
        passage = chance.randrange(len(starts))
        start = chance.randrange(starts[passage], ends[passage], 4)
        later, middle = 2 * start > starts[passage] + ends[passage], len(every) // 2
        entities = every if chance.random() < 0.1 else (every[middle:] if later else every[:middle]) or every
        row = told.statements[chance.randrange(len(told.statements))]
        made: dict[str, object] = {**row, "uuid": f"random {chapter.order} {number}", "passage": passage}
        made |= {"start": start, "end": start + 2, "subject": chance.choice(entities)}
        made |= {"object": chance.choice([*entities, None]), "predicate": chance.randrange(len(told.predicates))}
        if chance.random() < 0.2:
            made["participants"] = [(chance.choice(entities), "witness")]
        if chance.random() < 0.2:
            made |= {"core": {**row["core"], **chance.choice(CHANGES)}, "holder": chance.choice(entities)}
        rows.append(cast("StatementRow", made))
    return chapter._replace(told=replace(told, statements=StoredStatements.of(rows)))


async def test_many_passages_have_the_scenes_that_each_of_them_has() -> None:
    story, passages = await story_with_passages()
    elsewhere = 0
    for seed in range(12):
        chance = random.Random(seed)
        chapters = [with_random_statements(one, chance) for one in story]
        told = ToldWork("story", chapters, settings=WorkSettings(), acts={})
        narrative = ToldNarrative(told, {uuid: one for uuid, one in passages.items() if chance.random() < 0.5})
        statements = [told.statements.at(number) for number in range(len(told.statements))]
        scenes, one_by_one = ToldScenes(narrative), Scenes(narrative)

        for who in told.entities:
            found = scenes.are_elsewhere(np.arange(len(statements)), who).tolist()

            assert found == [one_by_one.is_elsewhere(one.passage, one.evidence.start, who) for one in statements]
            assert found == [scenes.is_elsewhere(one.passage, one.evidence.start, who) for one in statements]
            elsewhere += sum(found)

    assert elsewhere
