"""Tests of the groups of statements, which are kept while statements are added and removed."""

from __future__ import annotations

from episodic.temporal.exclusion import Exclusions
from episodic.temporal.fold.group_index import GroupIndex
from tests.unit.temporal.story_builder import LIVES_IN, MET, Tale

NO_JUDGEMENTS = Exclusions()


def test_a_group_that_gets_a_further_statement_keeps_its_number() -> None:
    tale = Tale().chapter(1).say("Jon", LIVES_IN, "Tower").say("Wu", LIVES_IN, "Mill").say("Wu", MET, "Mei")
    index = GroupIndex()
    _, (jon, wu, met) = index.update(
        gone=(), fresh={one.uuid: one for one in tale.statements}, exclusions=NO_JUDGEMENTS
    )

    *_, later = tale.chapter(2).say("Jon", LIVES_IN, "Harbor").statements
    touched, added = index.update(gone=(), fresh={later.uuid: later}, exclusions=NO_JUDGEMENTS)

    assert (touched, added) == ({jon}, {jon})
    assert [len(index.groups[one].statements) for one in (jon, wu, met)] == [2, 1, 1]
    assert index.number_of(later.uuid) == jon


def test_an_inserted_statement_stands_at_its_place_in_narrative_order() -> None:
    tale = Tale().chapter(1).say("Jon", LIVES_IN, "Tower").chapter(2).say("Jon", LIVES_IN, "Mill")
    first, second, third = tale.chapter(3).say("Jon", LIVES_IN, "Harbor").statements
    index = GroupIndex()
    index.update(gone=(), fresh={one.uuid: one for one in (first, third)}, exclusions=NO_JUDGEMENTS)

    _, (number,) = index.update(gone=(), fresh={second.uuid: second}, exclusions=NO_JUDGEMENTS)

    assert index.groups[number].statements == (first, second, third)


def test_a_group_without_statements_is_removed_with_its_contents() -> None:
    (home,) = Tale().chapter(1).say("Jon", LIVES_IN, "Tower").statements
    index = GroupIndex()
    _, (number,) = index.update(gone=(), fresh={home.uuid: home}, exclusions=NO_JUDGEMENTS)

    touched, added = index.update(gone=[home.uuid], fresh={}, exclusions=NO_JUDGEMENTS)

    assert (touched, added, len(index.groups)) == ({number}, set(), 0)
    _, again = index.update(gone=(), fresh={home.uuid: home}, exclusions=NO_JUDGEMENTS)
    assert again == {number + 1}
