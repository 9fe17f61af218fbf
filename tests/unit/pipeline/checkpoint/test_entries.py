"""Tests of the entries of large dictionaries in a checkpoint: they are found by key, and equal the changes."""

from __future__ import annotations

import random

import pytest

from episodic.model.deferred import address_of
from episodic.model.spans import Evidence, NarrativePosition
from episodic.pipeline.checkpoint import entries
from episodic.pipeline.checkpoint.codec import ValueCodec
from episodic.pipeline.checkpoint.entries import ChangedEntries, EntryChunks, entry_chunks, hash_of
from episodic.pipeline.checkpoint.objects import KeptObjects
from episodic.pipeline.checkpoint.tables import TableChange
from episodic.temporal.chronology.narrative_line import TimePosition

Key = str | tuple[int, str]


def codec() -> ValueCodec:
    """Return a codec of a few classes."""
    return KeptObjects((Evidence, NarrativePosition), omitted={}, external={}).codec


def changed(chance: random.Random, known: dict[Key, int], *, chunked: bool) -> EntryChunks | bytes:
    """Change some entries at random, and return the change as chunks or as a line."""
    keys: list[Key] = [chance.choice((f"k{number}", (number, "k"))) for number in range(20) if chance.random() < 0.4]
    gone = [key for key in list(known) if chance.random() < 0.2]
    for key in gone:
        del known[key]
    values = [chance.randrange(99) for _ in keys]
    known.update(zip(keys, values, strict=True))
    if chunked:
        return entry_chunks("d", length=len(known), gone=gone, keys=keys, values=values, codec=codec())
    return TableChange("d", keys, values, gone, len(known), in_dictionary=True).line(codec())


@pytest.mark.parametrize("hash_bytes", [1, 4])
@pytest.mark.parametrize("whole", [False, True])
def test_entries_are_those_after_all_changes(*, whole: bool, hash_bytes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With hashes of one byte, many keys have the same hash."""
    monkeypatch.setattr(entries, "_CHUNK", 3)
    monkeypatch.setattr(entries, "_HASH_BYTES", hash_bytes)
    monkeypatch.setattr(entries, "_SHARE", 4 if whole else 0)
    for seed in range(60):
        chance = random.Random(seed)
        known: dict[Key, int] = {}
        changes = [changed(chance, known, chunked=chance.random() < 0.6) for _ in range(chance.randrange(1, 7))]

        found = ChangedEntries(codec(), changes)

        assert len(found) == len(known)
        for number in range(20):
            for key in (f"k{number}", (number, "k")):
                if key in known:
                    assert found.find(key) == known[key], seed
                else:
                    with pytest.raises(KeyError):
                        found.find(key)
        assert list(found.every().items()) == list(known.items()), seed


def test_a_change_comes_back_equal_and_ends_where_the_next_begins() -> None:
    keys = [f"key {number}" for number in range(200)]
    made = entry_chunks("d", length=200, gone=["a", "b"], keys=keys, values=keys, codec=codec())

    found, length = EntryChunks.read(memoryview(made.written() + b"next"), list(made.head))

    assert length == len(made.written())
    assert (found.head, list(found.texts())) == (made.head, list(made.texts()))
    assert ChangedEntries(codec(), [found]).find("key 150") == "key 150"


def test_a_value_is_the_same_object_whenever_it_is_read() -> None:
    """The maintained relations find changes by the identity of values."""
    values: list[object] = [(number,) for number in range(200)]
    keys = list(map(str, range(200)))
    found = ChangedEntries(codec(), [entry_chunks("d", length=200, gone=[], keys=keys, values=values, codec=codec())])

    first = found.find("3")

    assert found.find("3") is first
    assert found.every()["3"] is first
    assert found.find("3") is first


def test_a_kept_value_is_not_loaded_with_its_entry() -> None:
    objects = KeptObjects((Evidence, NarrativePosition), omitted={}, external={})
    quotes: list[object] = [Evidence("e1", str(number), 0, 1, NarrativePosition(1, 0)) for number in range(100)]
    keys = list(map(str, range(100)))
    made = entry_chunks("d", length=100, gone=[], keys=keys, values=quotes, codec=objects.codec)
    again = KeptObjects((Evidence, NarrativePosition), omitted={}, external={})
    again.add_stored(objects.take_fresh())

    found = ChangedEntries(again.codec, [made]).find("7")

    address = address_of(found)
    assert address is not None
    assert address.source is again
    assert found.quote == "7"


def test_equal_keys_have_equal_hashes() -> None:
    place = TimePosition(1, 2)

    assert hash_of(place, codec()) == hash_of(tuple(place), codec())
    assert hash_of("a", codec()) != hash_of("b", codec())
    assert hash_of(-1, codec()) == 0xFFFFFFFF
