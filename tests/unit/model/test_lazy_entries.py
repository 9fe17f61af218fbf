"""Tests of mappings whose values are made when they are read."""

from __future__ import annotations

import random

import pytest

from episodic.model import shared_dict
from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.lazy_entries import LazyEntries
from episodic.model.shared_dict import SharedDict


def test_a_value_is_made_once_and_only_when_it_is_read() -> None:
    made: list[str] = []

    def value_of(key: str) -> list[str]:
        made.append(key)
        return [key]

    entries = LazyEntries[str, list[str]](("a", "b"), value_of)

    assert (len(entries), list(entries), "a" in entries, "c" in entries, made) == (2, ["a", "b"], True, False, [])
    assert entries["b"] is entries["b"]
    assert (entries.get("a"), entries.get("c"), made) == (["a"], None, ["b", "a"])
    with pytest.raises(KeyError):
        _ = entries["c"]


def test_entries_are_replaced_without_making_values() -> None:
    made: list[int] = []

    def value_of(key: int) -> str:
        made.append(key)
        return str(key)

    entries = LazyEntries(range(4), value_of)
    assert entries[3] == "3"

    replaced = entries.replaced({7: "seven", 0: "null"}, gone=[1])

    assert (list(replaced), made) == ([0, 2, 3, 7], [3])
    assert dict(replaced) == {0: "null", 2: "2", 3: "3", 7: "seven"}
    assert dict(entries) == {0: "0", 1: "1", 2: "2", 3: "3"}


@pytest.mark.parametrize("seed", range(40))
def test_a_shared_dictionary_of_lazy_entries_has_the_entries_of_a_plain_one(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_dict, "_LEAST", 3)
    chance = random.Random(seed)
    plain = {number: [number] for number in range(8)}
    shared = SharedDict(lazy=LazyEntries(range(8), lambda key: [key]))
    found = [(shared.copy(), dict(plain))]
    for _ in range(30):
        key = chance.randrange(12)
        if chance.random() < 0.4:
            shared.pop(key, None)
            plain.pop(key, None)
        else:
            shared[key] = plain[key] = [key, key]
        if chance.random() < 0.5:
            found.append((shared.copy(), dict(plain)))

    for one, other in found:
        assert (list(one), len(one), list(one.items())) == (list(other), len(other), list(other.items()))
        assert all((one.get(key), key in one) == (other.get(key), key in other) for key in range(12))
    (before, known), (after, now) = found[0], found[-1]
    assert sorted(missing_keys(before, after)) == sorted(missing_keys(known, now))
    assert {key for key in known if key in now and known[key] != now[key]} <= set(changed_keys(before, after))
