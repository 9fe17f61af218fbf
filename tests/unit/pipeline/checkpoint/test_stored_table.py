"""Tests of a dictionary in a checkpoint, whose entries are found one by one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from zlib import crc32

import pytest

from episodic.model.deferred import Deferred
from episodic.model.lazy_entries import LazyEntries
from episodic.model.predicates import Predicate
from episodic.model.shared_dict import SharedDict
from episodic.pipeline.checkpoint import changes
from episodic.pipeline.checkpoint.changes import WrittenChange, packed, unpacked
from episodic.pipeline.checkpoint.codec import ValueCodec, compact_json
from episodic.pipeline.checkpoint.objects import KeptObjects
from episodic.pipeline.checkpoint.pages import OpenPages
from episodic.pipeline.checkpoint.stored_table import StoredTable

Key = str | tuple[str, int]
LAME = Predicate("lame")


def key_of(number: int) -> Key:
    """Return a key: a text that JSON escapes, or a tuple."""
    return f'line\n\t"{number}"' if number % 2 else ("tab\t", number)


def written(commits: list[tuple[list[Key], dict[Key, int]]]) -> tuple[StoredTable, dict[Key, int]]:
    """Return a table of removed and set keys, and a plain dictionary with the same entries."""
    kept = KeptObjects((), omitted={}, external={})
    plain: dict[Key, int] = {}
    found: list[bytes] = []
    for gone, entries in commits:
        for key in gone:
            del plain[key]
        plain.update(entries)
        lines = [compact_json(kept.codec.written(key)) for key in gone]
        lines += [
            compact_json(kept.codec.written(key)) + b"\t" + compact_json([value]) for key, value in entries.items()
        ]
        found.append(packed([WrittenChange("table", len(plain), lines)]))
    return StoredTable([one for each in found for one in unpacked(each)], kept.codec, kept.opened), plain


def random_commits(seed: int) -> list[tuple[list[Key], dict[Key, int]]]:
    """Return changes of a dictionary. Some removed keys are set again, in the same change or in a later one."""
    chance = random.Random(seed)
    known: set[Key] = set()
    commits: list[tuple[list[Key], dict[Key, int]]] = []
    for _ in range(6):
        gone = [key for key in map(key_of, range(300)) if key in known and chance.random() < 0.3]
        entries = {key_of(chance.randrange(300)): chance.randrange(9) for _ in range(chance.randrange(90))}
        known = (known - set(gone)) | set(entries)
        commits.append((gone, entries))
    return commits


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("bits", [32, 3])
def test_a_table_has_the_entries_of_a_dictionary(seed: int, bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With three bits, most keys share their hash with others."""

    def short(key: bytes) -> int:
        return crc32(key) % (1 << bits)

    monkeypatch.setattr(changes, "crc32", short)
    table, plain = written(random_commits(seed))
    # So few keys are looked up that most entries are not decoded.
    asked = random.Random(seed).sample(range(300), max(1, len(plain) // 6))

    for key in map(key_of, asked):
        assert (key in table) == (key in plain)
        if key in plain:
            assert table.value_of(key) == [plain[key]]
        else:
            with pytest.raises(KeyError):
                table.value_of(key)
    assert len(table) == len(plain)
    assert list(table) == list(plain)
    assert [table.value_of(key) for key in plain] == [[one] for one in plain.values()]


def test_all_entries_are_found_one_by_one() -> None:
    table, plain = written(random_commits(1))

    assert {key: table.value_of(key) for key in map(key_of, range(300)) if key in table} == {
        key: [one] for key, one in plain.items()
    }


def test_an_iteration_over_the_keys_decodes_no_values() -> None:
    """The values are decoded together when all of them are needed."""
    decoded: list[int] = []

    def values_of(numbers: Sequence[int]) -> list[Deferred]:
        decoded.extend(numbers)
        return [LAME]

    codec = ValueCodec((), number_of=lambda _: 0, value_of=lambda _: LAME, values_of=values_of, omitted={}, external={})
    lines = [compact_json(key) + b"\t" + b'{"R":[7]}' for key in ("a", "b")]
    table = StoredTable(unpacked(packed([WrittenChange("table", 2, lines)])), codec, OpenPages())
    entries = SharedDict(lazy=LazyEntries(table, table.value_of, every=table.entries))

    keys, before = list(entries), list(decoded)
    values = list(entries.values())

    assert (keys, before, decoded) == (["a", "b"], [], [7, 7])
    assert values == [[LAME], [LAME]]


def test_a_table_without_changes_is_empty() -> None:
    table, _ = written([])

    assert (len(table), list(table), "a" in table) == (0, [], False)
    with pytest.raises(KeyError):
        table.value_of("a")
