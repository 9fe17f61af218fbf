"""Tests of what a name says about how many entities may have it."""

from __future__ import annotations

import pytest

from episodic.dedup.designations import head_noun, is_personal, may_be_anybody, same_head


@pytest.mark.parametrize("name", ["Ann Pike", "Mr. Frankland, of Lafter Hall", "the Otter", "林远", "灰鹭", "云长"])
def test_a_name_that_tells_no_role_is_personal(name: str) -> None:
    assert is_personal(name)


@pytest.mark.parametrize(
    "name",
    ["the Judge", "Mother", "the counsellor for Ann", "Ann's father", "a travelling Giant", "知县", "母亲", "珠大哥"],
)
def test_a_role_relation_or_description_is_not_personal(name: str) -> None:
    assert not is_personal(name)


def test_only_nouns_without_role_or_relation_may_be_anybody() -> None:
    fitting = [
        one for one in ("our visitor", "那汉", "the hospital porter", "her father", "庄客") if may_be_anybody(one)
    ]

    assert fitting == ["our visitor", "那汉"]


def test_the_head_noun_stands_before_what_is_added_to_it() -> None:
    assert head_noun("the hospital porter at the door") == "porter"
    assert head_noun("one of the night shepherds upon the moor") == "shepherds"


@pytest.mark.parametrize(
    ("name", "other", "same"),
    [
        ("her whip", "a whip", True),
        ("the river", "the River Company's counting-house", False),
        ("小船", "吴三更的船", True),
        ("一只海螺", "一只布袋", False),
    ],
)
def test_things_with_one_head_noun_may_be_one_thing(name: str, other: str, *, same: bool) -> None:
    assert same_head(name, other) is same
