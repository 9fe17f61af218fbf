"""Tests of splits and name corrections in the identity fold, and of decisions by rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from episodic.dedup.identity import IdentityFold, IdentityStep
from episodic.dedup.nodes import ChapterNodes, NodeOverrides, PlacedNode
from episodic.languages.en import ENGLISH
from episodic.model.readings import NodeReading, Surface
from episodic.model.spans import Span


def node(*names: str, kind: str = "Person", start: int = 0, narrator: bool = False) -> PlacedNode:
    surfaces = tuple(
        Surface(name, (Span(start + 10 * rank, start + 10 * rank + 4),)) for rank, name in enumerate(names)
    )
    if narrator:
        surfaces = (*surfaces, Surface("I", (Span(start + 900, start + 901),), shared=True))
    return PlacedNode(NodeReading((*names, "I")[0], kind, surfaces, narrator), "")


def own(one: PlacedNode, split: int = 1) -> PlacedNode:
    return replace(one, decided=NodeOverrides(own=split))


def left(one: PlacedNode, split: int = 1) -> PlacedNode:
    return replace(one, decided=NodeOverrides(apart=frozenset({split})))


def add_chapter(fold: IdentityFold, count: int, *windows: Sequence[PlacedNode], by_rule: bool = True) -> IdentityStep:
    rows = tuple(tuple(one) for one in windows)
    return fold.step(ChapterNodes(f"chapter {count}", count, ENGLISH, rows, by_rule))


def story(*chapters: Sequence[PlacedNode], by_rule: bool = True) -> list[int]:
    """Return the final cluster of every node in order, with one window for each chapter."""
    fold = IdentityFold({})
    steps = [add_chapter(fold, count, nodes, by_rule=by_rule) for count, nodes in enumerate(chapters)]
    return [fold.clusters.root(number) for step in steps for row in step.numbers for number in row]


def test_a_split_begins_an_entity_of_its_own_and_all_its_mentions_are_one() -> None:
    """The split covers several chapters and names."""
    first, second, third = story([node("Lin")], [own(node("Lin"))], [own(node("Little Lin"))])

    assert first != second == third


def test_what_is_left_of_a_divided_node_stays_with_the_rest() -> None:
    """Both entities have the name in one window."""
    before, half, rest, after = story(
        [node("Lin")], [own(node("Lin")), left(node("Lin", start=50))], [left(node("Lin"))]
    )

    assert before == rest == after != half


def test_what_is_left_first_comes_later_and_is_not_the_half() -> None:
    """The split took the first mentions of the entity."""
    half, rest, again = story([own(node("Lin"))], [left(node("Lin"))], [left(node("Lin"))])

    assert half != rest == again


def test_by_rule_a_mention_nobody_decided_is_the_one_told_last() -> None:
    """A mention without a decision belongs to the nearest earlier entity of that name."""
    first, half, later, more = story([node("Lin")], [own(node("Lin"))], [node("Lin")], [node("Lin")])

    assert first != half == later == more


def test_by_rule_more_names_count_before_nearness() -> None:
    """A node with both names belongs to the entity with both names."""
    first, half, later = story([node("Lin", "Old Lin")], [own(node("Lin"))], [node("Old Lin", "Lin")])

    assert first == later != half


def test_a_question_about_a_shared_name_shows_both_halves() -> None:
    """A shared name is never a certain match again."""
    fold = IdentityFold({})
    add_chapter(fold, 0, [node("Lin")], by_rule=False)
    add_chapter(fold, 1, [own(node("Lin"))], by_rule=False)

    step = add_chapter(fold, 2, [node("Lin")], by_rule=False)

    assert len(step.missing) == 1
    assert step.missing[0].payload.count('"shared":["Lin"]') == 2


def test_two_splits_make_two_entities() -> None:
    """Each split is a separate override."""
    first, one, other = story([node("Lin")], [own(node("Lin"), 1)], [own(node("Lin"), 2)])

    assert len({first, one, other}) == 3


def test_a_name_denied_speaks_for_nobody() -> None:
    """The reader may list the denied name again together with the right name."""
    denied = replace(node("Lin", "Fox"), decided=NodeOverrides(denied=("Fox",)))

    first, again, other = story([denied], [node("Lin", "Fox")], [node("Fox")])

    assert first == again != other


def test_an_added_name_speaks_for_its_entity() -> None:
    """The added name applies from the entity's first mention on."""
    added = replace(node("Lin"), decided=NodeOverrides(added=("Fox",)))

    first, fox = story([added], [node("Fox")])

    assert first == fox


def test_a_title_written_out_or_not_is_the_same_name() -> None:
    """Examples are the titles "Doctor" and "Mister" and their abbreviations."""
    assert len(set(story([node("Dr. Vane")], [node("Doctor Vane")], [node("Dr Vane")]))) == 1
    assert len(set(story([node("Mr. Vane")], [node("Mrs. Vane")]))) == 2


def test_by_rule_a_name_is_of_the_kind_that_it_mostly_is() -> None:
    """In one window, the reader took a person for a place."""
    before = story([node("Lin", kind="Place")], *([[node("Lin")]] * 12))
    after = story(*([[node("Lin")]] * 12), [node("Lin", kind="Place")])

    assert len(set(before)) == len(set(after)) == 1


def test_by_rule_a_town_named_like_a_person_stays_a_town() -> None:
    """Both the town and the person have many mentions."""
    assert len(set(story(*([[node("Lin")]] * 9), *([[node("Lin", kind="Place")]] * 3)))) == 2


def test_by_rule_a_narrator_who_is_named_later_was_the_narrator_all_along() -> None:
    """All nodes with the name are the narrator."""
    people = story([node(narrator=True)], [node("Jim")], [node("Jim", narrator=True)], [node(narrator=True)])

    assert len(set(people)) == 1
