"""Tests of the statements of a work's first chapters, in versions that continue one another."""

from __future__ import annotations

import random
from collections.abc import Sequence

from episodic.views.told.chapters import PlacedChapter
from episodic.views.told.entities import ToldEntities
from episodic.views.told.statements import ToldStatements
from tests.unit.views.told.changed_chapters import HARBOR, LIN, changed, replayed_story, with_statement


def entities(chapters: Sequence[PlacedChapter]) -> ToldEntities:
    return ToldEntities("story", chapters, {})


def same_statements(found: ToldStatements, chapters: Sequence[PlacedChapter]) -> bool:
    """Return whether *found* has the statements of *chapters*, by id and by number."""
    expected = ToldStatements(chapters, entities(chapters))
    ids = [*expected]
    by_number = [found.uuid_of(number) for number in range(len(found))]
    numbers = [found.number_of(one) for one in ids]
    known = [found[one] for one in ids] == [expected[one] for one in ids]
    return [*found] == by_number == ids and numbers == [*range(len(ids))] and known


async def test_a_version_of_the_work_has_only_its_own_statements_after_others_have_continued_it() -> None:
    story = await replayed_story()
    chance = random.Random(3)
    chapters = [changed(one, chance) for one in story]
    first, one, other = chapters[:3], [*chapters[:3], chapters[3]], [*chapters[:3], chapters[4], chapters[5]]
    earlier = ToldStatements(first, entities(first))
    assert same_statements(earlier, first)

    later = earlier.continued(one, entities(one))
    beside = earlier.continued(other, entities(other))

    assert same_statements(later, one)
    assert same_statements(beside, other)
    assert same_statements(earlier, first)
    further = (uuid for uuid in later if uuid not in earlier)
    assert [earlier.number_of(uuid) for uuid in further] == [None] * (len(later) - len(earlier))


async def test_the_statements_that_changed_are_those_that_only_one_version_has() -> None:
    story = await replayed_story()
    further = with_statement(story[2], LIN, "met", object_=HARBOR)
    first, whole = story[:2], [*story[:2], further]
    earlier = ToldStatements(first, entities(first))

    later = earlier.continued(whole, entities(whole))

    assert later.changed_since(earlier) == {*later} - {*earlier}
    assert earlier.changed_since(earlier) == set()
