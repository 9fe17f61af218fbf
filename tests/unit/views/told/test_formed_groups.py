"""Tests of the formed groups of statements that a later version of the work uses again."""

from __future__ import annotations

from episodic.temporal.fold.partitioning import partitioned
from episodic.temporal.fold.partitions import StatementGroup
from episodic.views.told.entities import ToldEntities
from episodic.views.told.formed_groups import FormedGroups
from episodic.views.told.statements import ToldStatements
from tests.unit.views.told.changed_chapters import replayed_story


async def some_groups(count: int) -> list[StatementGroup]:
    """Return groups of one statement each."""
    story = await replayed_story()
    statements = ToldStatements(story, ToldEntities("story", story, {}))
    return [StatementGroup.of([partitioned(statements.at(number))]) for number in range(count)]


async def test_kept_groups_keep_their_numbers() -> None:
    first, second, third = await some_groups(3)
    formed = FormedGroups()
    numbers = [formed.add(one, {(place, "home")}) for place, one in enumerate((first, second))]

    kept = formed.without({(0, "home"), (7, "home")})
    added = kept.add(third, {(2, "home")})

    assert kept.groups == {numbers[1]: second, added: third}
    assert added not in numbers
    assert kept.number_of == {second.statements[0].uuid: numbers[1], third.statements[0].uuid: added}
    assert formed.groups == {numbers[0]: first, numbers[1]: second}
    assert formed.number_of.keys() == {first.statements[0].uuid, second.statements[0].uuid}
    assert kept.without({(2, "home")}).groups == {numbers[1]: second}
