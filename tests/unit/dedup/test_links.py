"""Tests of links: a wrong answer affects only one link, a conflict cuts the weakest link, and no conflict cuts a link
of the author.
"""

from __future__ import annotations

import pytest

from episodic.dedup.links import ANSWER, RULE, Links
from tests.unit.dedup.test_identity import answered, content, fold_of, node, roots


def groups_of(links: Links, *numbers: int) -> list[list[int]]:
    """Return the groups of these clusters."""
    return sorted(links.components(numbers))


def test_of_a_chain_the_weakest_link_is_cut() -> None:
    """An answer is weaker than equal names."""
    links = Links()
    links.link(0, 1, names=RULE)
    links.link(1, 2, agreed=ANSWER)
    links.link(2, 3, names=RULE)

    links.conflict(0, 3, 1)

    assert groups_of(links, 0, 1, 2, 3) == [[0, 1], [2, 3]]
    assert [one.link for one in links.cuts()] == [(1, 2)]


def test_of_equally_weak_links_the_one_made_later_is_cut() -> None:
    """The earlier link in narrative order remains."""
    links = Links()
    links.link(1, 2, agreed=ANSWER)
    links.link(0, 1, agreed=ANSWER)

    links.conflict(0, 2, 1)

    assert groups_of(links, 0, 1, 2) == [[0], [1, 2]]


def test_a_link_with_more_evidence_than_the_conflict_stays() -> None:
    """Two answers are stronger than one window with both names."""
    links = Links()
    links.link(0, 1, agreed=ANSWER)
    links.link(0, 1, agreed=ANSWER)

    links.conflict(0, 1, 1)

    assert groups_of(links, 0, 1) == [[0, 1]]
    assert links.cuts() == ()


def test_an_answer_to_the_contrary_takes_a_link_back() -> None:
    """One answer for a link and one answer against it cancel each other."""
    links = Links()
    links.link(0, 1, agreed=ANSWER)

    links.deny(0, 1)

    assert groups_of(links, 0, 1) == [[0], [1]]


def test_two_who_were_taken_for_one_are_two_again_when_a_window_names_them_side_by_side() -> None:
    """The statements about each name go with that name."""
    chapters = [[[node("Lin")]], [[node("Zian")]], [[node("Lin"), node("Zian", start=40)]], [[node("Zian")]]]

    before, (first, alias, *_) = answered(chapters[:2], Zian=(0,))
    fold, steps = answered(chapters, Zian=(0,))

    assert roots(before, first) == roots(before, alias)
    lin, zian = roots(fold, steps[2])
    assert lin != zian
    assert (roots(fold, steps[0]), roots(fold, steps[1]), roots(fold, steps[3])) == ([lin], [zian], [zian])
    assert len(fold.clusters.cuts()) == 1


def test_who_was_cut_off_is_asked_about_again_but_not_with_the_same_candidate() -> None:
    """Two persons named in one window are not the same person."""
    chapters = [
        [[node("Lin"), node("Wu", start=90)]],
        [[node("Zian")]],
        [[node("Lin"), node("Zian", start=40)]],
    ]

    _, steps = answered(chapters, Zian=(0,))

    (again,) = steps[2].questions
    assert [one.name for one in content(again).candidates] == ["Wu"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Robert Marsden", "Oliver Marsden"),
        ("Mrs. Marsden", "Mr. Marsden"),
        ("贾珠", "贾珍"),
    ],
)
def test_one_answer_does_not_unite_who_cannot_be_one(first: str, second: str) -> None:
    """The reader's answer is not enough against two given names of one family or two sexes."""
    chapters = [[[node(first)]], [[node(second, "the stranger")]]]
    fold, _ = fold_of(chapters[0])
    other = fold.clusters.new(node(second), 1)

    fold.clusters.conflict(0, other, 1)
    fold.clusters.unite(0, other, agreed=ANSWER, names=0)

    assert fold.clusters.root(other) == other


def test_the_authors_merge_is_never_cut() -> None:
    """A reader may list the two names separately in any number of windows."""
    fold, _ = fold_of([[node("Lin"), node("Zian", start=40)]])
    fold.clusters.unite(0, 1)

    for count in range(1, 9):
        fold.clusters.conflict(0, 1, 1)
        del count

    assert fold.clusters.root(1) == 0
    assert fold.clusters.cuts() == ()


def test_a_copy_keeps_a_link_that_the_original_cuts() -> None:
    """Chapters added to the original do not affect the copy."""
    fold, _ = fold_of([[node("Lin"), node("Wu", start=40)]])
    fold.clusters.unite(0, 1, agreed=ANSWER * 2, names=0)
    other = fold.copy()

    fold.clusters.conflict(0, 1, 3)

    assert fold.clusters.root(1) == 1
    assert other.clusters.root(1) == 0
    assert set(other.clusters[0].names) == {"Lin", "Wu"}
    assert set(fold.clusters[0].names) == {"Lin"}


@pytest.mark.parametrize(
    ("known", "asked", "offered"),
    [
        ("Marsden", "Alderman Marsden", True),
        ("Alderman Thorn", "Alderman Marsden", False),
        ("贾珠", "珠大哥", True),
        ("三姊妹", "三个姊妹", True),
        ("Robert Marsden", "Oliver Marsden", False),
        ("Bram Hollow", "Alda Varga", False),
        ("Mr. Marsden", "Mrs. Marsden", False),
        ("灰鹭", "林远", True),
    ],
)
def test_only_who_may_be_meant_is_offered(known: str, asked: str, offered: bool) -> None:
    """A surname, a rare character or a nickname may mean the same person. Two full names of two families may not."""
    _, steps = fold_of([[node(known)]], [[node(asked)]])

    assert [one.name for question in steps[1].questions for one in content(question).candidates] == [known] * offered


def test_a_place_is_asked_about_only_where_a_similar_name_is_known() -> None:
    """A town is not compared with the last five towns."""
    _, steps = fold_of(
        [[node("Northgate", kind="Place"), node("Redwater", kind="Place", start=90)]],
        [[node("Caldmere", kind="Place"), node("Old Redwater", kind="Place", start=90)]],
    )

    assert [content(one).node.name for one in steps[1].questions] == ["Old Redwater"]


def test_a_shared_surname_counts_more_than_a_shared_title() -> None:
    """The number of aldermen does not matter."""
    aldermen = [node(f"Alderman {name}", start=90 * place) for place, name in enumerate(("Reed", "Thorn", "Vale"))]
    _, steps = fold_of([[*aldermen, node("Marsden", start=900)]], [[node("Alderman Marsden")]])

    assert content(steps[1].questions[0]).candidates[0].name == "Marsden"
