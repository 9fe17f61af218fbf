"""Tests of groups that are formed one by one: they are the groups into which all statements are divided."""

from __future__ import annotations

import random

from episodic.pipeline.projection.values import judged_pairs
from episodic.temporal.exclusion import Exclusions
from episodic.temporal.fold.partitioning import groups
from episodic.temporal.place_nesting import compatible_contents
from episodic.views.told.entities import ToldEntities
from episodic.views.told.groups import LocalGroups
from episodic.views.told.statements import ToldStatements
from tests.unit.views.told.changed_chapters import changed, replayed_story


async def test_groups_are_those_of_all_statements() -> None:
    """The statements have random entities, predicates and judgements. The groups are formed in a random order."""
    story = await replayed_story()
    for seed in range(100):
        chance = random.Random(seed)
        chapters = [changed(one, chance) for one in story]
        statements = ToldStatements(chapters, ToldEntities("story", chapters, {}))
        exclusions = Exclusions(
            pair for one in chapters for pair in judged_pairs(one.order, one.told.verdicts, statements)
        )
        local = LocalGroups(ToldStatements(chapters, statements.entities), exclusions)
        compatible = exclusions.with_compatible(compatible_contents(statements.values()))
        expected = groups(statements.values(), exclusions)
        for group in chance.sample(expected, len(expected)):
            number = local.number_of(chance.choice(group.statements).uuid)

            assert number is not None
            found = local.groups[number]

            assert found == group, seed
            classes = {exclusions.class_of(one) for one in group.contents}
            own = local.exclusions_of(found)
            for one in classes:
                assert own.compatible_classes(one) & classes == compatible.compatible_classes(one) & classes, seed
        assert len(local.groups) == len(expected)
