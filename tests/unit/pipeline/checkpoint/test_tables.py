"""Tests of the attributes that a checkpoint stores: a restored object has the attributes of the stored object."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import ClassVar

import pytest

from episodic.model.shared_dict import SharedDict
from episodic.model.spans import Evidence, NarrativePosition
from episodic.pipeline.checkpoint.changes import StoredChange, WrittenChange, packed, unpacked
from episodic.pipeline.checkpoint.objects import KeptObjects
from episodic.pipeline.checkpoint.pages import ValuePages
from episodic.pipeline.checkpoint.stored_table import StoredTable
from episodic.pipeline.checkpoint.tables import KeptTables


@dataclass
class Part:
    """A part with attributes of its own."""

    KEPT: ClassVar[tuple[str, ...]] = ("names", "counted")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ()
    KEPT_UNORDERED: ClassVar[frozenset[str]] = frozenset({"names"})
    names: dict[str, int] = field(default_factory=dict[str, int])
    counted: Counter[str] = field(default_factory=Counter[str])


@dataclass
class Whole:
    """An object with an attribute of every kind."""

    KEPT: ClassVar[tuple[str, ...]] = ("table", "shared", "listed", "marked", "near")
    KEPT_PARTS: ClassVar[tuple[str, ...]] = ("part",)
    table: dict[tuple[str, int], Evidence] = field(default_factory=dict[tuple[str, int], Evidence])
    shared: SharedDict[tuple[str, int], tuple[Evidence | None, ...]] = field(
        default_factory=SharedDict[tuple[str, int], tuple[Evidence | None, ...]]
    )
    listed: list[int] = field(default_factory=list[int])
    marked: set[str] = field(default_factory=set[str])
    near: tuple[int, int] | None = None
    part: Part = field(default_factory=Part)


def evidence(key: str, number: int) -> Evidence:
    return Evidence(key, key * number, 0, number, NarrativePosition(number, 0))


def change(whole: Whole, chance: random.Random) -> None:
    """Change some attributes at random."""
    for _ in range(chance.randrange(6)):
        key, number = chance.choice("abcdef"), chance.randrange(4)
        match chance.randrange(11):
            case 0:
                whole.table[key, number] = evidence(key, number)
            case 1:
                whole.table.pop((key, number), None)
            case 2:
                whole.table = dict(sorted(whole.table.items(), key=lambda one: one[0][1]))
            case 3 | 4:
                whole.listed.append(number)
            case 5:
                del whole.listed[number:]
            case 6:
                whole.listed[number : number + 1] = [number]
            case 7:
                whole.marked ^= {key}
            case 8:
                whole.part.names[key] = number
            case 9:
                whole.part.names.pop(key, None)
            case _:
                whole.part.counted[key] += 1
                whole.near = chance.choice((None, (number, number)))


def change_shared(whole: Whole, chance: random.Random) -> None:
    """Change the shared dictionary at random: some entries, or enough entries for columns."""
    for key in chance.sample("abcdef", chance.randrange(3)):
        if chance.random() < 0.5:
            whole.shared.pop((key, chance.randrange(9)), None)
        for number in range(chance.choice((2, 9))):
            whole.shared[key, number] = tuple(chance.choices((None, evidence(key, number)), k=chance.randrange(3)))


def restored(
    pages: list[ValuePages], commits: list[list[WrittenChange]], later: Sequence[list[WrittenChange]] = ()
) -> Whole:
    """Return an object that is restored from kept values and the changes of several commits, to which the changes of
    the commits *later* are then applied one after another.
    """
    kept = KeptObjects((Evidence, NarrativePosition), omitted={}, external={})
    for values in pages:
        kept.add_stored(values)
    found, tables = Whole(), KeptTables(kept.codec, kept.opened)
    tables.restore(found, "whole", by_name([unpacked(packed(changes)) for changes in commits]))
    for changes in later:
        tables.continue_state(found, "whole", unpacked(packed(changes)))
    return found


def test_an_object_is_restored_after_any_changes() -> None:
    for seed in range(60):
        chance, whole = random.Random(seed), Whole()
        kept = KeptObjects((Evidence, NarrativePosition), omitted={}, external={})
        tables = KeptTables(kept.codec, kept.opened)
        pages: list[ValuePages] = []
        commits: list[list[WrittenChange]] = []
        for _ in range(8):
            change(whole, chance)
            change_shared(whole, chance)
            commits.append(list(tables.changes(whole, "whole")))
            pages += filter(None, [kept.take_fresh()])

        for count in (8, 5, 1):
            found = restored(pages, commits[:count], commits[count:])

            assert found == whole, seed
            assert list(found.table) == list(whole.table), seed
            assert list(found.shared.items()) == list(whole.shared.items()), seed
            assert isinstance(found.part.counted, Counter), seed


def test_an_object_is_restored_to_the_state_after_any_earlier_commit() -> None:
    """The process has either made all commits or was restored from a checkpoint. The next commit saves the difference."""
    for seed in range(60):
        chance, whole = random.Random(seed), Whole()
        kept = KeptObjects((Evidence, NarrativePosition), omitted={}, external={})
        tables = KeptTables(kept.codec, kept.opened)
        commits: list[list[StoredChange]] = []
        states: list[Whole] = []
        for _ in range(8):
            change(whole, chance)
            change_shared(whole, chance)
            commits.append(unpacked(packed(tables.changes(whole, "whole"))))
            states.append(copied(whole))
        if seed % 2:
            tables = KeptTables(kept.codec, kept.opened)
            tables.restore(Whole(), "whole", by_name(commits))

        for count in (7, 4, 8, 1):
            found, again = Whole(), Whole()
            tables.restore_earlier(found, "whole", earlier=by_name(commits[:count]), later=by_name(commits[count:]))
            commits.append(unpacked(packed(tables.changes(found, "whole"))))
            KeptTables(kept.codec, kept.opened).restore(again, "whole", by_name(commits))

            for one in (found, again):
                assert one == states[count - 1], (seed, count)
                assert list(one.table) == list(states[count - 1].table), (seed, count)
                assert list(one.shared) == list(states[count - 1].shared), (seed, count)


def test_entries_that_no_later_commit_changed_are_restored_as_the_same_objects() -> None:
    kept = KeptObjects((Evidence, NarrativePosition), omitted={}, external={})
    tables = KeptTables(kept.codec, kept.opened)
    whole, found = Whole(), Whole()
    whole.shared.update({("a", number): (evidence("a", number),) for number in range(200)})
    commits = [unpacked(packed(tables.changes(whole, "whole")))]
    whole.shared["a", 7] = ()
    whole.shared["b", 1] = (None,)
    commits.append(unpacked(packed(tables.changes(whole, "whole"))))

    tables.restore_earlier(found, "whole", earlier=by_name(commits[:1]), later=by_name(commits[1:]))

    assert found.shared["a", 7] == (evidence("a", 7),)
    assert ("b", 1) not in found.shared
    assert found.shared["a", 8] is whole.shared["a", 8]
    assert set(found.shared.touched_since(whole.shared) or ()) == {("a", 7), ("b", 1)}


@pytest.mark.parametrize("removed", [[("a", 198), ("a", 199)], [("a", 0), ("a", 199)]], ids=["last", "first and last"])
def test_removed_keys_return_to_their_places(removed: list[tuple[str, int]]) -> None:
    """Only if they were the last keys, the other entries stay the same objects."""
    kept = KeptObjects((Evidence, NarrativePosition), omitted={}, external={})
    tables = KeptTables(kept.codec, kept.opened)
    whole, found = Whole(), Whole()
    commits: list[list[StoredChange]] = []
    for numbers in (range(100), range(100, 199), range(50, 55), range(199, 200)):
        whole.shared.update({("a", number): (evidence("a", number),) for number in numbers})
        commits.append(unpacked(packed(tables.changes(whole, "whole"))))
    order = list(whole.shared)
    for key in removed:
        del whole.shared[key]
    later = unpacked(packed(tables.changes(whole, "whole")))

    tables.restore_earlier(found, "whole", earlier=by_name(commits), later=by_name([later]))

    assert list(found.shared) == order
    assert (found.shared["a", 8] is whole.shared["a", 8]) == (("a", 0) not in removed)


def test_entries_that_were_all_removed_are_decoded_only_when_they_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """An undone ingestion leaves an empty work, and its redo restores all entries."""
    kept = KeptObjects((Evidence, NarrativePosition), omitted={}, external={})
    tables = KeptTables(kept.codec, kept.opened)
    whole, found = Whole(), Whole()
    whole.shared.update({("a", number): (evidence("a", number),) for number in range(200)})
    commits = [unpacked(packed(tables.changes(whole, "whole")))]
    whole.shared.clear()
    commits.append(unpacked(packed(tables.changes(whole, "whole"))))

    read: list[object] = []
    value_of = StoredTable.value_of

    def noting(table: StoredTable, key: object) -> object:
        read.append(key)
        return value_of(table, key)

    monkeypatch.setattr(StoredTable, "value_of", noting)

    tables.restore_earlier(found, "whole", earlier=by_name(commits[:1]), later=by_name(commits[1:]))

    assert len(found.shared) == 200
    assert read == []
    assert found.shared["a", 7] == (evidence("a", 7),)
    assert list(found.shared) == [("a", number) for number in range(200)]


def copied(whole: Whole) -> Whole:
    """Return an independent copy of the object."""
    return replace(
        whole,
        table=dict(whole.table),
        shared=whole.shared.copy(),
        listed=list(whole.listed),
        marked=set(whole.marked),
        part=Part(dict(whole.part.names), Counter(whole.part.counted)),
    )


def by_name(commits: Sequence[Sequence[StoredChange]]) -> dict[str, list[StoredChange]]:
    """Return the changes of several commits by the names of the attributes."""
    found: dict[str, list[StoredChange]] = {}
    for one in chain.from_iterable(commits):
        found.setdefault(one.name, []).append(one)
    return found


def test_only_changes_are_written() -> None:
    kept = KeptObjects((Evidence, NarrativePosition), omitted={}, external={})
    whole, tables = Whole(listed=list(range(100))), KeptTables(kept.codec, kept.opened)
    first = list(tables.changes(whole, "whole"))

    whole.listed.append(100)

    assert len(first) == 7
    assert list(tables.changes(whole, "whole")) == [WrittenChange("whole.listed", 101, [b"[[],[100],[],101]"])]
    assert list(tables.changes(whole, "whole")) == []
