"""Tests of the chronology of a work's first chapters: it is that of all statements, although most are not decoded."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from episodic.model.settings import WorkSettings
from episodic.temporal.calendars.work_calendars import Calendars
from episodic.temporal.chronology.chronology import Chronology
from episodic.temporal.placed import PlacedPassage
from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.entities import ToldEntities
from episodic.views.told.statements import ToldStatements
from episodic.views.told.told_chronology import ToldChronologies
from tests.unit.views.told.changed_chapters import changed, replayed_story
from tests.unit.views.told.test_known_graph import with_lessons, with_long_runs


def passages_of(chapters: Sequence[PlacedChapter]) -> Mapping[str, PlacedPassage]:
    return {one.uuid: one for chapter in chapters for one in chapter.told.passages}


async def test_statements_without_a_time_are_placed_as_if_they_were_decoded() -> None:
    story, calendars = await replayed_story(), Calendars(WorkSettings().calendars)
    for seed in range(100):
        chance = random.Random(seed)
        chapters = [changed(one, chance) for one in story]
        passages = passages_of(chapters)
        statements = ToldStatements(chapters, ToldEntities("story", chapters, {}))

        found = ToldChronologies().of(chapters, statements, calendars, passages=passages)

        built = Chronology.of(passages.values(), statements.values(), calendars)
        assert found.conflicts == built.conflicts, seed
        for one in statements:
            assert found.position_of(one) == built.position_of(one), seed
            assert found.said_of(one) == built.said_of(one), seed
            assert found.line_places(one) == built.line_places(one), seed
            assert found.counted_from(found.position_of(one)) == built.counted_from(built.position_of(one)), seed


async def test_a_chronology_is_extended_by_the_chapters_that_follow() -> None:
    story, calendars = await replayed_story(), Calendars(WorkSettings().calendars)
    for seed in range(40):
        chance = random.Random(seed)
        chapters = [changed(one, chance) for one in story]
        kept = ToldChronologies()
        for count in sorted(chance.sample(range(1, len(chapters) + 1), 4)):
            told = chapters[:count]
            statements = ToldStatements(told, ToldEntities("story", told, {}))

            found = kept.of(told, statements, calendars, passages=passages_of(told))

            built = ToldChronologies().of(told, statements, calendars, passages=passages_of(told))
            places = [(found.position_of(one), built.position_of(one)) for one in statements]
            for _ in range(100):
                one, other = chance.choice(places), chance.choice(places)
                assert found.before(one[0], other[0]) == built.before(one[1], other[1]), seed
                assert found.bounds(one[0]) == built.bounds(one[1]), seed


async def test_a_letter_that_goes_on_in_claims_is_placed_as_if_all_its_chapters_were_read_at_once() -> None:
    """Only a further chapter shows that the letter is told in claims, which matters for its earlier passages too."""
    story, calendars = await replayed_story(), Calendars(WorkSettings().calendars)
    for seed in range(20):
        chance = random.Random(seed)
        changes = [with_lessons(changed(one, chance), chance) for one in story]
        chapters = [with_long_runs(one, chance) for one in changes]
        kept = ToldChronologies()
        for count in range(1, len(chapters) + 1):
            told = chapters[:count]
            statements = ToldStatements(told, ToldEntities("story", told, {}))

            found = kept.of(told, statements, calendars, passages=passages_of(told))

            built = ToldChronologies().of(told, statements, calendars, passages=passages_of(told))
            for one in statements:
                assert found.position_of(one).own == built.position_of(one).own, (seed, count)
