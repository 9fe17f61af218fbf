"""Tests of the comparison of large mappings."""

from __future__ import annotations

import random

from episodic.model.changed_values import begins_with, changed_keys, differing_keys, missing_keys
from episodic.model.lazy_entries import LazyEntries
from episodic.model.shared_dict import SharedDict


def mapping_of(chance: random.Random, values: list[list[int]]) -> dict[int, list[int]]:
    """Return a mapping of some keys, in any order, to some of the values."""
    return {key: chance.choice(values) for key in chance.sample(range(6), chance.randrange(7))}


def test_changed_keys_are_those_whose_value_is_another_object() -> None:
    chance, values = random.Random(1), [[1], [1], [2]]
    for _ in range(300):
        before, now = mapping_of(chance, values), mapping_of(chance, values)

        assert changed_keys(before, now) == [key for key in now if key not in before or before[key] is not now[key]]
        assert missing_keys(before, now) == [key for key in before if key not in now]


def test_values_that_were_removed_are_not_made() -> None:
    """Most entries of a work are removed when its ingestion is undone."""
    made: list[int] = []

    def value_of(key: int) -> tuple[int]:
        made.append(key)
        return (key,)

    before = SharedDict(lazy=LazyEntries(range(100), value_of))
    kept = before[7]

    assert changed_keys(before, SharedDict({7: kept, 8: (8,), 200: (0,)})) == [8, 200]
    assert made == [7, 8]


def test_new_keys_of_a_copy_are_in_its_order() -> None:
    """A key that was removed and added again comes after those that were added in between."""
    chance = random.Random(3)
    for _ in range(300):
        before = SharedDict[int, object](mapping_of(chance, [[1]]))
        now = before.copy()
        for _ in range(chance.randrange(12)):
            key = chance.randrange(9)
            if key in now and chance.random() < 0.5:
                del now[key]
            else:
                now[key] = object()

        assert [key for key in changed_keys(before, now) if key not in before] == [
            key for key in now if key not in before
        ]


def test_a_mapping_begins_with_its_first_keys() -> None:
    chance = random.Random(2)
    for _ in range(300):
        before, now = mapping_of(chance, [[1]]), mapping_of(chance, [[1]])
        longer = {**before, **now}

        assert begins_with(longer, before)
        assert begins_with(now, before) == (list(now)[: len(before)] == list(before))


def test_differing_keys_are_those_without_an_equal_value() -> None:
    chance, values = random.Random(4), [[1], [1], [2]]
    for _ in range(300):
        before, now = mapping_of(chance, values), mapping_of(chance, values)
        expected = {key for key in {*before, *now} if before.get(key) != now.get(key)}

        assert differing_keys(before, now) == expected
        assert differing_keys(SharedDict(before), SharedDict(now)) == expected
