"""Tests of mappings whose values are made when they are read."""

from __future__ import annotations

import random

import pytest

from episodic.model import shared_dict
from episodic.model.changed_values import changed_keys, missing_keys
from episodic.model.lazy_entries import DerivedEntries, LazyEntries, LazySequence
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


def test_all_entries_are_taken_at_once_where_they_are_known() -> None:
    """Values that were read before stay the same objects, and a key that was removed and set again comes last."""
    every = {key: [key] for key in "abcd"}
    entries = LazyEntries(tuple(every), lambda key: [key], every=lambda: every)
    read = entries["b"]

    changed = entries.replaced({"a": ["new"], "e": ["e"]}, ["c", "d"]).replaced({"c": ["again"]}, [])
    found = changed.entries()

    assert found == {"a": ["new"], "b": ["b"], "e": ["e"], "c": ["again"]}
    assert list(found) == list(changed)
    assert found["b"] is read
    assert entries.entries()["a"] is every["a"]


def test_a_value_is_found_by_one_look_up() -> None:
    """A look-up may have to search a file."""
    asked: list[object] = []

    class Keys(tuple[str, ...]):
        __slots__ = ()

        def __contains__(self, key: object) -> bool:
            asked.append(key)
            return tuple.__contains__(self, key)

    entries = LazyEntries[str, str](Keys(("a", "b")), str.upper)

    assert [entries.get("a"), entries["b"], entries.get("c")] == ["A", "B", None]
    assert asked == ["a", "b", "c"]


def test_values_and_keys_are_derived_when_they_are_read() -> None:
    made: list[int] = []

    def value_of(key: int) -> str | None:
        made.append(key)
        return None if key % 2 else str(key)

    entries = DerivedEntries(value_of, lambda: range(0, 6, 2))
    assert made == []
    assert (entries[4], entries.get(3), 4 in entries, 3 in entries) == ("4", None, True, False)
    assert made == [4, 3]
    with pytest.raises(KeyError):
        _ = entries[3]
    assert (len(entries), dict(entries), made) == (3, {0: "0", 2: "2", 4: "4"}, [4, 3, 0, 2])
    assert 5 in DerivedEntries(value_of, lambda: (), known=lambda key: key == 5)
    assert made == [4, 3, 0, 2]


def test_a_value_of_a_sequence_is_made_once_and_only_when_it_is_read() -> None:
    made: list[str] = []

    def value_of(key: str) -> list[str]:
        made.append(key)
        return [key]

    values = LazySequence("abc", value_of)
    assert (len(values), made) == (3, [])
    assert values[2] is values[2]
    assert (list(values), made) == ([["a"], ["b"], ["c"]], ["c", "a", "b"])


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
