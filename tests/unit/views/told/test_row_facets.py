"""Tests of the facets that the row of a statement decides."""

from __future__ import annotations

import random

from episodic.model.facets import Facet, facet, facets_of
from episodic.model.predicates import PredicateKind, predicate_key, shipped_table
from episodic.model.readings import Phase
from episodic.model.settings import WorkSettings
from episodic.pipeline.projection.record_encoding import record_of
from episodic.pipeline.projection.told_statements import is_timed, phase_of
from episodic.temporal.fold.group_folding import DraftedGroup
from episodic.views.told.row_facets import RowFacets
from episodic.views.told.work import ToldWork
from tests.unit.views.told.changed_chapters import changed, replayed_story

CANON = frozenset({facet(Facet.LAYER, "canon")})
ENDED = frozenset({facet(Facet.ENDED, "yes"), facet(Facet.ENDED, "no")})
PLANS = facet(Facet.SCOPE, "plan")


async def test_a_fact_may_have_each_facet_that_it_has_and_no_other_predicate_or_scope() -> None:
    story = await replayed_story()
    predicates = {facet(Facet.PREDICATE, predicate_key(one.name)) for one in shipped_table().all()}
    decided = frozenset({*predicates, PLANS})
    seen = stated_ends = 0
    for seed in range(5):
        chance = random.Random(seed)
        told = ToldWork("story", [changed(one, chance) for one in story], settings=WorkSettings(), acts={})
        rows = RowFacets(told.statements.predicates, shipped_table(), (one.episode for one in told.chapters))
        for fact in told.facts():
            number = told.statements.number_of(fact.uuid)
            assert number is not None
            row, own = told.statements.row(number), frozenset(facets_of(record_of(fact)))
            seen += 1
            assert all(rows.may_have(row, (frozenset({one}), CANON)) for one in own)
            assert not rows.may_have(row, (CANON, decided - own))
            assert rows.may_have(row, (CANON, (decided | {"another facet"}) - own))
            if fact.kind is not PredicateKind.EVENT and phase_of(row.told) is Phase.ENDS:
                stated_ends += 1
                assert not rows.may_have(row, (CANON, ENDED - own))
            (group,) = told.fold.numbers([fact.uuid])
            drafted = told.fold.drafted(group)
            draft = next(one for one in range(len(drafted)) if drafted.first(one).uuid == fact.uuid)
            assert all(
                rows.draft_may_have(drafted, draft, (frozenset({one}), CANON), ended=DraftedGroup.has_ended)
                for one in own
            )
            assert not rows.draft_may_have(drafted, draft, (CANON, decided - own), ended=DraftedGroup.has_ended)
            assert not rows.draft_may_have(drafted, draft, (CANON, ENDED - own), ended=DraftedGroup.has_ended)
            assert rows.draft_may_have(
                drafted, draft, (CANON, (decided | {"another facet"}) - own), ended=DraftedGroup.has_ended
            )
    assert seen
    assert stated_ends


async def test_rows_are_ruled_out_by_columns_as_one_by_one_unless_they_have_a_time_or_scope() -> None:
    story = await replayed_story()
    predicates = {facet(Facet.PREDICATE, predicate_key(one.name)) for one in shipped_table().all()}
    ruled_out = 0
    for seed in range(3):
        chance = random.Random(seed)
        told = ToldWork("story", [changed(one, chance) for one in story], settings=WorkSettings(), acts={})
        statements, rows = told.statements, told.row_facets
        for one in (*sorted(predicates)[:40], PLANS, *ENDED, "another facet"):
            sets = (CANON, frozenset({one}))
            every = range(0, len(statements), 2)
            expected = [
                number
                for number in every
                if is_timed(statements.row(number).told) or rows.may_have(statements.row(number), sets)
            ]
            assert rows.rows_that_may_have(statements.columns, every, sets) == expected
            ruled_out += len(every) - len(expected)
        assert rows.rows_that_may_have(statements.columns, [], (CANON,)) == []
    assert ruled_out


async def test_entities_without_summaries_are_those_of_the_records() -> None:
    told = ToldWork("story", await replayed_story(), settings=WorkSettings(), acts={})
    ids = list(told.entities)

    found = told.entities.without_summaries([*reversed(ids), "nobody"])

    every = {uuid: told.entity(uuid) for uuid in ids}
    assert {one.uuid: one.aliases for one in found} == {uuid: one.aliases for uuid, one in every.items() if one}
    assert [one.uuid for one in found] == [
        one.uuid for one in sorted(map(record_of, found), key=lambda one: (one.told, one.uuid))
    ]
    assert not any(one.summary for one in found)
