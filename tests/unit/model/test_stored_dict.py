"""Tests of dictionaries whose entries a store has: they behave like a dictionary, and copies are compared by changes."""

from __future__ import annotations

import random

import pytest

from episodic.model.changed_values import begins_with, changed_keys, in_order, missing_keys
from episodic.model.stored_dict import StoredDict

Values = dict[str, int]


class Entries:
    """Stored entries that count how many of them were read by key, and whether all were read."""

    def __init__(self, entries: Values) -> None:
        self.entries = entries
        self.found = 0
        self.whole = False

    def __len__(self) -> int:
        return len(self.entries)

    def find(self, key: str) -> int:
        """Return the value of a key."""
        self.found += 1
        return self.entries[key]

    def every(self) -> Values:
        """Return all entries."""
        self.whole = True
        return self.entries


def stored(count: int) -> tuple[StoredDict[str, int], Values, Entries]:
    """Return a dictionary with stored entries, a plain dictionary with the same entries, and the entries."""
    values = {f"key {number}": 1000 + number for number in range(count)}
    entries = Entries(values)
    return StoredDict(entries), dict(values), entries


def change(values: Values, chance: random.Random) -> None:
    """Change a dictionary at random."""
    for _ in range(chance.randrange(5)):
        key, value = f"key {chance.randrange(12)}", 2000 + chance.randrange(5)
        match chance.randrange(8):
            case 0 | 1:
                values[key] = value
            case 2:
                values.pop(key, None)
            case 3:
                values.setdefault(key, value)
            case 4:
                values.update({key: value, "new": value})
            case 5 if key in values:
                del values[key]
            case 6 if values and chance.random() < 0.2:
                values.popitem()
            case 7 if chance.random() < 0.1:
                values.clear()
            case _:
                assert (values.get(key, -1) == -1) == (key not in values)


def same_differences(before: Values, now: Values, plain: tuple[Values, Values]) -> None:
    """Assert that the differences of two versions are those of two plain dictionaries."""
    assert set(changed_keys(before, now)) == set(changed_keys(*plain))
    fresh = [key for key in changed_keys(before, now) if key not in plain[0]]
    assert fresh == [key for key in changed_keys(*plain) if key not in plain[0]]
    assert set(missing_keys(before, now)) == set(missing_keys(*plain))
    # A key that was deleted and set again counts as moved, even if no other key follows.
    assert not begins_with(now, before) or begins_with(plain[1], plain[0])
    assert not in_order(before, now) or in_order(*plain)


@pytest.mark.parametrize("seed", range(200))
def test_it_behaves_like_a_dictionary_after_any_changes(seed: int) -> None:
    chance = random.Random(seed)
    values, plain, _ = stored(chance.randrange(10))
    before = values.copy()
    known = dict(plain)
    for _ in range(4):
        state = chance.getrandbits(32)
        change(values, random.Random(state))
        change(plain, random.Random(state))
        if chance.random() < 0.3:
            values = values.copy()

        assert len(values) == len(plain)
        same_differences(before.copy(), values, (known, plain))
        if chance.random() < 0.5:
            assert list(values.items()) == list(plain.items())
            assert list(dict(values).items()) == list(plain.items())
            assert values == plain
            assert list(reversed(values)) == list(reversed(plain))
            assert values | {"a": 1} == {**plain, "a": 1}

    assert list(before.items()) == list(known.items())


def test_only_the_entries_that_are_used_are_read() -> None:
    values, _, entries = stored(9)

    values["key 3"] = values["key 2"] + values.get("key 1", 0)
    later = values.copy()
    later["more"] = 1
    del later["key 4"]

    assert changed_keys(values, later) == ["more"]
    assert missing_keys(values, later) == ["key 4"]
    assert len(later) == 9
    assert entries.found < 9
    assert not entries.whole


def test_a_key_that_is_missing_is_a_key_error() -> None:
    values, _, _ = stored(2)

    with pytest.raises(KeyError):
        values["key 5"]
    with pytest.raises(KeyError):
        values.pop("key 5")
    with pytest.raises(KeyError):
        del values["key 5"]
    with pytest.raises(KeyError):
        stored(0)[0].popitem()
