"""Tests of dictionaries that share entries with their copies."""

from __future__ import annotations

import random

import pytest

from episodic.model import shared_dict
from episodic.model.changed_values import begins_with, changed_keys, missing_keys
from episodic.model.lazy_entries import LazyEntries
from episodic.model.shared_dict import SharedDict


@pytest.fixture(autouse=True)
def _new_bases_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_dict, "_LEAST", 3)


def changed(chance: random.Random, shared: SharedDict[int, list[int]], plain: dict[int, list[int]]) -> None:
    """Make the same random change to both dictionaries."""
    key = chance.randrange(12)
    if chance.random() < 0.2:
        several = {one: [one] for one in chance.sample(range(12), 3)}
        shared.put_all(several)
        plain.update(several)
    elif chance.random() < 0.3:
        shared.pop(key, None)
        plain.pop(key, None)
    else:
        shared[key] = plain[key] = [key]


def versions(seed: int) -> list[tuple[SharedDict[int, list[int]], dict[int, list[int]]]]:
    """Return copies of a dictionary that changed at random, each with an equal plain dictionary. Every second seed begins
    with entries that are made when they are read. Reading all entries between the changes makes no difference.
    """
    chance = random.Random(seed)
    first = range(seed % 2 * 6)
    shared = SharedDict[int, list[int]](lazy=LazyEntries(first, lambda key: [key]))
    plain = {key: [key] for key in first}
    found: list[tuple[SharedDict[int, list[int]], dict[int, list[int]]]] = []
    for _ in range(12):
        for _ in range(chance.randrange(4)):
            changed(chance, shared, plain)
            if chance.random() < 0.2:
                assert list(shared.items()) == list(plain.items())
        found.append((shared.copy(), dict(plain)))
        if chance.random() < 0.2:
            earlier = chance.choice(found)
            shared, plain = earlier[0].copy(), dict(earlier[1])
    return found


@pytest.mark.parametrize("seed", range(60))
def test_a_dictionary_has_the_same_entries_in_the_same_order_as_a_plain_dictionary(seed: int) -> None:
    for shared, plain in versions(seed):
        assert list(shared) == list(plain)
        assert list(shared.items()) == list(plain.items())
        assert list(shared.values()) == list(plain.values())
        assert len(shared) == len(plain)
        assert shared == plain
        for key in range(12):
            assert (key in shared, shared.get(key), shared.get(key, 1)) == (
                key in plain,
                plain.get(key),
                plain.get(key, 1),
            )


@pytest.mark.parametrize("seed", range(60))
def test_two_copies_differ_like_two_plain_dictionaries(seed: int) -> None:
    every = versions(seed)
    for first, one in every:
        for second, other in every:
            assert sorted(changed_keys(first, second)) == sorted(changed_keys(one, other))
            assert sorted(missing_keys(first, second)) == sorted(missing_keys(one, other))
            assert begins_with(second, first) == begins_with(other, one)


@pytest.mark.parametrize("seed", range(60))
def test_a_dictionary_that_keeps_the_order_of_another_has_the_common_keys_in_its_order(seed: int) -> None:
    every = versions(seed)
    for first, one in every:
        for second, other in every:
            if second.keeps_order_of(first):
                assert [key for key in one if key in other] == [key for key in other if key in one]


def test_removed_keys_do_not_change_the_order_of_the_others() -> None:
    first = SharedDict({number: number for number in range(100)})
    second = first.copy()
    del second[3], second[50]
    second[7] = 8
    second[200] = 200
    third = second.copy()
    third[3] = 3

    assert second.keeps_order_of(first)
    assert third.keeps_order_of(second)
    assert not third.keeps_order_of(first)
    assert not first.keeps_order_of(second)


@pytest.mark.parametrize("seed", range(60))
def test_copies_that_changed_apart_are_compared_where_one_of_them_changed(seed: int) -> None:
    every = versions(seed)
    for first, one in every:
        for second, other in every:
            touched = first.touched_apart(second)
            assert touched is None or touched >= {key for key in range(12) if one.get(key) is not other.get(key)}
            assert first.has_order_of(second) == (list(one) == list(other))


def test_only_keys_that_changed_in_one_of_two_copies_are_compared() -> None:
    first = SharedDict({number: number for number in range(100)})
    first[100] = 100
    second, third = first.copy(), first.copy()
    second[1] = 5
    first.update({2: 6, 101: 101})
    del third[3]

    assert first.touched_apart(second) == second.touched_apart(first) == {1, 2, 101}
    assert second.touched_apart(third) == {1, 3}
    assert first.touched_apart(first.copy()) == set()
    assert first.touched_apart(SharedDict(dict(first))) is None


def test_new_keys_are_found_in_their_order() -> None:
    first = SharedDict({number: number for number in range(10)})
    second = first.copy()
    second.update({number: number for number in (31, 12, 25)})
    third = second.copy()
    third.update({number: number for number in (17, 11, 99, 3, 77)})

    assert changed_keys(first, third.copy()) == [31, 12, 25, 17, 11, 99, 77]


def test_a_shared_copy_of_a_shared_dictionary_knows_how_it_differs() -> None:
    first = SharedDict({1: 1, 2: 2})

    second = shared_dict.shared(first)
    second[3] = 3

    assert dict(second) == {1: 1, 2: 2, 3: 3}
    assert begins_with(second, first)
    assert changed_keys(first, second) == [3]
    assert shared_dict.shared({1: 1}) == {1: 1}


def test_a_missing_key_raises_an_error() -> None:
    shared = SharedDict({1: 1})
    del shared[1]

    with pytest.raises(KeyError):
        _ = shared[1]
    with pytest.raises(KeyError):
        del shared[1]
