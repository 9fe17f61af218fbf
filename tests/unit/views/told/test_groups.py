"""Tests of groups that are formed one by one: they are the groups into which all statements are divided."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from episodic.model.predicates import Predicate
from episodic.model.records import to_json
from episodic.pipeline.projection.told_statements import StoredStatements
from episodic.pipeline.projection.values import judged_pairs
from episodic.temporal.exclusion import Exclusions, StatementContent
from episodic.temporal.fold.partitioning import groups
from episodic.temporal.place_nesting import compatible_contents
from episodic.temporal.questions import Verdict
from episodic.views.told.chapters import PlacedChapter, entities_agree
from episodic.views.told.entities import ToldEntities
from episodic.views.told.groups import LocalGroups
from episodic.views.told.known_statements import KnownStatements
from episodic.views.told.statements import ToldStatements
from tests.sample_sizes import examples
from tests.unit.views.told.changed_chapters import CITY, HARBOR, LIN, SHEN, changed, replayed_story, with_statement


async def test_groups_are_those_of_all_statements() -> None:
    """The statements have random entities, predicates and judgements. The groups are formed in a random order."""
    story = await replayed_story()
    for seed in range(examples(100)):
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
            found = local.formed.groups[number]

            assert found == group, seed
            classes = {exclusions.class_of(one) for one in group.contents}
            own = local.exclusions_of(found)
            for one in classes:
                assert own.compatible_classes(one) & classes == compatible.compatible_classes(one) & classes, seed
        assert len(local.formed.groups) == len(expected)


def with_verdicts(chapter: PlacedChapter, count: int) -> PlacedChapter:
    return chapter._replace(told=replace(chapter.told, verdicts=chapter.told.verdicts[:count]))


def some_statements(chapters: Sequence[PlacedChapter], chance: random.Random) -> KnownStatements:
    """Return most of the statements of *chapters*. A few of them lack their values, as if they were only learned."""
    whole = ToldStatements(chapters, ToldEntities("story", chapters, {}))
    numbers = [number for number in range(len(whole)) if chance.random() < 0.03]
    learned = {one: replace(whole.at(one), core=whole.at(one).core.with_text("", None)) for one in numbers}
    known = np.array([chance.random() < 0.97 for _ in range(len(whole))], dtype=np.bool_)
    return KnownStatements(whole, known, learned, {one.uuid: one for each in chapters for one in each.told.passages})


def versions(
    chapters: Sequence[PlacedChapter], ask: Callable[[LocalGroups, int], object] | None = None
) -> tuple[LocalGroups, LocalGroups, ToldStatements]:
    """Return the groups of all chapters but the last, all of which are formed, the groups of all chapters that continue
    them, and the statements of all chapters. The function *ask* is called for each group of the earlier version.
    """
    found: list[tuple[ToldStatements, Exclusions]] = []
    for some in (chapters[:-1], chapters):
        statements = ToldStatements(some, ToldEntities("story", some, {}))
        pairs = [pair for one in some for pair in judged_pairs(one.order, one.told.verdicts, statements)]
        found.append((statements, Exclusions(pairs)))
    earlier = LocalGroups(*found[0])
    for number in earlier.every():
        if ask is not None:
            ask(earlier, number)
    return earlier, earlier.continued(*found[1]), found[1][0]


async def test_a_further_statement_joins_the_group_of_a_content_that_was_judged_to_be_equal() -> None:
    """Until then, only somebody's claim had the equal content, and a claim is in another group."""
    story = await replayed_story()
    empty = [one._replace(told=replace(one.told, statements=StoredStatements.of([]), verdicts=())) for one in story]
    claim = with_statement(empty[1], LIN, "met", object_=CITY, core={"scope": "claim"}, fields={"holder": SHEN})
    first = with_statement(claim, LIN, "met", object_=HARBOR)
    claimed, known = (one["uuid"] for one in first.told.statements)
    first = first._replace(told=replace(first.told, verdicts=((known, claimed, Verdict.SAME),)))
    second = with_statement(empty[2], LIN, "met", object_=CITY)
    (further,) = (one["uuid"] for one in second.told.statements)

    earlier, later, _ = versions([empty[0], first, second])

    assert earlier.number_of(known) != earlier.number_of(claimed)
    assert later.number_of(known) == later.number_of(further) != later.number_of(claimed)


async def test_a_further_predicate_may_be_the_inverse_of_an_earlier_one() -> None:
    story = await replayed_story()
    empty = [one._replace(told=replace(one.told, statements=StoredStatements.of([]), verdicts=())) for one in story]
    admires, admired = Predicate("admires"), Predicate("is_admired_by", inverse="admires")
    known = [with_predicate(with_statement(one, LIN, "met", object_=HARBOR), admires) for one in empty[:2]]
    further = with_predicate(with_statement(empty[2], HARBOR, "met", object_=LIN), admired)

    _, later, statements = versions([*known, further])

    assert len({later.number_of(one) for one in statements}) == 1
    assert [one.uuid for one in later.formed.groups[0].statements] == [*statements]


def with_predicate(chapter: PlacedChapter, predicate: Predicate) -> PlacedChapter:
    """Return the chapter with another predicate in place of its last one."""
    return chapter._replace(told=replace(chapter.told, predicates=(*chapter.told.predicates[:-1], to_json(predicate))))


async def test_places_are_compatible_if_a_further_statement_says_that_one_encloses_the_other() -> None:
    story = await replayed_story()
    empty = [one._replace(told=replace(one.told, statements=StoredStatements.of([]), verdicts=())) for one in story]
    known = [
        with_statement(one, LIN, "lives_in", object_=place) for one, place in zip(empty, (HARBOR, CITY), strict=False)
    ]
    further = with_statement(empty[2], HARBOR, "part_of", object_=CITY)

    earlier, later, statements = versions([*known, further], ask=compatible_in)

    number = later.number_of(next(iter(statements)))
    assert number is not None
    assert [len(one) for one in compatible_in(earlier, 0).values()] == [0, 0]
    assert [len(one) for one in compatible_in(later, number).values()] == [1, 1]


def compatible_in(groups: LocalGroups, number: int) -> dict[StatementContent, frozenset[StatementContent]]:
    """Return, for each content of a group, the other contents of the group that can be true at the same time."""
    group = groups.formed.groups[number]
    exclusions = groups.exclusions_of(group)
    classes = {exclusions.class_of(one) for one in group.contents}
    return {one: frozenset(exclusions.compatible_classes(one) & classes - {one}) for one in classes}


async def test_groups_of_an_earlier_version_are_used_again_only_if_nothing_changed() -> None:
    """The versions have further chapters, some other statements, and further judgements about them."""
    story = await replayed_story()
    seen = Counter[str]()
    for seed in range(examples(40)):
        chance = random.Random(seed)
        chapters = [with_verdicts(changed(one, chance), chance.choice((0, 0, 1))) for one in story]
        earlier: LocalGroups | None = None
        before: list[object] = []
        for last in range(3, len(chapters) + 1):
            if not entities_agree(chapters[: last - 1], chapters[:last]):
                earlier = None
            statements = some_statements(chapters[:last], chance)
            exclusions = Exclusions(
                pair for one in chapters[:last] for pair in judged_pairs(one.order, one.told.verdicts, statements)
            )
            anew = LocalGroups(statements, exclusions)
            local = anew if earlier is None else earlier.continued(statements, exclusions)
            for uuid in chance.sample([*statements], len(statements) // 2):
                number, expected = local.number_of(uuid), anew.number_of(uuid)

                assert number is not None
                assert expected is not None
                assert local.formed.groups[number] == anew.formed.groups[expected], seed
                assert compatible_in(local, number) == compatible_in(anew, expected), seed
            kept = sum(any(one is other for other in before) for one in local.formed.groups.values())
            seen.update(kept=kept, formed=len(local.formed.groups) - kept)
            earlier, before = local, [*local.formed.groups.values()]
    assert min(seen["kept"], seen["formed"]) > 500, seen
