"""Tests of namesakes: two people who share only a courtesy name or a given name stay two."""

from __future__ import annotations

import pytest

from episodic.dedup.identity import IdentityFold, IdentityStep
from episodic.dedup.namesakes import NameSet, clearly_different, with_surname
from tests.unit.dedup.test_identity import Windows, chapter_of, content, node, roots


def names(*names: str) -> NameSet:
    return NameSet(names[:1], names)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("徐晃", "公明"), ("管辂", "公明")),
        (("徐晃", "公明", "徐公明"), ("管辂", "管公明", "公明")),
        (("司马岳", "文举"), ("孔融", "文举")),
        (("Jim Hawkins", "Jim"), ("Jim Crow", "Jim")),
    ],
)
def test_full_names_of_different_surnames_tell_two_apart(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    """The shared name is less than a full name."""
    assert clearly_different(names(*one), names(*other))
    assert clearly_different(names(*other), names(*one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("诸葛亮", "孔明"), ("孔明",)),
        (("关羽", "云长"), ("云长", "关公")),
        (("曹操", "孟德"), ("曹操", "魏王")),
        (("阮青禾", "青禾"), ("青禾",)),
        (("John Silver", "Silver"), ("Silver", "Long John")),
        (("Estella", "Estella Marsh"), ("Estella", "Mrs. Estella Pool")),
        (("徐晃", "公明"), ("管辂",)),
        (("陆行简", "老尺"), ("老尺", "仲言")),
        (("Mei", "Red"), ("Red", "Chen")),
    ],
)
def test_others_are_not_told_apart(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    """A shared full name, or a full name of only one of the two, decides nothing."""
    assert not clearly_different(names(*one), names(*other))
    assert not clearly_different(names(*other), names(*one))


def test_a_courtesy_name_has_its_surname_before_it() -> None:
    """The names 关羽 and 云长 give 关云长. A main name without a surname gives no combined name."""
    assert with_surname("关羽", ("关羽", "云长")) == ("关云长",)
    assert with_surname("青禾", ("青禾", "小禾")) == ()
    assert with_surname("Guan Yu", ("guan yu", "yu")) == ()


@pytest.mark.parametrize("by_rule", [True, False])
@pytest.mark.parametrize(
    ("first", "second"),
    [(("沈括舟", "子衡"), ("陆远帆", "子衡")), (("Tom Reed", "Tom"), ("Tom Vale", "Tom"))],
)
def test_a_shared_lesser_name_makes_nobody_one(first: tuple[str, ...], second: tuple[str, ...], by_rule: bool) -> None:
    """A person of a later chapter with the same courtesy name or given name is a new person."""
    fold, (one, two) = _folded([[node(*first)]], [[node(*second)]], by_rule=by_rule)

    assert roots(fold, one) != roots(fold, two)
    assert [content(question).node.name for question in two.questions] == ([] if by_rule else [second[0]])


def test_a_name_that_two_are_known_to_bear_makes_them_not_one() -> None:
    """In a chapter without a full name, the shared name alone refers to neither person."""
    fold, (one, two, three) = _folded([[node("沈括舟", "子衡")]], [[node("陆远帆", "子衡")]], [[node("子衡")]])

    assert len({*roots(fold, one), *roots(fold, two), *roots(fold, three)}) == 3


def test_the_full_names_go_on_meaning_their_own_bearer() -> None:
    """Only the shared name is ambiguous."""
    chapters = [[[node("沈括舟", "子衡")]], [[node("陆远帆", "子衡")]], [[node("沈括舟")], [node("陆远帆")]]]

    fold, (one, two, three) = _folded(*chapters)

    assert roots(fold, three) == [*roots(fold, one), *roots(fold, two)]


@pytest.mark.parametrize("turned", [False, True])
def test_the_courtesy_name_with_the_surname_is_the_same_person(turned: bool) -> None:
    """沈子衡 is 沈括舟, who is called 子衡, in any order of the two names."""
    chapters = [[[node("沈括舟", "子衡")]], [[node("沈子衡")]]]

    fold, (one, two) = _folded(*(reversed(chapters) if turned else chapters))

    assert roots(fold, one) == roots(fold, two)


def test_it_is_so_beside_the_other_name_in_one_window_read_by_rules() -> None:
    """A window that does not say that two names are one does not say that they are two."""
    fold, (one, two) = _folded([[node("沈括舟", "子衡")]], [[node("沈括舟"), node("沈子衡", start=500)]])

    assert set(roots(fold, two)) == set(roots(fold, one))


def _folded(*chapters: Windows, by_rule: bool = True) -> tuple[IdentityFold, list[IdentityStep]]:
    fold = IdentityFold({})
    return fold, [chapter_of(fold, count, *windows, by_rule=by_rule) for count, windows in enumerate(chapters)]


@pytest.mark.parametrize(
    ("names", "chapter", "same"),
    [
        (("Tom",), 45, False),
        (("Tom",), 9, True),
        (("Tom Reed", "Tom"), 45, True),
        (("小满",), 45, True),
    ],
)
def test_somebody_named_once_long_ago_is_not_surely_meant(names: tuple[str, ...], chapter: int, same: bool) -> None:
    """A single Latin word is not enough. A full name or a Chinese name is enough."""
    fold = IdentityFold({})
    first = chapter_of(fold, 2, [node(*names)], by_rule=True)

    step = chapter_of(fold, chapter, [node(names[-1])], by_rule=True)
    later = chapter_of(fold, chapter + 1, [node(names[-1])], by_rule=True)

    assert (roots(fold, step) == roots(fold, first)) is same
    assert roots(fold, later) == roots(fold, step)


def test_somebody_who_is_told_of_often_is_meant_after_many_chapters() -> None:
    """An example is a person who returns after years at sea."""
    fold = IdentityFold({})
    told_before = [chapter_of(fold, count, [node("Tom")], by_rule=True) for count in range(3)]

    step = chapter_of(fold, 40, [node("Tom")], by_rule=True)

    assert roots(fold, step) == roots(fold, told_before[0])


def test_a_narrator_without_a_name_is_never_forgotten() -> None:
    """The narrator may say "I" again after many chapters with other narrators."""
    fold = IdentityFold({})
    first = chapter_of(fold, 0, [node(titles=["I"], narrator=True)], by_rule=True)

    step = chapter_of(fold, 40, [node(titles=["I"], narrator=True)], by_rule=True)

    assert roots(fold, step) == roots(fold, first)
